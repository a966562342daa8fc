import type { Queryable } from '../../../platform/database/db.ts'
import { fragment, sql } from '../../../platform/database/sql.ts'
import type { LinkKind } from './link.ts'

/** Deletes up to `limit` sign-ups, except the `keep` newest. @returns how many were deleted */
export async function removeOldestSignUps(
  db: Queryable,
  keep: number,
  limit: number,
): Promise<number> {
  const removed = await db.query(sql`
    delete from links where hash = any (array(
      select hash from links where kind = 'sign_up'
      order by expires_at desc offset ${keep}::integer limit ${limit}::integer)) returning 1`)
  return removed.length
}

export interface StoredLink {
  readonly hash: Buffer
  readonly kind: LinkKind
  readonly userId: number | null
  /** The keyed hash of the address of a sign-up. Null for other links. */
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

/**
 * Finds the last unused link of a sign-up that expires after `since`. Links that were never sent
 * are expired from the start, so they are not found.
 */
export async function findPendingLink(
  db: Queryable,
  addresses: readonly Buffer[],
  since: Date,
): Promise<LinkRow | undefined> {
  const [link] = await db.query<LinkRow>(sql`
    select ${linkColumns} from links
    where address in (select decode(given, 'hex') from unnest(${hexOf(addresses)}::text[]) as given)
      and ended is null and expires_at > ${since.toISOString()}
    order by expires_at desc limit 1`)
  return link
}

/** Sign-ups with an address that can still be confirmed, the newest first. */
export const findLiveSignUps = (
  db: Queryable,
  addresses: readonly Buffer[],
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<LinkRow[]> =>
  db.query<LinkRow>(sql`
    select ${linkColumns} from links
    where address in (select decode(given, 'hex') from unnest(${hexOf(addresses)}::text[]) as given)
      and ended is null and expires_at > ${now.toISOString()}
    order by expires_at desc limit ${limit}::integer`)

/**
 * Marks a link as used. `ended` shows whether the link was used before. `expires_at` alone does
 * not: another instance, whose clock may be ahead, may have set it.
 * @returns false if it was used before, or has ended
 */
export async function consumeLink(
  tx: Queryable,
  { hash, sealed, now }: { readonly hash: Buffer; readonly sealed: Buffer; readonly now: Date },
): Promise<boolean> {
  const taken = await tx.query(sql`
    update links set ended = 'used', sealed = ${sealed}, expires_at = ${now.toISOString()}
    where hash = ${hash} and ended is null and expires_at > ${now.toISOString()} returning 1`)
  return taken.length > 0
}

/** Ends the links of a user of one kind. `endAccess` ends those of all kinds. */
export async function endLinks(
  tx: Queryable,
  userId: number,
  { now, kind }: { readonly now: Date; readonly kind: LinkKind },
): Promise<void> {
  await tx.query(sql`
    update links set ended = 'replaced', expires_at = ${now.toISOString()}
    where user_id = ${userId} and kind = ${kind} and ended is null and expires_at > ${now.toISOString()}`)
}

/** Lists the links of a user that undo a change and were neither used nor ended by another. */
export const listUndoLinks = (tx: Queryable, userId: number): Promise<LinkRow[]> =>
  tx.query<LinkRow>(sql`
    select ${linkColumns} from links
    where user_id = ${userId} and kind in ('payout_undo', 'sign_in_undo') and ended is null`)

/** Ends links of a user that undo a change. */
export async function endUndoLinks(
  tx: Queryable,
  userId: number,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update links set ended = 'replaced', expires_at = least(expires_at, ${now.toISOString()})
    where user_id = ${userId} and kind in ('payout_undo', 'sign_in_undo') and ended is null
      and hash in (select decode(given, 'hex') from unnest(${hexOf(hashes)}::text[]) as given)`)
}

/**
 * Deletes up to `limit` links that ended more than `retentionMs` ago.
 * @returns how many were deleted
 */
export async function removeExpiredLinks(
  db: Queryable,
  { retentionMs, limit }: { readonly retentionMs: number; readonly limit: number },
): Promise<number> {
  const removed = await db.query(sql`
    delete from links where hash = any (array(
      select hash from links
        where expires_at < now() - make_interval(secs => ${retentionMs / 1000}) limit ${limit}::integer
        for update skip locked)) returning 1`)
  return removed.length
}

/** Lists the links of a user, also ended ones, the latest first. */
export const listOfUser = (db: Queryable, userId: number): Promise<LinkRow[]> =>
  db.query<LinkRow>(sql`
    select ${linkColumns} from links where user_id = ${userId} order by links.expires_at desc limit 1000`)

/** Deletes all links of a user, and all sign-ups with an address, which has one of these hashes. */
export async function removeOfUser(
  tx: Queryable,
  userId: number,
  addresses: readonly Buffer[],
): Promise<void> {
  await tx.query(sql`delete from links where user_id = ${userId}`)
  if (addresses.length === 0) return
  await tx.query(sql`
    delete from links
    where address in (select decode(given, 'hex') from unnest(${hexOf(addresses)}::text[]) as given)`)
}

const hexOf = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'))
