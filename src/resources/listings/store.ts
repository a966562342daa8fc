import type { Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Listing } from './directory/directory.ts'

/**
 * A listing id can have the digits of a card number, and the database may log the values of a
 * statement. So an id is sent to the database as two numbers: its last ten digits, and the digits
 * before them.
 */
const halvesOf = (id: string) => ({
  id_high: Number(id.slice(0, -10)),
  id_low: Number(id.slice(-10)),
})

export async function findListing(db: Queryable, id: string): Promise<Listing | null> {
  const { id_high, id_low } = halvesOf(id)
  const [listing] = await db.query<Listing>(sql`
    select id, status, currency, price, number_of_tickets, splits, accepted_payment_types,
      delivery_methods, seller_id, coupons
    from listings where id = ${id_high}::bigint * 10000000000 + ${id_low}::bigint`)
  return listing ?? null
}

/** Adds listings, or replaces those with known ids, in one statement. */
export async function putListings(tx: Queryable, listings: readonly Listing[]): Promise<void> {
  const rows = listings.map(({ id, ...listing }) => ({ ...halvesOf(id), ...listing }))
  await tx.query(sql`
    insert into listings (id, status, currency, price, number_of_tickets, splits,
      accepted_payment_types, delivery_methods, seller_id, coupons)
    select id_high * 10000000000 + id_low, status, currency, price, number_of_tickets, splits,
      accepted_payment_types, delivery_methods, seller_id, coupons
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id_high bigint, id_low bigint, status text,
      currency text, price numeric, number_of_tickets integer, splits jsonb,
      accepted_payment_types jsonb, delivery_methods jsonb, seller_id text, coupons jsonb)
    on conflict (id) do update set status = excluded.status, currency = excluded.currency,
      price = excluded.price, number_of_tickets = excluded.number_of_tickets,
      splits = excluded.splits, accepted_payment_types = excluded.accepted_payment_types,
      delivery_methods = excluded.delivery_methods, seller_id = excluded.seller_id,
      coupons = excluded.coupons`)
}
