import { one, type Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isoTime, isoTimeOrNull } from '../../../platform/text/iso-time.ts'
import type { Payable } from '../payment-method.ts'

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

export interface PayPalFields extends Payable {
  readonly email: string
  readonly email_key: string
  readonly billing_address_id: number | null
}

/** Inserts an account of version 1 with a reserved id. @returns the time, as in `created_at` */
export async function insertPayPal(
  tx: Queryable,
  userId: number,
  id: number,
  account: PayPalFields,
): Promise<string> {
  const rows = await tx.query<{ created_at: string }>(sql`
    insert into payment_methods (user_id, id, type, email, email_key, billing_address_id)
    overriding system value
    values (${userId}, ${id}, 'PayPal', ${account.email}, ${account.email_key},
      ${account.billing_address_id})
    returning created_at`)
  return one(rows).created_at
}

export async function updatePayPal(
  tx: Queryable,
  userId: number,
  id: number,
  account: PayPalFields,
): Promise<void> {
  await tx.query(sql`
    update payment_methods set version = version + 1, email = ${account.email},
      email_key = ${account.email_key}, billing_address_id = ${account.billing_address_id},
      verified_at = ${isoTimeOrNull(account.verified_at)}, usable_from = ${isoTimeOrNull(account.usable_from)},
      paid_email = ${account.paid_email}
    where user_id = ${userId} and id = ${id}`)
}
