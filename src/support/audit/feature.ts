import type { Clock } from '../../platform/clock.ts'
import type { OpenDatabase } from '../../platform/database/db.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { chainRecords, measureChain } from './chain.ts'
import { auditSection } from './personal-data.ts'
import { recordGatheredRefusals } from './refusals/refusals.ts'

export interface AuditDeps {
  readonly db: OpenDatabase
  readonly clock: Clock
  readonly metrics: Metrics
}

/** Puts records in batches, and writes the counts of gathered refusals to the audit trail. */
export function auditFeature({ db, clock, metrics }: AuditDeps): Feature {
  measureChain(metrics, db)
  return {
    personalData: [{ tables: [], section: auditSection, erase: async () => {} }],
    chores: [
      {
        name: 'chain audit records',
        everyMs: 500,
        onEachInstance: true,
        run: () => chainRecords(db),
      },
      {
        name: 'record gathered refusals',
        everyMs: 60_000,
        run: () => recordGatheredRefusals(db, clock),
      },
    ],
  }
}
