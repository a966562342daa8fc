import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts'
import { london } from '../support/addresses.ts'
import { freePort } from '../support/foyer.ts'
import { sql, Unavailable } from '../support/inside.ts'
import { startPooler, withoutPgbouncer } from '../support/pgbouncer.ts'
import { type Cluster, startCluster } from '../support/postgres.ts'
import { foyerHere, newDirectory, Service } from '../support/program.ts'
import { retry503 } from '../support/wire.ts'

const withoutPooler = withoutPgbouncer()
const cluster = withoutPooler ? null : await startCluster()
const skip = withoutPooler || (cluster === null && 'there is no PostgreSQL')

describe('Foyer behind PgBouncer:', { skip }, () => {
  const server = cluster as Cluster

  async function connect(t: TestContext, url: string): Promise<Client> {
    const client = new Client({ connectionString: url })
    client.on('error', () => {})
    t.after(() => client.end())
    await client.connect()
    return client
  }

  async function newDatabase(t: TestContext, name: string): Promise<string> {
    const session = await connect(t, server.url())
    await session.query(`create database ${name}`)
    return name
  }

  /** What Foyer sets in its sessions, and the number of tables. */
  const settings = [
    'statement_timeout',
    'lock_timeout',
    'idle_in_transaction_session_timeout',
    'default_transaction_read_only',
  ]
  const look = async (client: Client): Promise<unknown> =>
    (
      await client.query(`
        select ${settings.map((name) => `current_setting('${name}') as ${name}`).join(', ')},
          (select count(*)::integer from pg_class where relnamespace = 'public'::regnamespace)
            as tables`)
    ).rows[0]
  const untouched = {
    statement_timeout: '0',
    lock_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    default_transaction_read_only: 'off',
    tables: 0,
  }

  for (const mode of ['transaction', 'statement'] as const)
    for (const busy of [false, true])
      test(`in ${mode} mode${busy ? ', with other clients,' : ''} every command names it and changes nothing`, async (t) => {
        const pooler = await startPooler(server, mode, { server_round_robin: busy ? 1 : 0 })
        t.after(() => pooler.stop())
        const url = pooler.url(await newDatabase(t, `${mode}_${busy}`))
        const others = await Promise.all([1, 2, 3].map(() => connect(t, url)))
        let isOver = false
        const work = others.map(async (other) => {
          while (busy && !isOver) await other.query('select pg_sleep(0.002)')
        })
        // Each of them holds a server of its own meanwhile, so the pool has several.
        await Promise.all(others.map((other) => other.query('select pg_sleep(0.1)')))
        const env = { DATABASE_URL: url, DATA_DIR: newDirectory() }
        for (const command of [['migrate'], ['doctor'], ['user', 'list'], ['serve']]) {
          const port = { PORT: String(await freePort()), PROBE_PORT: String(await freePort()) }
          const { status, stdout, stderr } = await foyerHere(command, { ...env, ...port })
          assert.equal(status, 1, stdout)
          assert.match(stdout + stderr, /does not keep sessions.*pool_mode = session/, `${command}`)
        }
        isOver = true
        await Promise.all(work)
        const seen = await Promise.all(
          others.map(async (other) => {
            await other.query('select pg_sleep(0.1)')
            return look(other)
          }),
        )
        for (const one of seen) assert.deepEqual(one, untouched)
      })

  test('in session mode three instances on a pool of 20 all serve writes', async (t) => {
    const pooler = await startPooler(server, 'session', { default_pool_size: 20 })
    t.after(() => pooler.stop())
    const DATABASE_URL = pooler.url(await newDatabase(t, 'shared'))
    const DATA_DIR = newDirectory()
    const file = join(DATA_DIR, 'tokens')
    const env = { DATABASE_URL, DATA_DIR }
    const seeded = await foyerHere(['seed', '--users', '60', '--tokens', file], env)
    assert.equal(seeded.status, 0, seeded.stderr)
    const tokens = readFileSync(file, 'utf8').trim().split('\n')
    const services: Service[] = []
    for (let count = 0; count < 3; count++) {
      const service = await Service.start({ ...env, PROBE_PORT: String(await freePort()) })
      services.push(service)
      t.after(() => service.stop('SIGKILL'))
    }
    const write = async ({ baseUrl }: Service, token = '') => {
      const { status } = await fetch(`${baseUrl}/addresses`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(london),
      })
      return { status }
    }
    // Each floods the pool, and none starves: a refused write succeeds when it is repeated.
    const flood = services.flatMap((service) =>
      tokens.map((token) => retry503(() => write(service, token))),
    )
    for (const { status } of await Promise.all(flood)) assert.equal(status, 201)
    // Nobody keeps more than the five connections for single statements and notifications.
    const others = Array.from({ length: 20 - 3 * 5 }, async () => {
      const other = await connect(t, DATABASE_URL)
      await other.query('select 1')
    })
    await Promise.all(others)
  })

  test('in session mode the doctor tells how many connections the pooler gives', async (t) => {
    const sizes = [
      [4, 'wrong'],
      [12, 'warning'],
      [60, 'ok'],
    ] as const
    const database = await newDatabase(t, 'examined')
    for (const [size, state] of sizes) {
      const pooler = await startPooler(server, 'session', { default_pool_size: size })
      t.after(() => pooler.stop())
      const env = { DATABASE_URL: pooler.url(database), DATA_DIR: newDirectory() }
      const { stdout } = await foyerHere(['doctor'], { ...env, DATABASE_LANES: '3' })
      const line = stdout.split('\n').find((one) => one.includes('pooler'))
      assert.match(line ?? stdout, new RegExp(`^${state} +database`))
    }
  })

  test('a pooler without a connection for writes counts as unavailable', async (t) => {
    const pooler = await startPooler(server, 'session', { default_pool_size: 3 })
    t.after(() => pooler.stop())
    const options = { url: pooler.url('template1'), transactions: 10 }
    await assert.rejects(openPostgres({ ...options, lanes: 3 }), Unavailable)
    const db = await openPostgres({ ...options, lanes: 2 })
    await db.transaction((tx) => tx.query(sql`select 1`))
    await db.close()
  })
})
