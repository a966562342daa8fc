import { removeInBatches } from '../../platform/database/batches.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Feature } from '../../platform/feature.ts'
import { removeExpired } from './store.ts'

/** Deletes expired responses. */
export const idempotencyFeature = ({ db }: { readonly db: Database }): Feature => ({
  chores: [
    {
      name: 'delete expired idempotency keys',
      everyMs: 5 * 60_000,
      run: () => removeInBatches((limit) => removeExpired(db, limit)),
    },
  ],
})
