import { Unavailable } from '../../../platform/database/db.ts'
import { isRefused, Refused } from '../../../platform/errors/refusals.ts'
import {
  type AttachedCard,
  AuthenticationNeeded,
  cardDeclined,
  type Details,
  VaultUnavailable,
} from '../../../processor/vault.ts'
import type { Attempt } from '../../../support/idempotency/writer.ts'
import { limitRefusals } from '../../../support/limits/refusals.ts'
import { advanceSoon } from './advance.ts'
import type { CardAttempt } from './attempts.ts'
import { type Custody, type Item, orLater, want } from './custody.ts'
import { awaitHolder } from './setups.ts'
import * as store from './store.ts'

/** What a request lets the vault keep. */
export interface Wanted<Kept extends AttachedCard> {
  readonly reference: string
  /** Set if the request has an Idempotency-Key. */
  readonly attempt?: Attempt | undefined
  /** The attempt that is counted. */
  readonly tried?: CardAttempt | undefined
  /** The error if the vault is removing it. */
  readonly gone?: () => Error
  /** Asks the vault to keep it under a reference. */
  ask(reference: string): Promise<Kept>
  /** Whether a refusal means that the vault has made nothing at all. */
  readonly leavesNothing: boolean
  /** Returns what the caller is told instead of an error of the vault. */
  explain?(error: unknown, item: Item): Promise<unknown>
}

/** What the vault has kept, which no row refers to yet. */
export interface Pending<Kept> {
  readonly item: Item
  readonly kept: Kept
}

/**
 * Lets the vault keep a card or a bank account. Then `write` must write the row that refers to it
 * and `use` the item, in one transaction. If `write` fails, the vault need not keep it any more.
 * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not accept it;
 *   too_many_attempts
 */
export async function keep<Kept extends AttachedCard, T>(
  custody: Custody,
  userId: number,
  { reference, attempt, tried, gone, ask, leavesNothing, explain }: Wanted<Kept>,
  write: (pending: Pending<Kept>) => Promise<T>,
): Promise<T> {
  const item = await want(custody, userId, reference, attempt, gone).catch(
    async (error: unknown) => {
      await tried?.failed(undefined)
      throw error
    },
  )
  const kept = await ask(item.reference).catch(async (error: unknown) => {
    if (error instanceof AuthenticationNeeded)
      throw await awaitHolder(custody, item, error, tried?.from)
    const told = explain === undefined ? error : await explain(error, item)
    // After any other failure nobody knows what the vault has done, so the sweep asks.
    if (endsItem(error)) await advanceSoon(custody, item, leavesNothing ? [] : undefined)
    // The next attempt gets another reference if the vault would repeat this error to it.
    if (error instanceof VaultUnavailable && error.isRepeated)
      await orLater(store.forgetRequest(custody.db, userId, item.id))
    await tried?.failed(told)
    throw told
  })
  try {
    return await write({ item, kept })
  } catch (error) {
    // If the database is unavailable, the sweep removes it later.
    const isDatabaseUnavailable =
      error instanceof Unavailable && !(error instanceof VaultUnavailable)
    if (!isDatabaseUnavailable) await advanceSoon(custody, item, [kept])
    throw error
  }
}

/** Whether the vault has kept nothing under the reference, and will not. */
const endsItem = (error: unknown): boolean =>
  error instanceof VaultUnavailable
    ? error.isReferenceSpent
    : error instanceof Refused && !isRefused(error, limitRefusals.too_many_attempts)

/**
 * Changes the holder's name and the expiry date of a card in the vault, which stand in its row, too.
 * Then `write` must change the row and call `useChange`, in one transaction. If `write` fails, the
 * vault gets the details of the row again. A bank account has no expiry date.
 * @param gone the error if the vault is removing the card
 * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not accept the details
 */
export async function change<T>(
  { db, vault }: Custody,
  userId: number,
  { vault_token: token }: { readonly vault_token: string },
  details: Details,
  write: (item: Item | undefined) => Promise<T>,
  gone: () => Error = () => cardDeclined('card_number', ['card.gone']),
): Promise<T> {
  if (vault.change === undefined) return write(undefined)
  const wanted = {
    reference: token,
    leavesNothing: true,
    gone,
    async ask() {
      await vault.change?.(token, details)
      // Nothing new is in the vault.
      return { token, references: [] }
    },
  }
  return keep({ db, vault }, userId, wanted, ({ item }) => write(item))
}

/**
 * Whether another request of a user to keep something new is unfinished, so that it may have left
 * something in the vault. True if the database does not answer.
 */
export const mayHaveLeft = ({ db, vault }: Custody, { user_id, id }: Item): Promise<boolean> =>
  store.hasOtherWanted(db, user_id, vault.name, id).catch((error: unknown) => {
    if (error instanceof Unavailable) return true
    throw error
  })
