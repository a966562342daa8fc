import type { Queryable } from '../../../platform/database/db.ts'
import { fragment, sql } from '../../../platform/database/sql.ts'
import { emailKey, emailKeys } from '../../../platform/text/email.ts'

/** A user, as operators see it. */
export interface Account {
  readonly id: number
  readonly email: string
  readonly full_name: string | null
  readonly created_at: string
  readonly disabled_at: string | null
  /** When the account will be erased, if that is planned. */
  readonly erases_at: string | null
}

/** Times are in ISO 8601, in UTC. */
const accountColumns = fragment`
  id, email, full_name,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char(disabled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as disabled_at,
  to_char(erases_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as erases_at`

/** Locks the user's row until the transaction ends, so that no change of the user's data runs. */
export async function lockUser(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`select from users where id = ${userId} for no key update`)
}

/** @returns the new user's id */
export async function insert(
  tx: Queryable,
  user: {
    readonly email: string
    /** Null if the user signs in in another way. */
    readonly passwordHash: string | null
    readonly fullName: string | null
    readonly primaryPhone: string | null
    readonly language: string
  },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into users (email, full_name, primary_phone, password_hash, language)
    values (${user.email}, ${user.fullName}, ${user.primaryPhone}, ${user.passwordHash},
      ${user.language})
    returning id`)
  if (row === undefined) throw new Error('an insert gave no row')
  return row.id
}

/** Reserves an email address for a user. @returns false if it belongs to another user */
export async function claimEmail(tx: Queryable, email: string, userId: number): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into user_emails as known (email_key, user_id)
    select ${emailKey(email)}::text, ${userId}::integer
    where not exists (
      select from user_emails
      where email_key = any (${emailKeys(email)}::text[]) and user_id <> ${userId}::integer)
    on conflict (email_key) do update set user_id = excluded.user_id
      where known.user_id = excluded.user_id
    returning user_id`)
  return rows.length > 0
}

/** Finds the email address of a user who is not disabled. */
export async function findEmail(db: Queryable, userId: number): Promise<string | undefined> {
  const [user] = await db.query<{ email: string }>(sql`
    select email from users where id = ${userId} and disabled_at is null`)
  return user?.email
}

export async function findAccount(db: Queryable, userId: number): Promise<Account | undefined> {
  const [account] = await db.query<Account>(sql`
    select ${accountColumns} from users where id = ${userId}`)
  return account
}

export const listAccounts = (db: Queryable, after: number, count: number): Promise<Account[]> =>
  db.query<Account>(sql`
    select ${accountColumns} from users
    where id > ${after} order by id limit ${count}`)

export async function markDisabled(tx: Queryable, userId: number): Promise<boolean> {
  const rows = await tx.query(sql`
    update users set disabled_at = coalesce(disabled_at, now()) where id = ${userId} returning id`)
  return rows.length > 0
}

/** @returns false if the user is not disabled */
export async function markEnabled(tx: Queryable, userId: number): Promise<boolean> {
  const rows = await tx.query(sql`
    update users set disabled_at = null
    where id = ${userId} and disabled_at is not null returning id`)
  return rows.length > 0
}

/**
 * Changes the email address of a user.
 * @param isConfirmed whether the user has proved to read the emails sent there
 * @returns false if it belongs to another user
 */
export async function changeEmail(
  tx: Queryable,
  userId: number,
  email: string,
  isConfirmed: boolean,
): Promise<boolean> {
  if (!(await claimEmail(tx, email, userId))) return false
  await tx.query(sql`
    delete from user_emails where user_id = ${userId} and email_key <> ${emailKey(email)}`)
  await tx.query(sql`
    update users set version = version + 1, email = ${email},
      email_confirmed_at = case when ${isConfirmed}::boolean then now() end
    where id = ${userId}`)
  return true
}

/**
 * Notes that an account went back to its owner. Nobody has chosen where money goes since, so links
 * that undo earlier choices work again.
 */
export async function markRecovered(tx: Queryable, userId: number, now: Date): Promise<void> {
  await tx.query(sql`
    update users set recovered_at = ${now.toISOString()}, seller_proof_version = null
    where id = ${userId}`)
}

/** What an account consists of, besides the profile. Times are in ISO 8601, in UTC. */
export interface AccountRow {
  readonly id: number
  /** The id in the system from which the account was imported. */
  readonly external_id: string | null
  readonly email: string
  readonly language: string
  readonly has_password: boolean
  readonly created_at: string
  readonly email_confirmed_at: string | null
  /** When the account last went back to its owner. */
  readonly recovered_at: string | null
  readonly disabled_at: string | null
  readonly erasure_requested_at: string | null
  readonly erases_at: string | null
}

export async function findAccountRow(
  db: Queryable,
  userId: number,
): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(sql`
    select id, (select external_id from user_external_ids where user_id = ${userId}) as external_id,
      email, language, password_hash is not null as has_password,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
      to_char(email_confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as email_confirmed_at,
      to_char(recovered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as recovered_at,
      to_char(disabled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as disabled_at,
      to_char(erasure_requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as erasure_requested_at,
      to_char(erases_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as erases_at
    from users where id = ${userId}`)
  return row
}

/** Deletes a user. Nothing without `on delete cascade` may refer to it. */
export async function remove(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from user_emails where user_id = ${userId}`)
  await tx.query(sql`delete from user_external_ids where user_id = ${userId}`)
  await tx.query(sql`delete from users where id = ${userId}`)
}
