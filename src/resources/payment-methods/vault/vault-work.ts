import type { Clock } from '../../../platform/clock.ts'
import { type Database, type Queryable, Unavailable } from '../../../platform/database/db.ts'
import { awaitUntil } from '../../../platform/database/deadline.ts'
import { Refused } from '../../../platform/errors/refusals.ts'
import { deriveKey } from '../../../platform/secrets/seal.ts'
import { keyedHash } from '../../../platform/secrets/secrets.ts'
import * as store from '../store.ts'
import {
  type Card,
  type CardVault,
  cardDeclined,
  type KeptCard,
  VaultUnavailable,
} from './vault.ts'

/*
 * The order of effects, so that a failure at any point leaves no row without its card in the vault, and no card in the
 * vault without its row for long: what is to be kept is written down, then kept, then named by a row, whose
 * transaction strikes out what was written down. A card is removed after the transaction that no longer names it.
 *
 * Whoever is late finds what was written down struck out, and names nothing: either the transaction that names a card
 * does that, or whoever gives the card up, and the lock on the user's row lets them do so one after the other.
 */

/** What changes of cards need beside the database. */
export interface WalletDeps {
  readonly db: Database
  readonly vault: CardVault
  readonly clock: Clock
  /** Keys the fingerprints of cards. */
  readonly fingerprintKey: Buffer
}

/** A card that the vault has, and that no row names yet. */
export interface Pending {
  readonly workId: number
  readonly reference: string
  readonly kept: KeptCard
}

/** The key of fingerprints comes from SECRET_KEY (HKDF, RFC 5869). */
export const openWallet = ({
  secretKey,
  ...parts
}: Omit<WalletDeps, 'fingerprintKey'> & { readonly secretKey: string }): WalletDeps => ({
  ...parts,
  fingerprintKey: deriveKey(secretKey, 'card fingerprints'),
})

/** The same for the same card of the same user, and for no other; without the key it tells nothing of the number. */
export const fingerprintOf = (
  { fingerprintKey }: WalletDeps,
  userId: number,
  kept: KeptCard,
): Buffer => keyedHash(fingerprintKey, `${userId}:${kept.identity}`)

/**
 * Has the vault keep a card, for `name` to name it in a transaction that settles it. Where that comes to nothing the vault
 * forgets the card again.
 * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not take the card
 */
export async function keepCard<T>(
  wallet: WalletDeps,
  userId: number,
  card: Card,
  name: (pending: Pending) => Promise<T>,
): Promise<T> {
  const { vault } = wallet
  const reference = vault.referenceOf(card)
  const workId = await begin(wallet, userId, reference)
  const kept = await vault.keep(userId, reference, card).catch(async (error: unknown) => {
    // A card that was declined is not there. Of any other failure nobody knows: the sweep looks.
    if (error instanceof Refused) await store.removeVaultWork(wallet.db, userId, workId)
    throw error
  })
  try {
    return await name({ workId, reference, kept })
  } catch (error) {
    // Nobody is told that the database is away twice: the sweep looks when it is back.
    const isAway = error instanceof Unavailable && !(error instanceof VaultUnavailable)
    if (!isAway) await giveUp(wallet, userId, { workId, reference }, [kept.token])
    throw error
  }
}

/** Writes down what is to be kept. What is being removed cannot be kept at the same time. */
const begin = ({ db, vault }: WalletDeps, userId: number, reference: string): Promise<number> =>
  db.transactionFor(userId, async (tx) => {
    const locked = store.lockUser(tx, userId)
    const added = store.addKeeping(tx, userId, vault.name, reference)
    const [workId] = await tx.commitWith(Promise.all([added, locked]))
    if (workId === undefined) throw cardDeclined('card_token', ['card.token.unknown'])
    return workId
  })

/**
 * Strikes out what was to be kept, in the transaction that names it.
 * @throws {VaultUnavailable} when that took so long that the card was given up
 */
export async function settle(tx: Queryable, userId: number, { workId }: Pending): Promise<void> {
  if (await store.removeVaultWork(tx, userId, workId)) return
  throw new VaultUnavailable(new Error('The card was removed during the request.'))
}

/** A card that no row names any more, and the work that is left of it. */
export interface Retired {
  readonly workId: number
  readonly token: string
}

/** Writes down that a card is no longer named, in the transaction that makes it so. */
async function retire(
  tx: Queryable,
  userId: number,
  vault: string,
  token: string,
): Promise<Retired> {
  // Whoever is about to name it again, by that name, comes too late.
  await store.removeKeeping(tx, userId, vault, token)
  return { workId: await store.addRemoval(tx, userId, vault, token), token }
}

/** Retires what the vault has of a card, unless what the card is now has it as well. */
export async function retireOf(
  { vault }: WalletDeps,
  tx: Queryable,
  userId: number,
  before: store.CardFields,
  now: store.CardFields | undefined,
): Promise<Retired | undefined> {
  // Another vault's entry is for whoever runs that vault.
  if (before.vault !== vault.name) return undefined
  if (now?.vault === before.vault && now.vault_token === before.vault_token) return undefined
  return retire(tx, userId, before.vault, before.vault_token)
}

/** How long an unfinished change of a card is left alone, in milliseconds: much longer than any takes. */
const graceMs = 5 * 60_000

/** After failures for this many users in a row the sweep stops: the vault is at fault, not the cards. */
const mostFailures = 3

/**
 * Finishes work in the vault that failed before. Call this about every minute; several instances may do so.
 * @returns how much was ended
 * @throws {VaultUnavailable} when some failed; it waits for another sweep, behind the rest, with all work of its user
 */
export async function sweepVault(wallet: WalletDeps): Promise<number> {
  const { db, vault, clock } = wallet
  const left = await store.listVaultWork(db, vault.name, new Date(clock.now() - graceMs))
  const postpone = ({ user_id, id }: store.VaultWork) =>
    store.postponeVaultWork(db, user_id, id, new Date(clock.now()))
  const failedUsers = new Set<number>()
  let ended = 0
  let failed = 0
  let failure: unknown
  for (const work of left) {
    // Failing work of one user must not delay the work of others.
    if (failedUsers.has(work.user_id)) {
      await postpone(work)
      continue
    }
    try {
      await end(wallet, work)
      ended++
      failed = 0
    } catch (error) {
      if (!(error instanceof VaultUnavailable)) throw error
      failure = error
      failedUsers.add(work.user_id)
      await postpone(work)
      if (++failed === mostFailures) break
    }
  }
  if (failure !== undefined) throw failure
  return ended
}

async function end(wallet: WalletDeps, { user_id, id, kind, reference }: store.VaultWork) {
  const { db, vault } = wallet
  if (kind === 'remove') return remove(wallet, user_id, { workId: id, token: reference })
  const tokens = await vault.find(user_id, reference)
  const retired = await giveUpIn(db, vault.name, user_id, { workId: id, reference }, tokens)
  for (const card of retired) await remove(wallet, user_id, card)
}

/** Gives up what was to be kept, and has the vault forget it at once, if it answers; otherwise the sweep will. */
async function giveUp(
  wallet: WalletDeps,
  userId: number,
  pending: Omit<Pending, 'kept'>,
  tokens: readonly string[],
): Promise<void> {
  const { db, vault } = wallet
  try {
    const retired = await giveUpIn(db, vault.name, userId, pending, tokens)
    for (const card of retired) await removeNow(wallet, userId, card)
  } catch (error) {
    // It is written down still.
    if (!(error instanceof Unavailable)) throw error
  }
}

/** @returns the cards that nobody names, nor is about to */
const giveUpIn = (
  db: Database,
  vault: string,
  userId: number,
  { workId, reference }: Omit<Pending, 'kept'>,
  tokens: readonly string[],
): Promise<Retired[]> =>
  db.transactionFor(userId, async (tx) => {
    await store.lockUser(tx, userId)
    await store.removeVaultWork(tx, userId, workId)
    const retired: Retired[] = []
    if (await store.isBeingKept(tx, userId, vault, reference)) return retired
    for (const token of tokens) {
      if (await store.isNamed(tx, userId, vault, token)) continue
      retired.push(await retire(tx, userId, vault, token))
    }
    return retired
  })

/** How long somebody waits for a card to be removed, in milliseconds. */
const removalTimeoutMs = 2_000

/** Removes a retired card at once, if the vault answers soon; otherwise the sweep will. */
export async function removeNow(
  wallet: WalletDeps,
  userId: number,
  retired: Retired,
): Promise<void> {
  try {
    await awaitUntil(performance.now() + removalTimeoutMs, remove(wallet, userId, retired))
  } catch (error) {
    // It is written down.
    if (!(error instanceof Unavailable)) throw error
  }
}

/** Nothing can name a card while its removal is written down, so that goes last. */
async function remove({ db, vault }: WalletDeps, userId: number, { workId, token }: Retired) {
  await vault.remove(token)
  await store.removeVaultWork(db, userId, workId)
}
