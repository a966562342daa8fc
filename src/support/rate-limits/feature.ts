import { removeInBatches } from '../../platform/database/batches.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Feature } from '../../platform/feature.ts'
import { removeEnded } from './store.ts'

/** Deletes the counts of ended windows. */
export const rateLimitsFeature = ({ db }: { readonly db: Database }): Feature => ({
  chores: [
    {
      name: 'delete ended rate limit windows',
      everyMs: 60_000,
      run: () => removeInBatches((limit) => removeEnded(db, limit)),
    },
  ],
})
