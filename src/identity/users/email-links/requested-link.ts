import type { Queryable } from '../../../platform/database/db.ts'
import { isRefused } from '../../../platform/errors/refusals.ts'
import { languageOf } from '../../../platform/i18n/catalogue.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { emailKey } from '../../../platform/text/email.ts'
import { formatReadableCode } from '../../../platform/text/readable-code.ts'
import { recordRequest } from '../../../support/audit/refusals/refusals.ts'
import { type Limit, limits } from '../../../support/limits/limits.ts'
import { limitRefusals } from '../../../support/limits/refusals.ts'
import { emailsFrom } from '../../../support/limits/subjects.ts'
import { countUse } from '../../../support/limits/table-counts.ts'
import type { Email } from '../../../support/mail/mailer.ts'
import {
  type CredentialDeps,
  findUserByEmail,
  lockSignInUser,
  mayHaveForeignPassword,
  type RequestSource,
} from '../credentials/credentials.ts'
import { withUniformDelay } from '../credentials/uniform-delay.ts'
import { type EmailCode, makeLink } from './links.ts'
import type { WayBack } from './way-back.ts'

/** A request for an email with a link. */
export interface LinkRequest {
  readonly email: string
  readonly from: RequestSource
  readonly wayBack?: WayBack | undefined
}

/** The links that anybody can request for any address. */
const requestableLinks = {
  sign_in: { limit: limits.sign_in_email, action: 'sign_in.link_requested' },
  reset_password: { limit: limits.reset_email, action: 'password.reset_requested' },
  email_sign_in: { limit: limits.code_email, action: 'sign_in.link_requested' },
} as const

/**
 * Emails a link to the user of an address, if there is one. The response does not reveal whether
 * there is: the work and its time are the same. If an email was sent recently, no other is sent:
 * the mailbox already holds a link that works, whoever requested it. If somebody else may have
 * chosen the password of the account, the email has a link for a new password in place of a code.
 * @param options.code a code that works in place of the link
 * @param options.instead runs before the link is made, and returns whether it has sent another
 * email
 * @returns the hash of the link's token, also if there is no such user; undefined if an email was
 * sent recently
 * @throws {Refused} too_many_attempts, if the client's network has requested emails to too many
 * addresses
 */
export async function emailRequestedLink(
  credentials: CredentialDeps,
  kind: keyof typeof requestableLinks,
  { email: given, from, wayBack }: LinkRequest,
  options: {
    readonly code?: EmailCode
    readonly instead?: (tx: Queryable, isTaken: boolean) => Promise<boolean>
  } = {},
): Promise<Buffer | undefined> {
  const { db, mailer, counts, clock } = credentials
  const { limit } = requestableLinks[kind]
  const email = given.trim()
  const key = emailKey(email)
  const send = async (tx: Queryable): Promise<Buffer | undefined> => {
    const found = await findUserByEmail(tx, email)
    const locked = await lockSignInUser(tx, found?.disabled_at === null ? found.id : 0)
    // The user may have got another address, or was disabled, while this waited for the lock.
    const isTheirs = locked !== undefined && emailKey(locked.email) === key
    const user = isTheirs && locked.disabled_at === null ? locked : undefined
    if (await options.instead?.(tx, found !== undefined)) return undefined
    const mustReset = kind === 'email_sign_in' && user && mayHaveForeignPassword(user)
    const sent = mustReset ? 'reset_password' : kind
    const link = await makeLink(tx, credentials, {
      kind: sent,
      userId: user?.id ?? null,
      content: { email: user?.email ?? email, wayBack, code: options.code },
      isDecoy: user === undefined,
    })
    if (user !== undefined) {
      const to = { to: user.email, language: languageOf(user.language), browser: from.browser }
      await mailer.send(tx, user.id, { ...to, ...emailOf(sent, link, options.code) })
    }
    const { action } = requestableLinks[sent]
    await recordRequest(tx, { userId: user?.id ?? null, action }, clock)
    return hashSecret(tokenIn(link))
  }
  const subjects = [[limit, key] as const, ...emailsFrom(from.address)]
  return ignoreIfSentRecently(
    limit,
    countUse(counts, subjects, () => withUniformDelay(() => db.transaction(send))),
  )
}

/** The email with a link. The code is in groups of characters that people can type. */
function emailOf(
  kind: keyof typeof requestableLinks,
  link: string,
  code: EmailCode | undefined,
): Pick<Email, 'kind' | 'link' | 'code'> {
  if (kind === 'reset_password') return { kind, link }
  return kind === 'sign_in'
    ? { kind: 'sign_in_link', link, code: formatReadableCode(tokenIn(link)) }
    : { kind: 'sign_in_code', link, code: code?.digits.replace(/(?<=^.{4})/, ' ') ?? '' }
}

const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? ''

async function ignoreIfSentRecently<T>(limit: Limit, sending: Promise<T>): Promise<T | undefined> {
  return sending.catch((error: unknown) => {
    const isFull = isRefused(error, limitRefusals.too_many_attempts)
    if (!(isFull && error.details.limits?.includes(limit.name))) throw error
    return undefined
  })
}
