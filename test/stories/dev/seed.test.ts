import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@foyer/client'
import { inventUser } from '../../../src/dev/seed/invent.ts'
import { places } from '../../../src/dev/seed/places.ts'
import { seedUsers } from '../../../src/dev/seed/seed.ts'
import { createApplication } from '../../../src/identity/applications/applications.ts'
import { Unavailable } from '../../../src/platform/database/db.ts'
import { sql } from '../../../src/platform/database/sql.ts'
import { checkAddress } from '../../../src/resources/countries/rules.ts'
import { FailingDatabase } from '../../support/failing-database.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { foyer, preparedDirectory } from '../../support/program.ts'

const year = new Date().getUTCFullYear()

await onEveryDatabase('invented users', (service) => {
  test('invented users look the same over HTTP as users who signed up', async () => {
    const count = 520
    const tokens: string[] = []
    const progress: number[] = []
    const { application } = await createApplication(service.db, {
      name: 'Seeds',
      scopes: ['read:user', 'write:user'],
    })
    await seedUsers(service.db, {
      users: count,
      year,
      terms: { application, scopes: ['read:user', 'write:user'] },
      onBatch(batch, done) {
        tokens.push(...batch)
        progress.push(done)
      },
    })
    assert.equal(tokens.length, count)
    assert.deepEqual(progress, [500, count])

    for (const index of [0, 1, 2, 3, 4, 5, 6, 7, 250, 499, 500, 519]) {
      const accessToken = tokens[index] as string
      const client = createClient({ baseUrl: service.baseUrl, accessToken })
      const invented = inventUser('x', index, year)
      const addresses = await client.addresses.list().toArray()
      const methods = await client.paymentMethods.list().toArray()
      assert.equal((await client.user.get()).full_name, invented.full_name, 'users are in order')
      assert.equal(addresses.length, invented.addresses.length)
      assert.equal(methods.length, invented.methods.length)
      assert.equal(addresses.filter((address) => address.default).length, 1)
      const buyers = methods.filter((method) => method.buyer_method)
      const defaults = methods.filter((method) => method.default_buyer_method)
      assert.equal(defaults.length, Math.min(1, buyers.length))
      const [first] = addresses
      await client.addresses.update(first as NonNullable<typeof first>, { address_2: 'Floor 2' })
      await client.addresses.create({
        full_name: 'New',
        address_1: 'Torstraße 1',
        city: 'Berlin',
        postal_code: '10119',
        country_code: 'DE',
      })
    }
  })

  test('repeated seeding does not collide', async () => {
    await seedUsers(service.db, { users: 30, year })
    await seedUsers(service.db, { users: 30, year })
  })

  test('every user is added exactly once when the database is busy for a while', async () => {
    const counted = sql`select count(*)::integer as count from users`
    const [before] = await service.db.query<{ count: number }>(counted)
    const db = new FailingDatabase(service.db)
    db.cause = new Unavailable(new Error('Too many were waiting.'))
    const reasons: string[] = []
    await seedUsers(db, {
      users: 10,
      year,
      onWait(reason) {
        reasons.push(reason)
        // This time the batch is committed, and only the response is lost.
        db.lost = db.cause && new Unavailable(new Error('The connection was lost.'))
        db.cause = undefined
      },
    })
    assert.deepEqual(reasons, ['Too many were waiting.', 'The connection was lost.'])
    const [after] = await service.db.query<{ count: number }>(counted)
    assert.equal((after?.count ?? 0) - (before?.count ?? 0), 10)
  })

  test('seeding stops when its signal aborts', async () => {
    const gone = new AbortController()
    let done = 0
    await seedUsers(service.db, {
      users: 100_000,
      year,
      signal: gone.signal,
      onBatch(_tokens, soFar) {
        done = soFar
        gone.abort()
      },
    })
    assert.ok(done <= 1_500)
  })
})

test('invented addresses follow the rules of their countries, and use every place', () => {
  const seen = new Set<string>()
  for (let index = 0; index < 5_000; index++) {
    for (const address of inventUser('x', index, year).addresses) {
      seen.add(address.city)
      assert.deepEqual([...checkAddress({ ...address, full_name: 'x' })], [], address.country_code)
    }
  }
  assert.equal(seen.size, places.length)
})

test('the distribution of addresses and payment methods is the same for every number of users', () => {
  const shares = (from: number, to: number) => {
    const counts = { addresses: [0, 0, 0, 0, 0, 0], methods: [0, 0, 0, 0, 0] }
    for (let index = from; index < to; index++) {
      const { addresses, methods } = inventUser('x', index, year)
      counts.addresses[addresses.length] = (counts.addresses[addresses.length] ?? 0) + 1
      counts.methods[methods.length] = (counts.methods[methods.length] ?? 0) + 1
    }
    return counts
  }
  for (const [from, size] of [
    [0, 2_000],
    [50_000, 2_000],
    [990_000, 10_000],
  ] as const) {
    const { addresses, methods } = shares(from, from + size)
    assert.equal(addresses[0], 0)
    assert.equal(methods[0], 0)
    for (const count of addresses.slice(1)) assert.ok(Math.abs(count / size - 1 / 5) < 0.03)
    for (const count of methods.slice(1)) assert.ok(Math.abs(count / size - 1 / 4) < 0.03)
  }
})

test('the tokens file is readable only by its owner, with one token per line', async () => {
  const env = { DATA_DIR: await preparedDirectory() }
  const file = join(env.DATA_DIR, 'tokens.txt')
  writeFileSync(file, 'what was there before', { mode: 0o644 })
  const { status, stdout, stderr } = await foyer(
    ['seed', '--users', '7', '--tokens', 'tokens.txt', '--json'],
    env,
    env.DATA_DIR,
  )
  assert.deepEqual([status, stderr], [0, ''], 'no progress is shown without a terminal')
  assert.deepEqual(JSON.parse(stdout), { users: 7, tokens: 'tokens.txt' })
  assert.match(readFileSync(file, 'utf8'), /^([\w-]{43}\n){7}$/)
  assert.equal(statSync(file).mode & 0o777, 0o600)
})
