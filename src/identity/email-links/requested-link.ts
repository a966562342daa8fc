import type { Queryable } from '../../platform/database/db.ts'
import { isRefused } from '../../platform/errors/refusals.ts'
import { emailKey } from '../../platform/text/email.ts'
import { formatReadableCode } from '../../platform/text/readable-code.ts'
import { recordRequest } from '../../support/audit/refusals/refusals.ts'
import { emailsFrom, type Limit } from '../../support/throttle/limits.ts'
import { throttleRefusals } from '../../support/throttle/refusals.ts'
import { countUse } from '../../support/throttle/throttle.ts'
import {
  type CredentialDeps,
  findUserByEmailKey,
  languageOf,
  lockSignInUser,
  type RequestSource,
} from '../credentials/credentials.ts'
import { withUniformDelay } from '../credentials/uniform-delay.ts'
import { makeLink } from './links.ts'
import type { WayBack } from './way-back.ts'

/** A request for an email with a link. */
export interface LinkRequest {
  readonly email: string
  readonly from: RequestSource
  readonly wayBack?: WayBack | undefined
}

/** The links that anybody can request for any address. */
const requestableLinks = {
  sign_in: { limit: 'sign_in_email', action: 'sign_in.link_requested' },
  reset_password: { limit: 'reset_email', action: 'password.reset_requested' },
} as const

/**
 * Emails a link to the user of an address, if there is one. The response does not reveal whether
 * there is: the work and its time are the same. If an email was sent recently, no other is sent:
 * the mailbox already holds a link that works, whoever requested it.
 * @param options.instead runs before the link is made, and returns whether it has sent another
 * email
 * @throws {Refused} too_many_attempts, if the client's network has requested emails to too many
 * addresses
 */
export async function emailRequestedLink(
  credentials: CredentialDeps,
  kind: keyof typeof requestableLinks,
  { email: given, from, wayBack }: LinkRequest,
  options: {
    readonly instead?: (tx: Queryable, isTaken: boolean) => Promise<boolean>
  } = {},
): Promise<void> {
  const { db, mailer, throttle, clock } = credentials
  const { limit, action } = requestableLinks[kind]
  const email = given.trim()
  const key = emailKey(email)
  const send = async (tx: Queryable): Promise<void> => {
    const found = await findUserByEmailKey(tx, key)
    const user = found?.disabled_at === null ? found : undefined
    await lockSignInUser(tx, user?.id ?? 0)
    if (await options.instead?.(tx, found !== undefined)) return
    const link = await makeLink(tx, credentials, {
      kind,
      userId: user?.id ?? null,
      content: { email: user?.email ?? email, wayBack },
      isDecoy: user === undefined,
    })
    if (user !== undefined) {
      const to = { to: user.email, language: languageOf(user.language), browser: from.browser }
      await mailer.send(
        tx,
        user.id,
        kind === 'sign_in'
          ? { ...to, kind: 'sign_in_link', link, code: codeIn(link) }
          : { ...to, kind: 'reset_password', link },
      )
    }
    await recordRequest(tx, { userId: user?.id ?? null, action }, clock)
  }
  const subjects = [[limit, key] as const, ...emailsFrom(from.address)]
  await ignoreIfSentRecently(
    limit,
    countUse(throttle, subjects, () => withUniformDelay(() => db.transaction(send))),
  )
}

/** The token of a link, in groups of characters that people can type. */
const codeIn = (link: string): string =>
  formatReadableCode(new URL(link).searchParams.get('token') ?? '')

async function ignoreIfSentRecently(limit: Limit, sending: Promise<void>): Promise<void> {
  await sending.catch((error: unknown) => {
    const isFull = isRefused(error, throttleRefusals.too_many_attempts)
    if (!(isFull && error.details.limits?.includes(limit))) throw error
  })
}
