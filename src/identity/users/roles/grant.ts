import type { Database } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { languageOf } from '../../../platform/i18n/catalogue.ts'
import { currentActor } from '../../../support/audit/actor.ts'
import { record } from '../../../support/audit/audit.ts'
import type { Mailer } from '../../../support/mail/mailer.ts'
import { lockSignInUser } from '../credentials/credentials.ts'
import { findFactorKinds } from '../second-factors/second-factors.ts'
import type { Role } from './roles.ts'
import * as store from './store.ts'

/**
 * Grants a role to a user. Only commands may grant the operator role. A new developer is told by
 * email.
 * @param mailer if omitted, nobody is told
 * @returns false if the user has the role already
 * @throws {Refused} not_found
 * @throws {Refused} validation_failed, if an operator would have no second factor
 */
export const grantRole = (
  db: Database,
  userId: number,
  role: Role,
  mailer?: Mailer,
): Promise<boolean> =>
  db.transactionFor(userId, async (tx) => {
    // A change of second factors locks the user too, so the last one cannot go meanwhile.
    const user = await lockSignInUser(tx, userId)
    if (user === undefined) throw new Refused(refusals.not_found)
    if (role === 'operator' && !(await findFactorKinds(tx, userId)).required)
      throw new Refused(refusals.validation_failed, {
        text: 'An operator needs a second factor. Ask the user to add one first.',
      })
    const by = currentActor().operator?.userId ?? null
    if (!(await store.insert(tx, userId, role, by))) return false
    const language = languageOf(user.language)
    if (role === 'developer')
      await mailer?.send(tx, userId, { to: user.email, language, kind: 'developer_admitted' })
    await record(tx, { userId, action: 'role.granted', details: { role } })
    return true
  })
