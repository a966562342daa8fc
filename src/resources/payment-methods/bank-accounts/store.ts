import { one, type Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isoTimeOrNull } from '../../../platform/text/iso-time.ts'
import type { StoredAccount } from '../store.ts'

/** The stored fields of a bank account. The number is never stored. */
export type AccountFields = Omit<
  StoredAccount,
  'id' | 'type' | 'version' | 'created_at' | 'paid_email'
>

/** Inserts an account of version 1 with a reserved id. @returns the time, as in `created_at` */
export async function insertAccount(
  tx: Queryable,
  userId: number,
  id: number,
  account: AccountFields,
): Promise<string> {
  const rows = await tx.query<{ created_at: string }>(sql`
    insert into payment_methods (user_id, id, type, full_name, bank_country, last4, account_type,
      billing_address_id, vault, vault_token, vault_status, fingerprint)
    overriding system value
    values (${userId}, ${id}, 'BankAccount', ${account.full_name}, ${account.bank_country},
      ${account.last4}, ${account.account_type}, ${account.billing_address_id}, ${account.vault},
      ${account.vault_token}, ${account.vault_status}, ${account.fingerprint})
    returning created_at`)
  return one(rows).created_at
}

export async function updateAccount(
  tx: Queryable,
  userId: number,
  id: number,
  account: AccountFields,
): Promise<void> {
  await tx.query(sql`
    update payment_methods set version = version + 1, full_name = ${account.full_name},
      bank_country = ${account.bank_country}, last4 = ${account.last4},
      account_type = ${account.account_type}, billing_address_id = ${account.billing_address_id},
      vault = ${account.vault}, vault_token = ${account.vault_token},
      vault_status = ${account.vault_status}, fingerprint = ${account.fingerprint}, verified_at = ${isoTimeOrNull(account.verified_at)},
      usable_from = ${isoTimeOrNull(account.usable_from)}
    where user_id = ${userId} and id = ${id}`)
}

/** What a replacement needs to know before its transaction. */
type FoundAccount = Pick<
  StoredAccount,
  'version' | 'vault' | 'verified_at' | 'full_name' | 'billing_address_id'
>

/** Finds a bank account of a user. */
export async function findAccount(
  db: Queryable,
  userId: number,
  id: number,
): Promise<FoundAccount | undefined> {
  const [account] = await db.query<FoundAccount>(sql`
    select version, vault, full_name, billing_address_id,
      floor(extract(epoch from verified_at) * 1000)::float8 as verified_at
    from payment_methods
    where user_id = ${userId} and id = ${id} and type = 'BankAccount'`)
  return account
}
