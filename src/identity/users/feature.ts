import type { Feature } from '../../platform/feature.ts'
import { accountData } from './accounts/personal-data.ts'

/** The accounts of users. Rows of all other features refer to theirs. */
export const accountsFeature: Feature = { personalData: [accountData] }
