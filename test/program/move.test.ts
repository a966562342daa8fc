import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@foyer/client'
import { Client } from 'pg'
import { moveRows } from '../../src/platform/database/embedded/move.ts'
import {
  databases,
  newDatabase,
  newEmptyDatabase,
  openPostgresOn,
  openTemplate,
} from '../support/database.ts'
import { demoDirectory } from '../support/demo-directory.ts'
import type { OpenDatabase } from '../support/inside.ts'
import { direct, foyer, foyerHere, foyerJson, readDemo, Service } from '../support/program.ts'

interface Moved {
  tables: number
  rows: number
}

describe('foyer move', { skip: (await databases()).length < 2 }, () => {
  const connect = async (url: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    return client
  }

  test('copies everything to PostgreSQL, where the service goes on', async () => {
    const DATA_DIR = await demoDirectory()
    const [{ access_token: accessToken }] = readDemo(DATA_DIR).users
    const used = async (env: object) => {
      const service = await Service.start({ DATA_DIR, ...env })
      const client = createClient({ baseUrl: service.baseUrl, accessToken })
      const added = await client.addresses.create({
        full_name: 'Ada Lovelace',
        address_1: '12 King Street',
        city: 'London',
        postal_code: 'SW1Y 4JH',
        country_code: 'GB',
      })
      const addresses = await client.addresses.list().toArray()
      const methods = await client.paymentMethods.list().toArray()
      await service.stop()
      return {
        added: Number(added.id),
        addresses: addresses.map(({ id }) => id),
        methods: methods.map(({ id, details }) => ({ id, details })),
      }
    }
    const before = await used({})

    const url = await newEmptyDatabase()
    const moved = await foyerJson<Moved>(['move', '--to', url], { DATA_DIR })
    assert.ok(moved.tables > 40 && moved.rows > 50, JSON.stringify(moved))
    // Moving once more finds that all is there.
    const again = await foyerJson<Moved>(['move', '--to', url], { DATA_DIR })
    assert.deepEqual(again, moved)

    const after = await used({ DATABASE_URL: url })
    // A new address has a new number, and nothing else is different.
    assert.equal(after.added, before.added + 1)
    assert.deepEqual(after.addresses, [...before.addresses, after.added])
    assert.deepEqual(after.methods, before.methods)
    const env = { DATA_DIR, DATABASE_URL: url }
    assert.deepEqual(
      (await foyerJson<{ breaches: unknown[] }>(['audit', 'verify'], env)).breaches,
      [],
    )
    const [last] = await foyerJson<{ action: string }[]>(['audit', 'list', '--count', '1'], {
      DATA_DIR,
    })
    assert.equal(last?.action, 'database.moved')
    const constraints = async (of: string) => {
      const client = await connect(of)
      const { rows } = await client.query(`
        select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as text
        from pg_constraint where connamespace = 'public'::regnamespace
        union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger
          where not tgisinternal order by 1`)
      await client.end()
      return rows
    }
    assert.deepEqual(await constraints(url), await constraints(await newDatabase()))
  })

  test('an interrupted move leaves nothing, and succeeds when it is repeated', async () => {
    const DATA_DIR = await demoDirectory()
    const url = await newDatabase()
    const [other, watcher] = [await connect(url), await connect(url)]
    await other.query('begin')
    await other.query('lock table users in share mode')
    const [node = '', ...first] = direct
    const mover = spawn(node, [...first, 'move', '--to', url], {
      env: { ...process.env, DATA_DIR },
      stdio: 'ignore',
    })
    const isWaiting = async () => {
      const { rows } = await watcher.query(`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return rows.length > 0
    }
    while (!(await isWaiting())) await pause(20)
    mover.kill('SIGKILL')
    await once(mover, 'exit')
    await other.query('rollback')
    const { rows } = await watcher.query('select count(*)::int as count from addresses')
    await Promise.all([other.end(), watcher.end()])
    assert.deepEqual(rows, [{ count: 0 }])
    assert.ok((await foyerJson<Moved>(['move', '--to', url], { DATA_DIR })).rows > 50)
  })

  test('commits nothing if the rows that arrive are not those that were read', async () => {
    const DATA_DIR = await demoDirectory()
    const url = await newDatabase()
    const other = await connect(url)
    await other.query('create rule lost as on insert to addresses do instead nothing')
    const { status, stderr } = await foyerHere(['move', '--to', url], { DATA_DIR })
    assert.equal(status, 1)
    assert.match(stderr, /rows that arrived differ .*: addresses\. Nothing was copied/)
    const { rows } = await other.query('select count(*)::int as count from users')
    await other.end()
    assert.deepEqual(rows, [{ count: 0 }])
  })

  test('of two moves to one database, one succeeds, and the other says why not', async () => {
    const url = await newDatabase()
    const places = [await demoDirectory(), await demoDirectory()]
    const ended = await Promise.all(
      places.map((DATA_DIR) => foyer(['move', '--to', url], { DATA_DIR })),
    )
    assert.deepEqual(ended.map(({ status }) => status).toSorted(), [0, 1])
    const [refused] = ended.filter(({ status }) => status !== 0)
    assert.match(refused?.stderr ?? '', /^foyer: [^\n]+\n$/)
  })

  test('needs no particular settings of the server, and gives each statement as long as it takes', async () => {
    const DATA_DIR = await demoDirectory()
    const url = await newDatabase()
    const other = await connect(url)
    await other.query(
      `alter database ${new URL(url).pathname.slice(1)} set bytea_output = 'escape'`,
    )
    await other.query(`
      create function is_patient() returns boolean language sql
        return current_setting('statement_timeout')::interval >= interval '12 hours'`)
    await other.query('alter table addresses add constraint patience check (is_patient())')
    await other.end()
    const moved = await foyerJson<Moved>(['move', '--to', url], { DATA_DIR })
    assert.deepEqual(await foyerJson<Moved>(['move', '--to', url], { DATA_DIR }), moved)
  })

  test('reads and writes a few megabytes at once, however large the values of a table are', async () => {
    const from = await openTemplate()
    const to = await openPostgresOn(await newDatabase())
    await from.script(`
      insert into applications
        (client_id, name, kind, authentication, redirect_uris, scopes, grant_types)
      select 'app_' || n, 'App', 'web', 'secret', '{https://app.example/}', '{read:user}',
        '{authorization_code}' from generate_series(1, 400) as n;
      insert into application_logos (application_id, type, content)
      select id, 'image/png', noise from applications, (
        select string_agg(sha256(n::text::bytea), '') as noise from generate_series(1, 2048) as n
      ) as made`)
    let longest = 0
    const watched: OpenDatabase = {
      ...to,
      bulkTransaction: (work, timeoutMs) =>
        to.bulkTransaction((tx) => {
          const query: typeof tx.query = (statement) => {
            longest = Math.max(longest, String(statement.values[0] ?? '').length)
            return tx.query(statement)
          }
          return work({ ...tx, query })
        }, timeoutMs),
    }
    const { signal } = new AbortController()
    await moveRows({ from, to: watched, signal, progress() {} })
    await Promise.all([from.close(), to.close()])
    assert.ok(longest > 1_000_000 && longest < 32_000_000, `${longest} characters`)
  })

  test('never shows the password of a database', async () => {
    const DATA_DIR = await demoDirectory()
    for (const url of [
      'postgres://foyer:hidden@localhost:port/foyer',
      'foyer:hidden@localhost/foyer',
      'https://foyer:hidden@localhost/foyer',
      'postgres://foyer:hid%den@127.0.0.1:1/foyer%20',
      'postgres://foyer:hidden@127.0.0.1:1/foyer',
    ]) {
      const { status, stderr } = await foyerHere(['move', '--to', url], { DATA_DIR })
      assert.equal(status, 1)
      assert.match(
        stderr,
        /^foyer: (?:--to must |The database 127\.0\.0\.1:1\/foyer cannot be reached)/,
      )
      assert.doesNotMatch(stderr, /hid/)
    }
  })

  test('is refused if the database has rows, the service runs, or DATABASE_URL is set', async () => {
    const DATA_DIR = await demoDirectory()
    const url = await newDatabase()
    await foyerJson(['user', 'create', '--email', 'ada@example.com'], {
      DATA_DIR: await demoDirectory(),
      DATABASE_URL: url,
    })
    const refusal = async (env: object) => {
      const { status, stderr } = await foyerHere(['move', '--to', url], { DATA_DIR, ...env })
      assert.equal(status, 1)
      return stderr
    }
    assert.match(await refusal({}), /not empty: audit_records, .*users\. Create another one/)
    assert.match(await refusal({ DATABASE_URL: url }), /DATABASE_URL is set\. Leave it out/)
    const service = await Service.start({ DATA_DIR })
    assert.match(await refusal({}), /Stop the service first/)
    await service.stop()
  })
})
