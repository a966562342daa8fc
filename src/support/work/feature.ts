import type { OpenDatabase } from '../../platform/database/db.ts'
import { vacuum } from '../../platform/database/embedded/vacuum.ts'
import type { Feature } from '../../platform/feature.ts'

/**
 * Vacuums the table of jobs in the embedded database, which has no autovacuum. Chores change their
 * rows each minute, and without it the table grows by about 8 MB a day.
 */
export const workFeature = ({ db }: { readonly db: OpenDatabase }): Feature => ({
  chores:
    db.kind === 'embedded'
      ? [{ name: 'vacuum the jobs', everyMs: 60 * 60_000, run: () => vacuum(db, 'jobs') }]
      : [],
})
