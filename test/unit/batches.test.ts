import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeInBatches } from '../../src/platform/database/batches.ts'

test('rows are deleted in batches until one is not full', async () => {
  let rows = 25
  const batches: number[] = []
  const total = await removeInBatches(async (limit) => {
    const removed = Math.min(limit, rows)
    rows -= removed
    batches.push(removed)
    return removed
  }, 10)
  assert.equal(total, 25)
  assert.deepEqual(batches, [10, 10, 5])
})

test('without an explicit limit a batch has 5,000 rows', async () => {
  const limits: number[] = []
  await removeInBatches(async (limit) => {
    limits.push(limit)
    return 0
  })
  assert.deepEqual(limits, [5_000])
})
