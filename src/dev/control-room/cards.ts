import { findByEmail } from '../../identity/users/accounts/accounts.ts'
import { isRefused, refusals } from '../../platform/errors/refusals.ts'
import { localVault } from '../../processor/local-vault.ts'
import { creditCard } from '../../resources/payment-methods/kinds/credit-card.ts'
import { findPaymentMethods } from '../../resources/payment-methods/payment-methods.ts'
import type { WalletDeps } from '../../resources/payment-methods/wallet/open-wallet.ts'
import { put } from '../../resources/payment-methods/wallet/put.ts'

/** A card of a user of the demo. */
export interface DemoCard {
  readonly userId: number
  readonly id: number
  readonly holder: string
  readonly brand: string
  readonly last4: string
  readonly expiryMonth: number
  readonly expiryYear: number
  readonly expired: boolean
  readonly billingAddressId: number | null
}

/** Lists the cards of users, given by their email addresses. */
export async function listCards(
  { db, clock, vault }: WalletDeps,
  emails: readonly string[],
): Promise<readonly DemoCard[]> {
  const cards: DemoCard[] = []
  for (const email of emails) {
    const userId = await findByEmail(db, email)
    if (userId === undefined) continue
    for (const method of await findPaymentMethods(db, userId, clock.now(), vault.name)) {
      if (method.type !== 'CreditCard') continue
      cards.push({
        userId,
        id: method.id,
        holder: method.full_name,
        brand: method.brand,
        last4: method.last4,
        expiryMonth: method.expiry_month,
        expiryYear: method.expiry_year,
        expired: method.expired,
        billingAddressId: method.billing_address_id,
      })
    }
  }
  return cards
}

/** Makes a card expire: its last month becomes June of last year. Announces the change. */
export async function expireCard(
  wallet: WalletDeps,
  { userId, id, holder, billingAddressId }: DemoCard,
): Promise<void> {
  const year = new Date(wallet.clock.now()).getUTCFullYear() - 1
  const given = {
    full_name: holder,
    expiry_month: 6,
    expiry_year: year,
    billing_address_id: billingAddressId,
  }
  // Expired cards are refused, so the clock of this change is before the expiry date.
  const before = { ...wallet, clock: { now: () => Date.UTC(year, 0) } }
  const draft = { given, faults: new Map() }
  try {
    await put(before, creditCard, userId, { id, draft })
  } catch (error) {
    // The demo's own cards are in the local vault, also if others are at a processor.
    if (!isRefused(error, refusals.validation_failed)) throw error
    await put({ ...before, vault: localVault }, creditCard, userId, { id, draft })
  }
}
