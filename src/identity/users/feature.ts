import type { Database } from '../../platform/database/db.ts'
import type { Feature } from '../../platform/feature.ts'
import { accountData } from './accounts/personal-data.ts'
import type { CredentialDeps } from './credentials/credentials.ts'
import { developerData } from './developers/personal-data.ts'
import { removeExpiredLinks, sealedLinks } from './email-links/links.ts'
import { linkData } from './email-links/personal-data.ts'
import { removeExpiredProofs } from './fresh-proofs/fresh-proofs.ts'
import { freshProofData } from './fresh-proofs/personal-data.ts'
import { roleData } from './roles/personal-data.ts'
import { secondFactorData } from './second-factors/personal-data.ts'
import { removeExpiredChallenges, sealedSecrets } from './second-factors/second-factors.ts'
import { sessionData } from './sessions/personal-data.ts'
import { removeExpiredSessions } from './sessions/sessions.ts'

/** The accounts of users. Rows of all other features refer to theirs. */
export const accountsFeature: Feature = { personalData: [accountData] }

interface UsersDeps {
  readonly db: Database
  readonly credentials: CredentialDeps
}

/** What users own besides their accounts, and the chores that delete expired rows. */
export const usersFeature = ({ db, credentials }: UsersDeps): Feature => ({
  personalData: [
    developerData,
    sessionData,
    roleData,
    secondFactorData,
    linkData(credentials),
    freshProofData,
  ],
  sealedColumns: [sealedSecrets, sealedLinks],
  chores: [
    { name: 'delete expired sessions', run: () => removeExpiredSessions(db) },
    { name: 'delete expired links', run: () => removeExpiredLinks(db) },
    { name: 'delete expired challenges', run: () => removeExpiredChallenges(db) },
    { name: 'delete expired proofs', run: () => removeExpiredProofs(db) },
  ].map((chore) => ({ ...chore, everyMs: 5 * 60_000 })),
})
