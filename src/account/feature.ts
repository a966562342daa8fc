import type { Feature } from '../platform/feature.ts'
import type { AccountDeps } from './deps.ts'
import { accountRoutes } from './routes.ts'

/** The account's pages. */
export const accountFeature = (deps: AccountDeps): Feature => ({ authRoutes: accountRoutes(deps) })
