import { emailKey } from '../../platform/text/email.ts'
import { networkOf, siteOf } from './network.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

interface LimitRule {
  readonly most: number
  /** Milliseconds, from the first attempt on. */
  readonly withinMs: number
  /** Whether strangers share the count. A right guess then gives back only itself; otherwise it clears the count. */
  readonly shared?: true
}

/** All limits. `docs/decisions/throttling-sign-in.md` has the reasons and the calculations. */
export const limits = {
  /** Passwords for one account from one network. */
  account_network: { most: 10, withinMs: 15 * minuteMs },
  account_network_day: { most: 30, withinMs: dayMs },
  /** Passwords for one account from all browsers that do not know it. */
  account: { most: 20, withinMs: 15 * minuteMs, shared: true },
  account_day: { most: 100, withinMs: dayMs, shared: true },
  /** Passwords and codes for one account from one browser that knows it. */
  device: { most: 10, withinMs: 15 * minuteMs },
  /** Passwords and codes from one network, or from one site (IPv6 /48), for any account. */
  network: { most: 100, withinMs: 15 * minuteMs, shared: true },
  network_day: { most: 1_000, withinMs: dayMs, shared: true },
  site: { most: 400, withinMs: 15 * minuteMs, shared: true },
  site_day: { most: 4_000, withinMs: dayMs, shared: true },
  /** The password of a signed-in user, asked for again in one session. */
  session: { most: 10, withinMs: 15 * minuteMs },
  /** Codes of six digits: three of a million are right at any time. */
  code: { most: 5, withinMs: 15 * minuteMs },
  code_day: { most: 20, withinMs: dayMs, shared: true },
  code_device: { most: 5, withinMs: 15 * minuteMs },
  code_device_day: { most: 20, withinMs: dayMs },
  code_session: { most: 5, withinMs: 15 * minuteMs },
  code_session_day: { most: 20, withinMs: dayMs },
  /** Codes in one sign-in whose user has opened a link in an email. */
  code_step: { most: 5, withinMs: 15 * minuteMs },
  /** The same for one user in all sign-ins: whoever reads the mailbox and knows the password can begin any number. */
  code_emailed_day: { most: 40, withinMs: dayMs, shared: true },
  /** Recovery codes in one sign-in or session: nobody guesses 80 bits. */
  recovery: { most: 20, withinMs: 15 * minuteMs },
  /** Passwords for one link. */
  link: { most: 10, withinMs: 15 * minuteMs },
  /** Emails to one address that somebody else may have asked for: to sign up, or to confirm a new address. */
  email: { most: 5, withinMs: hourMs, shared: true },
  email_from_network: { most: 3, withinMs: hourMs, shared: true },
  /**
   * Emails with a link for a new password, and for signing in, to one address. The links live for an hourMs as well, so
   * whenever this is full the owner's mailbox holds a link that works.
   */
  reset_email: { most: 3, withinMs: hourMs, shared: true },
  sign_in_email: { most: 3, withinMs: hourMs, shared: true },
  /** Emails that one network, or one site, may request. */
  emails_network: { most: 50, withinMs: hourMs, shared: true },
  emails_site: { most: 200, withinMs: hourMs, shared: true },
  /** Challenges for passkeys: a page may ask for one whenever it is shown. */
  challenge_network: { most: 600, withinMs: 15 * minuteMs, shared: true },
  challenge_site: { most: 2_400, withinMs: 15 * minuteMs, shared: true },
} as const satisfies Record<string, LimitRule>

export type Limit = keyof typeof limits

/** One thing that an attempt counts against: a limit, and for whom or what. */
export type Subject = readonly [limit: Limit, of: string | number]

export const ruleOf = (limit: Limit): LimitRule => limits[limit]

const ofSite = (limit: Limit, address: string): readonly Subject[] => {
  const site = siteOf(address)
  return site === undefined ? [] : [[limit, site]]
}

/** Guesses from the network of an address. */
export const guessesFrom = (address: string): readonly Subject[] => [
  ['network', networkOf(address)],
  ['network_day', networkOf(address)],
  ...ofSite('site', address),
  ...ofSite('site_day', address),
]

/** Guesses at the password of one account, by its email address, from a network. */
export const accountGuesses = (email: string, address: string): readonly Subject[] => {
  const account = emailKey(email)
  const here = `${account} ${networkOf(address)}`
  return [
    ['account_network', here],
    ['account_network_day', here],
    ['account', account],
    ['account_day', account],
  ]
}

/** The same, and the guesses of the network for any account. */
export const passwordGuesses = (email: string, address: string): readonly Subject[] => [
  ...accountGuesses(email, address),
  ...guessesFrom(address),
]

/** Guesses at the codes of a user's authenticator app, from a network. */
export const codeGuesses = (userId: number, address: string): readonly Subject[] => [
  ['code', userId],
  ['code_day', userId],
  ...guessesFrom(address),
]

/** Emails requested from the network of an address. */
export const emailsFrom = (address: string): readonly Subject[] => [
  ['emails_network', networkOf(address)],
  ...ofSite('emails_site', address),
]

/** Requests from a network in the name of an address that need not belong to an account. */
export const asksInName = (email: string, address: string): readonly Subject[] => [
  ['email_from_network', `${emailKey(email)} ${networkOf(address)}`],
  ...emailsFrom(address),
]

/** Emails to an address that need not belong to an account, requested from a network. */
export const emailsTo = (email: string, address: string): readonly Subject[] => [
  ['email', emailKey(email)],
  ...asksInName(email, address),
]

/** Challenges for passkeys, requested from the network of an address. */
export const challengesFrom = (address: string): readonly Subject[] => [
  ['challenge_network', networkOf(address)],
  ...ofSite('challenge_site', address),
]
