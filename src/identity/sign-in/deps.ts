import type { Database } from '../../platform/database/db.ts'
import type { PageDeps } from '../../platform/http/pages/scope.ts'
import type { CredentialDeps } from '../users/credentials/credentials.ts'
import type { SecondFactorDeps } from '../users/second-factors/second-factors.ts'
import type { WayBackDeps } from './way-back.ts'

/** The ways to sign in besides the password and passkeys, which are switched on by settings. */
export interface OtherWays {
  /** Whether a code in an email takes the place of the password. */
  readonly emailCode: boolean
  /** The OpenID Connect providers, by the short names in their URLs. */
  readonly providers: readonly { readonly id: string; readonly name: string }[]
}

/** The dependencies of the pages to sign in and sign up, and of the pages that links lead to. */
export interface SignInDeps extends PageDeps, WayBackDeps {
  readonly db: Database
  readonly credentials: CredentialDeps
  readonly secondFactors: SecondFactorDeps
  readonly otherWays: OtherWays
}
