import type { Database } from '../../platform/database/db.ts'
import type { PageDeps } from '../../platform/http/pages/scope.ts'
import type { CredentialDeps } from '../credentials/credentials.ts'
import type { SecondFactorDeps } from '../second-factors/second-factors.ts'
import type { WayBackDeps } from './way-back.ts'

/** What the pages need on which people sign up and follow links. */
export interface SignUpDeps extends PageDeps, WayBackDeps {
  readonly db: Database
  readonly credentials: CredentialDeps
}

/** What the pages need on which people sign in. */
export interface SignInDeps extends SignUpDeps {
  readonly secondFactors: SecondFactorDeps
}
