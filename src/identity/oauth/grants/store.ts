import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'

export interface StoredGrant {
  readonly id: string
  readonly applicationId: number
  readonly userId: number
  readonly payload: object
  readonly expiresAt: Date
}

/** Saves a grant of the application's current generation. The caller has locked the application. */
export async function saveGrant(tx: Queryable, grant: StoredGrant): Promise<void> {
  await tx.query(sql`
    insert into oauth_grants (id, application_id, user_id, payload, expires_at, generation)
    values (${grant.id}, ${grant.applicationId}, ${grant.userId}, ${JSON.stringify(grant.payload)},
      ${grant.expiresAt.toISOString()},
      (select token_generation from applications where id = ${grant.applicationId}))
    on conflict (id) do update set payload = excluded.payload, expires_at = excluded.expires_at`)
}

/** Saves many new grants in one statement. */
export async function saveGrants(tx: Queryable, grants: readonly StoredGrant[]): Promise<void> {
  await tx.query(sql`
    insert into oauth_grants (id, application_id, user_id, payload, expires_at, generation)
    select granted.*, token_generation from unnest(${grants.map(({ id }) => id)}::text[],
      ${grants.map(({ applicationId }) => applicationId)}::integer[],
      ${grants.map(({ userId }) => userId)}::integer[],
      ${grants.map(({ payload }) => JSON.stringify(payload))}::jsonb[],
      ${grants.map(({ expiresAt }) => expiresAt.toISOString())}::timestamptz[])
      as granted (id, application_id, user_id, payload, expires_at)
    join applications on applications.id = granted.application_id`)
}

export async function findGrant(
  db: Queryable,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const [row] = await db.query<{ payload: Record<string, unknown> }>(
    sql`select payload from oauth_grants where id = ${id}`,
  )
  return row?.payload
}

export interface FoundGrant {
  readonly id: string
  readonly payload: Record<string, unknown>
}

/** Finds the grant of a token by the hash of the token. */
export async function findGrantOf(
  db: Queryable,
  model: string,
  hash: Buffer,
): Promise<FoundGrant | undefined> {
  const [row] = await db.query<FoundGrant>(sql`
    select id, payload from oauth_grants
    where id = (select grant_id from oauth_tokens where hash = ${hash} and model = ${model})`)
  return row
}

/** Locks a grant. It waits for transactions that save tokens of the grant, and blocks new ones. */
export async function lockGrant(tx: Queryable, id: string): Promise<void> {
  await tx.query(sql`select 1 from oauth_grants where id = ${id} for update`)
}

/**
 * Locks a grant of a user for sharing, so that it cannot be removed until the transaction ends.
 * @returns false if the grant does not exist, or has ended with its application
 */
export async function lockGrantForShare(
  tx: Queryable,
  userId: number,
  id: string | null,
): Promise<boolean> {
  const rows = await tx.query(sql`
    select from oauth_grants g join applications a on a.id = g.application_id
      and a.disabled_at is null and a.token_generation = g.generation
    where g.id = ${id} and g.user_id = ${userId} for share of g`)
  return rows.length > 0
}

/** The application and the user that a grant belongs to. */
interface Owner {
  readonly applicationId: number
  readonly userId: number
}

interface OwnerRow {
  application_id: number
  user_id: number
}

/** @returns the owner of the removed grant; null if there was no such grant */
export async function removeGrant(tx: Queryable, id: string): Promise<Owner | null> {
  const [row] = await tx.query<OwnerRow>(
    sql`delete from oauth_grants where id = ${id} returning application_id, user_id`,
  )
  return row === undefined ? null : { applicationId: row.application_id, userId: row.user_id }
}

/** Deletes up to `limit` expired grants. @returns how many were deleted */
export async function removeExpired(db: Queryable, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from oauth_grants where id = any (array(
      select id from oauth_grants where expires_at < now() limit ${limit}::integer
        for update skip locked)) returning 1`)
  return removed.length
}
