import { one, type Queryable } from '../../platform/database/db.ts'
import { fragment, sql } from '../../platform/database/sql.ts'
import type { Address, AddressFields } from './address.ts'

const columns = fragment`
  a.id, a.version, a.full_name, a.address_1, a.address_2, a.address_3, a.city, a.state_province,
  a.postal_code, a.country_code,
  a.id = u.default_address_id as "default",
  exists (
    select from payment_methods p where p.user_id = a.user_id and p.billing_address_id = a.id
  ) as billed`

/** Returns all addresses of a user, unsorted. There are at most 100. */
export const findAddresses = (db: Queryable, userId: number): Promise<Address[]> =>
  db.query<Address>(sql`
    select ${columns} from addresses a join users u on u.id = a.user_id where a.user_id = ${userId}`)

export async function findAddress(
  db: Queryable,
  userId: number,
  id: number,
): Promise<Address | undefined> {
  const [address] = await db.query<Address>(sql`
    select ${columns} from addresses a join users u on u.id = a.user_id
    where a.user_id = ${userId} and a.id = ${id}`)
  return address
}

/**
 * Locks the user's row until the transaction ends, so that no other transaction changes the user's
 * addresses. The lock is a separate statement, because one statement that locks and writes would
 * see the data from before it waited for the lock. The lock lets other transactions insert rows
 * that refer to the user, unlike `for update`.
 * @returns the id of the default address
 */
export async function lockUser(tx: Queryable, userId: number): Promise<number | null> {
  const [user] = await tx.query<{ default_address_id: number | null }>(sql`
    select default_address_id from users where id = ${userId} for no key update`)
  return user?.default_address_id ?? null
}

/**
 * A payment method with a billing address: the last four digits of a card or a bank account, the
 * country of a bank account, or the email address of a PayPal account.
 */
export interface BilledMethod {
  readonly last4: string | null
  readonly bank_country: string | null
  readonly email: string | null
}

/** Returns the payment methods with this billing address. */
export const findPaymentMethodsOf = (
  tx: Queryable,
  userId: number,
  id: number,
): Promise<BilledMethod[]> =>
  tx.query<BilledMethod>(sql`
    select last4, bank_country, email from payment_methods
    where user_id = ${userId} and billing_address_id = ${id} order by id`)

/** Deletes all addresses of a user, and all tombstones. No payment method may refer to them. */
export async function removeAll(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`update users set default_address_id = null where id = ${userId}`)
  await tx.query(sql`delete from addresses where user_id = ${userId}`)
  await tx.query(sql`delete from tombstones where user_id = ${userId}`)
}

/**
 * Reserves the id of a new address, so that all statements that write can be sent together.
 * @returns null if the user has `max` addresses or more
 */
export async function reserveId(
  tx: Queryable,
  userId: number,
  max: number,
): Promise<number | null> {
  const rows = await tx.query<{ id: number | null }>(sql`
    select case when count(*) < ${max}::integer
      then nextval('addresses_id_seq')::integer end as id
    from addresses where user_id = ${userId}`)
  return one(rows).id
}

/** Inserts an address of version 1 with a reserved id. */
export async function insert(
  tx: Queryable,
  userId: number,
  id: number,
  fields: AddressFields,
): Promise<void> {
  await tx.query(sql`
    insert into addresses (user_id, id, full_name, address_1, address_2, address_3, city,
      state_province, postal_code, country_code)
    overriding system value
    values (${userId}, ${id}, ${fields.full_name}, ${fields.address_1}, ${fields.address_2},
      ${fields.address_3}, ${fields.city}, ${fields.state_province}, ${fields.postal_code},
      ${fields.country_code})`)
}

/** Writes all fields of an address, and increments its version. */
export async function update(
  tx: Queryable,
  userId: number,
  id: number,
  fields: AddressFields,
): Promise<void> {
  await tx.query(sql`
    update addresses set version = version + 1,
      full_name = ${fields.full_name}, address_1 = ${fields.address_1},
      address_2 = ${fields.address_2}, address_3 = ${fields.address_3}, city = ${fields.city},
      state_province = ${fields.state_province}, postal_code = ${fields.postal_code},
      country_code = ${fields.country_code}
    where user_id = ${userId} and id = ${id}`)
}

/** Makes another address the default, and increments the version of the former default. */
export async function moveDefault(
  tx: Queryable,
  userId: number,
  from: number | null,
  to: number,
): Promise<void> {
  await tx.query(sql`
    with moved as (update users set default_address_id = ${to} where id = ${userId})
    update addresses set version = version + 1 where user_id = ${userId} and id = ${from}`)
}

/**
 * Makes the address with the lowest other id the default. If there is none, the user has no default
 * address.
 */
export async function reassignDefault(tx: Queryable, userId: number, id: number): Promise<void> {
  await tx.query(sql`
    with successor as (select min(id) as id from addresses where user_id = ${userId} and id <> ${id}),
      moved as (
        update users set default_address_id = (select id from successor) where id = ${userId}
      )
    update addresses set version = version + 1
    where user_id = ${userId} and id = (select id from successor)`)
}

/** Deletes an address, and adds a tombstone that records its id. */
export async function remove(tx: Queryable, userId: number, id: number): Promise<void> {
  await tx.query(sql`
    with gone as (delete from addresses where user_id = ${userId} and id = ${id})
    insert into tombstones (user_id, kind, id) values (${userId}, 'address', ${id})`)
}

export async function wasRemoved(tx: Queryable, userId: number, id: number): Promise<boolean> {
  const rows = await tx.query(sql`
    select from tombstones where user_id = ${userId} and kind = 'address' and id = ${id}`)
  return rows.length > 0
}
