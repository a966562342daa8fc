import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts'
import { london } from '../support/addresses.ts'
import { freePort } from '../support/foyer.ts'
import { type OpenDatabase, type Statement, sql, Unavailable } from '../support/inside.ts'
import { type Cluster, startCluster } from '../support/postgres.ts'
import { foyerHere, newDirectory, Service } from '../support/program.ts'
import { retryBusy } from '../support/retry-busy.ts'
import { retry503 } from '../support/wire.ts'

/*
 * DATABASE_URL names two servers, in libpq's form. The service uses the one that writes.
 */

const settings = { wal_level: 'replica', max_wal_senders: '5' }
const cluster = await startCluster({ settings })
const skip = cluster === null && 'there is no PostgreSQL'

describe('Two PostgreSQL servers:', { skip }, () => {
  const primary = cluster as Cluster
  let standby: Cluster
  before(async () => {
    standby = (await startCluster({ settings, standbyOf: primary })) as Cluster
  })

  /** The address of both, the standby first. */
  const both = (database: string, target = 'read-write') =>
    `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/${database}` +
    `?target_session_attrs=${target}`

  async function run(server: Cluster, statement: string, database?: string): Promise<void> {
    const client = new Client({ connectionString: server.url(database) })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }

  test('a server that begins to refuse writes is left for the other one', async () => {
    await run(primary, 'create database left_alone')
    const other = (await startCluster()) as Cluster
    await run(other, 'create database left_alone')
    for (const server of [primary, other])
      await run(server, 'create table written (port integer)', 'left_alone')
    const url = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${other.port}/left_alone`
    const db = await openPostgres({ url: `${url}?target_session_attrs=read-write` })
    const written = sql`insert into written values (inet_server_port()) returning port`
    const write = (to: { query: OpenDatabase['query'] }, statement: Statement = written) =>
      to.query<{ port: number }>(statement)
    try {
      assert.deepEqual(await write(db), [{ port: primary.port }])
      assert.deepEqual(await db.transaction((tx) => write(tx)), [{ port: primary.port }])
      await run(primary, 'alter system set default_transaction_read_only = on')
      await run(primary, 'select pg_reload_conf()')
      for (const began = performance.now(); ; await pause(20)) {
        assert.ok(performance.now() - began < 20_000, 'it does not write to the other one')
        const rows = await write(db).catch((error: unknown) => {
          assert.ok(error instanceof Unavailable, String(error))
          return []
        })
        if (rows[0]?.port === other.port) break
      }
      // Every connection has moved, not only the one that was refused.
      const read = sql`select inet_server_port() as port`
      for (let count = 0; count < 20; count++) {
        assert.deepEqual(await retryBusy(() => write(db, read)), [{ port: other.port }])
        const inside = await retryBusy(() => db.transaction((tx) => write(tx)))
        assert.deepEqual(inside, [{ port: other.port }])
      }
    } finally {
      await db.close()
      await run(primary, 'alter system reset default_transaction_read_only')
      await run(primary, 'select pg_reload_conf()')
      await other.stop()
    }
  })

  test('after a failover the service finds the new primary by itself', async (t) => {
    await run(primary, 'create database moved')
    const DATA_DIR = newDirectory()
    const file = join(DATA_DIR, 'tokens')
    const PROBE_PORT = String(await freePort())
    const patience = performance.now() + 30_000
    for (;;) {
      const arrived = await run(standby, 'select 1', 'moved').then(
        () => true,
        () => false,
      )
      if (arrived) break
      assert.ok(performance.now() < patience, 'the standby does not follow')
      await pause(50)
    }
    for (const target of ['primary', 'read-write']) {
      const env = { DATABASE_URL: both('moved', target), DATA_DIR }
      const { status, stderr } = await foyerHere(['migrate'], env)
      assert.equal(status, 0, stderr)
    }
    const env = { DATABASE_URL: both('moved'), DATA_DIR, PROBE_PORT }
    const seeded = await foyerHere(['seed', '--users', '2', '--tokens', file], env)
    assert.equal(seeded.status, 0, seeded.stderr)
    const [token = ''] = readFileSync(file, 'utf8').trim().split('\n')
    const service = await Service.start(env)
    t.after(() => service.stop('SIGKILL'))
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify(london)
    const write = () => fetch(`${service.baseUrl}/addresses`, { method: 'POST', headers, body })
    assert.equal((await retry503(write)).status, 201)

    await primary.kill()
    assert.equal((await write()).status, 503)
    await standby.promote()
    const began = performance.now()
    assert.equal((await retry503(write)).status, 201)
    t.diagnostic(`back after ${Math.round(performance.now() - began)} ms`)
    const read = () => fetch(`${service.baseUrl}/addresses`, { headers })
    assert.equal((await retry503(read)).status, 200)
    assert.equal(await service.stop(), 0)
  })

  test('a server that only reads cannot be asked for', async () => {
    for (const target of ['standby', 'read-only', 'prefer-standby']) {
      const DATABASE_URL = both('moved', target)
      const { status, stderr } = await foyerHere(['migrate'], { DATABASE_URL })
      assert.equal(status, 1)
      assert.match(stderr, /target_session_attrs=read-write, primary or any/)
    }
  })
})
