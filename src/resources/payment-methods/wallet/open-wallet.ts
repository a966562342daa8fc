import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { SecretKey } from '../../../platform/secrets/keys.ts'
import type { CardVault } from '../../../processor/vault.ts'
import type { BeginAttempt } from '../custody/attempts.ts'
import { type FingerprintDeps, openFingerprintKey } from './fingerprints.ts'
import { openPayouts, type PayoutDeps } from './payout-emails.ts'

/** The dependencies of changes of payment methods. */
export interface WalletDeps extends FingerprintDeps {
  readonly db: Database
  readonly vault: CardVault
  readonly clock: Clock
  readonly payouts: PayoutDeps
  /** Counts an attempt to add a card. Undefined if attempts are not limited, as in an import. */
  readonly beginAttempt?: BeginAttempt | undefined
}

export const openWallet = ({
  secretKey,
  authUrl,
  ...deps
}: Omit<WalletDeps, 'fingerprintKey' | 'payouts'> & {
  readonly secretKey: SecretKey
  /** The issuer: links in emails begin with it. */
  readonly authUrl: string
}): WalletDeps => ({
  ...deps,
  payouts: openPayouts({ ...deps, authUrl, secretKey }),
  fingerprintKey: openFingerprintKey(secretKey),
})
