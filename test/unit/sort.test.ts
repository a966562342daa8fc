import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSort } from '../../src/resources/addresses/sort.ts'

test('a field that is repeated in `sort` is compared once', () => {
  let reads = 0
  const address = (id: number) => ({
    id,
    get city() {
      reads++
      return 'London'
    },
  })
  const compare = readSort(`${'city,-city,'.repeat(1_000)}id`)
  const [one, two] = [address(1), address(2)] as unknown as Parameters<typeof compare>
  assert.ok(compare(one, two) < 0)
  assert.equal(reads, 2)
})
