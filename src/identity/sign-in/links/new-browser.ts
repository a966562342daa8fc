import type { Queryable } from '../../../platform/database/db.ts'
import { newBrowserEmails } from '../../../support/limits/subjects.ts'
import { addUses } from '../../../support/limits/table-counts.ts'
import {
  type CredentialDeps,
  findActiveUser,
  type RequestSource,
  readDeviceCookie,
} from '../../users/credentials/credentials.ts'
import { makeUndoLink, readMethods } from '../../users/second-factors/former-methods.ts'

/** A sign-in, in its transaction. */
interface NewSignIn {
  readonly userId: number
  /** The version of the user's password. */
  readonly passwordVersion: number
  /** The methods of the sign-in (RFC 8176). */
  readonly amr: readonly string[]
  readonly from: RequestSource
}

/**
 * Emails a user about a sign-in from a browser that the account has not used since its password was
 * chosen. The email has a link that ends all access to the account, without a sign-in. At most one
 * email an hour is sent for a network.
 */
export async function tellOfNewBrowser(
  tx: Queryable,
  credentials: CredentialDeps,
  { userId, passwordVersion, amr, from }: NewSignIn,
): Promise<void> {
  const { deviceKey, counts, mailer, findPlace } = credentials
  if (readDeviceCookie(deviceKey, from.device, { userId, passwordVersion }) !== undefined) return
  // A sign-in that one limit keeps silent does not count in the next.
  for (const subject of newBrowserEmails(userId, from.address)) {
    const [use] = await addUses({ ...counts, db: tx }, [subject])
    if (use === undefined || use.used > subject[0].max) return
  }
  const user = await findActiveUser(tx, userId)
  const methods = await readMethods(tx, credentials, userId)
  const link = await makeUndoLink(tx, credentials, user, methods, { isSignIn: true })
  await mailer.send(tx, userId, {
    to: user.email,
    language: user.language,
    kind: 'new_sign_in',
    link,
    browser: from.browser,
    place: findPlace?.(from.address, user.language),
    amr,
  })
}
