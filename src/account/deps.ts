import type { PrivacyDeps } from '../identity/privacy/privacy.ts'
import type { Provider } from '../identity/sign-in/providers/provider.ts'
import type { CredentialDeps } from '../identity/users/credentials/credentials.ts'
import type { DeveloperDeps } from '../identity/users/developers/developers.ts'
import type { SecondFactorDeps } from '../identity/users/second-factors/second-factors.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/db.ts'
import type { PageDeps } from '../platform/http/pages/scope.ts'
import type { SecretKey } from '../platform/secrets/keys.ts'
import type { CardAttempts } from '../resources/payment-methods/custody/attempts.ts'
import type { WalletDeps } from '../resources/payment-methods/wallet/open-wallet.ts'
import type { WriteForm } from '../support/idempotency/write.ts'

/** The dependencies of the account's pages. */
export interface AccountDeps extends PageDeps {
  readonly db: Database
  readonly clock: Clock
  readonly credentials: CredentialDeps
  readonly secondFactors: SecondFactorDeps
  /** The providers that users can sign in with. */
  readonly providers: readonly Provider[]
  readonly privacy: PrivacyDeps
  readonly wallet: WalletDeps
  /** False in development and in tests. */
  readonly production: boolean
  /** Whether owners of PayPal accounts can confirm them at PayPal. */
  readonly payPalSignIn: boolean
  /** Limits attempts to add cards. */
  readonly cardAttempts: CardAttempts
  readonly developers: DeveloperDeps
  /** Whether developers see the requests of their applications. */
  readonly requestLog: boolean
  /** Handles forms that create something. */
  readonly writeForm: WriteForm
  /** The URL of the root resource, for examples of requests. */
  readonly baseUrl: string
  /** Opens queued emails, to tell an operator which kinds wait. */
  readonly secretKey: SecretKey
}
