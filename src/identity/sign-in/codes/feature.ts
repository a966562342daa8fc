import type { Feature } from '../../../platform/feature.ts'
import type { SignInDeps } from '../../sign-in/deps.ts'
import { emailCodeRoutes } from './routes.ts'

/** The pages to sign in with a code or a link in an email. */
export const emailCodesFeature = (deps: SignInDeps): Feature => ({
  authRoutes: emailCodeRoutes(deps),
})
