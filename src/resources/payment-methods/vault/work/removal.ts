import { type Database, type Queryable, Unavailable } from '../../../../platform/database/db.ts'
import { awaitUntil } from '../../../../platform/database/deadline.ts'
import { listUsersSharing, retireCustomers } from '../../../../processor/customers/customers.ts'
import { type AttachedCard, type VaultCard, VaultUnavailable } from '../../../../processor/vault.ts'
import {
  type CardFields,
  isInUse,
  isInUseByAnybody,
  lockUser,
  type StoredMethod,
} from '../../store.ts'
import { cancelUnknown, expireSetups, hasOpenSetup } from '../setups/setups.ts'
import { type Keeping, type VaultWorkDeps, vaultNamed } from './keep.ts'
import * as store from './store.ts'

/** How long a request waits for the removal of a card, in milliseconds. */
const removalTimeoutMs = 2_000

/** A card that no row refers to any more, and the id of the work of removing it. */
export interface Retired {
  readonly workId: number
  /** The name of the vault. */
  readonly vault: string
  readonly token: string
}

/**
 * Records that a card must be removed, in the transaction that deletes the last reference to it.
 * @param rowId the row that no longer refers to it; undefined if no row of the user will
 * @returns undefined if another row has the card, so that it stays
 */
async function retire(
  tx: Queryable,
  userId: number,
  vault: string,
  token: string,
  rowId?: number,
): Promise<Retired | undefined> {
  const workId = await store.replaceKeepingByRemoval(tx, userId, vault, token, rowId)
  return workId === undefined ? undefined : { workId, vault, token }
}

/** Retires the card of a row, unless the changed row or another one still refers to it. */
export async function retireReplaced(
  wallet: Pick<VaultWorkDeps, 'vault'>,
  tx: Queryable,
  userId: number,
  before: StoredMethod,
  now: StoredMethod | undefined,
): Promise<Retired | undefined> {
  if (before.type === 'PayPal') return undefined
  // The card belongs to another vault, which is not configured now.
  if (vaultNamed(wallet, before.vault) === undefined) return undefined
  const isSame =
    now !== undefined &&
    now.type !== 'PayPal' &&
    now.vault === before.vault &&
    now.vault_token === before.vault_token
  return isSame ? undefined : retire(tx, userId, before.vault, before.vault_token, before.id)
}

/**
 * Whether no row of any user refers to a card in the vault. A card is no orphan if a user of the
 * customer is keeping it now or may still save it, or if it is being removed already.
 */
export async function isOrphan(
  db: Queryable,
  userId: number,
  vault: string,
  { token, reference }: Pick<VaultCard, 'token' | 'reference'>,
): Promise<boolean> {
  const references = reference === undefined ? [token] : [token, reference]
  // Only the row of this user is locked. Work of another one may become a setup or a row meanwhile,
  // and a setup may become a row, so the order matters.
  for (const user of await listUsersSharing(db, userId, vault)) {
    if (await store.hasWorkFor(db, user, vault, references)) return false
    if (await hasOpenSetup(db, user, vault, references)) return false
  }
  return !(await isInUseByAnybody(db, vault, token))
}

/**
 * Retires a card in the vault if it is an orphan, so that the sweep removes it. The transaction
 * must have locked the user's row.
 * @returns whether it was retired
 */
export async function retireOrphan(
  tx: Queryable,
  userId: number,
  vault: string,
  card: Pick<VaultCard, 'token' | 'reference'>,
): Promise<boolean> {
  if (!(await isOrphan(tx, userId, vault, card))) return false
  return (await retire(tx, userId, vault, card.token)) !== undefined
}

/**
 * Retires all cards of a user who is being erased, and the user's customers. The sweep removes the
 * cards first, and then the customers.
 */
export async function retireAll(
  tx: Queryable,
  userId: number,
  cards: readonly Pick<CardFields, 'vault' | 'vault_token'>[],
  now: Date,
): Promise<void> {
  for (const { vault, vault_token } of cards) await retire(tx, userId, vault, vault_token)
  await retireCustomers(tx, userId, now)
  await expireSetups(tx, userId, now)
}

/**
 * A declined card is not in the vault, but its setup may be. Cancels it at once if the vault
 * answers soon. Otherwise the sweep does.
 */
export async function endDeclined(
  { db, vault }: VaultWorkDeps,
  userId: number,
  { workId, reference }: Keeping,
): Promise<void> {
  await endSoon(async () => {
    await cancelUnknown({ db, vault }, userId, reference)
    await store.removeVaultWork(db, userId, workId)
  })
}

/**
 * Gives up a bank account that was declined. Removes at once what the vault has made for it, such
 * as the account of a seller, if the vault answers soon. Otherwise the sweep does.
 */
export async function giveUpDeclined(
  wallet: VaultWorkDeps,
  userId: number,
  keeping: Keeping,
): Promise<void> {
  const { db, vault } = wallet
  await endSoon(async () => {
    const left = await vault.find(userId, keeping.reference)
    const retired = await giveUpIn(db, vault.name, userId, keeping, left)
    for (const one of retired ?? []) await remove(wallet, userId, one)
  })
}

/** Ends work that is recorded. If that takes too long or fails, the sweep ends it. */
async function endSoon(end: () => Promise<void>): Promise<void> {
  try {
    await awaitUntil(performance.now() + removalTimeoutMs, end())
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
  }
}

/**
 * Runs `write`, which writes the row that refers to what the vault has kept. If it fails, gives up
 * what the vault has kept, and removes it at once if the vault answers. Otherwise the sweep removes
 * it.
 */
export async function writeOrGiveUp<T>(
  wallet: VaultWorkDeps,
  userId: number,
  keeping: Keeping,
  kept: AttachedCard,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    // If the database is unavailable, the sweep removes it later.
    const isDatabaseUnavailable =
      error instanceof Unavailable && !(error instanceof VaultUnavailable)
    if (!isDatabaseUnavailable) await giveUp(wallet, userId, keeping, kept)
    throw error
  }
}

async function giveUp(
  wallet: VaultWorkDeps,
  userId: number,
  keeping: Keeping,
  kept: AttachedCard,
): Promise<void> {
  const { db, vault } = wallet
  try {
    const retired = await giveUpIn(db, vault.name, userId, keeping, [kept])
    for (const card of retired ?? []) await removeNow(wallet, userId, card)
  } catch (error) {
    // The work is still recorded, so the sweep finishes it.
    if (!(error instanceof Unavailable)) throw error
  }
}

/** Work that is given up: of keeping a card, or of a setup that ends. */
interface GivenUp {
  readonly workId?: number
  readonly reference: string
  /** The reference of the setup that ends. */
  readonly ended?: string
}

/**
 * Gives up the work of keeping cards. Retires those that we gave to the customer and that nobody
 * refers to: no row, and no other setup that its holder may still save.
 * @returns the retired cards; undefined if a request is keeping them now
 */
export const giveUpIn = (
  db: Database,
  vault: string,
  userId: number,
  { workId, reference, ended }: GivenUp,
  cards: readonly AttachedCard[],
): Promise<Retired[] | undefined> =>
  db.transactionFor(userId, async (tx) => {
    await lockUser(tx, userId)
    if (workId !== undefined) await store.removeVaultWork(tx, userId, workId)
    if (await store.isBeingKept(tx, userId, vault, reference)) return undefined
    const retired: Retired[] = []
    for (const { token, references } of cards) {
      const others = references.filter((known) => known !== ended)
      if (references.length === 0 || (await hasOpenSetup(tx, userId, vault, others))) continue
      if (await isInUse(tx, userId, vault, token)) continue
      const one = await retire(tx, userId, vault, token)
      if (one !== undefined) retired.push(one)
    }
    return retired
  })

/** Removes a retired card at once if the vault answers soon. Otherwise the sweep removes it. */
export async function removeNow(
  wallet: VaultWorkDeps,
  userId: number,
  retired: Retired,
): Promise<void> {
  await endSoon(() => remove(wallet, userId, retired))
}

/**
 * Removes a card from the vault, and then the record of the work: no request can refer to the card
 * while its removal is recorded.
 */
export async function remove(
  wallet: VaultWorkDeps,
  userId: number,
  { workId, vault, token }: Retired,
) {
  await vaultNamed(wallet, vault)?.remove(token)
  await store.removeVaultWork(wallet.db, userId, workId)
}
