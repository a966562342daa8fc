import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { collectAfterStart } from '../../src/platform/process/collect-after-start.ts'

test('the garbage of the start is collected once, when the program has nothing to do', async () => {
  const idleMs = 50
  let collections = 0
  collectAfterStart({ idleMs, collect: () => collections++ })
  for (let round = 0; round < 6; round++) {
    const until = performance.now() + idleMs
    while (performance.now() < until);
    await pause(1)
  }
  assert.equal(collections, 0)
  const patience = performance.now() + 60_000
  while (collections === 0) {
    assert.ok(performance.now() < patience, 'the process was idle')
    await pause(idleMs)
  }
  await pause(3 * idleMs)
  assert.equal(collections, 1)
})
