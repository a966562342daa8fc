import type { Queryable } from '../../platform/database/db.ts'
import { fragment, sql } from '../../platform/database/sql.ts'
import type { Profile, User } from '../../resources/user/user.ts'
import type { LinkKind } from '../email-links/links.ts'
import type { Account } from './accounts.ts'

const columns = fragment`id, version, email, full_name, primary_phone, email_optin`

/** Times as ISO 8601 has them, in UTC. */
const accountColumns = fragment`
  id, email, full_name,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char(disabled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as disabled_at`

export async function findUser(db: Queryable, userId: number): Promise<User | undefined> {
  const [user] = await db.query<User>(sql`select ${columns} from users where id = ${userId}`)
  return user
}

export async function lockUser(tx: Queryable, userId: number): Promise<User | undefined> {
  const [user] = await tx.query<User>(sql`
    select ${columns} from users where id = ${userId} for update`)
  return user
}

export async function update(tx: Queryable, userId: number, profile: Profile): Promise<void> {
  await tx.query(sql`
    update users set version = version + 1,
      full_name = ${profile.full_name}, email_optin = ${profile.email_optin}
    where id = ${userId}`)
}

/** @returns the new user's id */
export async function insert(
  tx: Queryable,
  user: {
    readonly email: string
    readonly passwordHash: string
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

/** Deletes all but the newest sign-ups. */
export async function removeOldestSignUps(db: Queryable, keep: number): Promise<void> {
  await db.query(sql`
    delete from links where hash in
      (select hash from links where kind = 'sign_up' order by expires_at desc offset ${keep}::integer)`)
}

/** @returns false where the e-mail address is another's */
export async function claimEmail(
  tx: Queryable,
  emailKey: string,
  userId: number,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into user_emails (email_key, user_id) values (${emailKey}, ${userId})
    on conflict do nothing returning user_id`)
  return rows.length > 0
}

export async function findByEmailKey(db: Queryable, emailKey: string): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number }>(sql`
    select user_id from user_emails where email_key = ${emailKey}`)
  return row?.user_id
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

export interface StoredLink {
  readonly hash: Buffer
  readonly kind: LinkKind
  readonly userId: number | null
  /** Of a sign-up, the keyed hash of its address. */
  readonly address: Buffer | null
  readonly sealed: Buffer
  readonly expiresAt: Date
}

export interface LinkRow {
  readonly hash: Buffer
  readonly kind: LinkKind
  readonly user_id: number | null
  readonly sealed: Buffer
  readonly ended: 'used' | 'replaced' | null
  /** Milliseconds since the epoch. */
  readonly expires_at: number
}

const linkColumns = fragment`
  hash, kind, user_id, sealed, ended, floor(extract(epoch from expires_at) * 1000)::float8 as expires_at`

export async function insertLink(tx: Queryable, link: StoredLink): Promise<void> {
  await tx.query(sql`
    insert into links (hash, kind, user_id, address, sealed, expires_at)
    values (${link.hash}, ${link.kind}, ${link.userId}, ${link.address}, ${link.sealed},
      ${link.expiresAt.toISOString()})`)
}

export async function findLink(db: Queryable, hash: Buffer): Promise<LinkRow | undefined> {
  const [link] = await db.query<LinkRow>(sql`select ${linkColumns} from links where hash = ${hash}`)
  return link
}

/** The last unused link of a sign-up. Links that were never sent are expired from the start, so they are not found. */
export async function findPendingLink(
  db: Queryable,
  address: Buffer,
  since: Date,
): Promise<LinkRow | undefined> {
  const [link] = await db.query<LinkRow>(sql`
    select ${linkColumns} from links
    where address = ${address} and ended is null and expires_at > ${since.toISOString()}
    order by expires_at desc limit 1`)
  return link
}

/** Sign-ups with an address that can still be confirmed, the newest first. */
export const findLiveSignUps = (
  db: Queryable,
  address: Buffer,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<LinkRow[]> =>
  db.query<LinkRow>(sql`
    select ${linkColumns} from links
    where address = ${address} and ended is null and expires_at > ${now.toISOString()}
    order by expires_at desc limit ${limit}::integer`)

/** Takes a link, if nobody has before. @returns whether this call did it */
export async function takeLink(
  tx: Queryable,
  { hash, sealed, now }: { readonly hash: Buffer; readonly sealed: Buffer; readonly now: Date },
): Promise<boolean> {
  const taken = await tx.query(sql`
    update links set ended = 'used', sealed = ${sealed}, expires_at = ${now.toISOString()}
    where hash = ${hash} and expires_at > ${now.toISOString()} returning 1`)
  return taken.length > 0
}

/** Ends the links of a user: of one kind, or of all. */
export async function endLinks(
  tx: Queryable,
  userId: number,
  { now, kind }: { readonly now: Date; readonly kind?: LinkKind },
): Promise<void> {
  await tx.query(sql`
    update links set ended = 'replaced', expires_at = ${now.toISOString()}
    where user_id = ${userId} and kind = coalesce(${kind ?? null}, kind)
      and expires_at > ${now.toISOString()}`)
}

/** Deletes up to `limit` links that ended longer ago than they are kept. @returns how many */
export async function removeExpiredLinks(
  db: Queryable,
  { keptMs, limit }: { readonly keptMs: number; readonly limit: number },
): Promise<number> {
  const removed = await db.query(sql`
    delete from links where hash in
      (select hash from links
        where expires_at < now() - make_interval(secs => ${keptMs / 1000}) limit ${limit}::integer
        for update skip locked) returning 1`)
  return removed.length
}

/** @returns false where the e-mail address is another's */
export async function changeEmail(
  tx: Queryable,
  userId: number,
  change: { readonly email: string; readonly keyBefore: string; readonly key: string },
): Promise<boolean> {
  if (change.key !== change.keyBefore) {
    if (!(await claimEmail(tx, change.key, userId))) return false
    await tx.query(sql`
      delete from user_emails where email_key = ${change.keyBefore} and user_id = ${userId}`)
  }
  await tx.query(sql`
    update users set version = version + 1, email = ${change.email}, email_confirmed_at = now()
    where id = ${userId}`)
  return true
}

export interface ClaimsRow {
  readonly email: string
  readonly email_confirmed: boolean
  readonly full_name: string | null
  readonly primary_phone: string | null
  readonly language: string
}

export async function findClaims(db: Queryable, userId: number): Promise<ClaimsRow | undefined> {
  const [row] = await db.query<ClaimsRow>(sql`
    select email, email_confirmed_at is not null as email_confirmed, full_name, primary_phone, language
    from users where id = ${userId} and disabled_at is null`)
  return row
}
