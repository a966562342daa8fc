import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { migrate } from '../../src/platform/database/migrate.ts'
import { databases, migrations, newEmptyDatabase, openPostgresOn } from '../support/database.ts'
import { type OpenDatabase, sql } from '../support/inside.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-migrations-'))
after(() => rmSync(folder, { recursive: true }))

const one = 'create table a (n integer); -- not the end; of it'
const two =
  "insert into a values (1);\ninsert into a values (2); create function f() returns text language plpgsql as $$ begin return ';'; end $$"

let directoryCount = 0
function directory(files: Record<string, string>): URL {
  const path = join(folder, `${++directoryCount}`)
  const url = pathToFileURL(`${path}/`)
  mkdirSync(path)
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, url), text)
  return url
}

/** @returns the names of the migrations that were applied */
const applyFrom = async (db: OpenDatabase, from: URL) => (await migrate(db, from)).applied

const tables = async (db: OpenDatabase) =>
  (
    await db.query<{ name: string }>(
      sql`select tablename::text as name from pg_tables where schemaname = 'public' order by 1`,
    )
  ).map(({ name }) => name)

for (const { name, openEmpty } of await databases())
  describe(`migrations on ${name}`, () => {
    let db: OpenDatabase
    before(async () => {
      db = await openEmpty()
    })
    after(() => db.close())

    async function withDatabase(work: (db: OpenDatabase) => Promise<void>) {
      await db.script('drop schema public cascade; create schema public')
      await work(db)
    }

    test('phone numbers in a form that their country has replaced get today’s form', () =>
      withDatabase(async (db) => {
        const all = readdirSync(migrations).map(
          (name) => [name, readFileSync(new URL(name, migrations), 'utf8')] as const,
        )
        const earlier = all.filter(([name]) => name < '0070')
        await migrate(db, directory(Object.fromEntries(earlier)))
        const phones = ['+5215512345678', '+22990011234', '+525512345678', '+2290190011234', null]
        await db.query(sql`
          insert into users (email, primary_phone)
          select phone || '@example.com', phone
          from unnest(${phones.map((phone) => phone ?? 'none')}::text[]) as phone`)
        await db.query(sql`update users set primary_phone = null where primary_phone = 'none'`)
        await migrate(db, migrations)
        const rows = await db.query<{ primary_phone: string | null; version: number }>(
          sql`select primary_phone, version from users order by id`,
        )
        assert.deepEqual(
          rows.map(({ primary_phone, version }) => [primary_phone, version > 1]),
          [
            ['+525512345678', true],
            ['+2290190011234', true],
            ['+525512345678', false],
            ['+2290190011234', false],
            [null, false],
          ],
        )
      }))

    test('unfinished work in vaults and setups of cards become items of vaults', () =>
      withDatabase(async (db) => {
        const all = readdirSync(migrations).map(
          (name) => [name, readFileSync(new URL(name, migrations), 'utf8')] as const,
        )
        const earlier = all.filter(([name]) => name < '0081')
        await migrate(db, directory(Object.fromEntries(earlier)))
        await db.script(`
          insert into vault_work (user_id, vault, kind, reference, request_hash) values
            (1, 'stripe', 'keep', 'r1', '\\x01'), (1, 'stripe', 'remove', 'pm_1', null);
          insert into card_setups
            (user_id, vault, reference, setup_id, state, created_at, expires_at, ended_at, declines)
          overriding system value values
            (2, 'stripe', 'r2', null, 'requested', now(), '2026-01-01Z', null, 0),
            (2, 'stripe', 'r3', 'seti_3', 'requires_action', now(), '2026-01-02Z', null, 2),
            (2, 'stripe', 'r4', 'seti_4', 'used', now(), '2026-01-03Z', '2026-01-03Z', 0),
            (2, 'stripe', 'r5', 'seti_5', 'abandoned', now(), '2026-01-04Z', '2026-01-04Z', 0)`)
        const former = await db.query(sql`select id, reference from card_setups order by id`)
        await migrate(db, migrations)
        const columns = sql`
          select state, reference, setup_id, setup_state, declines, request_hash is not null as hashed,
            ended_at is not null as ended from vault_items order by id`
        const setup = { declines: 0, hashed: false, ended: false }
        const work = { ...setup, setup_id: null, setup_state: null }
        assert.deepEqual(
          (await db.query(columns)).map((row) => ({ ...row })),
          [
            {
              ...setup,
              state: 'wanted',
              reference: 'r2',
              setup_id: null,
              setup_state: 'requested',
            },
            {
              ...setup,
              state: 'wanted',
              reference: 'r3',
              setup_id: 'seti_3',
              setup_state: 'requires_action',
              declines: 2,
            },
            {
              ...setup,
              state: 'used',
              reference: 'r4',
              setup_id: 'seti_4',
              setup_state: 'used',
              ended: true,
            },
            {
              ...setup,
              state: 'gone',
              reference: 'r5',
              setup_id: 'seti_5',
              setup_state: 'abandoned',
              ended: true,
            },
            { ...work, state: 'wanted', reference: 'r1', hashed: true },
            { ...work, state: 'unwanted', reference: 'pm_1' },
          ],
        )
        const kept = await db.query(sql`
          select id, reference from vault_items where setup_state is not null order by id`)
        assert.deepEqual(kept, former)
        const added = await db.query<{ id: number }>(sql`
          insert into vault_items (user_id, vault, state, reference, due_at)
          values (2, 'stripe', 'wanted', 'r6', now()) returning id`)
        assert.ok(Number(added[0]?.id) > former.length)
      }))

    test('a table of migrations that another process creates meanwhile is used', () =>
      withDatabase(async (db) => {
        // Which error the slower process gets depends on how far it had come.
        for (const code of ['23505', '42P07', '42710']) {
          await db.script('drop table if exists a, schema_migrations')
          let isFirst = true
          const slower = {
            query: (statement: Parameters<typeof db.query>[0]) => db.query(statement),
            async script(text: string) {
              await db.script(text)
              if (!isFirst) return
              isFirst = false
              throw Object.assign(new Error('already exists'), { code })
            },
          } as OpenDatabase
          assert.deepEqual(await applyFrom(slower, directory({ '0001_one.sql': one })), [
            '0001_one',
          ])
        }
      }))

    test('each migration is applied once, in order, and its name is returned', () =>
      withDatabase(async (db) => {
        const first = directory({ '0001_one.sql': one })
        const both = directory({ '0002_two.sql': two, '0001_one.sql': one, 'notes.md': 'no' })
        assert.deepEqual(await applyFrom(db, first), ['0001_one'])
        assert.deepEqual(await applyFrom(db, both), ['0002_two'])
        assert.deepEqual(await applyFrom(db, both), [])
        assert.deepEqual(await db.query(sql`select count(*)::int4 as n from a`), [{ n: 2 }])
      }))

    test('a failing migration leaves nothing behind, and the ones before it stay', () =>
      withDatabase(async (db) => {
        const broken = directory({
          '0001_one.sql': one,
          '0002_bad.sql': 'create table b (n integer); insert into b values (1 / 0)',
        })
        await assert.rejects(migrate(db, broken), { code: '22012' })
        assert.deepEqual(await tables(db), ['a', 'schema_migrations'])
        const mended = directory({
          '0001_one.sql': one,
          '0002_bad.sql': 'create table b (n integer)',
        })
        assert.deepEqual(await applyFrom(db, mended), ['0002_bad'])
      }))

    test('a database with a newer migration is refused and does not change', () =>
      withDatabase(async (db) => {
        await migrate(db, directory({ '0001_one.sql': one, '0003_three.sql': 'select 3' }))
        const older = directory({ '0001_one.sql': one, '0002_two.sql': two })
        await assert.rejects(migrate(db, older), {
          name: 'StartRefused',
          message:
            'The database has the migration 0003_three, which this version of Foyer does not have. Use a newer version.',
        })
        assert.deepEqual(await db.query(sql`select n from a`), [])
      }))

    test('a program without a newer migration works if that migration says so', () =>
      withDatabase(async (db) => {
        const worksWith = (number: string) =>
          `-- Works with programs that have ${number}.\nselect 1`
        const older = { '0001_one.sql': one, '0002_two.sql': two }
        const newer = { '0003_three.sql': worksWith('0002'), '0004_four.sql': worksWith('0002') }
        await migrate(db, directory({ ...older, ...newer }))
        assert.deepEqual(await migrate(db, directory(older)), {
          applied: [],
          unknown: ['0003_three', '0004_four'],
        })
        await assert.rejects(migrate(db, directory({ '0001_one.sql': one })), {
          message: /^The database has the migration 0002_two/,
        })
        const newest = { ...newer, '0005_five.sql': worksWith('0004') }
        await migrate(db, directory({ ...older, ...newest }))
        await assert.rejects(migrate(db, directory(older)), {
          message: /^The database has the migration 0005_five/,
        })
      }))

    test('a database that does not know which programs work with a migration learns it', () =>
      withDatabase(async (db) => {
        const first = { '0001_one.sql': one }
        await migrate(db, directory(first))
        await db.script('alter table schema_migrations drop column works_with')
        assert.deepEqual(await applyFrom(db, directory(first)), [])
        const [column, next] = ['0057_older_programs.sql', '0058_next.sql']
        const text = readFileSync(new URL(column, migrations), 'utf8')
        const older = { ...first, [column]: text }
        const newer = { ...older, [next]: '-- Works with programs that have 0057.\nselect 1' }
        await migrate(db, directory(newer))
        assert.deepEqual((await migrate(db, directory(older))).unknown, ['0058_next'])
      }))

    test('a migration that changed after it was applied is refused', () =>
      withDatabase(async (db) => {
        await migrate(db, directory({ '0001_one.sql': one }))
        await migrate(db, directory({ '0001_one.sql': one.replaceAll('\n', '\r\n') }))
        await assert.rejects(migrate(db, directory({ '0001_one.sql': `${one}\nselect 1` })), {
          name: 'StartRefused',
          message:
            'The migration 0001_one was changed after it was applied. Undo the change and add a new migration.',
        })
      }))

    test('a migration with a wrong name or a used number is refused', () =>
      withDatabase(async (db) => {
        for (const files of [{ '1_one.sql': one }, { '0001_a.sql': one, '0001_b.sql': one }])
          await assert.rejects(migrate(db, directory(files)), { name: 'StartRefused' })
        assert.deepEqual(await tables(db), [])
      }))
  })

/** The migrations after the first 57 that do not say which older programs work with them. */
const unclear = (files: Readonly<Record<string, string>>): string[] => {
  const numbers = Object.keys(files).map((name) => Number(name.slice(0, 4)))
  let lowest = 57
  return Object.entries(files)
    .filter(([name, text]) => {
      const own = Number(name.slice(0, 4))
      if (own <= 57) return false
      const named = Number(/^-- Works with programs that have (\d{4})\.$/m.exec(text)?.[1])
      const isRight = numbers.includes(named) && named >= lowest && named < own
      if (isRight) lowest = named
      return !isRight
    })
    .map(([name]) => name)
}

test('each migration names the last one that programs must have to work with it', () => {
  const names = readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const read = (name: string) => readFileSync(new URL(name, migrations), 'utf8')
  assert.deepEqual(unclear(Object.fromEntries(names.map((name) => [name, read(name)]))), [])
  const says = (number: string) => `-- Works with programs that have ${number}.\nselect 1`
  const made = {
    '0057_a.sql': '',
    '0058_b.sql': says('0057'),
    '0059_c.sql': 'select 1',
    '0060_d.sql': says('0060'),
    '0061_e.sql': says('0058'),
    '0062_f.sql': says('0057'),
    '0063_g.sql': says('0056'),
  }
  const wrong = ['0059_c.sql', '0060_d.sql', '0062_f.sql', '0063_g.sql']
  assert.deepEqual(unclear(made), wrong)
})

const postgres = (await databases()).some(({ name }) => name === 'PostgreSQL')

test('processes that start at once apply each migration once', { skip: !postgres }, async () => {
  const url = await newEmptyDatabase()
  const slow = Array.from({ length: 9 }, (_, i) => [
    `000${i}_t${i}.sql`,
    `create table t${i} (n integer); select pg_sleep(0.05)`,
  ])
  const from = directory(Object.fromEntries(slow))
  const program = join(import.meta.dirname, '../support/migrate-once.ts')
  const run = () => promisify(execFile)(process.execPath, [program, url, from.href])
  const outputs = await Promise.all([run(), run(), run()])
  const applied = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as string[])
  assert.deepEqual(
    applied.sort(),
    slow.map(([file]) => file?.replace('.sql', '')),
  )
})

test('a migration may alter the table of migrations while another process waits for it', {
  skip: !postgres,
}, async () => {
  const url = await newEmptyDatabase()
  const dbs = await Promise.all([openPostgresOn(url), openPostgresOn(url)])
  const from = directory({
    '0001_one.sql': one,
    '0002_two.sql':
      'select pg_sleep(0.3); alter table schema_migrations add column if not exists works_with integer',
  })
  const applied = await Promise.all(dbs.map((db) => applyFrom(db, from)))
  assert.deepEqual(applied.flat().sort(), ['0001_one', '0002_two'])
  await Promise.all(dbs.map((db) => db.close()))
})

test('a migration that ends in a deadlock is tried again', { skip: !postgres }, async () => {
  const url = await newEmptyDatabase()
  const db = await openPostgresOn(url)
  const tables = directory({ '0001_one.sql': 'create table a (); create table b ()' })
  await migrate(db, tables)
  const session = new Client({ connectionString: url })
  await session.connect()
  // This session never looks for a deadlock, so the migration finds it.
  await session.query("set deadlock_timeout = '1min'; begin; lock table b")
  const altered = directory({
    '0001_one.sql': 'create table a (); create table b ()',
    '0002_two.sql':
      "set local deadlock_timeout = '10ms'; alter table a add n integer; select pg_sleep(0.3); alter table b add n integer",
  })
  const migrating = applyFrom(db, altered)
  const isAltering = sql`
    select from pg_locks where relation = 'a'::regclass and mode = 'AccessExclusiveLock'`
  while ((await db.query(isAltering)).length === 0) await pause(10)
  await session.query('lock table a; commit')
  assert.deepEqual(await migrating, ['0002_two'])
  await session.end()
  await db.close()
})

test('a migration waits for a locked table and is tried again', {
  skip: !postgres,
}, async () => {
  const url = await newEmptyDatabase()
  const db = await openPostgresOn(url)
  await migrate(db, directory({ '0001_one.sql': one }))
  // A separate session, because a transaction of the service may not take so long.
  const session = new Client({ connectionString: url })
  await session.connect()
  await session.query('begin; lock table a in access share mode')
  const holding = pause(2_400).then(() => session.end())
  const altered = directory({ '0001_one.sql': one, '0002_two.sql': 'alter table a add m integer' })
  const migrating = applyFrom(db, altered)
  await holding
  assert.deepEqual(await migrating, ['0002_two'])
  await db.close()
})
