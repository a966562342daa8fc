import { Refused } from '../../../platform/errors/refusals.ts'
import { emailsTo } from '../../../support/limits/subjects.ts'
import { countUse } from '../../../support/limits/table-counts.ts'
import { sendConfirmation } from '../accounts/sign-up.ts'
import type { CredentialDeps, RequestSource } from '../credentials/credentials.ts'
import { requestReset } from '../credentials/new-password.ts'
import { withUniformDelay } from '../credentials/uniform-delay.ts'
import { identityRefusals } from '../refusals.ts'
import { findEndedLink, type Link } from './links.ts'

/**
 * Sends another link to the address of a link that has ended. Anybody who has the old link can
 * request it. The response does not reveal whether there is an account. A link to a new address is
 * not sent again: the user requests it again with a fresh proof.
 * @returns the ended link
 * @throws {Refused} expired, if there was no such link, or links of its kind are not sent again;
 * too_many_attempts
 */
export async function sendAnotherLink(
  credentials: CredentialDeps,
  { token, from }: { readonly token: string; readonly from: RequestSource },
): Promise<Link> {
  const { db, counts } = credentials
  const link = await findEndedLink(credentials, token)
  if (link?.kind !== 'sign_up' && link?.kind !== 'reset_password')
    throw new Refused(identityRefusals.expired)
  const { email, signUp, wayBack } = link
  if (link.kind === 'reset_password') {
    await requestReset(credentials, { email, from, wayBack })
    return link
  }
  await countUse(counts, emailsTo(email, from.address), () =>
    withUniformDelay(() =>
      db.transaction((tx) => sendConfirmation(tx, credentials, { email, signUp, from, wayBack })),
    ),
  )
  return link
}
