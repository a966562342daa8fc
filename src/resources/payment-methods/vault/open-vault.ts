import type { Database } from '../../../platform/database/db.ts'
import { localVault } from './local-vault.ts'
import type { StripeSettings } from './stripe/stripe.ts'
import { type CardVault, VaultUnavailable } from './vault.ts'

/** Where card numbers go. */
export type CardVaultSettings = { readonly name: 'local' } | StripeSettings

// A processor's client is large: it is loaded where it is used.

/** The card vault that the settings name. */
export async function openVault(settings: CardVaultSettings, db: Database): Promise<CardVault> {
  if (settings.name === 'local') return localVault
  const { openStripe } = await import('./stripe/stripe.ts')
  const { stripeVault } = await import('./stripe/stripe-vault.ts')
  return stripeVault(openStripe(settings), db)
}

/**
 * Checks the settings of the card vault against the vault itself. One that does not answer stops no start: there is more to the
 * service than cards.
 * @param warn tells people what they should know
 * @throws {StartRefused}
 */
export async function checkVault(
  settings: CardVaultSettings,
  warn: (message: string) => void,
): Promise<void> {
  if (settings.name === 'local') return
  const { openStripe, takesNumbers } = await import('./stripe/stripe.ts')
  try {
    if (!(await takesNumbers(openStripe(settings))))
      warn('The processor takes no card numbers from this account; card_token is the way.')
  } catch (error) {
    if (!(error instanceof VaultUnavailable)) throw error
    warn('The card processor does not answer, so its key is not checked.')
  }
}
