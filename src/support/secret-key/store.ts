import type { Queryable } from '../../platform/database/db.ts'
import { fragment, sql } from '../../platform/database/sql.ts'
import { sqlState } from '../../platform/database/sqlstate.ts'

/**
 * Saves a check value if there is none yet. Later starts only read it.
 * @returns the saved value
 */
export async function saveCheckValue(db: Queryable, check: string): Promise<string | undefined> {
  const saved = await findCheckValue(db)
  if (saved !== undefined) return saved
  await db.query(sql`insert into installation (key_check) values (${check}) on conflict do nothing`)
  return findCheckValue(db)
}

/**
 * Returns the saved check value; undefined if there is none, or if its table does not exist yet.
 */
export async function findCheckValue(db: Queryable): Promise<string | undefined> {
  const [row] = await orNothing(
    db.query<{ key_check: string }>(sql`select key_check from installation`),
  )
  return row?.key_check
}

/** A rotation of SECRET_KEY. Times are ISO 8601 in UTC. */
export interface Rotation {
  readonly id: number
  readonly key_check: string
  readonly former_check: string
  readonly began_at: string
  /** How long ago it began, in seconds. */
  readonly age_seconds: number
  readonly total: number | null
  readonly resealed: number
  readonly unreadable: number
  readonly ended_at: string | null
}

/** Returns the last rotation; undefined if there was none, or if its table does not exist yet. */
export async function findRotation(db: Queryable): Promise<Rotation | undefined> {
  const [rotation] = await orNothing(
    db.query<Rotation>(sql`
      select id, key_check, former_check, total::float8 as total, resealed::float8 as resealed,
        unreadable::float8 as unreadable,
        to_char(began_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as began_at,
        extract(epoch from clock_timestamp() - began_at)::float8 as age_seconds,
        to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ended_at
      from secret_key_rotations order by secret_key_rotations.id desc limit 1`),
  )
  return rotation
}

const undefinedTable = '42P01'

/** The rows of a statement; none if its table does not exist yet. */
const orNothing = <R>(rows: Promise<R[]>): Promise<R[]> =>
  rows.catch((error: unknown) => {
    if (sqlState(error) === undefinedTable) return []
    throw error
  })

/** The channel that notifies instances of a rotation. */
export const secretKeyChannel = 'foyer_secret_key'

/** Replaces the check value of the key in use. @returns false if it was another one */
export async function replaceCheckValue(
  tx: Queryable,
  former: string,
  check: string,
): Promise<boolean> {
  const rows = await tx.query(sql`
    with replaced as (
      update installation set key_check = ${check} where key_check = ${former} returning key_check
    ), told as (select pg_notify(${secretKeyChannel}, '') from replaced)
    select from replaced, told`)
  return rows.length > 0
}

export async function addRotation(tx: Queryable, former: string, check: string): Promise<void> {
  await tx.query(sql`
    insert into secret_key_rotations (key_check, former_check) values (${check}, ${former})`)
}

const holdSeconds = fragment`interval '30 seconds'`

/** Takes the work of a rotation for half a minute, unless somebody has it. */
export async function hold(db: Queryable, id: number, holder: string): Promise<boolean> {
  const rows = await db.query(sql`
    update secret_key_rotations
    set holder = ${holder}, held_until = clock_timestamp() + ${holdSeconds}
    where id = ${id} and ended_at is null and held_until < clock_timestamp() returning 1`)
  return rows.length > 0
}

/** Saves progress, and keeps the work. @returns false if somebody else has taken it */
export async function progress(
  db: Queryable,
  id: number,
  holder: string,
  done: { readonly total?: number; readonly resealed: number; readonly unreadable: number },
): Promise<boolean> {
  const rows = await db.query(sql`
    update secret_key_rotations
    set held_until = clock_timestamp() + ${holdSeconds},
      total = coalesce(${done.total ?? null}::bigint, total),
      resealed = resealed + ${done.resealed}::bigint, unreadable = ${done.unreadable}::bigint
    where id = ${id} and holder = ${holder} and ended_at is null returning 1`)
  return rows.length > 0
}

export async function release(db: Queryable, id: number, holder: string): Promise<void> {
  await db.query(sql`
    update secret_key_rotations set held_until = '-infinity'
    where id = ${id} and holder = ${holder}`)
}

/** Ends a rotation. @returns false if it has ended already */
export async function endRotation(tx: Queryable, id: number): Promise<boolean> {
  const rows = await tx.query(sql`
    update secret_key_rotations set ended_at = clock_timestamp()
    where id = ${id} and ended_at is null returning 1`)
  return rows.length > 0
}

export interface StoredKey {
  readonly purpose: string
  readonly key_check: string
  readonly sealed: Buffer
}

/** Lists the kept keys that have not ended. */
export const listKeptKeys = (db: Queryable): Promise<StoredKey[]> =>
  db.query<StoredKey>(sql`
    select purpose, key_check, sealed from kept_keys
    where ends_at is null or ends_at > now() order by kept_keys.id desc`)

/** @param hours how long it is kept; null for good */
export async function keepKey(tx: Queryable, key: StoredKey, hours: number | null): Promise<void> {
  await tx.query(sql`
    insert into kept_keys (purpose, key_check, sealed, ends_at)
    values (${key.purpose}, ${key.key_check}, ${key.sealed},
      now() + ${hours}::integer * interval '1 hour')
    on conflict (purpose, key_check) do update
      set sealed = excluded.sealed, ends_at = excluded.ends_at`)
}

export async function removeEndedKeys(db: Queryable): Promise<void> {
  await db.query(sql`delete from kept_keys where ends_at <= now()`)
}
