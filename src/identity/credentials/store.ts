import type { Queryable } from '../../platform/database/db.ts'
import { fragment, sql } from '../../platform/database/sql.ts'

export async function findByEmailKey(db: Queryable, emailKey: string): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number }>(sql`
    select user_id from user_emails where email_key = ${emailKey}`)
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

/** What it takes to check a user's password. */
export interface Secret {
  readonly id: number
  readonly email: string
  readonly full_name: string | null
  readonly language: string
  readonly password_hash: string | null
  /** Another one with each new password. */
  readonly password_version: number
  readonly disabled_at: string | null
}

const secretColumns = fragment`
  id, email, full_name, language, password_hash, password_version, disabled_at`

export async function findSecret(db: Queryable, userId: number): Promise<Secret | undefined> {
  const [user] = await db.query<Secret>(
    sql`select ${secretColumns} from users where id = ${userId}`,
  )
  return user
}

/** @returns undefined where there is no such user */
export async function lockSecret(tx: Queryable, userId: number): Promise<Secret | undefined> {
  const [user] = await tx.query<Secret>(sql`
    select ${secretColumns} from users where id = ${userId} for update`)
  return user
}

/** Gives a password another hash, unless it has changed meanwhile. */
export async function replaceHash(
  db: Queryable,
  userId: number,
  before: string,
  after: string,
): Promise<void> {
  await db.query(sql`
    update users set password_hash = ${after} where id = ${userId} and password_hash = ${before}`)
}

/**
 * Keeps a user from being disabled, and from having a new password, until the transaction ends.
 * @param passwordVersion the password that proved who it is, if one did
 * @returns which of the user's passwords is in force; undefined where the user is disabled or has another password
 */
export async function holdUser(
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
