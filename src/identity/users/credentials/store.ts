import type { Queryable } from '../../../platform/database/db.ts'
import { fragment, sql } from '../../../platform/database/sql.ts'
import { emailKeys } from '../../../platform/text/email.ts'

/** Finds the id of the user who has an email address. */
export async function findUserIdByEmail(db: Queryable, email: string): Promise<number | undefined> {
  const keys = emailKeys(email)
  const [row] = await db.query<{ user_id: number }>(sql`
    select user_id from user_emails where email_key = any (${keys}::text[])
    order by array_position(${keys}::text[], email_key) limit 1`)
  return row?.user_id
}

export async function updatePassword(
  db: Queryable,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await db.query(sql`
    update users set password_hash = ${passwordHash}, password_version = password_version + 1
    where id = ${userId}`)
}

/** Removes the password of a user, who chooses another one by email. */
export async function clearPassword(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`
    update users set password_hash = null, password_version = password_version + 1
    where id = ${userId}`)
}

/**
 * Marks the address of a user as confirmed, if it is not.
 * @param knowsPassword whether the user has given the password; if not, and there is one, the
 * address stays unconfirmed
 * @returns whether it was changed
 */
export async function confirmEmail(
  tx: Queryable,
  userId: number,
  knowsPassword: boolean,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update users set email_confirmed_at = now()
    where id = ${userId} and email_confirmed_at is null
      and (password_hash is null or ${knowsPassword}::boolean) returning id`)
  return rows.length > 0
}

/** A user, with what sign-in needs. */
export interface SignInUser {
  readonly id: number
  readonly email: string
  readonly full_name: string | null
  readonly language: string
  readonly email_confirmed: boolean
  readonly password_hash: string | null
  /** Each new password increases it. */
  readonly password_version: number
  readonly disabled_at: string | null
}

const signInUserColumns = fragment`
  id, email, full_name, language, email_confirmed_at is not null as email_confirmed, password_hash,
  password_version, disabled_at`

export async function findSignInUser(
  db: Queryable,
  userId: number,
): Promise<SignInUser | undefined> {
  const [user] = await db.query<SignInUser>(
    sql`select ${signInUserColumns} from users where id = ${userId}`,
  )
  return user
}

/** The greatest id of a user; 0 if there is none. */
export async function findNewestId(db: Queryable): Promise<number> {
  const [row] = await db.query<{ id: number | null }>(sql`select max(id) as id from users`)
  return row?.id ?? 0
}

/** Locks the user's row until the transaction ends. @returns undefined if there is no such user */
export async function lockSignInUser(
  tx: Queryable,
  userId: number,
): Promise<SignInUser | undefined> {
  const [user] = await tx.query<SignInUser>(sql`
    select ${signInUserColumns} from users where id = ${userId} for no key update`)
  return user
}

/** The hash of a password, and the one that replaces it, of the same password. */
export interface RenewedHash {
  readonly before: string
  readonly after: string
}

/** Replaces the hash of a password, unless the password has changed meanwhile. */
export async function replaceHash(
  db: Queryable,
  userId: number,
  { before, after }: RenewedHash,
): Promise<void> {
  await db.query(sql`
    update users set password_hash = ${after} where id = ${userId} and password_hash = ${before}`)
}

/** Whether passwords have hashes that only the key of the former system verifies. */
export async function hasKeyedHashes(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`select from users where password_hash like '$hmac-%' limit 1`)
  return rows.length > 0
}

/**
 * Locks the user's row for sharing, so that the user cannot be disabled or get a new password until
 * the transaction ends.
 * @param passwordVersion the version of the password that the user signed in with, if any
 * @returns the version of the user's current password; undefined if the user is disabled or has
 * another password
 */
export async function lockUserForShare(
  tx: Queryable,
  userId: number,
  passwordVersion?: number,
): Promise<number | undefined> {
  const [row] = await tx.query<{ password_version: number }>(sql`
    select password_version from users where id = ${userId} and disabled_at is null
      and password_version = coalesce(${passwordVersion ?? null}::integer, password_version)
    for share`)
  return row?.password_version
}

/**
 * Locks the user's row for sharing, so that applications can be given access until the transaction
 * ends.
 * @returns false if the user is disabled, or is going to be erased
 */
export async function lockConnectableUser(tx: Queryable, userId: number): Promise<boolean> {
  const rows = await tx.query(sql`
    select from users where id = ${userId} and disabled_at is null and erases_at is null
    for share`)
  return rows.length > 0
}
