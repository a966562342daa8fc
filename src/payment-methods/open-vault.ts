import type { Config } from '../config.ts'
import type { Database } from '../platform/db.ts'
import { localVault } from './local-vault.ts'
import { openStripe, takesNumbers } from './stripe.ts'
import { stripeVault } from './stripe-vault.ts'
import { type CardVault, VaultUnavailable } from './vault.ts'

/** The card vault that the settings name. */
export const openVault = ({ cardVault }: Config, db: Database): CardVault =>
  cardVault.name === 'local' ? localVault : stripeVault(openStripe(cardVault), db)

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
  try {
    if (!(await takesNumbers(openStripe(cardVault))))
      warn('The processor takes no card numbers from this account; card_token is the way.')
  } catch (error) {
    if (!(error instanceof VaultUnavailable)) throw error
    warn('The card processor does not answer, so its key is not checked.')
  }
}
