import type { Queryable } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { Listing } from './directory.ts'

export async function findListing(db: Queryable, id: string): Promise<Listing | null> {
  const [listing] = await db.query<Listing>(sql`
    select id, status, currency, price, number_of_tickets, splits, accepted_payment_types,
      delivery_methods, seller_id, coupons
    from listings where id = ${id}`)
  return listing ?? null
}

/** Adds listings, or replaces those whose ids are known, in one statement. */
export async function putListings(tx: Queryable, listings: readonly Listing[]): Promise<void> {
  await tx.query(sql`
    insert into listings (id, status, currency, price, number_of_tickets, splits,
      accepted_payment_types, delivery_methods, seller_id, coupons)
    select id, status, currency, price, number_of_tickets, splits,
      accepted_payment_types, delivery_methods, seller_id, coupons
    from jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) as given (id bigint, status text,
      currency text, price numeric, number_of_tickets integer, splits jsonb,
      accepted_payment_types jsonb, delivery_methods jsonb, seller_id text, coupons jsonb)
    on conflict (id) do update set status = excluded.status, currency = excluded.currency,
      price = excluded.price, number_of_tickets = excluded.number_of_tickets,
      splits = excluded.splits, accepted_payment_types = excluded.accepted_payment_types,
      delivery_methods = excluded.delivery_methods, seller_id = excluded.seller_id,
      coupons = excluded.coupons`)
}
