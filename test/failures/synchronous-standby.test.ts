import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { london } from '../support/addresses.ts'
import { freePort } from '../support/foyer.ts'
import { type Cluster, startCluster } from '../support/postgres.ts'
import { foyerHere, newDirectory, Service } from '../support/program.ts'
import { isSoak, repetitions } from '../support/soak.ts'

/*
 * PostgreSQL waits for a synchronous standby that is away. Its COMMIT then has no time limit, and
 * does not notice that the connection is closed.
 */

/** The most connections of an instance while fewer than 500 writes wait: 3 + 10 + 1, and 4 for bulk work. */
const limit = 18
/** How long a refused write may take once the reason is known, in milliseconds. */
const refusedWithin = isSoak ? 500 : 2_000
const awayMs = repetitions({ short: 30_000, soak: 60_000 })
const writesPerSecond = 50

const cluster = await startCluster({ settings: { wal_level: 'replica', max_wal_senders: '5' } })
const skip = cluster === null && 'there is no PostgreSQL'

describe('The service, when a synchronous standby is away:', { skip }, () => {
  const server = cluster as Cluster
  const session = new Client({ connectionString: server?.url() })
  let service: Service
  let probes: string
  let tokens: string[]

  before(async () => {
    await session.connect()
    const [DATA_DIR, port] = [newDirectory(), await freePort()]
    const env = { DATABASE_URL: server.url(), DATA_DIR, PROBE_PORT: String(port) }
    const file = join(DATA_DIR, 'tokens')
    const { status, stderr } = await foyerHere(['seed', '--users', '60', '--tokens', file], env)
    assert.equal(status, 0, stderr)
    tokens = readFileSync(file, 'utf8').trim().split('\n')
    probes = `http://127.0.0.1:${port}`
    service = await Service.start(env)
  })
  after(async () => {
    await service.stop('SIGKILL')
    await session.end()
  })

  const request = (method: string, path: string, token = '', body?: object): Promise<Response> =>
    fetch(`${service.baseUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const read = (token = '') => request('GET', '/addresses', token)
  const write = (token = '') => request('POST', '/addresses', token, london)

  const countBackends = async (): Promise<number> =>
    (
      await session.query(
        `select count(*)::integer from pg_stat_activity where application_name = 'foyer'`,
      )
    ).rows[0].count

  async function standbys(names: string): Promise<void> {
    await session.query('set synchronous_commit = local')
    await session.query(`alter system set synchronous_standby_names = '${names}'`)
    await session.query('select pg_reload_conf()')
  }

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${probes}/metrics`)).text()
    return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'm').exec(text)?.[1])
  }

  test('it refuses writes, serves reads, stays within its connections, and recovers', async (t) => {
    assert.equal((await write(tokens[0])).status, 201)
    const [writes, reads] = [[] as Promise<void>[], [] as number[]]
    let ready: Response | undefined
    let [refused, left] = [0, 0]
    let [mostBackends, slowestRead, slowestLater] = [0, 0, 0]
    await standbys('nobody')
    try {
      const began = performance.now()
      const elapsed = () => performance.now() - began
      let sent = 0
      while (elapsed() < awayMs) {
        for (; sent < (elapsed() / 1_000) * writesPerSecond; sent++) {
          const since = performance.now()
          const isLater = elapsed() > 6_000
          writes.push(
            write(tokens[sent % tokens.length]).then((answer) => {
              const { status } = answer
              // The setting needs a moment to reach all processes.
              assert.ok(status === 503 || (status === 201 && !isLater), `${status}`)
              if (status === 503) assert.ok(answer.headers.get('retry-after'))
              if (isLater) slowestLater = Math.max(slowestLater, performance.now() - since)
            }),
          )
        }
        const since = performance.now()
        reads.push((await read(tokens[sent % tokens.length])).status)
        slowestRead = Math.max(slowestRead, performance.now() - since)
        mostBackends = Math.max(mostBackends, await countBackends())
        await pause(20)
      }
      await Promise.all(writes)
      ready = await fetch(`${probes}/readyz`)
      refused = await metric('foyer_database_writes_refused')
      left = await metric('foyer_database_backends_left')
    } finally {
      await standbys('')
    }
    t.diagnostic(
      `${mostBackends} backends; reads within ${slowestRead} ms; later writes within ${slowestLater} ms`,
    )
    assert.ok(mostBackends <= limit, `${mostBackends} backends`)
    assert.deepEqual([...new Set(reads)], [200], 'reads')
    assert.ok(slowestRead < refusedWithin, `a read took ${slowestRead} ms`)
    assert.ok(slowestLater < refusedWithin, `a write was refused after ${slowestLater} ms`)

    assert.equal(ready.status, 200, 'reads work, so a load balancer must send requests')
    assert.match(await ready.text(), /^ok, but writes are refused: .*synchronous standby/)
    assert.equal(refused, 1)
    assert.ok(left > 0)

    const returned = performance.now()
    while ((await write(tokens[1])).status !== 201) {
      assert.ok(performance.now() - returned < 10_000, 'writes are not accepted again')
      await pause(20)
    }
    assert.equal(await (await fetch(`${probes}/readyz`)).text(), 'ok\n')
    assert.equal(await metric('foyer_database_writes_refused'), 0)
    assert.equal(await metric('foyer_database_backends_left'), 0)
    const said = service.output.match(/"msg":"Writes are [^"]*/g)
    assert.equal(said?.length, 2, `${said}`)
    assert.match(said[0] ?? '', /refused: PostgreSQL waits for a synchronous standby/)
    assert.match(said[1] ?? '', /accepted again/)
  })
})
