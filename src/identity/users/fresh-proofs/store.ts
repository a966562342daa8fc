import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'

export interface ProofRow {
  readonly amr: string[]
  readonly complete: boolean
  readonly kept: Readonly<Record<string, string>>
}

export interface ProofKey {
  readonly sessionUid: string
  readonly purpose: string
}

export async function find(
  db: Queryable,
  userId: number,
  { sessionUid, purpose }: ProofKey,
  now: Date,
): Promise<ProofRow | undefined> {
  const [row] = await db.query<ProofRow>(sql`
    select amr, complete, kept from fresh_proofs
    where user_id = ${userId} and session_uid = ${sessionUid} and purpose = ${purpose}
      and expires_at > ${now.toISOString()}`)
  return row
}

/** Saves a proof. The saved fields of the form stay. */
export async function save(
  tx: Queryable,
  userId: number,
  proof: ProofKey & {
    readonly amr: readonly string[]
    readonly complete: boolean
    readonly expiresAt: Date
  },
): Promise<void> {
  await tx.query(sql`
    insert into fresh_proofs (user_id, session_uid, purpose, amr, complete, expires_at)
    values (${userId}, ${proof.sessionUid}, ${proof.purpose}, ${proof.amr}, ${proof.complete},
      ${proof.expiresAt.toISOString()})
    on conflict (user_id, session_uid, purpose) do update
      set amr = excluded.amr, complete = excluded.complete, expires_at = excluded.expires_at`)
}

/** Saves fields of a form until the user gives the proof. Clears an incomplete or expired proof. */
export async function saveFields(
  db: Queryable,
  userId: number,
  kept: ProofKey & { readonly fields: Readonly<Record<string, string>>; readonly expiresAt: Date },
): Promise<void> {
  await db.query(sql`
    insert into fresh_proofs (user_id, session_uid, purpose, amr, complete, kept, expires_at)
    values (${userId}, ${kept.sessionUid}, ${kept.purpose}, '{}', false,
      ${JSON.stringify(kept.fields)}::jsonb, ${kept.expiresAt.toISOString()})
    on conflict (user_id, session_uid, purpose) do update
      set amr = excluded.amr, complete = excluded.complete, kept = excluded.kept,
        expires_at = excluded.expires_at`)
}

/** Deletes up to `limit` expired proofs. @returns how many were deleted */
export async function removeExpired(db: Queryable, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from fresh_proofs where ctid = any (array(
      select ctid from fresh_proofs where expires_at <= now()
        limit ${limit}::integer for update skip locked)) returning 1`)
  return removed.length
}

export interface ListedProof extends ProofRow {
  readonly session_uid: string
  readonly purpose: string
  readonly expires: number
}

/** Lists the proofs of a user, also expired ones. */
export const list = (db: Queryable, userId: number): Promise<ListedProof[]> =>
  db.query<ListedProof>(sql`
    select session_uid, purpose, amr, complete, kept,
      floor(extract(epoch from expires_at) * 1000)::float8 as expires
    from fresh_proofs where user_id = ${userId} order by fresh_proofs.expires_at`)

export async function removeAll(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from fresh_proofs where user_id = ${userId}`)
}
