const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How many uses are allowed in how long. */
export interface Allowance {
  readonly max: number
  /** The length of the window that the first use starts, in milliseconds. */
  readonly windowMs: number
}

/** A limit of uses, such as requests, guesses at a password, or emails. */
export interface Limit extends Allowance {
  /** The name in refusals and in the `RateLimit` header. */
  readonly name: string
  /**
   * Whether several people share the count. If so, a right guess is not counted. Otherwise it also
   * clears the count.
   */
  readonly shared?: true
  /** Whether right guesses count, too. The work for them is then limited, not only the guessing. */
  readonly countsRight?: true
}

/** What remains of a limit. */
export interface LimitState {
  readonly limit: Limit
  readonly remaining: number
  /** Seconds until the window ends, at least one. */
  readonly secondsLeft: number
}

/** Gives each limit of a list its name. */
const named = <T extends Readonly<Record<string, Omit<Limit, 'name'>>>>(list: T) =>
  Object.fromEntries(
    Object.entries(list).map(([name, limit]) => [name, { ...limit, name }]),
  ) as Readonly<Record<keyof T, Limit>>

/** All limits that operators do not set. `docs/decisions/throttling-sign-in.md` has the reasons. */
export const limits = named({
  /** Passwords for one account from one network. */
  account_network: { max: 10, windowMs: 15 * minuteMs },
  account_network_day: { max: 30, windowMs: dayMs },
  /** Passwords for one account from all browsers that do not know it. */
  account: { max: 20, windowMs: 15 * minuteMs, shared: true },
  account_day: { max: 100, windowMs: dayMs, shared: true },
  /**
   * Passwords for one account from all browsers that do not know it, right ones included. Strangers
   * can use 20 of them, because `account` limits wrong passwords. The rest is for the owner.
   */
  account_all: { max: 300, windowMs: 15 * minuteMs, countsRight: true },
  /**
   * Passwords for one account from browsers that know it, in one network or one site, right ones
   * included.
   */
  account_known_all: { max: 300, windowMs: 15 * minuteMs, countsRight: true },
  /** Passwords for one account from one browser that knows it. */
  device: { max: 10, windowMs: 15 * minuteMs },
  device_day: { max: 30, windowMs: dayMs },
  /** Passwords and codes for any account, from one network or one site (IPv6 /48). */
  network: { max: 100, windowMs: 15 * minuteMs, shared: true },
  network_day: { max: 1_000, windowMs: dayMs, shared: true },
  site: { max: 400, windowMs: 15 * minuteMs, shared: true },
  site_day: { max: 4_000, windowMs: dayMs, shared: true },
  /** Passwords of a signed-in user in one session, when a page asks for the password again. */
  session: { max: 10, windowMs: 15 * minuteMs },
  session_day: { max: 30, windowMs: dayMs },
  /** Passwords of a signed-in user in one session, right ones included. */
  session_all: { max: 60, windowMs: 15 * minuteMs, countsRight: true },
  /**
   * Codes of six digits. At any time three of the million codes are right: that of the current time
   * step, and those of the steps before and after it.
   */
  code: { max: 5, windowMs: 15 * minuteMs },
  code_day: { max: 20, windowMs: dayMs, shared: true },
  code_device: { max: 5, windowMs: 15 * minuteMs },
  code_device_day: { max: 20, windowMs: dayMs },
  /**
   * Codes of six digits for one user from all browsers that know the user. Each sign-in can add
   * such a browser.
   */
  code_devices_day: { max: 60, windowMs: dayMs, shared: true },
  code_session: { max: 5, windowMs: 15 * minuteMs },
  code_session_day: { max: 20, windowMs: dayMs },
  /** Codes in one sign-in, after the user has opened a link in an email or finished the sign-in. */
  code_step: { max: 5, windowMs: 15 * minuteMs },
  /**
   * The codes of `code_step`, for one user in all sign-ins. A person who reads the mailbox and knows
   * the password can begin any number of sign-ins.
   */
  code_emailed_day: { max: 40, windowMs: dayMs, shared: true },
  /** Recovery codes in one sign-in or session. They have 80 bits, so they cannot be guessed. */
  recovery: { max: 20, windowMs: 15 * minuteMs },
  /** Passwords for one link. */
  link: { max: 10, windowMs: 15 * minuteMs },
  /** Emails to one address that anybody may have requested, to sign up. */
  email: { max: 5, windowMs: hourMs, shared: true },
  email_from_network: { max: 3, windowMs: hourMs, shared: true },
  email_from_site: { max: 12, windowMs: hourMs, shared: true },
  /**
   * The same in a day, which is as long as a sign-up can be confirmed. `findLiveSignUps` reads the
   * sign-ups of 25 networks or sites that have reached this limit.
   */
  email_from_network_day: { max: 40, windowMs: dayMs, shared: true },
  email_from_site_day: { max: 40, windowMs: dayMs, shared: true },
  /**
   * Emails that one signed-in user requests, to confirm a new address or a payment method: to the
   * address of the account, to one address that may be a stranger's, and to all of those. Nobody
   * else can use them up.
   */
  own_email: { max: 5, windowMs: hourMs },
  user_email: { max: 3, windowMs: hourMs },
  user_emails: { max: 10, windowMs: hourMs },
  /**
   * Second factors, sets of recovery codes and accounts at providers that one user adds. Each email
   * about them stores a link that takes the change back. Removals are not limited.
   */
  sign_in_addition: { max: 40, windowMs: dayMs },
  /** Emails to one user about sign-ins from new browsers in one network. */
  new_browser: { max: 1, windowMs: hourMs, shared: true },
  /** Such emails to one user. Each stores a link that ends all access. */
  new_browser_day: { max: 20, windowMs: dayMs, shared: true },
  /**
   * Emails to one address with a link for a new password or for signing in. The links are also
   * valid for an hour, so when this limit is reached, the mailbox contains a valid link.
   */
  reset_email: { max: 3, windowMs: hourMs, shared: true },
  sign_in_email: { max: 3, windowMs: hourMs, shared: true },
  /** Emails to one address with a code to sign in, and a link that is valid for an hour. */
  code_email: { max: 5, windowMs: hourMs, shared: true },
  /** Guesses at one code of eight digits. It expires when the window ends. */
  email_code: { max: 5, windowMs: 15 * minuteMs },
  /** Emails requested from one network or one site. */
  emails_network: { max: 50, windowMs: hourMs, shared: true },
  emails_site: { max: 200, windowMs: hourMs, shared: true },
  /** Challenges for passkeys. A page may request one whenever it is shown, and every 4 minutes. */
  challenge_network: { max: 600, windowMs: 15 * minuteMs, shared: true },
  challenge_site: { max: 2_400, windowMs: 15 * minuteMs, shared: true },
})

/** The limits that operators set for requests. `null` means no limit. */
export interface RequestLimitSettings {
  /** Requests of one application, for all of its users. */
  readonly application: Allowance | null
  /** Requests of one application for one user. */
  readonly user: Allowance | null
  /** Requests without a valid token from one IPv4 address or one IPv6 /64. */
  readonly network: Allowance | null
}

/** The limits that operators set for attempts to add cards. `null` means no limit. */
export interface CardLimitSettings extends RequestLimitSettings {
  /** Attempts to add one card, by all users. */
  readonly card: Allowance | null
}

/** The limits of requests. Undefined are those that operators have turned off. */
export const requestLimits = ({ application, user, network }: RequestLimitSettings) => ({
  application: limitOf('application', application),
  user: limitOf('user', user),
  network: limitOf('network', network),
  site: limitOf('site', ofSite(network)),
})

/** The limits of attempts to add cards. Undefined are those that operators have turned off. */
export const cardLimits = ({ application, user, network, card }: CardLimitSettings) => ({
  application: limitOf('card-application', application),
  user: limitOf('card-user', user),
  network: limitOf('card-network', network),
  site: limitOf('card-site', ofSite(network)),
  card: limitOf('card', card),
})

/** A site (IPv6 /48) has 65,536 networks. It has four times the uses of one network. */
const ofSite = (network: Allowance | null): Allowance | null =>
  network && { max: 4 * network.max, windowMs: network.windowMs }

const limitOf = (name: string, allowance: Allowance | null): Limit | undefined =>
  allowance === null ? undefined : { ...allowance, name }
