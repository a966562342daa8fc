import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Feature } from '../../platform/feature.ts'
import { auditSection } from './personal-data.ts'
import { recordGatheredRefusals } from './refusals/refusals.ts'

export interface AuditDeps {
  readonly db: Database
  readonly clock: Clock
}

/** Writes the counts of gathered refusals to the audit trail. */
export const auditFeature = ({ db, clock }: AuditDeps): Feature => ({
  personalData: [{ tables: [], section: auditSection, erase: async () => {} }],
  chores: [
    {
      name: 'record gathered refusals',
      everyMs: 60_000,
      run: () => recordGatheredRefusals(db, clock),
    },
  ],
})
