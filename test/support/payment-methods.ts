import { randomBytes } from 'node:crypto'
import type { Foyer } from './foyer.ts'
import { sql } from './inside.ts'

/**
 * The properties of a card that a test sets. The others are those of a valid card for purchases.
 */
interface Card {
  brand?: string
  last4?: string
  /** 1 to 12. */
  expiryMonth?: number
  expiryYear?: number
  fullName?: string
  billingAddressId?: number | null
}

/** Stores a credit card of a user. @returns its id */
export async function keepCard({ db }: Foyer, userId: number, card: Card = {}): Promise<number> {
  const { brand = 'visa', last4 = '1111', expiryMonth = 12, expiryYear = 2099 } = card
  return idOf(
    await db.transaction((tx) =>
      tx.query<{ id: number }>(sql`
        insert into payment_methods (user_id, type, billing_address_id, brand, last4, expiry_month,
          expiry_year, full_name, vault, vault_token, fingerprint)
        values (${userId}, 'CreditCard', ${card.billingAddressId ?? null}, ${brand}, ${last4},
          ${expiryMonth}, ${expiryYear}, ${card.fullName ?? 'ADA LOVELACE'}, 'local', 'token',
          ${randomBytes(32)})
        returning id`),
    ),
  )
}

/** Stores a PayPal account of a user. @returns its id */
export async function keepPayPal(
  { db }: Foyer,
  userId: number,
  {
    email = 'jane@example.com',
    billingAddressId = null,
  }: { email?: string; billingAddressId?: number | null } = {},
): Promise<number> {
  return idOf(
    await db.transaction((tx) =>
      tx.query<{ id: number }>(sql`
        insert into payment_methods (user_id, type, billing_address_id, email, email_key)
        values (${userId}, 'PayPal', ${billingAddressId}, ${email}, ${email.toLowerCase()})
        returning id`),
    ),
  )
}

/** Makes methods the defaults for buying and for selling. An omitted default does not change. */
export async function keepDefaults(
  { db }: Foyer,
  userId: number,
  { buyer, seller }: { buyer?: number; seller?: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (seller !== undefined)
      await tx.query(sql`
        update payment_methods set verified_at = now(), usable_from = now()
        where user_id = ${userId} and id = ${seller}`)
    await tx.query(sql`
      update users set
        default_buyer_method_id = coalesce(${buyer ?? null}, default_buyer_method_id),
        default_seller_method_id = coalesce(${seller ?? null}, default_seller_method_id)
      where id = ${userId}`)
  })
}

export async function removePaymentMethod(
  { db }: Foyer,
  userId: number,
  id: number,
): Promise<void> {
  await db.transaction((tx) =>
    tx.query(sql`delete from payment_methods where user_id = ${userId} and id = ${id}`),
  )
}

function idOf([row]: readonly { id: number }[]): number {
  if (row === undefined) throw new Error('an insert gave no row')
  return row.id
}
