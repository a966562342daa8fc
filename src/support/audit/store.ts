import { one, type Queryable } from '../../platform/database/db.ts'
import { fragment, sql } from '../../platform/database/sql.ts'
import type { AuditAction } from './actions.ts'
import type { Actor } from './actor.ts'

/** The chain of records that concern no user. No user has this id. */
export const noUserChain = 0

/** A record before it has its place in a chain. */
export interface NewRecord {
  readonly userId: number
  readonly action: AuditAction
  readonly actor: Actor
  readonly details: object
}

/** Adds a record to the end of a user's chain, which it locks until the transaction ends. */
export async function append(
  tx: Queryable,
  { userId, action, actor, details }: NewRecord,
): Promise<void> {
  await tx.query(sql`
    select audit_append(${userId}, ${action}, ${actor.kind}, ${actor.applicationId ?? null},
      ${actor.requestId ?? null}, ${JSON.stringify(details)})`)
}

/** Adds the same record to the ends of several users' chains. */
export async function appendToEach(
  tx: Queryable,
  userIds: readonly number[],
  { action, actor, details }: Omit<NewRecord, 'userId'>,
): Promise<void> {
  await tx.query(sql`
    select count(audit_append(id, ${action}, ${actor.kind}, ${actor.applicationId ?? null},
      ${actor.requestId ?? null}, ${JSON.stringify(details)}))
    from unnest(${userIds}::integer[]) as given (id)`)
}

/** The last record of a chain. `seq` is a 64-bit number, so it is returned as text. */
export interface Head {
  readonly user_id: number
  readonly seq: string
  readonly hash: Buffer
}

/** A record with all values that its hash covers, as text. */
export interface StoredRecord extends Head {
  /** ISO 8601 with microseconds, in UTC. */
  readonly at: string
  readonly action: AuditAction
  readonly actor: Actor['kind']
  readonly application_id: number | null
  readonly request_id: string | null
  /** JSON as PostgreSQL writes `jsonb`. */
  readonly details: string
}

const columns = fragment`user_id, seq, hash, action, actor, application_id, request_id::text,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, details::text as details`

/** Returns up to `count` heads of users with ids greater than `after`, sorted by user. */
export const listHeads = (db: Queryable, after: number, count: number): Promise<Head[]> =>
  db.query<Head>(sql`
    select user_id, seq, hash from audit_heads where user_id > ${after}
    order by user_id limit ${count}`)

export async function findHead(db: Queryable, userId: number): Promise<Head | undefined> {
  const [head] = await db.query<Head>(sql`
    select user_id, seq, hash from audit_heads where user_id = ${userId}`)
  return head
}

/** Returns up to `count` records with this request id, of all users. */
export const listOfRequest = (
  db: Queryable,
  requestId: string,
  count: number,
): Promise<StoredRecord[]> =>
  db.query<StoredRecord>(sql`
    select ${columns} from audit_records where request_id = ${requestId}::uuid
    order by user_id, seq limit ${count}`)

/**
 * Returns up to `count` records that follow the record `after`, of users up to `lastUser`, sorted
 * by user and `seq`.
 */
export const listRecords = (
  db: Queryable,
  after: Pick<Head, 'user_id' | 'seq'>,
  lastUser: number,
  count: number,
): Promise<StoredRecord[]> =>
  db.query<StoredRecord>(sql`
    select ${columns} from audit_records
    where (user_id, seq) > (${after.user_id}, ${after.seq}) and user_id <= ${lastUser}
    order by audit_records.user_id, audit_records.seq limit ${count}`)

/** Returns the last `count` records of a user, newest first. */
export const listLatest = (db: Queryable, userId: number, count: number): Promise<StoredRecord[]> =>
  db.query<StoredRecord>(sql`
    select ${columns} from audit_records where user_id = ${userId}
    order by audit_records.seq desc limit ${count}`)

/**
 * Whether a user has done this in the last hour, with these details. It reads the last 10,000
 * records at most.
 */
export async function isRecent(
  db: Queryable,
  userId: number,
  action: AuditAction,
  details: object,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from audit_records where user_id = ${userId}
      and seq > (select seq - 10000 from audit_heads where user_id = ${userId})
      and at > now() - interval '1 hour' and actor = 'user'
      and action = ${action} and details @> ${JSON.stringify(details)}::jsonb limit 1`)
  return rows.length > 0
}

/**
 * Returns the number of records according to the heads, and a time in the past (ISO 8601). Every
 * transaction that records something at or before that time has ended.
 */
export async function summarize(db: Queryable): Promise<{ total: number; settledUntil: string }> {
  const [row] = await db.query<{ total: number; settledUntil: string }>(sql`
    select (coalesce(sum(seq), 0) - (select coalesce(sum(seq), 0) from audit_starts))::float8 as total,
      to_char(
      (clock_timestamp() - interval '1 minute') at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "settledUntil"
    from audit_heads`)
  return row ?? { total: 0, settledUntil: '' }
}

/** Returns up to `count` starts of users with ids greater than `after`, sorted by user. */
export const listStarts = (db: Queryable, after: number, count: number): Promise<Head[]> =>
  db.query<Head>(sql`
    select user_id, seq, hash from audit_starts where user_id > ${after}
    order by user_id limit ${count}`)

/** Returns the starts of users with ids greater than `after`, up to `upTo`. */
export const listStartsBetween = (db: Queryable, after: number, upTo: number): Promise<Head[]> =>
  db.query<Head>(sql`
    select user_id, seq, hash from audit_starts where user_id > ${after} and user_id <= ${upTo}
    order by user_id`)

/** Waits until no other transaction has called this. */
export async function lockExports(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('audit.exported'))`)
}

export async function saveStarts(tx: Queryable, starts: readonly Head[]): Promise<void> {
  await tx.query(sql`
    insert into audit_starts (user_id, seq, hash)
    select chain, seq, decode(hash, 'hex')
    from unnest(${starts.map(({ user_id }) => user_id)}::integer[],
      ${starts.map(({ seq }) => seq)}::bigint[],
      ${starts.map(({ hash }) => hash.toString('hex'))}::text[]) as given (chain, seq, hash)
    on conflict (user_id) do update set seq = excluded.seq, hash = excluded.hash`)
}

/**
 * Deletes up to `limit` exported records of users with ids greater than `after`, up to `upTo`.
 * @returns how many were deleted
 */
export async function removeExported(
  db: Queryable,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  limit: number,
): Promise<number> {
  const removed = await db.query(sql`
    delete from audit_records where (user_id, seq) in (
      select r.user_id, r.seq from audit_starts s
      join audit_records r on r.user_id = s.user_id and r.seq <= s.seq
      where s.user_id > ${after} and s.user_id <= ${upTo} limit ${limit}::integer) returning 1`)
  return removed.length
}

/** What the record of an export says. Hashes are SHA-256 in hex. */
export interface ExportDetails {
  readonly before: string
  readonly sha256: string
  readonly starts_sha256: string
}

/** Returns what the record of the last export says. It is newer than the records of that export. */
export async function findLastExport(db: Queryable): Promise<ExportDetails | undefined> {
  const [row] = await db.query<{ details: ExportDetails }>(sql`
    select details from audit_records where user_id = ${noUserChain} and action = 'audit.exported'
    order by audit_records.seq desc limit 1`)
  return row?.details
}

/** Whether a record of an export names a file with this SHA-256. */
export async function isExport(db: Queryable, sha256: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from audit_records where user_id = ${noUserChain} and action = 'audit.exported'
      and details->>'sha256' = ${sha256} limit 1`)
  return rows.length > 0
}

/** Whether a time is at least a minute ago: all records from before it are committed. */
export async function isSettled(db: Queryable, time: string): Promise<boolean> {
  const rows = await db.query<{ is_settled: boolean }>(sql`
    select ${time}::timestamptz <= clock_timestamp() - interval '1 minute' as is_settled`)
  return one(rows).is_settled
}

/** Lists are separated by commas, and null if they are empty. */
export interface TrailRow {
  /** Whether the role owns the audit trail, or may become its owner. */
  readonly owns: boolean
  readonly appends: boolean
  /** The guards that are missing or disabled, and the migrations that create them. */
  readonly missing: string | null
  readonly migrations: string | null
  /** The privileges that the role needs and lacks, and those that it has and must not have. */
  readonly lacking: string | null
  readonly surplus: string | null
}

/** @returns undefined if there is no audit trail yet */
export async function findTrail(db: Queryable): Promise<TrailRow | undefined> {
  const [row] = await db.query<TrailRow>(sql`
    with guards (name, place, migration, made) as (values
      ('audit_heads_stay', 'audit_heads', '0008_audit', 'audit_heads'),
      ('audit_heads_advance', 'audit_heads', '0008_audit', 'audit_heads'),
      ('audit_records_stay', 'audit_records', '0027_audit_checkpoints', 'audit_starts'),
      ('audit_records_kept', 'audit_records', '0027_audit_checkpoints', 'audit_starts'),
      ('audit_starts_stay', 'audit_starts', '0027_audit_checkpoints', 'audit_starts'),
      ('audit_starts_advance', 'audit_starts', '0027_audit_checkpoints', 'audit_starts')
    ), missing as (
      -- A migration that is not applied yet has not made its table.
      select name || ' on ' || place as guard, migration from guards
      where to_regclass(made) is not null and (to_regclass(place)::oid, name) not in (
        select tgrelid, tgname::text from pg_trigger where tgenabled in ('O', 'A'))
    ), tables as (
      select distinct on (place) place as name, to_regclass(place)::oid as oid from guards
      where to_regclass(place) is not null
    ), lacking as (
      select 'select on ' || name as privilege from tables where not has_table_privilege(oid, 'select')
    ), surplus as (
      select kind || ' on ' || name as privilege
      from tables, unnest(array['insert', 'update', 'delete', 'truncate', 'trigger']) as kind
      where case when kind in ('insert', 'update') then exists (
          select from pg_attribute
          where attrelid = oid and attnum > 0 and not attisdropped
            and has_column_privilege(oid, attnum, kind))
        else has_table_privilege(oid, kind) end
    )
    select pg_has_role(relowner, 'member') as owns,
      has_function_privilege(
        to_regprocedure('audit_append(integer,text,text,integer,uuid,jsonb)'), 'execute') as appends,
      (select string_agg(guard, ', ' order by guard) from missing) as missing,
      (select string_agg(distinct 'migrations/' || migration || '.sql', ', ') from missing)
        as migrations,
      (select string_agg(privilege, ', ' order by privilege) from lacking) as lacking,
      (select string_agg(privilege, ', ' order by privilege) from surplus) as surplus
    from pg_class where oid = to_regclass('audit_records')`)
  return row
}
