import { type Database, type Queryable, Unavailable } from '../../../platform/database/db.ts'
import { listUsersSharing, retireCustomers } from '../../../processor/customers/customers.ts'
import {
  cardDeclined,
  type Vault,
  type VaultCard,
  VaultUnavailable,
} from '../../../processor/vault.ts'
import type { Attempt } from '../../../support/idempotency/writer.ts'
import { isInUseByAnybody, lockUser, type StoredMethod } from '../store.ts'
import * as store from './store.ts'

/*
 * The custody of cards and bank accounts in a vault. An item is recorded before the vault is asked,
 * and ends in the transaction that writes the row of a payment method, so no failure leaves a row
 * without its card, or a card without its row for long:
 *
 *   wanted ──── use ────> used
 *   wanted ── advance ──> gone, and what the vault has kept is unwanted
 *   unwanted ─ advance ─> gone
 *
 * `release` makes an unwanted item of the card of a row that is deleted. A request advances its own
 * items, and the sweep those that are due. All steps lock the user's row, so whoever ends an item
 * decides.
 */

export type { Item } from './store.ts'

/** What the custody of cards and bank accounts needs. */
export interface Custody {
  readonly db: Database
  /** A vault of cards, or of bank accounts. */
  readonly vault: Vault
}

/**
 * Records what a request wants the vault to keep. A repeated request continues with the item of the
 * earlier one, so the vault keeps the card once.
 * @param gone the error if the vault is removing the card
 */
export function want(
  { db, vault }: Custody,
  userId: number,
  reference: string,
  attempt: Attempt | undefined,
  gone: () => Error = () => cardDeclined('card_token', ['card.token.unknown']),
): Promise<store.Item> {
  return db.transactionFor(userId, async (tx) => {
    const locked = lockUser(tx, userId)
    if (attempt) {
      const resumed = store.resume(tx, userId, vault.name, attempt.hash)
      const [item] = await Promise.all([resumed, locked, attempt.assertFirst(tx)])
      if (item) return item
    }
    const added = store.addWanted(tx, userId, vault.name, reference, attempt?.hash ?? null)
    const [item] = await tx.commitWith(Promise.all([added, locked]))
    if (item === undefined) throw gone()
    return item
  })
}

/**
 * Ends an item, in the transaction that writes the row of the payment method.
 * @param setupId the processor's id of the setup that the card was made of
 * @throws {VaultUnavailable} if the item was given up because this took too long
 */
export async function use(
  tx: Queryable,
  userId: number,
  { id }: store.Item,
  setupId: string | null = null,
): Promise<void> {
  if (await store.endUsed(tx, userId, id, setupId)) return
  throw new VaultUnavailable(new Error('The card was removed during the request.'))
}

/**
 * Ends the item of a change of details, in the transaction that changes the row. If the row was
 * changed since the vault was asked, the item stays: the vault may have made the two changes in the
 * other order, so the sweep gives it the details of the row.
 * @param version of the row before the vault was asked
 * @throws {VaultUnavailable} if the sweep has given the vault the former details meanwhile
 */
export async function useChange(
  tx: Queryable,
  userId: number,
  { id }: store.Item,
  version: number,
): Promise<void> {
  if (await store.endChange(tx, userId, id, version)) return
  throw new VaultUnavailable(new Error('The change was undone during the request.'))
}

/**
 * Makes an unwanted item of the card of a row, in the transaction that deletes the row or gives it
 * another card.
 * @param now the row after the change; undefined if it is deleted
 * @returns undefined if a row still has the card, or if its vault is not configured now
 */
export async function release(
  custody: Pick<Custody, 'vault'>,
  tx: Queryable,
  userId: number,
  before: StoredMethod,
  now?: StoredMethod,
): Promise<store.Item | undefined> {
  if (before.type === 'PayPal') return undefined
  if (vaultNamed(custody, before.vault) === undefined) return undefined
  const isSame =
    now !== undefined &&
    now.type !== 'PayPal' &&
    now.vault === before.vault &&
    now.vault_token === before.vault_token
  if (isSame) return undefined
  return store.addUnwanted(tx, userId, before.vault, before.vault_token, before.id)
}

/**
 * Makes unwanted items of all cards of a user who is being erased, and lets the setups end. The
 * sweep removes them, and then the user's customers.
 */
export async function releaseAll(
  tx: Queryable,
  userId: number,
  cards: readonly { readonly vault: string; readonly vault_token: string }[],
): Promise<void> {
  for (const { vault, vault_token } of cards)
    await store.addUnwanted(tx, userId, vault, vault_token, undefined)
  await retireCustomers(tx, userId)
  await store.eraseItems(tx, userId)
}

/**
 * Whether no row of any user refers to a card in the vault. A card is no orphan if a user of the
 * customer has an open item of it.
 */
export async function isOrphan(
  db: Queryable,
  userId: number,
  vault: string,
  { token, reference }: Pick<VaultCard, 'token' | 'reference'>,
): Promise<boolean> {
  const references = reference === undefined ? [token] : [token, reference]
  // Only the row of this user is locked. The item of another one may become a row meanwhile, so the
  // order matters.
  for (const user of await listUsersSharing(db, userId, vault))
    if ((await store.findOpen(db, user, vault, references)).length > 0) return false
  return !(await isInUseByAnybody(db, vault, token))
}

/**
 * Makes an unwanted item of a card in the vault if it is an orphan. The transaction must have locked
 * the user's row.
 * @returns whether it did
 */
export async function releaseOrphan(
  tx: Queryable,
  userId: number,
  vault: string,
  card: Pick<VaultCard, 'token' | 'reference'>,
): Promise<boolean> {
  if (!(await isOrphan(tx, userId, vault, card))) return false
  return (await store.addUnwanted(tx, userId, vault, card.token, undefined)) !== undefined
}

/**
 * Returns the vault with a name: that of cards, or that of bank accounts. Undefined if it is not
 * configured now.
 */
export const vaultNamed = ({ vault }: Pick<Custody, 'vault'>, name: string): Vault | undefined =>
  [vault, vault.accounts].find((known) => known?.name === name)

/** Waits for work of a request. If that fails now, the sweep does it. */
export async function orLater(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
  }
}
