import type { Database, Queryable } from '../../../platform/database/db.ts'
import type { Mailer } from '../../../support/mail/mailer.ts'
import { rolesOf } from '../roles/roles.ts'

/** Who may register applications, and the names and places that they may not use. */
export interface DeveloperDeps {
  readonly db: Database
  /** Whether every user may register applications, or only those with the role `developer`. */
  readonly signUp: boolean
  /** The name of the service, which no application may use. */
  readonly serviceName: string
  readonly authUrl: string
  readonly mailer: Mailer
  /** Whether web applications may return to localhost, as they do on a developer's machine. */
  readonly allowLoopback: boolean
}

/** Whether a user may register applications. */
export const isDeveloper = async (
  { db, signUp }: { readonly db: Queryable; readonly signUp: boolean },
  userId: number,
): Promise<boolean> => signUp || (await rolesOf(db, userId)).has('developer')
