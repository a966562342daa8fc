import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/foyer.ts'
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

test('new signing keys are published at once by all instances', async (t) => {
  const place = await anyDatabase()
  if (place.DATABASE_URL === undefined) return t.skip('there is no PostgreSQL')
  const env = { ...place, SECRET_KEY: randomBytes(32).toString('hex') }
  const instances: Service[] = []
  for (let count = 0; count < 2; count++) {
    const service = await Service.start({ ...env, PROBE_PORT: String(await freePort()) })
    t.after(() => service.stop('SIGKILL'))
    instances.push(service)
    assert.equal((await publishedKeys(service)).length, 2)
  }
  const told = await foyerJson<Key[]>(['keys', 'rotate'], env)
  assert.equal(told.length, 4)
  for (const instance of instances) {
    const deadline = performance.now() + 10_000
    while ((await publishedKeys(instance)).length < 4) {
      assert.ok(performance.now() < deadline, 'an instance does not publish the new keys')
      await pause(20)
    }
  }
})
