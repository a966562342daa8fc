import { Unavailable } from '../../../platform/database/db.ts'
import { Refused } from '../../../platform/errors/refusals.ts'
import { newId } from '../../../platform/secrets/secrets.ts'
import type { Attempt } from '../../../support/idempotency/writer.ts'
import { VaultUnavailable } from '../vault/vault.ts'
import { endDeclined, giveUp, startKeeping, type WalletDeps } from '../vault/vault-work.ts'
import type { Account, AccountVault, KeptAccount } from './account-vault.ts'

/** A bank account in the vault that no row refers to yet. */
export interface PendingAccount {
  readonly workId: number
  readonly kept: KeptAccount
}

/**
 * Lets the vault keep a bank account, in the same steps as a card (see `vault-work.ts`). Then
 * `write` must write the row that refers to it and call `endKeeping`, in one transaction.
 * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not accept the account;
 *   too_many_attempts
 */
export async function keepAccount<T>(
  wallet: WalletDeps & { readonly accounts: AccountVault },
  userId: number,
  account: Account,
  write: (pending: PendingAccount) => Promise<T>,
  attempt: Attempt | undefined,
): Promise<T> {
  const tried = await wallet.beginAttempt?.()
  const pending = await startKeeping(wallet, userId, newId(), attempt).catch(
    async (error: unknown) => {
      await tried?.failed(undefined)
      throw error
    },
  )
  const { workId, reference } = pending
  const kept = await wallet.accounts.keep(userId, reference, account).catch(async (error) => {
    if (error instanceof Refused) await endDeclined(wallet, userId, pending)
    await tried?.failed(error)
    throw error
  })
  try {
    return await write({ workId, kept })
  } catch (error) {
    // If the database is unavailable, the sweep removes the account later.
    const isDatabaseUnavailable =
      error instanceof Unavailable && !(error instanceof VaultUnavailable)
    const account = { token: kept.token, references: [reference] }
    if (!isDatabaseUnavailable) await giveUp(wallet, userId, pending, [account])
    throw error
  }
}
