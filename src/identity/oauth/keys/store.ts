import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'

export interface StoredKey {
  kid: string
  alg: string
  sealed: Buffer
}

/** The signing keys to publish: those that sign first, the newest before others. */
export async function listKeys(db: Queryable): Promise<StoredKey[]> {
  return db.query<StoredKey>(sql`
    select kid, alg, sealed from signing_keys where retires_at is null or retires_at > now()
    order by signs_from > now(), signs_from desc, kid`)
}

/** One at a time from here to the end of the transaction; keys can be read meanwhile. */
export async function lockKeys(tx: Queryable): Promise<void> {
  await tx.query(sql`lock table signing_keys in share row exclusive mode`)
}

/** @param waitSeconds how long the key is published before it signs */
export async function addKey(tx: Queryable, key: StoredKey, waitSeconds: number): Promise<void> {
  await tx.query(sql`
    insert into signing_keys (kid, alg, sealed, signs_from)
    values (${key.kid}, ${key.alg}, ${key.sealed}, now() + ${waitSeconds}::integer * interval '1 second')`)
}

/** Lets the keys that are not yet retiring retire. @param after in seconds. */
export async function retireKeys(tx: Queryable, after: number): Promise<void> {
  await tx.query(sql`
    update signing_keys set retires_at = now() + ${after}::integer * interval '1 second'
    where retires_at is null`)
}

export async function removeRetiredKeys(tx: Queryable): Promise<void> {
  await tx.query(sql`delete from signing_keys where retires_at <= now()`)
}
