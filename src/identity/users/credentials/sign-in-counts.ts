import type { Metrics } from '../../../platform/metrics/metrics.ts'
import type { RecordRefusal } from '../../../support/audit/refusals/refusals.ts'

/** Counts sign-ins by outcome. */
export interface SignInCounts {
  succeeded(): void
  /** Returns a function that records refusals, and counts those of sign-ins. */
  counting(recordRefusal: RecordRefusal): RecordRefusal
}

export function openSignInCounts(metrics: Metrics): SignInCounts {
  const signIns = metrics.counter({
    name: 'foyer_sign_ins_total',
    help: 'Sign-ins: succeeded, refused, or refused at the second factor.',
    labels: ['outcome'],
  })
  for (const outcome of ['succeeded', 'refused', 'second_factor_refused']) signIns.of({ outcome })
  return {
    succeeded: () => signIns.add({ outcome: 'succeeded' }),
    counting: (recordRefusal) => (refusal) => {
      if (refusal.action === 'sign_in.refused') signIns.add({ outcome: 'refused' })
      if (refusal.action === 'second_factor.refused')
        signIns.add({ outcome: 'second_factor_refused' })
      return recordRefusal(refusal)
    },
  }
}
