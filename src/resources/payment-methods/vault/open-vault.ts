import type { Config } from '../../../config/config.ts'
import type { Database } from '../../../platform/database/db.ts'
import { localVault } from './local-vault.ts'
import { type CardVault, VaultUnavailable } from './vault.ts'

// A processor's client is large: it is loaded where it is used.

/** The card vault that the settings name. */
export async function openVault({ cardVault }: Config, db: Database): Promise<CardVault> {
  if (cardVault.name === 'local') return localVault
  const { openStripe } = await import('./stripe/stripe.ts')
  const { stripeVault } = await import('./stripe/stripe-vault.ts')
  return stripeVault(openStripe(cardVault), db)
}

/**
 * Checks the settings of the card vault against the vault itself. One that does not answer stops no start: there is more to the
 * service than cards.
 * @param warn tells people what they should know
 * @throws {VaultRefused}
 */
export async function checkVault(
  { cardVault }: Config,
  warn: (message: string) => void,
): Promise<void> {
  if (cardVault.name === 'local') return
  const { openStripe, takesNumbers } = await import('./stripe/stripe.ts')
  try {
    if (!(await takesNumbers(openStripe(cardVault))))
      warn('The processor takes no card numbers from this account; card_token is the way.')
  } catch (error) {
    if (!(error instanceof VaultUnavailable)) throw error
    warn('The card processor does not answer, so its key is not checked.')
  }
}
