import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { hashRaw } from '@node-rs/argon2'
import { localVault } from '../../src/processor/local-vault.ts'

const number = '4111111111111111'

async function identityOf(userId: number): Promise<string> {
  const card = { number, token: undefined, fullName: 'Ada', expiryMonth: 1, expiryYear: 2099 }
  return (await localVault.keep(userId, 'reference', card)).identity
}

test('the local vault identifies a card by a slow hash that differs from user to user', async () => {
  const salt = hash('sha256', 'card of user 7', 'buffer').subarray(0, 16)
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt }
  const [first, again, other, expected] = await Promise.all([
    identityOf(7),
    identityOf(7),
    identityOf(8),
    hashRaw(number, cost),
  ])
  assert.equal(first, expected.toString('base64url'))
  assert.equal(again, first)
  assert.notEqual(other, first)
})
