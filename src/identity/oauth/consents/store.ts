import type { Queryable } from '../../../platform/database/db.ts'
import { fragment, sql } from '../../../platform/database/sql.ts'

/** Finds the scopes that a user has allowed an application. Empty if there is no consent. */
export async function find(
  db: Queryable,
  userId: number,
  applicationId: number,
): Promise<readonly string[]> {
  const [row] = await db.query<{ scopes: string[] }>(sql`
    select scopes from consents
    where user_id = ${userId} and application_id = ${applicationId}`)
  return row?.scopes ?? []
}

/**
 * Like `find`. It also locks the consent for sharing, so that it cannot be withdrawn until the
 * transaction ends.
 */
export async function lockForShare(
  tx: Queryable,
  userId: number,
  applicationId: number,
): Promise<readonly string[]> {
  const [row] = await tx.query<{ scopes: string[] }>(sql`
    select scopes from consents
    where user_id = ${userId} and application_id = ${applicationId} for share`)
  return row?.scopes ?? []
}

/** Adds scopes to those that a user has allowed an application. */
export async function add(
  tx: Queryable,
  userId: number,
  applicationId: number,
  scopes: readonly string[],
): Promise<void> {
  await tx.query(sql`
    insert into consents (user_id, application_id, scopes)
    values (${userId}, ${applicationId}, ${scopes})
    on conflict (user_id, application_id) do update set given_at = now(), scopes = (
      select array_agg(distinct scope order by scope)
      from unnest(consents.scopes || excluded.scopes) as scope)`)
}

export async function remove(
  tx: Queryable,
  userId: number,
  applicationId: number,
): Promise<boolean> {
  const gone = await tx.query(sql`
    delete from consents where user_id = ${userId} and application_id = ${applicationId}
    returning 1`)
  return gone.length > 0
}

/** Removes all scopes of a consent. It stays in the list and allows nothing. */
export async function empty(
  tx: Queryable,
  userId: number,
  applicationId: number,
): Promise<boolean> {
  const emptied = await tx.query(sql`
    update consents set scopes = '{}' where user_id = ${userId} and application_id = ${applicationId}
    returning 1`)
  return emptied.length > 0
}

export interface ConnectionRow {
  readonly application_id: number
  readonly client_id: string
  readonly name: string
  readonly scopes: string[]
  readonly given_at: number
  /** Null if the application never used it. */
  readonly used_at: number | null
}

const timeColumns = fragment`
  floor(extract(epoch from given_at) * 1000)::float8 as given_at,
  floor(extract(epoch from used_at) * 1000)::float8 as used_at`

/**
 * Lists a user's consents to enabled applications, the latest first. The join works on a sharded
 * database, because the small table of applications is on every shard.
 */
export const list = (db: Queryable, userId: number): Promise<ConnectionRow[]> =>
  db.query<ConnectionRow>(sql`
    select application_id, client_id, name, consents.scopes, ${timeColumns}
    from consents join applications on applications.id = application_id
    where user_id = ${userId} and disabled_at is null
    order by given_at desc, application_id`)

export type ConsentRow = Omit<ConnectionRow, 'application_id'>

/** Lists a user's consents, also those to disabled applications, the latest first. */
export const listAll = (db: Queryable, userId: number): Promise<ConsentRow[]> =>
  db.query<ConsentRow>(sql`
    select client_id, name, consents.scopes, ${timeColumns}
    from consents join applications on applications.id = application_id
    where user_id = ${userId}
    order by given_at desc, application_id`)

/** The last use of a consent. */
export interface StoredUse {
  readonly userId: number
  readonly applicationId: number
  readonly at: Date
}

/**
 * Stores the last uses of consents of any users, in one statement. Keeps a use that is less than an
 * hour older. Locks the rows in their order, so that two instances cannot deadlock.
 */
export async function saveUses(db: Queryable, uses: readonly StoredUse[]): Promise<void> {
  await db.query(sql`
    with used as (
      select unnest(${uses.map(({ userId }) => userId)}::integer[]) as user_id,
        unnest(${uses.map(({ applicationId }) => applicationId)}::integer[]) as application_id,
        unnest(${uses.map(({ at }) => at.toISOString())}::timestamptz[]) as at
    ), late as (
      select consents.user_id, consents.application_id, used.at
      from used join consents
        on consents.user_id = used.user_id and consents.application_id = used.application_id
      where used_at is null or used_at < used.at - interval '1 hour'
      order by consents.user_id, consents.application_id for no key update of consents
    )
    update consents set used_at = late.at from late
    where consents.user_id = late.user_id and consents.application_id = late.application_id`)
}
