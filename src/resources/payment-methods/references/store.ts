import type { Queryable } from '../../../platform/database/db.ts'
import { fragment, sql } from '../../../platform/database/sql.ts'
import type { BankAccountRow, Defaults, Payable, PayPalRow } from '../payment-method.ts'

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

/** A method that a user has chosen to be paid by, or was paid by before. */
export type PayableMethod = Payable & { readonly id: number } & (
    | Pick<PayPalRow, 'type' | 'email'>
    | (Pick<BankAccountRow, 'type' | 'bank_country' | 'last4' | 'account_type' | 'full_name'> & {
        readonly vault: string
        readonly vault_token: string
        readonly vault_status: string | null
      } & SellerRow)
  )

/**
 * What the processor has said last of a seller, whom it pays by bank accounts. All are null if no
 * processor has them.
 */
export interface SellerRow {
  readonly account: string | null
  readonly account_country: string | null
  readonly transfers_enabled: boolean | null
  readonly payouts_enabled: boolean | null
  readonly requirements: readonly string[] | null
  readonly disabled_reason: string | null
  /** Milliseconds since the epoch. */
  readonly checked_at: number | null
}

/** The methods that may be paid, with the choice of their user. */
export interface Seller {
  readonly methods: readonly PayableMethod[]
  readonly defaults: Defaults
}

type Row = Defaults & (PayableMethod | { readonly id: null })

const sellerColumns = fragment`c.customer_id as account, c.country as account_country,
  c.transfers_enabled, c.payouts_enabled, c.requirements, c.disabled_reason,
  floor(extract(epoch from c.checked_at) * 1000)::float8 as checked_at`

/**
 * Finds the account of a user at the processor, in the vault of bank accounts. The user must not be
 * disabled.
 */
export async function findSellerAccount(
  tx: Queryable,
  userId: number,
  vault: string,
): Promise<SellerRow | undefined> {
  const [row] = await tx.query<SellerRow>(sql`
    select ${sellerColumns} from vault_customers c join users u on u.id = c.user_id
    where c.user_id = ${userId} and c.vault = ${vault} and c.customer_id is not null
      and c.retired_at is null and u.disabled_at is null`)
  return row
}

/** Finds what a user who is not disabled has chosen to be paid by. */
export async function findSeller(tx: Queryable, userId: number): Promise<Seller | undefined> {
  const rows = await tx.query<Row>(sql`
    select u.default_buyer_method_id as buyer, u.default_seller_method_id as seller,
      u.former_seller_method_id as former, p.id, p.type, p.email, p.paid_email,
      p.bank_country, p.last4, p.account_type, p.full_name, p.vault, p.vault_token, p.vault_status,
      ${sellerColumns},
      floor(extract(epoch from p.verified_at) * 1000)::float8 as verified_at,
      floor(extract(epoch from p.usable_from) * 1000)::float8 as usable_from
    from users u left join payment_methods p on p.user_id = u.id
      and p.id in (u.default_seller_method_id, u.former_seller_method_id)
    left join vault_customers c on c.user_id = u.id and c.vault = p.vault
      and c.customer_id = split_part(p.vault_token, '/', 1)
    where u.id = ${userId} and u.disabled_at is null`)
  const [first] = rows
  if (first === undefined) return undefined
  return { methods: rows.filter((row) => row.id !== null), defaults: first }
}
