import type { Feature } from '../../platform/feature.ts'
import { eraseDue, eraseRest } from './erasure.ts'
import type { PrivacyDeps } from './privacy.ts'

/** Erases users whose grace period is over. */
export const privacyFeature = (privacy: PrivacyDeps): Feature => ({
  chores: [
    { name: 'erase accounts', everyMs: 60_000, run: () => eraseDue(privacy) },
    { name: 'erase the rest of accounts', everyMs: 60_000, run: () => eraseRest(privacy) },
  ],
})
