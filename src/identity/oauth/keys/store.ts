import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'

export interface StoredKey {
  kid: string
  alg: string
  sealed: Buffer
}

/** Lists the published keys: first the keys that sign already, the newest first. */
export async function listKeys(db: Queryable): Promise<StoredKey[]> {
  return db.query<StoredKey>(sql`
    select kid, alg, sealed from signing_keys where retires_at is null or retires_at > now()
    order by signs_from > now(), signs_from desc, kid`)
}

/**
 * Locks the table until the transaction ends, so that one transaction at a time changes keys.
 * Others can still read.
 */
export async function lockKeys(tx: Queryable): Promise<void> {
  await tx.query(sql`lock table signing_keys in share row exclusive mode`)
}

/** @param waitSeconds how long the key is published before it signs */
export async function addKey(tx: Queryable, key: StoredKey, waitSeconds: number): Promise<void> {
  await tx.query(sql`
    insert into signing_keys (kid, alg, sealed, signs_from)
    values (${key.kid}, ${key.alg}, ${key.sealed}, now() + ${waitSeconds}::integer * interval '1 second')`)
}

/** The channel that notifies instances of new keys. */
export const signingKeysChannel = 'foyer_signing_keys'

/** Notifies all instances when the transaction commits. */
export async function announceKeys(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_notify(${signingKeysChannel}, '')`)
}

/** Retires all keys that have no retirement time. They stay published for `seconds`. */
export async function retireKeys(tx: Queryable, seconds: number): Promise<void> {
  await tx.query(sql`
    update signing_keys set retires_at = now() + ${seconds}::integer * interval '1 second'
    where retires_at is null`)
}

export async function removeRetiredKeys(tx: Queryable): Promise<void> {
  await tx.query(sql`delete from signing_keys where retires_at <= now()`)
}
