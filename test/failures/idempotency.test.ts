import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts'
import { london } from '../support/addresses.ts'
import { CommitProxy } from '../support/commit-proxy.ts'
import { databases, newDatabase } from '../support/database.ts'
import { figure } from '../support/figure.ts'
import { startFoyer, type TestUser } from '../support/foyer.ts'
import { assertReplayed, sendKeyed } from '../support/keyed.ts'
import { repetitions } from '../support/soak.ts'
import { callOutsideSoak, retry503 } from '../support/wire.ts'

const skip = (await databases()).length < 2 && 'there is no PostgreSQL'
const trials = repetitions({ short: 20, soak: 1_000 })

describe('an Idempotency-Key, if the answer to COMMIT is lost or another request takes long', {
  skip,
}, () => {
  let url: string
  let proxy: CommitProxy
  let foyer: Awaited<ReturnType<typeof startFoyer>>
  before(async () => {
    url = await newDatabase()
    const through = new URL(url)
    proxy = await CommitProxy.start(Number(through.port))
    through.port = String(proxy.port)
    foyer = await startFoyer(await openPostgres({ url: String(through) }))
  })
  after(async () => {
    await foyer.stop()
    proxy.stop()
  })

  const create = ({ accessToken }: TestUser, key: string) =>
    sendKeyed(foyer.baseUrl, accessToken, 'POST', '/addresses', { key, body: london })

  const rowsOf = async (user: TestUser): Promise<number> =>
    (await callOutsideSoak(() => user.addresses.list().toArray())).length

  test(`a retry with the same key leaves one row, ${trials} of ${trials} times`, async () => {
    const users: TestUser[] = []
    for (let trial = 0; trial < trials; trial++) {
      // A user may have 100 addresses.
      if (trial % 100 === 0) users.push(await foyer.newUser())
      const user = users.at(-1) as TestUser
      const key = randomUUID()
      proxy.toLose = 1
      assert.equal((await create(user, key)).status, 503)
      // A busy machine may refuse before there is anything to lose.
      for (let left = 50; proxy.lost === trial && left > 0; left--) await create(user, key)
      assert.deepEqual([proxy.toLose, proxy.lost], [0, trial + 1])
      const first = await retry503(() => create(user, key))
      assert.equal(first.status, 201)
      assert.equal(first.headers.get('idempotency-replayed'), 'true')
      const second = await retry503(() => create(user, key))
      assertReplayed(second, { ...first, headers: withoutReplayed(first.headers) })
    }
    let rows = 0
    for (const user of users) rows += await rowsOf(user)
    const exactly = { atLeast: trials, atMost: trials }
    figure(36, 'rows of keys whose answer to COMMIT was lost', rows, exactly, trials)
  })

  test('a request that waits long for another one of the user gets 409', async () => {
    const user = await foyer.newUser()
    const session = new Client({ connectionString: url })
    await session.connect()
    try {
      await session.query('begin')
      await session.query('select from users where id = $1 for update', [user.id])
      let answer = await create(user, 'k')
      // On a busy machine the request may time out before the wait ends.
      for (let left = 8; answer.status === 503 && left > 0; left--) answer = await create(user, 'k')
      const { status, headers, body } = answer
      assert.deepEqual([status, body.code], [409, 'idempotency_key_in_use'])
      assert.equal(headers.get('retry-after'), '1')
    } finally {
      await session.end()
    }
    assert.equal((await retry503(() => create(user, 'k'))).status, 201)
  })

  test('without a key, the retry makes a second row', async () => {
    const user = await foyer.newUser()
    const { lost } = proxy
    proxy.toLose = 1
    // A busy machine may refuse before there is anything to lose.
    for (let left = 50; proxy.lost === lost && left > 0; left--)
      await user.request('POST', '/addresses', { body: london })
    await retry503(() => user.request('POST', '/addresses', { body: london }))
    assert.equal(await rowsOf(user), 2)
  })
})

function withoutReplayed(headers: Headers): Headers {
  const others = new Headers(headers)
  others.delete('idempotency-replayed')
  return others
}
