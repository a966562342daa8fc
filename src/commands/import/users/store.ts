import type { Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { AddressFields } from '../../../resources/addresses/addresses.ts'
import type { ImportedCard, ImportedUser } from './user.ts'

/** What users have already. */
export interface Present {
  readonly externalIds: ReadonlySet<string>
  readonly emailKeys: ReadonlySet<string>
  readonly customers: ReadonlySet<string>
  readonly tokens: ReadonlySet<string>
}

/** What is looked for: customers and tokens are those of one vault. */
type Looked = { readonly vault: string } & { readonly [K in keyof Present]: readonly string[] }

export async function findPresent(
  db: Queryable,
  { externalIds, emailKeys, vault, customers, tokens }: Looked,
): Promise<Present> {
  const [ids, keys, ofVault, cards] = await Promise.all([
    db.query<{ external_id: string }>(sql`
      select external_id from user_external_ids where external_id = any (${externalIds}::text[])`),
    db.query<{ email_key: string }>(sql`
      select email_key from user_emails where email_key = any (${emailKeys}::text[])`),
    db.query<{ customer_id: string }>(sql`
      select customer_id from vault_customers
      where vault = ${vault} and customer_id = any (${customers}::text[])`),
    db.query<{ vault_token: string }>(sql`
      select vault_token from payment_methods
      where vault = ${vault} and vault_token = any (${tokens}::text[])`),
  ])
  return {
    externalIds: new Set(ids.map(({ external_id }) => external_id)),
    emailKeys: new Set(keys.map(({ email_key }) => email_key)),
    customers: new Set(ofVault.map(({ customer_id }) => customer_id)),
    tokens: new Set(cards.map(({ vault_token }) => vault_token)),
  }
}

export async function isImported(db: Queryable, userId: number): Promise<boolean> {
  const rows = await db.query(sql`select from user_external_ids where user_id = ${userId}`)
  return rows.length > 0
}

export interface Ids {
  readonly users: readonly number[]
  readonly addresses: readonly number[]
  readonly methods: readonly number[]
}

/** Reserves ids from the sequences, before the rows are inserted. */
export async function reserveIds(
  tx: Queryable,
  counts: { readonly [K in keyof Ids]: number },
): Promise<Ids> {
  const [ids] = await tx.query<Ids>(sql`
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

export interface Rows {
  readonly users: readonly UserRow[]
  readonly addresses: readonly AddressRow[]
  readonly methods: readonly MethodRow[]
}

export interface UserRow extends ImportedUser {
  readonly id: number
  readonly defaultAddressId: number | null
  readonly defaultBuyerId: number | null
  readonly defaultSellerId: number | null
}

export interface AddressRow extends AddressFields {
  readonly user_id: number
  readonly id: number
}

export interface MethodRow {
  readonly user_id: number
  readonly id: number
  readonly billing_address_id: number | null
  readonly card: ImportedCard | null
  readonly fingerprint: Buffer | null
  readonly email: string | null
  readonly email_key: string | null
}

/**
 * Inserts users with everything that they have, in one statement. The foreign keys form a circle;
 * they are checked at the end of the statement, so that no row is written twice.
 * @param vault the vault that has the cards
 */
export async function insertAll(
  tx: Queryable,
  { users, addresses, methods }: Rows,
  vault: string,
): Promise<void> {
  const customers = users.filter(({ vaultCustomer }) => vaultCustomer !== null)
  await tx.query(sql`
    with new_user as (
      insert into users (id, email, full_name, primary_phone, email_optin, language, time_zone,
        password_hash, email_confirmed_at, created_at, default_address_id, default_buyer_method_id,
        default_seller_method_id)
      overriding system value
      select id, email, full_name, phone, optin, language, time_zone, hash,
        case when confirmed then now() end, coalesce(created_at, now()), address, buyer, seller
      from unnest(${users.map(({ id }) => id)}::integer[],
        ${users.map(({ email }) => email)}::text[],
        ${users.map(({ fullName }) => fullName)}::text[],
        ${users.map(({ primaryPhone }) => primaryPhone)}::text[],
        ${users.map(({ emailOptin }) => emailOptin)}::boolean[],
        ${users.map(({ language }) => language)}::text[],
        ${users.map(({ timeZone }) => timeZone)}::text[],
        ${users.map(({ passwordHash }) => passwordHash)}::text[],
        ${users.map(({ emailConfirmed }) => emailConfirmed)}::boolean[],
        ${users.map(({ createdAt }) => createdAt)}::timestamptz[],
        ${users.map(({ defaultAddressId }) => defaultAddressId)}::integer[],
        ${users.map(({ defaultBuyerId }) => defaultBuyerId)}::integer[],
        ${users.map(({ defaultSellerId }) => defaultSellerId)}::integer[])
        as given (id, email, full_name, phone, optin, language, time_zone, hash, confirmed, created_at,
          address, buyer, seller)
    ), new_email as (
      insert into user_emails (email_key, user_id)
      select * from unnest(${users.map((user) => user.emailKey)}::text[],
        ${users.map(({ id }) => id)}::integer[])
    ), new_external_id as (
      insert into user_external_ids (external_id, user_id)
      select * from unnest(${users.map(({ externalId }) => externalId)}::text[],
        ${users.map(({ id }) => id)}::integer[])
    ), new_customer as (
      insert into vault_customers (user_id, vault, customer_id)
      select user_id, ${vault}, customer_id
      from unnest(${customers.map(({ id }) => id)}::integer[],
        ${customers.map(({ vaultCustomer }) => vaultCustomer)}::text[]) as given (user_id, customer_id)
    ), new_address as (
      insert into addresses (user_id, id, full_name, address_1, address_2, address_3, city,
        state_province, postal_code, country_code)
      overriding system value
      select * from unnest(${addresses.map(({ user_id }) => user_id)}::integer[],
        ${addresses.map(({ id }) => id)}::integer[],
        ${addresses.map(({ full_name }) => full_name)}::text[],
        ${addresses.map(({ address_1 }) => address_1)}::text[],
        ${addresses.map(({ address_2 }) => address_2)}::text[],
        ${addresses.map(({ address_3 }) => address_3)}::text[],
        ${addresses.map(({ city }) => city)}::text[],
        ${addresses.map(({ state_province }) => state_province)}::text[],
        ${addresses.map(({ postal_code }) => postal_code)}::text[],
        ${addresses.map(({ country_code }) => country_code)}::text[])
    )
    insert into payment_methods (user_id, id, type, billing_address_id, brand, last4, expiry_month,
      expiry_year, start_month, start_year, issue_number, full_name, vault, vault_token, fingerprint,
      email, email_key)
    overriding system value
    select user_id, id, case when brand is null then 'PayPal' else 'CreditCard' end, billing, brand,
      last4, expiry_month, expiry_year, start_month, start_year, issue_number, full_name,
      case when brand is not null then ${vault}::text end, token, fingerprint, email, email_key
    from unnest(${methods.map(({ user_id }) => user_id)}::integer[],
      ${methods.map(({ id }) => id)}::integer[],
      ${methods.map((method) => method.billing_address_id)}::integer[],
      ${methods.map(({ card }) => card?.brand ?? null)}::text[],
      ${methods.map(({ card }) => card?.last4 ?? null)}::text[],
      ${methods.map(({ card }) => card?.expiry_month ?? null)}::smallint[],
      ${methods.map(({ card }) => card?.expiry_year ?? null)}::smallint[],
      ${methods.map(({ card }) => card?.start_month ?? null)}::smallint[],
      ${methods.map(({ card }) => card?.start_year ?? null)}::smallint[],
      ${methods.map(({ card }) => card?.issue_number ?? null)}::text[],
      ${methods.map(({ card }) => card?.full_name ?? null)}::text[],
      ${methods.map(({ card }) => card?.token ?? null)}::text[],
      ${methods.map(({ fingerprint }) => fingerprint)}::bytea[],
      ${methods.map(({ email }) => email)}::text[],
      ${methods.map(({ email_key }) => email_key)}::text[])
      as given (user_id, id, billing, brand, last4, expiry_month, expiry_year, start_month, start_year,
        issue_number, full_name, token, fingerprint, email, email_key)`)
}
