import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLastUses, type Use } from '../../src/identity/oauth/tokens/last-uses.ts'

const caller = (userId: number | null, applicationId = 1) => ({
  userId,
  grantId: null,
  applicationId,
  clientId: '',
  scopes: new Set<string>(),
  expiresAt: 0,
  selfRegistered: false,
  audience: null,
  boundTo: null,
})

test('a use is noted once an hour for each user and application, and stays until it is saved', async () => {
  let now = 1
  const uses = openLastUses({ now: () => now })
  const flushed = async (): Promise<readonly Use[]> => {
    let saved: readonly Use[] = []
    await uses.flush(async (all) => {
      saved = all
    })
    return saved
  }
  uses.note(caller(null), 1)
  assert.deepEqual(await flushed(), [])
  for (const at of [1, 2, 3]) uses.note(caller(7), at)
  uses.note(caller(7, 2), 4)
  const both = [
    { userId: 7, applicationId: 1, at: 1 },
    { userId: 7, applicationId: 2, at: 4 },
  ]
  await assert.rejects(uses.flush(() => Promise.reject(new Error('the database is away'))))
  assert.deepEqual(await flushed(), both)
  assert.deepEqual(await flushed(), [])
  uses.note(caller(7), 5)
  assert.deepEqual(await flushed(), [])
  now += 60 * 60_000 + 1
  uses.note(caller(7), 6)
  assert.deepEqual(await flushed(), [{ userId: 7, applicationId: 1, at: 6 }])
})
