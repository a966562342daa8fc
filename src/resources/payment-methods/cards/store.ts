import { one, type Queryable } from '../../../platform/database/db.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type CardFields, type StoredCard, storedColumns } from '../store.ts'

/** Inserts a card of version 1 with a reserved id. @returns the time, as in `created_at` */
export async function insertCard(
  tx: Queryable,
  userId: number,
  id: number,
  card: CardFields,
): Promise<string> {
  const rows = await tx.query<{ created_at: string }>(sql`
    insert into payment_methods (user_id, id, type, full_name, brand, last4, expiry_month,
      expiry_year, start_month, start_year, issue_number, billing_address_id, vault, vault_token,
      fingerprint, setup_id, mandate, network_transaction, wallet, networks)
    overriding system value
    values (${userId}, ${id}, 'CreditCard', ${card.full_name}, ${card.brand}, ${card.last4},
      ${card.expiry_month}, ${card.expiry_year}, ${card.start_month}, ${card.start_year},
      ${card.issue_number}, ${card.billing_address_id}, ${card.vault}, ${card.vault_token},
      ${card.fingerprint}, ${card.setup_id}, ${card.mandate}, ${card.network_transaction},
      ${card.wallet}, ${card.networks}::text[])
    returning created_at`)
  return one(rows).created_at
}

export async function updateCard(
  tx: Queryable,
  userId: number,
  id: number,
  card: CardFields,
): Promise<void> {
  await tx.query(sql`
    update payment_methods set version = version + 1, full_name = ${card.full_name},
      brand = ${card.brand}, last4 = ${card.last4}, expiry_month = ${card.expiry_month},
      expiry_year = ${card.expiry_year}, start_month = ${card.start_month},
      start_year = ${card.start_year}, issue_number = ${card.issue_number},
      billing_address_id = ${card.billing_address_id}, vault = ${card.vault},
      vault_token = ${card.vault_token}, fingerprint = ${card.fingerprint},
      setup_id = ${card.setup_id}, mandate = ${card.mandate},
      network_transaction = ${card.network_transaction}, wallet = ${card.wallet},
      networks = ${card.networks}::text[]
    where user_id = ${userId} and id = ${id}`)
}

export async function findCard(
  db: Queryable,
  userId: number,
  id: number,
): Promise<StoredCard | undefined> {
  const [card] = await db.query<StoredCard>(sql`
    select ${storedColumns} from payment_methods
    where user_id = ${userId} and id = ${id} and type = 'CreditCard'`)
  return card
}
