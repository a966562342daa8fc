import type { Queryable } from '../../../platform/database/db.ts'
import { emailsByUser } from '../../../support/throttle/limits.ts'
import { countUseIfAllowed } from '../../../support/throttle/throttle.ts'
import type { Payable } from '../payment-method.ts'
import type { MethodsState } from '../wallet/state.ts'
import { type PayoutDeps, type PayoutSource, type Provable, sendProof } from './payouts.ts'

/** A proof that may be sent once to one email address. */
export interface CountedProof {
  readonly source: PayoutSource
  /** Call this when the proof is sent. Otherwise it does not count. */
  send(): void
}

/**
 * Runs `work` with a proof for an email address. Runs it without a proof if there is no address, if
 * a command makes the request, or if too many were sent. A proof counts before it is sent, so that
 * simultaneous requests cannot pass the limit, and no longer counts if the request is refused or
 * needs none.
 */
export async function countProof<T>(
  { throttle }: PayoutDeps,
  userId: number,
  email: string | undefined,
  source: PayoutSource | undefined,
  work: (proof: CountedProof | undefined) => Promise<T>,
): Promise<T> {
  if (source === undefined || email === undefined) return work(undefined)
  return countUseIfAllowed(throttle, emailsByUser(userId, email, source.address), (use) =>
    work(use && { source, send: use.make }),
  )
}

/** Sends the proof of a method that is not proved. */
export async function proveIfNeeded(
  tx: Queryable,
  payouts: PayoutDeps,
  userId: number,
  { owner }: MethodsState,
  row: Provable & Pick<Payable, 'verified_at'>,
  proof: CountedProof | undefined,
): Promise<void> {
  if (row.verified_at !== null || proof === undefined) return
  proof.send()
  await sendProof(tx, payouts, userId, owner, row, proof.source)
}
