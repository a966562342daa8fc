import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'

/** What the vault needs to charge a card, and what the marketplace shows of it. */
export interface ChargeableCard {
  readonly id: number
  readonly brand: string
  readonly last4: string
  readonly expiry_month: number
  readonly expiry_year: number
  readonly billing_address_id: number | null
  readonly vault: string
  readonly vault_token: string
  readonly fingerprint: Buffer
  readonly setup_id: string | null
  readonly mandate: string | null
  readonly network_transaction: string | null
  readonly customer_id: string | null
}

/** Finds a card of a user who is not disabled, with the user's customer in its vault. */
export async function findChargeable(
  tx: Queryable,
  userId: number,
  id: number,
): Promise<ChargeableCard | undefined> {
  const [card] = await tx.query<ChargeableCard>(sql`
    select p.id, p.brand, p.last4, p.expiry_month, p.expiry_year, p.billing_address_id, p.vault,
      p.vault_token, p.fingerprint, p.setup_id, p.mandate, p.network_transaction, c.customer_id
    from payment_methods p join users u on u.id = p.user_id
      left join vault_customers c
        on c.user_id = p.user_id and c.vault = p.vault and c.retired_at is null
    where p.user_id = ${userId} and p.id = ${id} and p.type = 'CreditCard' and u.disabled_at is null`)
  return card
}
