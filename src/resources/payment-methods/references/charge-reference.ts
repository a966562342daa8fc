import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { chargeRefusals } from '../../../processor/refusals.ts'
import { record } from '../../../support/audit/audit.ts'
import { type Address, findAddresses } from '../../addresses/addresses.ts'
import { isExpired } from '../payment-methods.ts'
import * as store from './store.ts'

/** What a service charges a card for. It is part of the audit record. */
export interface ChargePurpose {
  readonly listingId?: string | undefined
  /** The service's own id of the purchase. */
  readonly purchaseId?: string | undefined
}

/** What the marketplace's own purchase service needs to charge a card at the processor. */
export interface ChargeReference {
  readonly id: number
  readonly userId: number
  readonly processor: string
  /** The processor's id of the user's customer. */
  readonly customer: string | null
  /** The processor's id of the card. */
  readonly paymentMethod: string
  /** The processor's id of the setup with which the holder agreed to be charged while away. */
  readonly setup: string | null
  readonly mandate: string | null
  /** The transaction of the holder's authentication, as the card network knows it. */
  readonly networkTransaction: string | null
  /** Equal for the same card of the same user, in base64url. */
  readonly fingerprint: string
  readonly brand: string
  readonly last4: string
  readonly expiryMonth: number
  readonly expiryYear: number
  readonly expired: boolean
  readonly billingAddress: Address | null
}

/**
 * Reads the charge reference of a user's card, and records who has read it for what.
 * @throws {Refused} not_found, not_chargeable
 */
export function readChargeReference(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  userId: number,
  id: number,
  { listingId, purchaseId }: ChargePurpose,
): Promise<ChargeReference> {
  return db.transactionFor(userId, async (tx) => {
    const [card, addresses] = await Promise.all([
      store.findChargeable(tx, userId, id),
      findAddresses(tx, userId),
    ])
    if (card === undefined) throw new Refused(refusals.not_found)
    if (card.vault === 'local') throw new Refused(chargeRefusals.not_chargeable)
    const details = {
      payment_method: id,
      ...(listingId !== undefined && { listing: listingId }),
      ...(purchaseId !== undefined && { purchase: purchaseId }),
    }
    await tx.commitWith(record(tx, { userId, action: 'payment_method.charge_read', details }))
    const billing = addresses.find((address) => address.id === card.billing_address_id)
    return {
      id,
      userId,
      processor: card.vault,
      customer: card.customer_id,
      paymentMethod: card.vault_token,
      setup: card.setup_id,
      mandate: card.mandate,
      networkTransaction: card.network_transaction,
      fingerprint: card.fingerprint.toString('base64url'),
      brand: card.brand,
      last4: card.last4,
      expiryMonth: card.expiry_month,
      expiryYear: card.expiry_year,
      expired: isExpired(card.expiry_year, card.expiry_month, clock.now()),
      billingAddress: billing ?? null,
    }
  })
}
