import { removeInBatches } from '../../platform/database/batches.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Feature } from '../../platform/feature.ts'
import { sealedResponses } from './idempotency.ts'
import { removeExpired, removeOfUser } from './store.ts'

/** Deletes expired responses, and those of erased users. */
export const idempotencyFeature = ({ db }: { readonly db: Database }): Feature => ({
  // The responses are copies, for a day, of resources that the export shows.
  personalData: [{ tables: ['idempotency_keys'], erase: (tx, { id }) => removeOfUser(tx, id) }],
  sealedColumns: [sealedResponses],
  chores: [
    {
      name: 'delete expired idempotency keys',
      everyMs: 5 * 60_000,
      run: () => removeInBatches((limit) => removeExpired(db, limit)),
    },
  ],
})
