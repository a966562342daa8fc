import { one, type Queryable } from '../../platform/database/db.ts'
import { fragment, sql } from '../../platform/database/sql.ts'
import type { AuditAction } from './actions.ts'
import type { Actor } from './actor.ts'

/** The user of records that concern no user. No user has this id. */
export const noUser = 0

/** A record before it has its number. */
export interface NewRecord {
  readonly userId: number
  readonly action: AuditAction
  readonly actor: Actor
  readonly details: object
}

/** Adds a record. */
export async function append(
  tx: Queryable,
  { userId, action, actor, details }: NewRecord,
): Promise<void> {
  await tx.query(sql`
    select audit_append(${userId}, ${action}, ${actor.kind}, ${actor.applicationId ?? null},
      ${actor.requestId ?? null}, ${JSON.stringify(details)})`)
}

/** Adds the same record for several users. */
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

/** A record with all values that the hash of its batch covers. */
export interface StoredRecord {
  /** Its number. Those of transactions that were rolled back are missing. */
  readonly seq: number
  readonly user_id: number
  /** ISO 8601 with microseconds, in UTC. */
  readonly at: string
  readonly action: AuditAction
  readonly actor: Actor['kind']
  readonly application_id: number | null
  readonly request_id: string | null
  /** JSON as PostgreSQL writes `jsonb`. */
  readonly details: string
}

const columns = fragment`seq::float8 as seq, user_id, action, actor, application_id, request_id::text,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, details::text as details`

/** Returns up to `count` records with this request id, of all users. */
export const listOfRequest = (
  db: Queryable,
  requestId: string,
  count: number,
): Promise<StoredRecord[]> =>
  db.query<StoredRecord>(sql`
    select ${columns} from audit_records where request_id = ${requestId}::uuid
    order by audit_records.seq limit ${count}`)

/** Returns up to `count` records of all users after one number, up to another, in order. */
export const listRecords = (
  db: Queryable,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  count: number,
): Promise<StoredRecord[]> =>
  db.query<StoredRecord>(sql`
    select ${columns} from audit_records where seq > ${after} and seq <= ${upTo}
    order by audit_records.seq limit ${count}`)

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
    select from (
      select * from audit_records where user_id = ${userId}
        and seq > coalesce((select last_seq from audit_batches where at <= now() - interval '1 hour'
          order by at desc limit 1), 0)
      order by seq desc limit 10000
    ) as last
    where at > now() - interval '1 hour' and actor = 'user'
      and action = ${action} and details @> ${JSON.stringify(details)}::jsonb limit 1`)
  return rows.length > 0
}

/** A batch of records: those after the batch before, up to `last_seq`. */
export interface Batch {
  readonly no: number
  /** When it was closed. ISO 8601 with microseconds, in UTC. */
  readonly at: string
  readonly last_seq: number
  /** How many records it has. */
  readonly records: number
  /** SHA-256 over the hash before, its number and time, and its records. */
  readonly hash: Buffer
}

const batchColumns = fragment`no, last_seq::float8 as last_seq, records, hash,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`

/** The most records that a batch has. */
export const maxRecordsPerBatch = 10_000

/**
 * Closes a batch.
 * @returns how many records it has. 0 if there are none to close, if another transaction closes
 *   them, or if one that may have an earlier number does not end
 */
export async function closeBatch(tx: Queryable): Promise<number> {
  const rows = await tx.query<{ closed: number }>(sql`select audit_chain() as closed`)
  return one(rows).closed
}

/** Returns for how many seconds the first record has waited that is in no batch yet. */
export async function findOldestWaiting(db: Queryable): Promise<number | undefined> {
  const [row] = await db.query<{ seconds: number | null }>(sql`select audit_waiting() as seconds`)
  return row?.seconds ?? undefined
}

/** Returns how many records follow a number. */
export async function countAfter(db: Queryable, seq: number): Promise<number> {
  const rows = await db.query<{ records: number }>(sql`
    select count(*)::float8 as records from audit_records where seq > ${seq}`)
  return one(rows).records
}

/** Returns up to `count` batches after a number, in order. */
export const listBatches = (db: Queryable, after: number, count: number): Promise<Batch[]> =>
  db.query<Batch>(sql`
    select ${batchColumns} from audit_batches where no > ${after}
    order by audit_batches.no limit ${count}`)

/** Returns how many records the batches after a number have, all together. */
export async function countInBatches(db: Queryable, after: number): Promise<number> {
  const rows = await db.query<{ records: number }>(sql`
    select coalesce(sum(records), 0)::float8 as records from audit_batches where no > ${after}`)
  return one(rows).records
}

/** Returns the last batch whose records are exported. */
export async function findLastExported(db: Queryable): Promise<Batch | undefined> {
  const [batch] = await db.query<Batch>(sql`
    select ${batchColumns} from audit_batches where is_exported
    order by audit_batches.last_seq desc limit 1`)
  return batch
}

/** Waits until no other transaction has called this. */
export async function lockExports(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('audit.exported'))`)
}

/** Allows the deletion of all records up to the end of a batch. */
export async function markExported(tx: Queryable, no: number): Promise<void> {
  await tx.query(sql`update audit_batches set is_exported = true where no = ${no}`)
}

/**
 * Deletes up to `limit` exported records.
 * @returns how many were deleted
 */
export async function removeExported(db: Queryable, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from audit_records where seq = any (array(
      select seq from audit_records
      where seq <= (select max(last_seq) from audit_batches where is_exported)
      order by seq limit ${limit}::integer)) returning 1`)
  return removed.length
}

/**
 * Deletes up to `limit` batches before the last exported one.
 * @returns how many were deleted
 */
export async function removeExportedBatches(db: Queryable, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from audit_batches where no = any (array(
      select no from audit_batches
      where no < (select no from audit_batches where is_exported order by last_seq desc limit 1)
      order by no limit ${limit}::integer)) returning 1`)
  return removed.length
}

/** What the record of an export says. Hashes are SHA-256 in hex. */
export interface ExportDetails {
  readonly before: string
  /** The hash of the file. */
  readonly sha256: string
  /** The last batch of the file, or of an earlier one. 0 if there is none. */
  readonly batch: number
  /** The hash of this batch. */
  readonly batch_sha256: string
}

/** Returns what the record of the last export says. It is newer than the records of that export. */
export async function findLastExport(db: Queryable): Promise<ExportDetails | undefined> {
  const [row] = await db.query<{ details: ExportDetails }>(sql`
    select details from audit_records where user_id = ${noUser} and action = 'audit.exported'
      and details ? 'batch'
    order by audit_records.seq desc limit 1`)
  return row?.details
}

/** Whether a record of an export names a file with this SHA-256. */
export async function isExport(db: Queryable, sha256: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from audit_records where user_id = ${noUser} and action = 'audit.exported'
      and details->>'sha256' = ${sha256} limit 1`)
  return rows.length > 0
}

/** Whether a time is at least a minute ago: all batches from before it are committed. */
export async function isSettled(db: Queryable, time: string): Promise<boolean> {
  const rows = await db.query<{ is_settled: boolean }>(sql`
    select ${time}::timestamptz <= clock_timestamp() - interval '1 minute' as is_settled`)
  return one(rows).is_settled
}

/** Lists are separated by commas, and null if they are empty. */
export interface TrailRow {
  /** Whether the role owns the audit trail, or may become its owner. */
  readonly owns: boolean
  /** Whether the role can add records, and close batches of them. */
  readonly appends: boolean
  /** Whether there are batches. An earlier migration has made the trail. */
  readonly chains: boolean
  /** The guards that are missing or disabled. */
  readonly missing: string | null
  /** The privileges that the role needs and lacks, and those that it has and must not have. */
  readonly lacking: string | null
  readonly surplus: string | null
}

/** @returns undefined if there is no audit trail yet */
export async function findTrail(db: Queryable): Promise<TrailRow | undefined> {
  const [row] = await db.query<TrailRow>(sql`
    with guards (name, place) as (values
      ('audit_records_stay', 'audit_records'),
      ('audit_records_kept', 'audit_records'),
      ('audit_batches_stay', 'audit_batches'),
      ('audit_batches_kept', 'audit_batches'),
      ('audit_batches_exported', 'audit_batches')
    ), missing as (
      -- A migration that is not applied yet has not made these tables.
      select name || ' on ' || place as guard from guards
      where to_regclass('audit_batches') is not null and (to_regclass(place)::oid, name) not in (
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
        to_regprocedure('audit_append(integer,text,text,integer,uuid,jsonb)'), 'execute')
        and coalesce(has_function_privilege(to_regprocedure('audit_chain()'), 'execute'), true)
        as appends,
      to_regclass('audit_batches') is not null as chains,
      (select string_agg(guard, ', ' order by guard) from missing) as missing,
      (select string_agg(privilege, ', ' order by privilege) from lacking) as lacking,
      (select string_agg(privilege, ', ' order by privilege) from surplus) as surplus
    from pg_class where oid = to_regclass('audit_records')`)
  return row
}
