import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  anyDatabase,
  foyerHere,
  foyerJson,
  preparedDirectory,
  Service,
} from '../support/program.ts'
import { retry503 } from '../support/wire.ts'

interface Key {
  readonly kid: string
  readonly alg: string
}

const publishedKeys = async ({ port }: Service): Promise<string[]> => {
  const response = await retry503(() => fetch(`http://localhost:${port}/oauth2/jwks`))
  const { keys } = (await response.json()) as { keys: Key[] }
  return keys.map(({ kid }) => kid)
}

test('keys rotate adds signing keys, and the old ones stay published', async () => {
  const env = { DATA_DIR: await preparedDirectory(), DEMO: 'false' }
  const first = await Service.start(env)
  const before = await publishedKeys(first)
  assert.equal(before.length, 2)
  // The first time with a service that has the database open, the second time without.
  const { status, stdout } = await foyerHere(['keys', 'rotate'], env)
  assert.deepEqual([status, stdout.includes('signs with them in two minutes')], [0, true])
  await first.stop()
  const told = await foyerJson<Key[]>(['keys', 'rotate'], env)
  assert.deepEqual(new Set(told.map(({ alg }) => alg)), new Set(['RS256', 'ES256']))

  const second = await Service.start(env)
  const after = await publishedKeys(second)
  assert.deepEqual(new Set(after), new Set(told.map(({ kid }) => kid)))
  assert.equal(after.length, 6)
  assert.ok(before.every((kid) => after.includes(kid)))
  await second.stop()
})

test('keys rotate works before there are any signing keys', async () => {
  const env = await anyDatabase()
  const told = await foyerJson<Key[]>(['keys', 'rotate'], env)
  assert.equal(told.length, 4)
})
