import { type Queryable, Unavailable } from '../../../platform/database/db.ts'
import { Refused } from '../../../platform/errors/refusals.ts'
import { cardDeclined, type Details, VaultUnavailable } from '../../../processor/vault.ts'
import { lockUser } from '../store.ts'
import type { Custody } from './custody.ts'
import * as store from './store.ts'

/*
 * The holder's name and the expiry date stand in the row and in the vault. A change of them is an
 * item from before the vault is asked, whose reference is the token of the row. If the row is not
 * written after that, the sweep gives the vault the details of the row again. Bank accounts, which
 * have no expiry date, follow the same steps.
 */

/** A change of details that the vault has made. */
export interface VaultChange {
  readonly id: number
  /** The version of the row before the vault was asked. */
  readonly version: number
}

/**
 * Changes the details of a card in the vault, and then those of its row. `write` must call
 * `completeChange` in the transaction that changes the row.
 * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not accept the details
 */
export async function changeDetails<T>(
  { db, vault }: Custody,
  userId: number,
  { vault_token: token, version }: { readonly vault_token: string; readonly version: number },
  details: Details,
  write: (change: VaultChange | undefined) => Promise<T>,
  gone: () => Error = () => cardDeclined('card_number', ['card.gone']),
): Promise<T> {
  if (vault.change === undefined) return write(undefined)
  const item = await db.transactionFor(userId, async (tx) => {
    await lockUser(tx, userId)
    return store.addWanted(tx, userId, vault.name, token, null)
  })
  if (item === undefined) throw gone()
  try {
    await vault.change(token, details)
  } catch (error) {
    // The vault has not changed anything.
    if (error instanceof Refused) await endQuietly(() => store.endGone(db, userId, item.id))
    throw error
  }
  return write({ id: item.id, version })
}

/**
 * Ends the item of a change, in the transaction that changes the row. If the row was changed since
 * the vault was asked, the item stays: the vault may have made the two changes in the other order,
 * so the sweep gives it the details of the row.
 * @throws {VaultUnavailable} if the sweep has given the vault the former details meanwhile
 */
export async function completeChange(
  tx: Queryable,
  userId: number,
  { id, version }: VaultChange,
): Promise<void> {
  if (await store.endChange(tx, userId, id, version)) return
  throw new VaultUnavailable(new Error('The change was undone during the request.'))
}

async function endQuietly(end: () => Promise<unknown>): Promise<void> {
  try {
    await end()
  } catch (error) {
    // The sweep ends it.
    if (!(error instanceof Unavailable)) throw error
  }
}
