import type { Feature } from '../../platform/feature.ts'
import { developerData } from '../users/developers/personal-data.ts'
import { removeExpiredLinks, sealedLinks } from '../users/email-links/links.ts'
import { linkData } from '../users/email-links/personal-data.ts'
import { removeExpiredProofs } from '../users/fresh-proofs/fresh-proofs.ts'
import { freshProofData } from '../users/fresh-proofs/personal-data.ts'
import { roleData } from '../users/roles/personal-data.ts'
import { secondFactorData } from '../users/second-factors/personal-data.ts'
import { removeExpiredChallenges, sealedSecrets } from '../users/second-factors/second-factors.ts'
import { sessionData } from '../users/sessions/personal-data.ts'
import { removeExpiredSessions } from '../users/sessions/sessions.ts'
import type { SignInDeps } from './deps.ts'
import { signInRoutes } from './routes.ts'
import { pendingSignInData, removeExpiredSignIns } from './second-step/second-step.ts'

const fiveMinutesMs = 5 * 60_000

/** The pages to sign in and sign up, and the chores that delete expired rows. */
export const signInFeature = (deps: SignInDeps): Feature => ({
  authRoutes: signInRoutes(deps),
  personalData: [
    developerData,
    sessionData,
    roleData,
    secondFactorData,
    linkData(deps.credentials),
    freshProofData,
    pendingSignInData,
  ],
  sealedColumns: [sealedSecrets, sealedLinks],
  chores: [
    { name: 'delete expired sessions', run: () => removeExpiredSessions(deps.db) },
    { name: 'delete expired links', run: () => removeExpiredLinks(deps.db) },
    { name: 'delete expired challenges', run: () => removeExpiredChallenges(deps.db) },
    { name: 'delete unfinished sign-ins', run: () => removeExpiredSignIns(deps.db) },
    { name: 'delete expired proofs', run: () => removeExpiredProofs(deps.db) },
  ].map((chore) => ({ ...chore, everyMs: fiveMinutesMs })),
})
