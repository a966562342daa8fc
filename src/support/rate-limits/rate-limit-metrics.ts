import type { Metrics } from '../../platform/metrics/metrics.ts'
import { policyNames } from './policies.ts'
import type { RateLimits } from './rate-limits.ts'
import { sharingOutcomes } from './sharing.ts'

/** Registers what an instance counts of its limits. Requests pay nothing for it. */
export function measureLimits(metrics: Metrics, limits: RateLimits): void {
  const { refused, sharing } = limits.counters
  metrics.readCounter({
    name: 'foyer_rate_limit_refusals_total',
    help: 'Requests that were refused because of a rate limit, by the policy that was reached.',
    labels: ['policy'],
    read: () => policyNames.map((policy) => [{ policy }, refused[policy]]),
  })
  metrics.gauge({
    name: 'foyer_rate_limit_subjects',
    help: 'Applications, users, networks and sites whose requests this instance counts.',
    labels: ['policy'],
    read: () => policyNames.map((policy) => [{ policy }, limits.tracked[policy]]),
  })
  metrics.readCounter({
    name: 'foyer_rate_limit_exchanges_total',
    help:
      'Statements that share counts between instances, by outcome. After `slow` or `failed` an ' +
      'instance limits requests by its own counts for a while.',
    labels: ['outcome'],
    read: () => sharingOutcomes.map((outcome) => [{ outcome }, sharing[outcome]]),
  })
}
