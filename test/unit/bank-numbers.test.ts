import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newIban, newUsAccount } from '../support/bank-accounts.ts'
import { refusedEnds } from '../support/processor-accounts.ts'

test('the processor of the tests refuses no new bank account for its number', () => {
  // Of random numbers, about ten of each would end so.
  for (let count = 0; count < 50_000; count++)
    for (const number of [newIban(), newUsAccount().account_number])
      assert.ok(!refusedEnds.some((end) => number.endsWith(end)), number)
})
