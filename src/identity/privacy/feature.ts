import type { Feature } from '../../platform/feature.ts'
import { eraseDue, eraseRest } from './erasure.ts'
import type { PrivacyDeps } from './privacy.ts'

/** Erases users whose grace period is over. */
export const privacyFeature = (privacy: PrivacyDeps): Feature => ({
  chores: [
    { name: 'erase accounts', everyMs: 60_000, run: alone(() => eraseDue(privacy)) },
    { name: 'erase the rest of accounts', everyMs: 60_000, run: () => eraseRest(privacy) },
  ],
})

/** The erasure of a large account may take longer than the interval. Then no second run begins. */
function alone(run: () => Promise<unknown>): () => Promise<unknown> {
  let running: Promise<unknown> | undefined
  return () => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}
