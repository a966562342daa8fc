import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameFault } from '../../src/identity/users/accounts/faults.ts'
import { fullNameFaults } from '../../src/platform/text/full-name.ts'

const keysOf = (fullName: string) => fullNameFaults(fullName).map(([key]) => key)

test('a full name has 1 to 128 code points, on one line, and no card number', () => {
  for (const good of ['A', 'Ada Lovelace', '\u{1f3ab}'.repeat(128), 'Ĳ'.repeat(128)])
    assert.deepEqual(keysOf(good), [])
  assert.deepEqual(keysOf(''), ['rule.too_short'])
  assert.deepEqual(keysOf('\u{1f3ab}'.repeat(129)), ['rule.too_long'])
  assert.deepEqual(keysOf('Ada\nLovelace'), ['rule.hostile'])
  assert.deepEqual(keysOf('Ada 4111111111111111'), ['rule.card_number'])
})

test('the sign-up form applies the same rule, but the name may be missing', () => {
  assert.equal(nameFault(null), undefined)
  assert.equal(nameFault('Ada Lovelace'), undefined)
  for (const wrong of ['a'.repeat(129), 'Ada\tLovelace', '4111111111111111'])
    assert.deepEqual(nameFault(wrong), ['page.error.full_name'])
})
