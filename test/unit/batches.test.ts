import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeInBatches, removeLarge } from '../../src/platform/database/batches.ts'

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

test('if a transaction has too many rows to delete, it runs again after batches', async () => {
  const steps: string[] = []
  const remove = async (tooMany: () => never) => {
    steps.push('remove')
    if (steps.length < 5) tooMany()
    return 'removed'
  }
  const reduce = async () => steps.push('reduce')
  assert.equal(await removeLarge(remove, reduce), 'removed')
  assert.deepEqual(steps, ['remove', 'reduce', 'remove', 'reduce', 'remove'])
  const failed = new Error('It fails.')
  const fails = removeLarge(
    () => Promise.reject(failed),
    () => assert.fail('reduced'),
  )
  await assert.rejects(fails, failed)
})
