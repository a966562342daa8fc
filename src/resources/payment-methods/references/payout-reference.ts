import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { isoTimeOrNull } from '../../../platform/text/iso-time.ts'
import { record } from '../../../support/audit/audit.ts'
import { isUsable, paidEmailOf, paidOf } from '../seller-default.ts'
import { payoutRefusals } from './refusals.ts'
import * as store from './store.ts'

/** What a service pays a user for. It is part of the audit record. */
export interface PayoutPurpose {
  readonly listingId?: string | undefined
  /** The service's own id of the sale. */
  readonly saleId?: string | undefined
}

/** Where money goes, by the type of the method. */
export type Destination =
  | { readonly email: string }
  | {
      readonly processor: string
      readonly bank_account: string
      readonly country: string
      readonly last4: string
      readonly account_type: string | null
      readonly full_name: string
    }
  | ConnectedDestination

/** A bank account of the seller's account at the processor. */
export interface ConnectedDestination extends SellerAccount {
  readonly external_account: string
  /** In the words of the processor. `errored` means that a payout has failed. */
  readonly external_account_status: string | null
  readonly country: string
  readonly last4: string
  readonly account_type: string | null
  readonly full_name: string
}

/** The account at the processor to which a seller's money is transferred. */
export interface SellerAccount {
  readonly processor: string
  readonly account: string
  /** Whether money can be transferred to the account now. */
  readonly transfers_enabled: boolean
  /** Whether money can be paid out from it. */
  readonly payouts_enabled: boolean
  /** What the processor requires of the seller, in its words. Null if it has not said so yet. */
  readonly currently_due: readonly string[] | null
  readonly disabled_reason: string | null
  /** When the processor has said so. Null if it has not yet. */
  readonly checked_at: string | null
}

/** What is paid after the hold. */
export interface NextPayout {
  readonly id: number
  readonly type: store.PayableMethod['type']
  readonly verified: boolean
  /** Milliseconds since the epoch. Null while nobody has proved the method. */
  readonly usableFrom: number | null
}

/** What the marketplace's own payout service needs to pay a user now. */
export interface PayoutReference {
  readonly id: number
  readonly userId: number
  readonly type: store.PayableMethod['type']
  readonly destination: Destination
  /** Since when it is paid, in milliseconds since the epoch. Null for an earlier address. */
  readonly usableFrom: number | null
  /** What the user has chosen instead, if that waits for its proof or its hold. */
  readonly next: NextPayout | null
}

/**
 * Reads where a user is paid now, and records who has read it for what.
 * @throws {Refused} not_found, payout_on_hold, no_payout_method
 */
export function readPayoutReference(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  userId: number,
  { listingId, saleId }: PayoutPurpose,
): Promise<PayoutReference> {
  return db.transactionFor(userId, async (tx) => {
    const seller = await store.findSeller(tx, userId)
    if (seller === undefined) throw new Refused(refusals.not_found)
    const now = clock.now()
    const { methods, defaults } = seller
    const chosen = methods.find(({ id }) => id === defaults.seller)
    const paidId = paidOf(methods, defaults, now)
    const paid = methods.find(({ id }) => id === paidId)
    if (paid === undefined)
      throw new Refused(
        chosen?.verified_at == null
          ? payoutRefusals.no_payout_method
          : payoutRefusals.payout_on_hold,
      )
    const destination = destinationOf(paid, now)
    const details = {
      payment_method: paid.id,
      ...(listingId !== undefined && { listing: listingId }),
      ...(saleId !== undefined && { sale: saleId }),
    }
    await tx.commitWith(record(tx, { userId, action: 'payment_method.payout_read', details }))
    return {
      id: paid.id,
      userId,
      type: paid.type,
      destination,
      usableFrom: isUsable(paid, now) ? paid.usable_from : null,
      next: chosen === undefined || isUsable(chosen, now) ? null : nextOf(chosen),
    }
  })
}

/**
 * Reads the account at the processor to which a seller's money is transferred, also while no bank
 * account may be paid: the marketplace sends the seller to the processor, which checks who it is.
 * @param vault the name of the vault of bank accounts
 * @throws {Refused} not_found
 */
export async function readSellerAccount(
  { db }: { readonly db: Database },
  userId: number,
  vault: string | undefined,
): Promise<SellerAccount> {
  const row = vault === undefined ? undefined : await store.findSellerAccount(db, userId, vault)
  if (row?.account == null) throw new Refused(refusals.not_found)
  return sellerAccountOf({ ...row, account: row.account })
}

/** @throws {Refused} no_payout_method, if the seller's account of a bank account is not known */
function destinationOf(paid: store.PayableMethod, now: number): Destination {
  if (paid.type === 'PayPal') return { email: paidEmailOf(paid, now) }
  const { vault, vault_token, bank_country, last4, account_type, full_name } = paid
  const shown = { country: bank_country, last4, account_type, full_name }
  const [, external_account] = vault_token.split('/')
  if (external_account === undefined)
    return { processor: vault, bank_account: vault_token, ...shown }
  if (paid.account === null) throw new Refused(payoutRefusals.no_payout_method)
  return {
    ...sellerAccountOf({ ...paid, account: paid.account }),
    external_account,
    external_account_status: paid.vault_status,
    ...shown,
  }
}

/** The processor of the vault that keeps bank accounts in accounts of sellers. */
const processor = 'stripe'

const sellerAccountOf = (
  seller: store.SellerRow & { readonly account: string },
): SellerAccount => ({
  processor,
  account: seller.account,
  transfers_enabled: seller.transfers_enabled ?? false,
  payouts_enabled: seller.payouts_enabled ?? false,
  currently_due: seller.requirements,
  disabled_reason: seller.disabled_reason,
  checked_at: isoTimeOrNull(seller.checked_at),
})

const nextOf = ({ id, type, verified_at, usable_from }: store.PayableMethod): NextPayout => ({
  id,
  type,
  verified: verified_at !== null,
  usableFrom: usable_from,
})
