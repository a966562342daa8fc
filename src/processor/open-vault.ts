import type { Database } from '../platform/database/db.ts'
import { hasCustomers } from './customers/customers.ts'
import type { ReadEvent } from './events.ts'
import { localVault } from './local-vault.ts'
import type { StripeSettings } from './stripe/stripe.ts'
import { type CardVault, VaultUnavailable } from './vault.ts'

/** The settings of the card vault. */
export type CardVaultSettings = { readonly name: 'local' } | StripeSettings

// The processor's client is large, so it is loaded only if it is used.

/** Opens the configured card vault. */
export async function openVault(settings: CardVaultSettings, db: Database): Promise<CardVault> {
  if (settings.name === 'local') return localVault
  const { hostedFieldsOf, openStripe } = await import('./stripe/stripe.ts')
  const { stripeVault } = await import('./stripe/stripe-vault.ts')
  const { connect } = settings
  return stripeVault(openStripe(settings), db, { hostedFields: hostedFieldsOf(settings), connect })
}

/**
 * Warns if users have connected accounts at the processor, but bank accounts cannot be added any
 * more. Those that are there are still compared, and removed with their payment methods.
 * @param warn receives the warning for the operator
 */
export async function checkConnect(
  settings: CardVaultSettings,
  db: Database,
  warn: (message: string) => void,
): Promise<void> {
  if (settings.name === 'local' || settings.connect !== undefined) return
  // The module that has this name loads the processor's client.
  if (await hasCustomers(db, 'stripe-connect'))
    warn(
      'STRIPE_CONNECT is not set, but users have bank accounts at Stripe. Those are still compared ' +
        'each night, and removed with their payment methods or users. Nobody can add one.',
    )
}

/** Makes the function that reads the processor's events. Undefined if none are signed. */
export function openEvents(settings: CardVaultSettings): ReadEvent | undefined {
  if (settings.name === 'local' || settings.webhookSecrets.length === 0) return undefined
  return async (body, signature, now) => {
    const { readStripeEvent } = await import('./stripe/stripe-events.ts')
    return readStripeEvent(settings, body, signature, now)
  }
}

/**
 * Checks the settings of the card vault by a request to it. If the vault does not answer, the
 * service starts anyway, because most of it works without cards.
 * @param warn receives warnings for the operator
 * @throws {StartRefused} if the settings are wrong
 */
export async function checkVault(
  settings: CardVaultSettings,
  warn: (message: string) => void,
): Promise<void> {
  if (settings.name === 'local') return
  if (settings.webhookSecrets.length === 0)
    warn('STRIPE_WEBHOOK_SECRET is not set, so only the nightly comparison finds renewed cards.')
  const { openStripe, acceptsCardNumbers, requireConnect } = await import('./stripe/stripe.ts')
  try {
    const stripe = openStripe(settings)
    if (!(await acceptsCardNumbers(stripe)))
      warn('The processor takes no card numbers from this account; card_token is the way.')
    if (settings.connect !== undefined) await requireConnect(stripe)
  } catch (error) {
    if (!(error instanceof VaultUnavailable)) throw error
    warn('The card processor does not answer, so its key is not checked.')
  }
}
