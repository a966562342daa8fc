import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@foyer/client'
import { inventUser } from '../../../src/dev/seed/invent.ts'
import { places } from '../../../src/dev/seed/places.ts'
import { seedUsers } from '../../../src/dev/seed/seed.ts'
import { checkAddress } from '../../../src/resources/countries/rules.ts'
import { FailingDatabase } from '../../support/failing-database.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { one, type Queryable, sql, Unavailable } from '../../support/inside.ts'
import { anyDatabase, foyer, foyerHere } from '../../support/program.ts'

const year = new Date().getUTCFullYear()

async function countUsers(db: Queryable): Promise<number> {
  const counted = sql`select count(*)::integer as count from users`
  return one(await db.query<{ count: number }>(counted)).count
}

await onEveryDatabase('invented users', (service) => {
  test('invented users look the same over HTTP as users who signed up', async () => {
    const count = 520
    const tokens: string[] = []
    const progress: number[] = []
    const application = await service.newApplication({
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
    const before = await countUsers(service.db)
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
    assert.equal((await countUsers(service.db)) - before, 10)
  })

  test('an interrupted population is continued, and no user is added twice', async () => {
    const application = await service.newApplication({
      name: 'Resumed',
      scopes: ['read:user'],
    })
    const options = { year, terms: { application, scopes: ['read:user'] as const } }
    const before = await countUsers(service.db)
    const first: string[] = []
    await seedUsers(service.db, { ...options, users: 8, onBatch: (some) => first.push(...some) })
    // The tokens of three users are lost, and four users are missing.
    const kept = first.slice(0, 5)
    const rest: string[] = []
    const progress: number[] = []
    await seedUsers(service.db, {
      ...options,
      users: 12,
      resumeAfter: kept.length,
      onBatch(some, done) {
        rest.push(...some)
        progress.push(done)
      },
    })
    assert.equal((await countUsers(service.db)) - before, 12)
    assert.deepEqual(progress, [12])
    const tokens = [...kept, ...rest]
    for (const [index, accessToken] of tokens.entries()) {
      const client = createClient({ baseUrl: service.baseUrl, accessToken })
      const { email, full_name } = await client.user.get()
      assert.match(email ?? '', new RegExp(`^${index}\\.`))
      assert.equal(full_name, inventUser('x', index, year).full_name)
    }
  })

  test('a batch that fails while an earlier one runs ends the seeding with its error', async () => {
    const broken = new Error('The second batch is broken.')
    const { promise: secondFailed, resolve } = Promise.withResolvers<void>()
    let batches = 0
    const db = new FailingDatabase(service.db)
    const { query } = db
    // Each batch begins with one query. The first batch is slow on PostgreSQL, which takes two at
    // once, so nobody awaits the second one when it fails.
    db.query = async (statement) => {
      batches++
      if (batches === 1 && db.kind === 'postgres') await secondFailed
      if (batches === 1) return query(statement)
      setTimeout(resolve, 10)
      throw broken
    }
    await assert.rejects(seedUsers(db, { users: 1_000, year }), broken)
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
  const env = await anyDatabase()
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

  // An interrupted run leaves a part of a line. The next one keeps the whole lines.
  const kept = readFileSync(file, 'utf8').slice(0, 5 * 44)
  writeFileSync(file, `${kept}cut off`)
  const resumed = await foyerHere(
    ['seed', '--users', '9', '--tokens', 'tokens.txt', '--resume', '--json'],
    env,
    env.DATA_DIR,
  )
  assert.deepEqual(JSON.parse(resumed.stdout), { users: 9, tokens: 'tokens.txt' })
  const text = readFileSync(file, 'utf8')
  assert.match(text, /^([\w-]{43}\n){9}$/)
  assert.ok(text.startsWith(kept))
})
