import type { Queryable } from '../../../platform/database/db.ts'
import { emailsToSelf } from '../../../support/throttle/limits.ts'
import { countUseIfAllowed } from '../../../support/throttle/throttle.ts'
import { type PayoutDeps, type PayoutSource, sendProof } from '../payouts/payouts.ts'
import type { StoredAccount } from '../store.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import type { MethodsState } from '../wallet/state.ts'

/** A proof that may be sent once to the owner. */
export interface CountedProof {
  readonly source: PayoutSource
  /** Call this when the proof is sent. Otherwise it does not count. */
  send(): void
}

/**
 * Runs `work` with a proof for the owner of a bank account. Runs it without a proof if a command
 * makes the request, or if too many were sent.
 */
export async function countProof<T>(
  { payouts }: Pick<WalletDeps, 'payouts'>,
  userId: number,
  source: PayoutSource | undefined,
  work: (proof: CountedProof | undefined) => Promise<T>,
): Promise<T> {
  if (source === undefined) return work(undefined)
  return countUseIfAllowed(payouts.throttle, emailsToSelf(userId), (use) =>
    work(use && { source, send: use.make }),
  )
}

/** Sends the proof of a bank account that is not proved. */
export async function proveIfNeeded(
  tx: Queryable,
  payouts: PayoutDeps,
  userId: number,
  { owner }: MethodsState,
  row: StoredAccount,
  proof: CountedProof | undefined,
): Promise<void> {
  if (row.verified_at !== null || proof === undefined) return
  proof.send()
  await sendProof(tx, payouts, userId, owner, row, proof.source)
}
