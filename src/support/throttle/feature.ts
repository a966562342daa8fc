import type { Database } from '../../platform/database/db.ts'
import type { Feature } from '../../platform/feature.ts'
import { removeExpiredAttempts } from './throttle.ts'

/** Deletes expired counts. */
export const throttleFeature = ({ db }: { readonly db: Database }): Feature => ({
  chores: [
    {
      name: 'delete expired attempts',
      everyMs: 5 * 60_000,
      run: () => removeExpiredAttempts(db),
    },
  ],
})
