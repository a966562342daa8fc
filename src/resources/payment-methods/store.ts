import { one, type Queryable } from '../../platform/database/db.ts'
import { fragment, sql } from '../../platform/database/sql.ts'
import { foldedEmail } from '../../platform/text/email.ts'
import { isoTime, isoTimeOrNull } from '../../platform/text/iso-time.ts'
import type {
  BankAccountRow,
  CardRow,
  Defaults,
  PaymentMethodRow,
  PayPalRow,
} from './payment-method.ts'

/**
 * Returns all payment methods of a user with the ids of their billing addresses, unsorted. There
 * are at most 50.
 */
export const findPaymentMethods = (db: Queryable, userId: number): Promise<ListedRow[]> =>
  db.query<ListedRow>(sql`
    select p.id, p.version, p.type, p.brand, p.last4, p.expiry_month, p.expiry_year, p.full_name,
      p.wallet, p.networks, p.vault, p.email, p.bank_country, p.account_type,
      p.billing_address_id, p.created_at, p.paid_email,
      floor(extract(epoch from p.verified_at) * 1000)::float8 as verified_at,
      floor(extract(epoch from p.usable_from) * 1000)::float8 as usable_from,
      u.default_buyer_method_id as buyer, u.default_seller_method_id as seller,
      u.former_seller_method_id as former
    from payment_methods p join users u on u.id = p.user_id
    where p.user_id = ${userId}`)

/** A payment method, with the defaults of its user. */
export type ListedRow = PlainRow & Defaults

/** A payment method without what its user's defaults decide. */
export type PlainRow = WithoutFlags<PaymentMethodRow>

/** The columns of every type. In a row, those of other types are null. */
export type EveryColumn = Omit<CardRow, 'type'> &
  Omit<PayPalRow, 'type'> &
  Omit<BankAccountRow, 'type'>

/** Distributes over the types, which `Omit` does not. */
type WithoutFlags<T> = T extends unknown ? Omit<T, DefaultFlag> : never

/** The defaults of a user, where to send emails about them, and what an undo needs. */
export interface WalletOwner extends Defaults {
  readonly email: string
  readonly language: string
  readonly disabled: boolean
  /** The version of the present password. */
  readonly passwordVersion: number
  /** That of the last choice with a fresh proof; null if there is none since `recoveredAt`. */
  readonly proofVersion: number | null
  /** When the account went back to its owner, in milliseconds since the epoch. */
  readonly recoveredAt: number | null
  /** The id of a new payment method, if one was reserved. */
  readonly newId: number | null
}

/**
 * Locks the user's row until the transaction ends, so that no other transaction changes the user's
 * payment methods. The lock is a separate statement, because one statement that locks and writes
 * would see the data from before it waited for the lock. The lock lets other transactions insert
 * rows that refer to the user, unlike `for update`.
 * @param options.reserves whether to reserve the id of a new payment method, so that all statements
 *   that write can be sent together
 */
export async function lockUser(
  tx: Queryable,
  userId: number,
  { reserves = false } = {},
): Promise<WalletOwner> {
  const [user] = await tx.query<WalletOwner>(sql`
    select ${reserves ? nextId : noId} as "newId", default_buyer_method_id as buyer, default_seller_method_id as seller,
      former_seller_method_id as former, email, language, password_version as "passwordVersion",
      seller_proof_version as "proofVersion", disabled_at is not null as disabled,
      floor(extract(epoch from recovered_at) * 1000)::float8 as "recoveredAt"
    from users where id = ${userId} for no key update`)
  return user ?? nobody
}

const nextId = fragment`nextval('payment_methods_id_seq')::integer`
const noId = fragment`null::integer`

const nobody: WalletOwner = {
  buyer: null,
  seller: null,
  former: null,
  email: '',
  language: '',
  disabled: true,
  passwordVersion: 0,
  proofVersion: null,
  recoveredAt: null,
  newId: null,
}

/** Notes that a user has chosen where money goes and given a fresh proof. */
export async function markProvedChoice(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`
    update users set seller_proof_version = password_version where id = ${userId}`)
}

/**
 * Sets the user's defaults, and increments the versions of the methods in `changed`.
 * @param settled the methods whose part in payments changes. `usableFrom` says when payments to the
 *   chosen one may begin, in milliseconds since the epoch. The former one keeps its time only if
 *   that has passed, because a new address of it that is on hold is not paid any more. All others
 *   lose their time
 */
export async function setDefaults(
  tx: Queryable,
  userId: number,
  { buyer, seller, former }: Defaults,
  changed: readonly number[],
  settled: { usableFrom: number | null; ids: readonly number[]; now: number },
): Promise<void> {
  const { usableFrom, ids, now } = settled
  await tx.query(sql`
    with moved as (
      update users set default_buyer_method_id = ${buyer}, default_seller_method_id = ${seller},
        former_seller_method_id = ${former}
      where id = ${userId}
    )
    update payment_methods set version = version + 1,
      usable_from = case when id <> all (${ids}::integer[]) then usable_from
        when id = ${seller}::integer then ${isoTimeOrNull(usableFrom)}::timestamptz
        when id = ${former}::integer and usable_from <= ${isoTimeOrNull(now)}::timestamptz
          then usable_from end,
      paid_email = case when id <> all (${ids}::integer[]) or id = ${former}::integer
        then paid_email end
    where user_id = ${userId} and id = any (${changed}::integer[])`)
}

/** The stored fields of a card. The number is never stored. */
export interface CardFields {
  readonly full_name: string
  readonly brand: string
  readonly last4: string
  readonly expiry_month: number
  readonly expiry_year: number
  readonly start_month: number | null
  readonly start_year: number | null
  readonly issue_number: string | null
  readonly wallet: string | null
  readonly networks: readonly string[]
  readonly billing_address_id: number | null
  /** The vault that has the card, and the card's token there. */
  readonly vault: string
  readonly vault_token: string
  /** Equal for the same card of the same user, and for nothing else. */
  readonly fingerprint: Buffer
  /** How the holder agreed to be charged while away: the processor's ids. */
  readonly setup_id: string | null
  readonly mandate: string | null
  readonly network_transaction: string | null
}

/** Where the vault has an entry, and how to recognize it. */
type Vaulted = Pick<CardFields, 'vault' | 'vault_token' | 'fingerprint'>

/** A bank account with all its columns. */
export type StoredAccount = Omit<BankAccountRow, DefaultFlag> &
  Vaulted & {
    /** What the processor says of it, in its word. Null in other vaults. */
    readonly vault_status: string | null
  }
/** A card with all its columns. */
export type StoredCard = Omit<CardRow, DefaultFlag> & CardFields
/** A payment method with all its columns, also those that no representation shows. */
export type StoredMethod = StoredCard | StoredAccount | Omit<PayPalRow, DefaultFlag>

type DefaultFlag = 'default_buyer' | 'default_seller' | 'chosen_seller'

/** The columns of `StoredMethod`. */
export const storedColumns = fragment`
  id, version, type, full_name, brand, last4, expiry_month, expiry_year, start_month, start_year,
  issue_number, wallet, networks, email, bank_country, account_type, billing_address_id, vault,
  vault_token, vault_status, fingerprint, setup_id, mandate, network_transaction, created_at,
  paid_email,
  floor(extract(epoch from verified_at) * 1000)::float8 as verified_at,
  floor(extract(epoch from usable_from) * 1000)::float8 as usable_from`

/** A payment method with all its columns, and null in those that its type does not have. */
type Columns = { readonly [Name in keyof EveryStored]: EveryStored[Name] | null }
type EveryStored = Omit<StoredCard, 'type'> & Omit<StoredAccount, 'type'> & Omit<PayPalRow, 'type'>

const columnsOf = (row: StoredMethod): Partial<Columns> => row

/** The form of an address that is equal for addresses that look the same. */
const emailKeyOf = ({ email }: Partial<Columns>): string | null =>
  email == null ? null : foldedEmail(email)

/** Inserts a method of version 1 with a reserved id. @returns the time, as in `created_at` */
export async function insertMethod(
  tx: Queryable,
  userId: number,
  row: StoredMethod,
): Promise<string> {
  const of = columnsOf(row)
  const rows = await tx.query<{ created_at: string }>(sql`
    insert into payment_methods (user_id, id, type, full_name, brand, last4, expiry_month,
      expiry_year, start_month, start_year, issue_number, wallet, networks, email, email_key,
      bank_country, account_type, billing_address_id, vault, vault_token, vault_status, fingerprint,
      setup_id, mandate, network_transaction)
    overriding system value
    values (${userId}, ${row.id}, ${row.type}, ${of.full_name ?? null}, ${of.brand ?? null},
      ${of.last4 ?? null}, ${of.expiry_month ?? null}, ${of.expiry_year ?? null},
      ${of.start_month ?? null}, ${of.start_year ?? null}, ${of.issue_number ?? null},
      ${of.wallet ?? null}, ${of.networks ?? []}::text[], ${of.email ?? null}, ${emailKeyOf(of)},
      ${of.bank_country ?? null}, ${of.account_type ?? null}, ${row.billing_address_id},
      ${of.vault ?? null}, ${of.vault_token ?? null}, ${of.vault_status ?? null},
      ${of.fingerprint ?? null}, ${of.setup_id ?? null}, ${of.mandate ?? null},
      ${of.network_transaction ?? null})
    returning created_at`)
  return one(rows).created_at
}

/** Writes all columns of a method, and increments its version. */
export async function updateMethod(
  tx: Queryable,
  userId: number,
  row: StoredMethod,
): Promise<void> {
  const of = columnsOf(row)
  await tx.query(sql`
    update payment_methods set version = version + 1, full_name = ${of.full_name ?? null},
      brand = ${of.brand ?? null}, last4 = ${of.last4 ?? null},
      expiry_month = ${of.expiry_month ?? null}, expiry_year = ${of.expiry_year ?? null},
      start_month = ${of.start_month ?? null}, start_year = ${of.start_year ?? null},
      issue_number = ${of.issue_number ?? null}, wallet = ${of.wallet ?? null},
      networks = ${of.networks ?? []}::text[], email = ${of.email ?? null},
      email_key = ${emailKeyOf(of)}, bank_country = ${of.bank_country ?? null},
      account_type = ${of.account_type ?? null}, billing_address_id = ${row.billing_address_id},
      vault = ${of.vault ?? null}, vault_token = ${of.vault_token ?? null},
      vault_status = ${of.vault_status ?? null}, fingerprint = ${of.fingerprint ?? null},
      setup_id = ${of.setup_id ?? null}, mandate = ${of.mandate ?? null},
      network_transaction = ${of.network_transaction ?? null},
      verified_at = ${isoTimeOrNull(of.verified_at ?? null)},
      usable_from = ${isoTimeOrNull(of.usable_from ?? null)}, paid_email = ${of.paid_email ?? null}
    where user_id = ${userId} and id = ${row.id}`)
}

/** Finds a payment method with all its columns. */
export async function findMethod(
  db: Queryable,
  userId: number,
  id: number,
): Promise<StoredMethod | undefined> {
  const [row] = await db.query<StoredMethod>(sql`
    select ${storedColumns} from payment_methods where user_id = ${userId} and id = ${id}`)
  return row
}

/** Returns all payment methods of a user with all their columns. There are at most 50. */
export const findStored = (tx: Queryable, userId: number): Promise<StoredMethod[]> =>
  tx.query<StoredMethod>(
    sql`select ${storedColumns} from payment_methods where user_id = ${userId}`,
  )

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

/**
 * Deletes a payment method, and adds a tombstone that records its id. The defaults of the user must
 * not refer to the method.
 */
export async function remove(tx: Queryable, userId: number, id: number): Promise<void> {
  await tx.query(sql`
    with gone as (delete from payment_methods where user_id = ${userId} and id = ${id}),
      -- It may still be named as paid before, although the hold of its successor has ended.
      forgotten as (update users set former_seller_method_id = null
        where id = ${userId} and former_seller_method_id = ${id})
    insert into tombstones (user_id, kind, id) values (${userId}, 'payment_method', ${id})`)
}

/** The cards and bank accounts of a user in any vault. */
export const findVaultTokens = (
  tx: Queryable,
  userId: number,
): Promise<Pick<CardFields, 'vault' | 'vault_token'>[]> =>
  tx.query<Pick<CardFields, 'vault' | 'vault_token'>>(sql`
    select vault, vault_token from payment_methods
    where user_id = ${userId} and vault_token is not null`)

/** Whether a payment method of a user refers to a token in a vault. */
export async function isInUse(
  db: Queryable,
  userId: number,
  vault: string,
  token: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from payment_methods
    where user_id = ${userId} and vault = ${vault} and vault_token = ${token}`)
  return rows.length > 0
}

/** Whether a payment method of any user refers to a token in a vault. */
export async function isInUseByAnybody(
  db: Queryable,
  vault: string,
  token: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from payment_methods where vault = ${vault} and vault_token = ${token} limit 1`)
  return rows.length > 0
}

/** Counts the cards of all users that are in another vault than this one. */
export async function countCardsInOtherVaults(db: Queryable, vault: string): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from payment_methods
    where type = 'CreditCard' and vault <> ${vault}`)
  return one(rows).count
}

/** Deletes all payment methods of a user. Their vault entries must be retired before. */
export async function removeAll(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`
    update users set default_buyer_method_id = null, default_seller_method_id = null,
      former_seller_method_id = null
    where id = ${userId}`)
  await tx.query(sql`delete from payment_methods where user_id = ${userId}`)
}

export async function wasRemoved(tx: Queryable, userId: number, id: number): Promise<boolean> {
  const rows = await tx.query(sql`
    select from tombstones where user_id = ${userId} and kind = 'payment_method' and id = ${id}`)
  return rows.length > 0
}
