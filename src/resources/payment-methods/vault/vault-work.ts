import type { Clock } from '../../../platform/clock.ts'
import { type Database, type Queryable, Unavailable } from '../../../platform/database/db.ts'
import { awaitUntil } from '../../../platform/database/deadline.ts'
import { isRefused, Refused } from '../../../platform/errors/refusals.ts'
import { deriveKey, type Key, type SecretKey } from '../../../platform/secrets/keys.ts'
import { keyedHash, keyedHashes } from '../../../platform/secrets/secrets.ts'
import type { Attempt } from '../../../support/idempotency/writer.ts'
import { throttleRefusals } from '../../../support/throttle/refusals.ts'
import type { BeginAttempt } from '../cards/attempts.ts'
import { openPayouts, type PayoutDeps } from '../payouts/payouts.ts'
import { type CardFields, lockUser } from '../store.ts'
import { declines } from './refusals.ts'
import {
  cancelUnknown,
  completeSetup,
  expireSetups,
  hasOpenSetup,
  isCounted,
  nameCard,
  startAuthentication,
} from './setups/setups.ts'
import * as store from './store.ts'
import {
  type AttachedCard,
  AuthenticationNeeded,
  type Card,
  type CardVault,
  cardDeclined,
  type KeptCard,
  type VaultCard,
  VaultUnavailable,
} from './vault.ts'

/*
 * Changes happen in an order that leaves no row without its card in the vault after any failure,
 * and no card in the vault without its row for long:
 *
 * 1. A transaction records the work of keeping the card (`keep`).
 * 2. The vault keeps the card.
 * 3. A transaction writes the row that refers to the card, and deletes the record of the work.
 *
 * A card is removed from the vault after the transaction that deletes the last reference to it.
 *
 * Step 3 and the sweep, which gives up old work, may run at the same time. Both lock the user's row
 * and delete the record of the work. If the sweep is first, step 3 finds no record and fails. If
 * step 3 is first, the sweep finds the row, and does not remove the card.
 */

/** How long a request waits for the removal of a card, in milliseconds. */
const removalTimeoutMs = 2_000

/** The dependencies of changes of cards. */
export interface WalletDeps {
  readonly db: Database
  readonly vault: CardVault
  readonly clock: Clock
  /** The key for fingerprints of cards. */
  readonly fingerprintKey: Key
  readonly payouts: PayoutDeps
  /** Counts an attempt to add a card. Undefined if attempts are not limited, as in an import. */
  readonly beginAttempt?: BeginAttempt | undefined
}

/** A card in the vault that no row refers to yet. */
export interface Pending {
  readonly workId: number
  readonly reference: string
  readonly kept: KeptCard
}

/** Derives the key for fingerprints from SECRET_KEY (HKDF, RFC 5869). */
export const openWallet = ({
  secretKey,
  authUrl,
  ...deps
}: Omit<WalletDeps, 'fingerprintKey' | 'payouts'> & {
  readonly secretKey: SecretKey
  /** The issuer: links in emails begin with it. */
  readonly authUrl: string
}): WalletDeps => ({
  ...deps,
  payouts: openPayouts({ ...deps, authUrl, secretKey }),
  fingerprintKey: openFingerprintKey(secretKey),
})

/** Derives the key for fingerprints of cards. */
export const openFingerprintKey = (secretKey: SecretKey): Key =>
  deriveKey(secretKey, 'card fingerprints')

/**
 * Returns the fingerprints of a card of a user: under the key in use, which comes first, and under
 * the keys before it. One of them is stored. Fingerprints are equal for the same card of the same
 * user, and for nothing else. Without the key, they do not reveal the number.
 */
export const fingerprintsOf = (
  { fingerprintKey }: WalletDeps,
  userId: number,
  kept: Pick<KeptCard, 'identity'>,
): readonly Buffer[] => keyedHashes(fingerprintKey, `${userId}:${kept.identity}`)

/** Returns the fingerprint to store. @throws {KeyReplaced} */
export const fingerprintOf = (
  { fingerprintKey }: Pick<WalletDeps, 'fingerprintKey'>,
  userId: number,
  kept: Pick<KeptCard, 'identity'>,
): Buffer => keyedHash(fingerprintKey, `${userId}:${kept.identity}`)

/**
 * Lets the vault keep a card. Then `write` must write the row that refers to the card and call
 * `completeKeeping`, in one transaction. If `write` fails, the card is removed from the vault.
 * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not accept the card;
 *   too_many_attempts
 */
export async function keepCard<T>(
  wallet: WalletDeps,
  userId: number,
  card: Card,
  write: (pending: Pending) => Promise<T>,
  attempt?: Attempt,
): Promise<T> {
  const { vault } = wallet
  const tried = await wallet.beginAttempt?.()
  const named = await nameCard(wallet, userId, card).catch(async (error: unknown) => {
    const isFree = isUnfinished(error) || (tried && (await isCounted(wallet, userId, card, error)))
    await tried?.failed(isFree ? undefined : error)
    throw error
  })
  const { workId, reference } = await startKeeping(
    wallet,
    userId,
    vault.referenceOf(named),
    attempt,
  ).catch(async (error: unknown) => {
    await tried?.failed(undefined)
    throw error
  })
  const isOf = async (identity: string) => tried?.isOf(identity)
  const kept = await vault.keep(userId, reference, named, isOf).catch(async (error: unknown) => {
    // A declined card is not in the vault. After any other failure this is unknown, so the sweep
    // checks it.
    if (error instanceof AuthenticationNeeded)
      throw await startAuthentication(wallet, userId, { workId, reference }, error, tried?.from)
    if (error instanceof Refused && !isRefused(error, throttleRefusals.too_many_attempts))
      await endDeclined(wallet, userId, { workId, reference })
    await tried?.failed(error)
    throw error
  })
  try {
    return await write({ workId, reference, kept })
  } catch (error) {
    // If the database is unavailable, the sweep removes the card later.
    const isDatabaseUnavailable =
      error instanceof Unavailable && !(error instanceof VaultUnavailable)
    if (!isDatabaseUnavailable) await giveUp(wallet, userId, { workId, reference }, [kept])
    throw error
  }
}

/** Whether the setup of a card goes on, so that its issuer was not asked for this attempt. */
const isUnfinished = (error: unknown): boolean =>
  isRefused(error, declines.setup_incomplete) || error instanceof AuthenticationNeeded

/**
 * A declined card is not in the vault, but its setup may be. Cancels it at once if the vault
 * answers soon. Otherwise the sweep does.
 */
export async function endDeclined(
  { db, vault }: WalletDeps,
  userId: number,
  { workId, reference }: Omit<Pending, 'kept'>,
): Promise<void> {
  const end = async (): Promise<void> => {
    await cancelUnknown({ db, vault }, userId, reference)
    await store.removeVaultWork(db, userId, workId)
  }
  try {
    await awaitUntil(performance.now() + removalTimeoutMs, end())
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
  }
}

/**
 * Records the work of keeping a card or a bank account. A repeated request continues with the work of the earlier
 * one, so the vault keeps the card once.
 * @throws {Refused} validation_failed, if the card is being removed
 */
export async function startKeeping(
  { db, vault }: WalletDeps,
  userId: number,
  reference: string,
  attempt: Attempt | undefined,
): Promise<Omit<Pending, 'kept'>> {
  return db.transactionFor(userId, async (tx) => {
    const locked = lockUser(tx, userId)
    if (attempt) {
      const resumed = store.resumeKeeping(tx, userId, vault.name, attempt.hash)
      const [work] = await Promise.all([resumed, locked, attempt.assertFirst(tx)])
      if (work) return { workId: work.id, reference: work.reference }
    }
    const added = store.addKeeping(tx, userId, vault.name, reference, attempt?.hash)
    const [workId] = await tx.commitWith(Promise.all([added, locked]))
    if (workId === undefined) throw cardDeclined('card_token', ['card.token.unknown'])
    return { workId, reference }
  })
}

/**
 * Deletes the record of the work, and ends the setup of the card, in the transaction that refers to
 * the card.
 * @throws {VaultUnavailable} if the card was given up because this took too long
 */
export async function completeKeeping(
  wallet: Pick<WalletDeps, 'clock'>,
  tx: Queryable,
  userId: number,
  { workId, kept }: Pending,
): Promise<void> {
  await Promise.all([
    endKeeping(tx, userId, workId),
    completeSetup(wallet, tx, userId, kept.agreement),
  ])
}

/**
 * Deletes the record of the work, in the transaction that refers to what the vault has kept.
 * @throws {VaultUnavailable} if it was given up because this took too long
 */
export async function endKeeping(tx: Queryable, userId: number, workId: number): Promise<void> {
  const isOurs = await store.removeVaultWork(tx, userId, workId)
  if (isOurs) return
  throw new VaultUnavailable(new Error('The card was removed during the request.'))
}

/** A card that no row refers to any more, and the id of the work of removing it. */
export interface Retired {
  readonly workId: number
  readonly token: string
}

/**
 * Records that a card must be removed, in the transaction that deletes the last reference to it.
 */
async function retire(
  tx: Queryable,
  userId: number,
  vault: string,
  token: string,
): Promise<Retired> {
  return { workId: await store.replaceKeepingByRemoval(tx, userId, vault, token), token }
}

/** Retires the card of a row, unless the changed row still refers to it. */
export async function retireReplaced(
  { vault }: WalletDeps,
  tx: Queryable,
  userId: number,
  before: Pick<CardFields, 'vault' | 'vault_token'>,
  now: Pick<CardFields, 'vault' | 'vault_token'> | undefined,
): Promise<Retired | undefined> {
  // The card belongs to another vault, which is not configured now.
  if (before.vault !== vault.name) return undefined
  if (now?.vault === before.vault && now.vault_token === before.vault_token) return undefined
  return retire(tx, userId, before.vault, before.vault_token)
}

/**
 * Whether no row refers to a card in the vault. A card that a request is keeping now, that its
 * holder may still save, or that is being removed already, is no orphan.
 */
export async function isOrphan(
  db: Queryable,
  userId: number,
  vault: string,
  { token, reference }: Pick<VaultCard, 'token' | 'reference'>,
): Promise<boolean> {
  const references = reference === undefined ? [token] : [token, reference]
  const isBusy =
    (await store.hasWorkFor(db, userId, vault, references)) ||
    (await hasOpenSetup(db, userId, vault, references))
  return !isBusy && !(await store.isInUse(db, userId, vault, token))
}

/**
 * Retires a card in the vault if it is an orphan, so that the sweep removes it. The transaction must
 * have locked the user's row.
 * @returns whether it was retired
 */
export async function retireOrphan(
  tx: Queryable,
  userId: number,
  vault: string,
  card: Pick<VaultCard, 'token' | 'reference'>,
): Promise<boolean> {
  if (!(await isOrphan(tx, userId, vault, card))) return false
  await retire(tx, userId, vault, card.token)
  return true
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
  await store.retireCustomers(tx, userId, now)
  await expireSetups(tx, userId, now)
}

/**
 * Gives up a card, and removes it from the vault at once if the vault answers. Otherwise the sweep
 * removes it.
 */
export async function giveUp(
  wallet: WalletDeps,
  userId: number,
  pending: Omit<Pending, 'kept'>,
  cards: readonly AttachedCard[],
): Promise<void> {
  const { db, vault } = wallet
  try {
    const retired = await giveUpIn(db, vault.name, userId, pending, cards)
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
      if (await store.isInUse(tx, userId, vault, token)) continue
      retired.push(await retire(tx, userId, vault, token))
    }
    return retired
  })

/** Removes a retired card at once if the vault answers soon. Otherwise the sweep removes it. */
export async function removeNow(
  wallet: WalletDeps,
  userId: number,
  retired: Retired,
): Promise<void> {
  try {
    await awaitUntil(performance.now() + removalTimeoutMs, remove(wallet, userId, retired))
  } catch (error) {
    // The work is still recorded, so the sweep finishes it.
    if (!(error instanceof Unavailable)) throw error
  }
}

/**
 * Removes a card from the vault, and then the record of the work: no request can refer to the card
 * while its removal is recorded.
 */
export async function remove(
  { db, vault }: WalletDeps,
  userId: number,
  { workId, token }: Retired,
) {
  await vault.remove(token)
  await store.removeVaultWork(db, userId, workId)
}
