import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Outcome } from './attempt.ts'

/** Upper bounds, in seconds: from a delivery at once to one after two days of retries. */
const lagBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3_600, 43_200, 172_800]

/** Registers what an instance counts of its deliveries. */
export function openDeliveryCounts(metrics: Metrics) {
  const attempts = metrics.counter({
    name: 'foyer_webhook_attempts_total',
    help: 'Attempts to send a delivery to a webhook, by what came of them.',
    labels: ['outcome'],
  })
  const lag = metrics.histogram({
    name: 'foyer_webhook_delivery_lag_seconds',
    help: 'Time from a change to the arrival of its delivery at the receiver, without repetitions on request.',
    buckets: lagBuckets,
  })
  const disabled = metrics.counter({
    name: 'foyer_webhooks_disabled_total',
    help: 'Webhooks that were disabled, by reason.',
    labels: ['reason'],
  })
  for (const reason of ['gone', 'failing', 'not_allowed']) disabled.of({ reason })
  return {
    /** @param lagSeconds the time since the change; undefined if its delivery has arrived before */
    ended(outcome: Outcome, lagSeconds: number | undefined): void {
      attempts.add({ outcome })
      if (outcome === 'delivered' && lagSeconds !== undefined) lag.add({}, lagSeconds)
    },
    disabled: (reason: string): void => disabled.add({ reason }),
  }
}
