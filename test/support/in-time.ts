import assert from 'node:assert/strict'
import { repetitions } from './soak.ts'

/** A measured time and its limit, in milliseconds. */
type Time = readonly [ms: number, limitMs: number]

/**
 * How often a trial may be made. Other work may occupy the processors for longer than a limit
 * allows. The soak runs without other work.
 */
const mostTrials = repetitions({ short: 8, soak: 1 })

/**
 * Asserts that a trial keeps all its time limits. Beside other tests, a late trial is repeated. If
 * all trials are late, the assertion fails.
 */
export async function inTime(trial: () => Promise<readonly Time[]>): Promise<void> {
  let times = await trial()
  const isLate = () => times.some(([ms, limitMs]) => ms >= limitMs)
  for (let made = 1; isLate() && made < mostTrials; made++) times = await trial()
  assert.ok(!isLate(), times.map(([ms, limitMs]) => `${ms} of ${limitMs} ms`).join(', '))
}
