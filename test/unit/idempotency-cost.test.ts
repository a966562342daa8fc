import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { after, before, describe, mock, test } from 'node:test'
import { fromBytes, toBytes } from '../../src/platform/http/api/answer.ts'
import { london } from '../support/addresses.ts'
import { type Counted, CountingDatabase } from '../support/counting-database.ts'
import { databases } from '../support/database.ts'
import { startFoyer, type TestUser } from '../support/foyer.ts'
import { sendKeyed } from '../support/keyed.ts'
import { repeatSlow } from '../support/slow-trials.ts'

/*
 * What an Idempotency-Key adds to a request: the insert, and no round trip. Without a key, nothing.
 */
describe('the cost of an Idempotency-Key', async () => {
  // Both databases get the same statements, so one is enough.
  const database = (await databases()).at(-1)
  let db: CountingDatabase
  let foyer: Awaited<ReturnType<typeof startFoyer>>
  before(async () => {
    assert.ok(database)
    db = new CountingDatabase(await database.open())
    foyer = await startFoyer(db)
  })
  after(() => foyer.stop())

  const count = (user: TestUser, key?: string): Promise<Counted> =>
    db.during(async () => {
      const sent = { key, body: london }
      const { status } = await sendKeyed(
        foyer.baseUrl,
        user.accessToken,
        'POST',
        '/addresses',
        sent,
      )
      assert.equal(status, 201)
    })

  test('one statement and no round trip', () =>
    repeatSlow(async () => {
      const user = await foyer.newUser()
      await user.addresses.create(london)
      const plain = await count(user)
      const keyed = await count(user, 'k')
      const replayed = await count(user, 'k')
      const named = ({ statements }: Counted) =>
        statements.filter((statement) => statement.includes('idempotency_keys')).length
      assert.equal(named(plain), 0)
      assert.equal(
        keyed.statements.length - plain.statements.length,
        1,
        keyed.statements.join('\n'),
      )
      assert.deepEqual([keyed.roundTrips - plain.roundTrips, keyed.transactions], [0, 1])
      // The insert that fails, and the look-up.
      assert.equal(named(replayed), 2)
    }))

  // Each is an object outside of the heap of JavaScript, which the garbage collector must visit.
  test('two hashes and one seal, with keys that exist already', () =>
    repeatSlow(async () => {
      const user = await foyer.newUser()
      await count(user, 'first')
      const made = (['createHmac', 'createCipheriv', 'createSecretKey'] as const).map((name) =>
        mock.method(crypto, name),
      )
      syncBuiltinESMExports()
      try {
        await count(user, 'second')
        assert.deepEqual(
          made.map(({ mock }) => mock.callCount()),
          [2, 1, 0],
        )
      } finally {
        mock.restoreAll()
        syncBuiltinESMExports()
      }
    }))

  test('the stored bytes are the body itself, after a line', () => {
    const answer = { status: 201, headers: { ETag: '"1-a"' }, body: Buffer.from('{"a":"é\n"}') }
    const bytes = toBytes(answer)
    assert.deepEqual(bytes.subarray(-answer.body.length), answer.body)
    assert.deepEqual(fromBytes(bytes), answer)
    const empty = { status: 204, headers: {} }
    assert.deepEqual(fromBytes(toBytes(empty)), empty)
    const former = JSON.stringify({ ...answer, body: answer.body.toString() })
    assert.deepEqual(fromBytes(Buffer.from(former)), answer)
  })
})
