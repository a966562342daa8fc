import { type Queryable, Unavailable } from '../../../../platform/database/db.ts'
import { Refused } from '../../../../platform/errors/refusals.ts'
import { cardDeclined, type Details, VaultUnavailable } from '../../../../processor/vault.ts'
import { lockUser, type StoredCard } from '../../store.ts'
import type { VaultWorkDeps } from './keep.ts'
import * as store from './store.ts'

/*
 * The holder's name and the expiry date stand in the row and in the vault. A change of them is
 * recorded before the vault is asked. If the row is not written after that, the sweep gives the
 * vault the details of the row again. Bank accounts, which have no expiry date, follow the same
 * steps.
 */

/**
 * Changes the details of a card in the vault, and then those of its row. `write` must call
 * `completeChange` in the transaction that changes the row.
 * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not accept the details
 */
export async function changeDetails<T>(
  { db, vault }: VaultWorkDeps,
  userId: number,
  { vault_token: token, version }: Pick<StoredCard, 'vault_token' | 'version'>,
  details: Details,
  write: (change: VaultChange | undefined) => Promise<T>,
  gone: () => Error = () => cardDeclined('card_number', ['card.gone']),
): Promise<T> {
  if (vault.change === undefined) return write(undefined)
  const workId = await db.transactionFor(userId, async (tx) => {
    await lockUser(tx, userId)
    return store.addKeeping(tx, userId, vault.name, token)
  })
  if (workId === undefined) throw gone()
  try {
    await vault.change(token, details)
  } catch (error) {
    // The vault has not changed anything.
    if (error instanceof Refused) await endQuietly(() => store.removeVaultWork(db, userId, workId))
    throw error
  }
  return write({ workId, version })
}

/** A change of details that the vault has made. */
export interface VaultChange {
  readonly workId: number
  /** The version of the row before the vault was asked. */
  readonly version: number
}

/**
 * Removes the work of a change, in the transaction that changes the row. If the row was changed
 * since the vault was asked, the work stays: the vault may have made the two changes in the other
 * order, so the sweep gives it the details of the row.
 * @throws {VaultUnavailable} if the sweep has given the vault the former details meanwhile
 */
export async function completeChange(
  tx: Queryable,
  userId: number,
  { workId, version }: VaultChange,
): Promise<void> {
  if (await store.removeChange(tx, userId, workId, version)) return
  throw new VaultUnavailable(new Error('The change was undone during the request.'))
}

/** How often the details of a row are given to the vault if the row changes meanwhile. */
const maxTrials = 3

/**
 * Gives the vault the details of the row that refers to a card, and removes the work. If the card
 * has later work, that restores the details, or a request is changing them now: then the vault is
 * not asked.
 * @returns whether the work is removed
 * @throws {VaultUnavailable} if the vault does not answer
 */
export async function restoreDetails(
  { db, vault }: VaultWorkDeps,
  userId: number,
  work: { readonly workId: number; readonly reference: string },
): Promise<boolean> {
  const { workId, reference: token } = work
  const isSuperseded = await db.transactionFor(userId, async (tx) => {
    await lockUser(tx, userId)
    if (!(await store.hasLaterKeeping(tx, userId, vault.name, work))) return false
    return store.removeVaultWork(tx, userId, workId)
  })
  if (isSuperseded) return true
  for (let trial = 1; trial <= maxTrials; trial++) {
    const row = await store.findDetails(db, userId, vault.name, token)
    if (row !== undefined) {
      const { full_name, expiry_month, expiry_year } = row
      const expiry = { expiryMonth: expiry_month ?? 0, expiryYear: expiry_year ?? 0 }
      const details = { fullName: full_name, ...expiry }
      await vault.change?.(token, details).catch((error: unknown) => {
        // The vault has no such card, which the comparison with it tells.
        if (!(error instanceof Refused)) throw error
      })
    }
    const ended = await db.transactionFor(userId, async (tx) => {
      await lockUser(tx, userId)
      const after = await store.findDetails(tx, userId, vault.name, token)
      if (after?.version !== row?.version) return 'changed'
      if (await store.hasLaterKeeping(tx, userId, vault.name, work)) return 'later work'
      await store.removeVaultWork(tx, userId, workId)
      return 'ended'
    })
    if (ended !== 'changed') return ended === 'ended'
  }
  return false
}

async function endQuietly(end: () => Promise<unknown>): Promise<void> {
  try {
    await end()
  } catch (error) {
    // The sweep ends it.
    if (!(error instanceof Unavailable)) throw error
  }
}
