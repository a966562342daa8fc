import { removeInBatches } from '../../platform/database/batches.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { RequestLimits } from './requests.ts'
import { sharingOutcomes } from './sharing.ts'
import * as store from './store.ts'
import { subjectsOfUser } from './subjects.ts'
import { clearCounts, type TableCounts } from './table-counts.ts'

export interface LimitsFeatureDeps {
  readonly counts: Pick<TableCounts, 'db' | 'key'>
  readonly requests: RequestLimits
  readonly metrics: Metrics
}

/** Measures the limits of requests, and deletes the counts of ended windows and of erased users. */
export function limitsFeature({ counts, requests, metrics }: LimitsFeatureDeps): Feature {
  measure(metrics, requests)
  const { db, key } = counts
  return {
    personalData: [
      {
        tables: ['attempts'],
        // The counts of one network in the user's name stay up to a day, and those of emails to
        // other addresses up to an hour: only somebody who knows the network or the address finds
        // them.
        erase: (tx, { id, email }) =>
          clearCounts({ db: tx, key }, [...subjectsOfUser(id, email), [{ name: 'card-user' }, id]]),
      },
    ],
    chores: [
      {
        name: 'delete expired attempts',
        everyMs: 5 * 60_000,
        run: () => removeInBatches((limit) => store.removeExpired(db, limit)),
      },
      {
        name: 'delete ended rate limit windows',
        everyMs: 60_000,
        run: () => removeInBatches((limit) => store.removeShared(db, limit)),
      },
    ],
  }
}

/** The limits of requests. */
const policies = ['application', 'user', 'network', 'site'] as const

/** Registers what an instance counts of its limits. Requests pay nothing for it. */
function measure(metrics: Metrics, { counts }: RequestLimits): void {
  metrics.readCounter({
    name: 'foyer_rate_limit_refusals_total',
    help: 'Requests that were refused because of a rate limit, by the policy that was reached.',
    labels: ['policy'],
    read: () => policies.map((policy) => [{ policy }, counts.refused(policy)]),
  })
  metrics.gauge({
    name: 'foyer_rate_limit_subjects',
    help: 'Applications, users, networks and sites whose requests this instance counts.',
    labels: ['policy'],
    read: () => policies.map((policy) => [{ policy }, counts.subjects(policy)]),
  })
  metrics.readCounter({
    name: 'foyer_rate_limit_exchanges_total',
    help:
      'Statements that share counts between instances, by outcome. After `slow` or `failed` an ' +
      'instance limits requests by its own counts for a while.',
    labels: ['outcome'],
    read: () => sharingOutcomes.map((outcome) => [{ outcome }, counts.sharing[outcome]]),
  })
}
