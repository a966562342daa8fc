import type { Queryable } from '../../../../platform/database/db.ts'
import { sql } from '../../../../platform/database/sql.ts'
import type { BankAccountRow, Defaults, Payable, PayPalRow } from '../../payment-method.ts'

/** A method that a user has chosen to be paid by, or was paid by before. */
export type PayableMethod = Payable & { readonly id: number } & (
    | Pick<PayPalRow, 'type' | 'email'>
    | (Pick<BankAccountRow, 'type' | 'bank_country' | 'last4' | 'account_type' | 'full_name'> & {
        readonly vault: string
        readonly vault_token: string
      })
  )

/** The methods that may be paid, with the choice of their user. */
export interface Seller {
  readonly methods: readonly PayableMethod[]
  readonly defaults: Defaults
}

type Row = Defaults & (PayableMethod | { readonly id: null })

/** Finds what a user who is not disabled has chosen to be paid by. */
export async function findSeller(tx: Queryable, userId: number): Promise<Seller | undefined> {
  const rows = await tx.query<Row>(sql`
    select u.default_buyer_method_id as buyer, u.default_seller_method_id as seller,
      u.former_seller_method_id as former, p.id, p.type, p.email, p.paid_email,
      p.bank_country, p.last4, p.account_type, p.full_name, p.vault, p.vault_token,
      floor(extract(epoch from p.verified_at) * 1000)::float8 as verified_at,
      floor(extract(epoch from p.usable_from) * 1000)::float8 as usable_from
    from users u left join payment_methods p on p.user_id = u.id
      and p.id in (u.default_seller_method_id, u.former_seller_method_id)
    where u.id = ${userId} and u.disabled_at is null`)
  const [first] = rows
  if (first === undefined) return undefined
  return { methods: rows.filter((row) => row.id !== null), defaults: first }
}
