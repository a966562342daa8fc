import type { Clock } from '../../../../platform/clock.ts'
import { type Database, type Queryable, Unavailable } from '../../../../platform/database/db.ts'
import { cardDeclined, type Vault, VaultUnavailable } from '../../../../processor/vault.ts'
import type { Attempt } from '../../../../support/idempotency/writer.ts'
import { lockUser } from '../../store.ts'
import * as store from './store.ts'

/*
 * Changes happen in an order that leaves no row without its card in the vault after any failure,
 * and no card in the vault without its row for long:
 *
 * 1. A transaction records the work of keeping the card.
 * 2. The vault keeps the card.
 * 3. A transaction writes the row that refers to the card, and deletes the record of the work.
 *
 * A card is removed from the vault after the transaction that deletes the last reference to it.
 *
 * Step 3 and the sweep, which gives up old work, may run at the same time. Both lock the user's row
 * and delete the record of the work. If the sweep is first, step 3 finds no record and fails. If
 * step 3 is first, the sweep finds the row, and does not remove the card.
 */

/** The dependencies of work in a vault of cards or of bank accounts. */
export interface VaultWorkDeps {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
}

/**
 * Returns the vault with a name: that of cards, or that of bank accounts. Undefined if it is not
 * configured now.
 */
export const vaultNamed = (
  { vault }: Pick<VaultWorkDeps, 'vault'>,
  name: string,
): Vault | undefined => [vault, vault.accounts].find((known) => known?.name === name)

/** The recorded work of keeping a card or a bank account. */
export interface Keeping {
  readonly workId: number
  readonly reference: string
}

/**
 * Records the work of keeping a card or a bank account. A repeated request continues with the work
 * of the earlier one, so the vault keeps the card once.
 * @throws {Refused} validation_failed, if the card is being removed
 */
export async function startKeeping(
  { db, vault }: VaultWorkDeps,
  userId: number,
  reference: string,
  attempt: Attempt | undefined,
): Promise<Keeping> {
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
 * Lets the next attempt get another reference if the vault would repeat an error to all requests
 * under this one. The sweep removes what the vault may have kept under this one.
 */
export async function leaveIfRepeated(
  { db }: VaultWorkDeps,
  userId: number,
  { workId }: Keeping,
  error: unknown,
): Promise<void> {
  if (!(error instanceof VaultUnavailable && error.isRepeated)) return
  try {
    await store.forgetRequest(db, userId, workId)
  } catch (failure) {
    if (!(failure instanceof Unavailable)) throw failure
  }
}

/**
 * Whether another request of a user to keep something new is unfinished, so that it may have left
 * something in the vault. True if the database does not answer.
 */
export const mayHaveLeft = (
  { db, vault }: VaultWorkDeps,
  userId: number,
  { workId }: Keeping,
): Promise<boolean> =>
  store.hasOtherKeeping(db, userId, vault.name, workId).catch((error: unknown) => {
    if (error instanceof Unavailable) return true
    throw error
  })

/**
 * Deletes the record of the work, in the transaction that refers to what the vault has kept.
 * @throws {VaultUnavailable} if it was given up because this took too long
 */
export async function endKeeping(tx: Queryable, userId: number, workId: number): Promise<void> {
  const isOurs = await store.removeVaultWork(tx, userId, workId)
  if (isOurs) return
  throw new VaultUnavailable(new Error('The card was removed during the request.'))
}
