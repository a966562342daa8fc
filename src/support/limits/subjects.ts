import { emailKey } from '../../platform/text/email.ts'
import { type Limit, limits } from './limits.ts'
import { networkOf, siteOf, siteOrNetworkOf } from './networks.ts'

/** What a use counts against: a limit, and what is counted, such as a user or an address. */
export type Subject = readonly [limit: Limit, of: string | number]

/** Returns the subjects whose limit is set and whose value is known. */
export const subjectsOf = (
  ...pairs: readonly (readonly [Limit | undefined, string | number | undefined])[]
): Subject[] =>
  pairs.filter((pair): pair is Subject => pair[0] !== undefined && pair[1] !== undefined)

/**
 * Returns the subjects of a use from an address: its network, and its site if it has one.
 * @param of counts the uses that concern one value, such as an email address, separately
 */
const usesFrom = (address: string, network: Limit, site: Limit, of?: string): Subject[] => {
  const prefix = of === undefined ? '' : `${of} `
  const siteRange = siteOf(address)
  return subjectsOf([network, prefix + networkOf(address)], [site, siteRange && prefix + siteRange])
}

/** Returns the subjects of a guess from an address. */
export const guessesFrom = (address: string): readonly Subject[] => [
  ...usesFrom(address, limits.network, limits.site),
  ...usesFrom(address, limits.network_day, limits.site_day),
]

/** Returns the subjects of a guess at an account's password, by its email address. */
export const accountGuesses = (email: string, address: string): readonly Subject[] => {
  const account = emailKey(email)
  const accountFromNetwork = `${account} ${networkOf(address)}`
  return [
    [limits.account_network, accountFromNetwork],
    [limits.account_network_day, accountFromNetwork],
    [limits.account, account],
    [limits.account_day, account],
    [limits.account_all, account],
  ]
}

/**
 * Returns the subjects of a guess at an account's password from a browser that knows the account.
 * Whoever knows the password may have many such browsers, but not in the owner's network.
 * @param device the id of the browser
 */
export const knownBrowserGuesses = (
  device: string,
  email: string,
  address: string,
): readonly Subject[] => [
  [limits.device, device],
  [limits.device_day, device],
  [limits.account_known_all, `${emailKey(email)} ${siteOrNetworkOf(address)}`],
]

/** Returns the subjects of a guess at the password of a signed-in user, by the session. */
export const sessionGuesses = (sessionUid: string): readonly Subject[] => [
  [limits.session, sessionUid],
  [limits.session_day, sessionUid],
  [limits.session_all, sessionUid],
]

/** Returns the same subjects, and those of guesses at any account from the address. */
export const passwordGuesses = (email: string, address: string): readonly Subject[] => [
  ...accountGuesses(email, address),
  ...guessesFrom(address),
]

/** Returns the subjects of a guess at a code of a user's authenticator app. */
export const codeGuesses = (userId: number, address: string): readonly Subject[] => [
  [limits.code, userId],
  [limits.code_day, userId],
  ...guessesFrom(address),
]

/** Returns the subjects of an email requested from an address. */
export const emailsFrom = (address: string): readonly Subject[] =>
  usesFrom(address, limits.emails_network, limits.emails_site)

/** Returns the subjects of a request with an email address that may not belong to an account. */
export const requestsWithEmail = (email: string, address: string): readonly Subject[] => [
  ...usesFrom(address, limits.email_from_network, limits.email_from_site, emailKey(email)),
  ...usesFrom(address, limits.email_from_network_day, limits.email_from_site_day, emailKey(email)),
  ...emailsFrom(address),
]

/** Returns the subjects of an email to an address that may not belong to an account. */
export const emailsTo = (email: string, address: string): readonly Subject[] => [
  [limits.email, emailKey(email)],
  ...requestsWithEmail(email, address),
]

/** Returns the subjects of an email that a signed-in user requests to the own address. */
export const emailsToSelf = (userId: number): readonly Subject[] => [[limits.own_email, userId]]

/** Returns the subjects of a new way to sign in, or of new recovery codes, of a user. */
export const signInAdditions = (userId: number): readonly Subject[] => [
  [limits.sign_in_addition, userId],
]

/** Returns the subjects of an email about a sign-in from a new browser, the narrower one first. */
export const newBrowserEmails = (userId: number, address: string): readonly Subject[] => [
  [limits.new_browser, `${userId} ${networkOf(address)}`],
  [limits.new_browser_day, userId],
]

/** Returns the subjects of an email that a signed-in user requests to any address. */
export const emailsByUser = (
  userId: number,
  email: string,
  address: string,
): readonly Subject[] => [
  [limits.user_email, `${userId} ${emailKey(email)}`],
  [limits.user_emails, userId],
  ...emailsFrom(address),
]

/**
 * Returns the subjects that count against a user alone, whichever network the uses came from.
 */
export const subjectsOfUser = (userId: number, email: string | undefined): readonly Subject[] => {
  const account = email === undefined ? undefined : emailKey(email)
  return subjectsOf(
    [limits.code, userId],
    [limits.code_day, userId],
    [limits.code_devices_day, userId],
    [limits.code_emailed_day, userId],
    [limits.own_email, userId],
    [limits.user_emails, userId],
    [limits.sign_in_addition, userId],
    [limits.account, account],
    [limits.account_day, account],
    [limits.account_all, account],
    [limits.email, account],
    [limits.reset_email, account],
    [limits.sign_in_email, account],
    [limits.code_email, account],
  )
}

/** Returns the subjects of a challenge for a passkey. */
export const challengesFrom = (address: string): readonly Subject[] =>
  usesFrom(address, limits.challenge_network, limits.challenge_site)
