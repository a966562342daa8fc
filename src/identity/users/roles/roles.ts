import type { Queryable } from '../../../platform/database/db.ts'
import * as store from './store.ts'

/**
 * What a user may do beyond the own account: `operator` helps users on the pages under `/operator`,
 * `developer` registers applications on those under `/developer`.
 */
export const roles = ['operator', 'developer'] as const
export type Role = (typeof roles)[number]

/** A role of a user. */
export interface GrantedRole {
  readonly role: Role
  /** Milliseconds since the epoch. */
  readonly grantedAt: number
}

/** The roles of a user. */
export const listRoles = async (db: Queryable, userId: number): Promise<readonly GrantedRole[]> =>
  (await store.list(db, userId)).map(({ role, granted }) => ({ role, grantedAt: granted }))

/** The names of a user's roles. */
export const rolesOf = async (db: Queryable, userId: number): Promise<ReadonlySet<Role>> =>
  new Set((await store.list(db, userId)).map(({ role }) => role))

/** Lists the ids of up to `count` users who have a role, after the id `after`. */
export const listUsersWithRole = async (
  db: Queryable,
  role: Role,
  after: number,
  count: number,
): Promise<readonly number[]> =>
  (await store.listHolders(db, role, after, count)).map(({ user_id }) => user_id)
