import type { Feature } from '../platform/feature.ts'
import type { AccountDeps } from './deps.ts'
import { accountRoutes } from './routes.ts'

/** The pages of the account. */
export const accountFeature = (deps: AccountDeps): Feature => ({ authRoutes: accountRoutes(deps) })
