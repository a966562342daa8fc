import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isoTime, isoTimeOrNull } from '../../../platform/text/iso-time.ts'

/** Whether a user is there and not disabled. */
export async function isEnabled(tx: Queryable, userId: number): Promise<boolean> {
  const rows = await tx.query(sql`
    select from users where id = ${userId} and disabled_at is null`)
  return rows.length > 0
}

/** Marks a method as proved. Both times are in milliseconds since the epoch. */
export async function prove(
  tx: Queryable,
  userId: number,
  id: number,
  { verifiedAt, usableFrom }: { readonly verifiedAt: number; readonly usableFrom: number | null },
): Promise<void> {
  await tx.query(sql`
    update payment_methods set version = version + 1, verified_at = ${isoTime(verifiedAt)},
      usable_from = ${isoTimeOrNull(usableFrom)}
    where user_id = ${userId} and id = ${id}`)
}
