import type { Queryable } from '../../../../platform/database/db.ts'
import { isRefused, Refused } from '../../../../platform/errors/refusals.ts'
import { AuthenticationNeeded, type Card, type KeptCard } from '../../../../processor/vault.ts'
import type { Attempt } from '../../../../support/idempotency/writer.ts'
import { throttleRefusals } from '../../../../support/throttle/refusals.ts'
import type { WalletDeps } from '../../wallet/open-wallet.ts'
import {
  completeSetup,
  isCounted,
  isNoDecline,
  nameCard,
  startAuthentication,
} from '../setups/setups.ts'
import { endKeeping, type Keeping, leaveIfRepeated, startKeeping } from './keep.ts'
import { endDeclined, writeOrGiveUp } from './removal.ts'

/** A card in the vault that no row refers to yet. */
export interface Pending extends Keeping {
  readonly kept: KeptCard
}

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
    const isFree = isNoDecline(error) || (tried && (await isCounted(wallet, userId, card, error)))
    await tried?.failed(isFree ? undefined : error)
    throw error
  })
  const keeping = await startKeeping(wallet, userId, vault.referenceOf(named), attempt).catch(
    async (error: unknown) => {
      await tried?.failed(undefined)
      throw error
    },
  )
  const isOf = async (identity: string) => tried?.isOf(identity)
  const kept = await vault
    .keep(userId, keeping.reference, named, isOf)
    .catch(async (error: unknown) => {
      // A declined card is not in the vault. After any other failure this is unknown, so the sweep
      // checks it.
      if (error instanceof AuthenticationNeeded)
        throw await startAuthentication(wallet, userId, keeping, error, tried?.from)
      if (error instanceof Refused && !isRefused(error, throttleRefusals.too_many_attempts))
        await endDeclined(wallet, userId, keeping)
      await leaveIfRepeated(wallet, userId, keeping, error)
      await tried?.failed(error)
      throw error
    })
  return writeOrGiveUp(wallet, userId, keeping, kept, () => write({ ...keeping, kept }))
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
