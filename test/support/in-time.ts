import assert from 'node:assert/strict'
import { repetitions } from './soak.ts'

/** What something took, and the longest that it may take, in milliseconds. */
type Time = readonly [ms: number, limitMs: number]

/** Other work may take the processors away for longer than a limit leaves. The soak has none. */
const mostTrials = repetitions({ short: 8, soak: 1 })

/**
 * Asserts that a trial keeps all its time limits. Beside other tests, a trial that took longer is
 * made again: what is always late fails each time.
 */
export async function inTime(trial: () => Promise<readonly Time[]>): Promise<void> {
  let times = await trial()
  const isLate = () => times.some(([ms, limitMs]) => ms >= limitMs)
  for (let made = 1; isLate() && made < mostTrials; made++) times = await trial()
  assert.ok(!isLate(), times.map(([ms, limitMs]) => `${ms} of ${limitMs} ms`).join(', '))
}
