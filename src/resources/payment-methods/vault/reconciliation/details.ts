import { type Queryable, Unavailable } from '../../../../platform/database/db.ts'
import { Refused } from '../../../../platform/errors/refusals.ts'
import { lockUser } from '../../store.ts'
import * as store from '../store.ts'
import { type Card, cardDeclined } from '../vault.ts'
import type { WalletDeps } from '../vault-work.ts'

/*
 * The holder's name and the expiry date stand in the row and in the vault. A change of them is
 * recorded before the vault is asked. If the row is not written after that, the sweep gives the
 * vault the details of the row again.
 */

/**
 * Changes the details of a card in the vault, and then those of its row. `write` must remove the
 * work in the transaction that changes the row.
 * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not accept the details
 */
export async function changeDetails<T>(
  { db, vault }: WalletDeps,
  userId: number,
  token: string,
  card: Pick<Card, 'fullName' | 'expiryMonth' | 'expiryYear'>,
  write: (workId: number | undefined) => Promise<T>,
): Promise<T> {
  if (vault.change === undefined) return write(undefined)
  const workId = await db.transactionFor(userId, async (tx) => {
    await lockUser(tx, userId)
    return store.addKeeping(tx, userId, vault.name, token)
  })
  if (workId === undefined) throw cardDeclined('card_number', ['card.gone'])
  try {
    await vault.change(token, card)
  } catch (error) {
    // The vault has not changed anything.
    if (error instanceof Refused) await endQuietly(() => store.removeVaultWork(db, userId, workId))
    throw error
  }
  return write(workId)
}

/** Removes the work of a change, in the transaction that changes the row. */
export const completeChange = (tx: Queryable, userId: number, workId: number): Promise<boolean> =>
  store.removeVaultWork(tx, userId, workId)

/** How often the details of a row are given to the vault if the row changes meanwhile. */
const maxTrials = 3

/**
 * Gives the vault the details of the row that refers to a card, and removes the work, unless the
 * card has later work: that restores the details first.
 * @returns whether the work is removed
 * @throws {VaultUnavailable} if the vault does not answer
 */
export async function restoreDetails(
  { db, vault }: WalletDeps,
  userId: number,
  work: { readonly workId: number; readonly reference: string },
): Promise<boolean> {
  const { workId, reference: token } = work
  for (let trial = 1; trial <= maxTrials; trial++) {
    const row = await store.findDetails(db, userId, vault.name, token)
    if (row !== undefined) {
      const { full_name, expiry_month, expiry_year } = row
      const details = { fullName: full_name, expiryMonth: expiry_month, expiryYear: expiry_year }
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
