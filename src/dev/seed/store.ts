import type { Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import type { InventedAddress, InventedMethod, InventedUser } from './invent.ts'

export interface Ids {
  readonly users: readonly number[]
  readonly addresses: readonly number[]
  readonly methods: readonly number[]
}

/** Reserves ids from the sequences, before the rows are inserted. */
export async function reserveIds(
  db: Queryable,
  counts: { readonly [K in keyof Ids]: number },
): Promise<Ids> {
  const [ids] = await db.query<Ids>(sql`
    select
      array(select nextval(pg_get_serial_sequence('users', 'id'))::integer
        from generate_series(1, ${counts.users}::integer)) as users,
      array(select nextval(pg_get_serial_sequence('addresses', 'id'))::integer
        from generate_series(1, ${counts.addresses}::integer)) as addresses,
      array(select nextval(pg_get_serial_sequence('payment_methods', 'id'))::integer
        from generate_series(1, ${counts.methods}::integer)) as methods`)
  if (ids === undefined) throw new Error('no ids were reserved')
  return ids
}

/** Finds users by their email keys. @returns their ids by email key */
export async function findUserIds(
  db: Queryable,
  emailKeys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ email_key: string; user_id: number }>(sql`
    select email_key, user_id from user_emails where email_key = any (${emailKeys}::text[])`)
  return new Map(rows.map(({ email_key, user_id }) => [email_key, user_id]))
}

/** The email address of the newest user with an address like `pattern`. */
export async function findLatestEmail(db: Queryable, pattern: string): Promise<string | undefined> {
  const [row] = await db.query<{ email: string }>(sql`
    select email from users where email like ${pattern} order by id desc limit 1`)
  return row?.email
}

export interface UserRow extends Pick<InventedUser, 'email' | 'full_name' | 'email_optin'> {
  readonly id: number
  readonly email_key: string
  readonly default_address_id: number | null
  readonly default_buyer_method_id: number | null
  readonly default_seller_method_id: number | null
}

export interface AddressRow extends InventedAddress {
  readonly user_id: number
  readonly id: number
  readonly full_name: string
}

export type MethodRow = InventedMethod & {
  readonly user_id: number
  readonly id: number
  readonly full_name: string
  readonly billing_address_id: number | null
}

/**
 * Inserts users with their addresses and payment methods, in one statement. The foreign keys form a
 * circle; they are checked at the end of the statement, so that no row is written twice.
 */
export async function insertAll(
  db: Queryable,
  users: readonly UserRow[],
  addresses: readonly AddressRow[],
  methods: readonly MethodRow[],
): Promise<void> {
  await db.query(sql`
    with new_user as (
      insert into users (id, email, full_name, email_optin, default_address_id, default_buyer_method_id,
        default_seller_method_id)
      overriding system value
      select id, email, full_name, email_optin, address, buyer, seller
      from unnest(${users.map(({ id }) => id)}::integer[],
        ${users.map(({ email }) => email)}::text[],
        ${users.map(({ full_name }) => full_name)}::text[],
        ${users.map(({ email_optin }) => email_optin)}::boolean[],
        ${users.map((user) => user.default_address_id)}::integer[],
        ${users.map((user) => user.default_buyer_method_id)}::integer[],
        ${users.map((user) => user.default_seller_method_id)}::integer[])
        as given (id, email, full_name, email_optin, address, buyer, seller)
    ), new_email as (
      insert into user_emails (email_key, user_id)
      select * from unnest(${users.map(({ email_key }) => email_key)}::text[],
        ${users.map(({ id }) => id)}::integer[])
    ), new_address as (
      insert into addresses (user_id, id, full_name, address_1, city, state_province, postal_code,
        country_code)
      overriding system value
      select * from unnest(${addresses.map(({ user_id }) => user_id)}::integer[],
        ${addresses.map(({ id }) => id)}::integer[],
        ${addresses.map(({ full_name }) => full_name)}::text[],
        ${addresses.map(({ address_1 }) => address_1)}::text[],
        ${addresses.map(({ city }) => city)}::text[],
        ${addresses.map(({ state_province }) => state_province)}::text[],
        ${addresses.map(({ postal_code }) => postal_code)}::text[],
        ${addresses.map(({ country_code }) => country_code)}::text[])
    )
    insert into payment_methods (user_id, id, type, billing_address_id, brand, last4, expiry_month,
      expiry_year, full_name, vault, vault_token, fingerprint, email, email_key, verified_at,
      usable_from)
    overriding system value
    select user_id, id, type, billing, brand, last4, expiry_month, expiry_year,
      case when brand is not null then full_name end,
      case when brand is not null then 'local' end,
      case when brand is not null then gen_random_uuid()::text end,
      case when brand is not null then sha256(gen_random_uuid()::text::bytea) end,
      email, email, case when email is not null then now() end,
      case when email is not null then now() end
    from unnest(${methods.map(({ user_id }) => user_id)}::integer[],
      ${methods.map(({ id }) => id)}::integer[],
      ${methods.map(({ type }) => type)}::text[],
      ${methods.map((method) => method.billing_address_id)}::integer[],
      ${methods.map((method) => (method.type === 'CreditCard' ? method.brand : null))}::text[],
      ${methods.map((method) => (method.type === 'CreditCard' ? method.last4 : null))}::text[],
      ${methods.map((method) => (method.type === 'CreditCard' ? method.expiry_month : null))}::smallint[],
      ${methods.map((method) => (method.type === 'CreditCard' ? method.expiry_year : null))}::smallint[],
      ${methods.map(({ full_name }) => full_name)}::text[],
      ${methods.map((method) => (method.type === 'PayPal' ? method.email : null))}::text[])
      as given (user_id, id, type, billing, brand, last4, expiry_month, expiry_year, full_name, email)`)
}
