import { findAnyApplication, ownClientIds } from '../../identity/applications/applications.ts'
import { disableApplication } from '../../identity/applications/changes.ts'
import { disableUser, findAccount } from '../../identity/users/accounts/accounts.ts'
import type { Database } from '../../platform/database/db.ts'
import { StartRefused } from '../../platform/errors/start-refused.ts'
import { people } from './people.ts'

/** How many applications and users of the demo were disabled. */
export interface ClosedDemo {
  readonly applications: number
  readonly users: number
}

/**
 * Closes the demo of a database that goes into production, because `demo.json` has its passwords,
 * its secret and its tokens: disables the demo's application and users, which also ends all their
 * sessions and tokens. A database without this application has no demo, and stays as it is.
 * @throws {StartRefused} if they cannot be disabled
 */
export async function closeDemo(db: Database): Promise<ClosedDemo> {
  const application = await findAnyApplication(db, ownClientIds.demo)
  if (application === null) return { applications: 0, users: 0 }
  try {
    const isEnabled = application.disabledAt === null
    const applications = isEnabled && (await disableApplication(db, application.clientId)) ? 1 : 0
    let users = 0
    for (const { email } of people) {
      const account = await findAccount(db, email)
      if (account === undefined || account.disabled_at) continue
      if ((await disableUser(db, account.id)) !== undefined) users++
    }
    return { applications, users }
  } catch (cause) {
    throw new StartRefused(
      'The database has the demo, whose passwords and secrets are in demo.json, and it cannot be ' +
        'disabled now. Start again when the database can be written.',
      { cause },
    )
  }
}
