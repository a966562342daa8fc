import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts'
import { london } from '../support/addresses.ts'
import { migrations } from '../support/database.ts'
import { figure } from '../support/figure.ts'
import { startFoyer, type TestUser } from '../support/foyer.ts'
import { type Cluster, startCluster } from '../support/postgres.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { isSoak, repetitions } from '../support/soak.ts'
import { callOutsideSoak } from '../support/wire.ts'

/*
 * PostgreSQL has no room: its disk is full, or other sessions use all connections.
 */

/** The promised times hold on a machine without other work. */
const longestAnswer = isSoak ? 3_000 : 12_000
const longestReturn = isSoak ? 1_000 : 10_000
const rounds = repetitions({ short: 1, soak: 10 })
const usersPerRound = repetitions({ short: 12, soak: 40 })

const disk = process.env.FOYER_TEST_DATABASES === 'embedded' ? null : mountSmallDisk(200)
const settings = { max_connections: '30' }
const cluster = disk && (await startCluster({ directory: disk.directory, settings }))
const skip = cluster === null && 'there is no PostgreSQL, or a small disk cannot be mounted'

describe('The service, when PostgreSQL has no room:', { skip }, () => {
  const server = cluster as Cluster
  let foyer: Awaited<ReturnType<typeof startFoyer>>
  before(async () => {
    const db = await openPostgres({ url: server.url(), lanes: 2, transactions: 4 })
    await migrate(db, migrations)
    foyer = await startFoyer(db)
  })
  after(async () => {
    await foyer.stop()
    // The disk goes with the file, so PostgreSQL must have ended before.
    await server.stop()
  })

  /** Creates an address. @returns its id, or nothing if it was refused as promised */
  async function create(user: TestUser): Promise<unknown> {
    const { status, headers, body, text } = await user.request<{ id: number }>(
      'POST',
      '/addresses',
      { body: london },
    )
    if (status === 201) return body.id
    assert.equal(status, 503, text)
    assert.ok(headers.get('retry-after'))
    return undefined
  }

  const addressesOf = (user: TestUser) => callOutsideSoak(() => user.addresses.list().toArray())

  test('on a full disk it refuses writes, serves reads, loses nothing and recovers', async () => {
    const users: TestUser[] = []
    while (users.length < usersPerRound * rounds) users.push(await foyer.newUser())
    const [reader] = users as [TestUser]
    await create(reader)
    const acknowledged = new Map(users.map((user) => [user, new Set<unknown>()]))
    const returns: number[] = []
    for (let round = 0; round < rounds; round++) {
      disk?.fill()
      let refused = 0
      const mine = users.slice(round * usersPerRound, (round + 1) * usersPerRound)
      await Promise.all(
        mine.map(async (user) => {
          for (let count = 0; count < 90 && refused < 20; count++) {
            const id = await create(user)
            if (id === undefined) refused++
            else acknowledged.get(user)?.add(id)
          }
        }),
      )
      assert.ok(refused >= 20, 'the disk was full')
      assert.equal((await addressesOf(reader)).length > 0, true)
      disk?.empty()
      const emptied = performance.now()
      while ((await create(reader)) === undefined) await pause(20)
      returns.push(performance.now() - emptied)
    }
    let [writes, lost] = [0, 0]
    for (const [user, ids] of acknowledged) {
      const kept = new Set((await addressesOf(user)).map(({ id }) => id))
      writes += ids.size
      for (const id of ids) if (!kept.has(id as number)) lost++
    }
    figure(34, 'acknowledged writes lost on a full disk, PostgreSQL', lost, { atMost: 0 }, writes)
    const most = { atMost: longestReturn }
    figure(34, 'recovery from a full disk, PostgreSQL, ms', Math.max(...returns), most)
  })

  test('if other sessions have all connections, it refuses soon, and recovers', async () => {
    const user = await foyer.newUser()
    await create(user)
    const others: Client[] = []
    const connectAll = async () => {
      for (;;) {
        const client = new Client({ connectionString: server.url() })
        client.on('error', () => {})
        try {
          await client.connect()
        } catch {
          return
        }
        others.push(client)
      }
    }
    await connectAll()
    // The service's sessions end, and before it can connect again others have their places.
    const ends = `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'foyer'`
    await others[0]?.query(ends)
    while (others.length < Number(settings.max_connections)) {
      await connectAll()
      await others[0]?.query(ends)
    }
    const start = performance.now()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(user)))
    const slowest = performance.now() - start
    for (const id of answers) assert.equal(id, undefined)
    figure(35, 'refusal without a free connection, ms', slowest, { atMost: longestAnswer })

    await Promise.all(others.map((client) => client.end()))
    const freed = performance.now()
    while ((await create(user)) === undefined) await pause(20)
    const returned = performance.now() - freed
    figure(35, 'recovery when connections are free, ms', returned, { atMost: longestReturn })
  })
})
