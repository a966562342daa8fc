import { removeInBatches } from '../../platform/database/batches.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { measureLimits } from './rate-limit-metrics.ts'
import type { RateLimits } from './rate-limits.ts'
import { removeEnded } from './store.ts'

export interface RateLimitsFeatureDeps {
  readonly db: Database
  readonly limits: RateLimits
  readonly metrics: Metrics
}

/** Measures the limits, and deletes the counts of ended windows. */
export function rateLimitsFeature({ db, limits, metrics }: RateLimitsFeatureDeps): Feature {
  measureLimits(metrics, limits)
  return {
    chores: [
      {
        name: 'delete ended rate limit windows',
        everyMs: 60_000,
        run: () => removeInBatches((limit) => removeEnded(db, limit)),
      },
    ],
  }
}
