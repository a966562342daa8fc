import { isRefused, Refused, refusals } from '../../../platform/errors/refusals.ts'
import { newId } from '../../../platform/secrets/secrets.ts'
import type { Account, KeptAccount } from '../../../processor/account-vault.ts'
import { bankDeclines } from '../../../processor/refusals.ts'
import { type AccountVault, VaultUnavailable } from '../../../processor/vault.ts'
import type { Attempt } from '../../../support/idempotency/writer.ts'
import { type Keeping, leaveIfRepeated, mayHaveLeft, startKeeping } from '../vault/work/keep.ts'
import { giveUpDeclined, writeOrGiveUp } from '../vault/work/removal.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'

/** A wallet whose vault keeps bank accounts. */
export type AccountsWallet = Omit<WalletDeps, 'vault'> & { readonly vault: AccountVault }

/** A bank account in the vault that no row refers to yet. */
export interface PendingAccount extends Keeping {
  readonly kept: KeptAccount
}

/**
 * Lets the vault keep a bank account, in the same steps as a card (see `vault/work/keep.ts`). Then
 * `write` must write the row that refers to it and call `endKeeping`, in one transaction.
 * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not accept the account;
 *   too_many_attempts
 */
export async function keepAccount<T>(
  wallet: AccountsWallet,
  userId: number,
  account: Account,
  write: (pending: PendingAccount) => Promise<T>,
  attempt: Attempt | undefined,
): Promise<T> {
  const tried = await wallet.beginAttempt?.()
  const keeping = await startKeeping(wallet, userId, newId(), attempt).catch(
    async (error: unknown) => {
      await tried?.failed(undefined)
      throw error
    },
  )
  const kept = await wallet.vault
    .keep(userId, keeping.reference, account)
    .catch(async (error: unknown) => {
      const isOurs = mayBeOurs(error) && (await mayHaveLeft(wallet, userId, keeping))
      if (endsWork(error)) await giveUpDeclined(wallet, userId, keeping)
      await leaveIfRepeated(wallet, userId, keeping, error)
      const told = isOurs ? leftBefore() : error
      await tried?.failed(told)
      throw told
    })
  const entry = { token: kept.token, references: [keeping.reference] }
  return writeOrGiveUp(wallet, userId, keeping, entry, () => write({ ...keeping, kept }))
}

/** Whether the next attempt needs another reference, so that the work of this one must end. */
const endsWork = (error: unknown): boolean =>
  error instanceof Refused || (error instanceof VaultUnavailable && error.isReferenceSpent)

/**
 * Whether the cause of a refusal may be left over from an earlier request of ours: the same bank
 * account, or a connected account in another country.
 */
const mayBeOurs = (error: unknown): boolean =>
  isRefused(error, bankDeclines.bank_currency_not_supported) ||
  (isRefused(error, refusals.validation_failed) &&
    [...(error.details.faults?.values() ?? [])]
      .flat()
      .some(([reason]) => reason === 'paymentmethod.duplicate'))

/** The sweep removes what the earlier request has left. */
const leftBefore = () =>
  new VaultUnavailable(new Error('An earlier request is not finished.'), { concernsOne: true })
