import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { OpenDatabase } from '../../src/platform/database/db.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { databases, newEmptyDatabase, openPostgresOn } from '../support/database.ts'

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

    test('each migration is applied once, in order, and its name is returned', () =>
      withDatabase(async (db) => {
        const first = directory({ '0001_one.sql': one })
        const both = directory({ '0002_two.sql': two, '0001_one.sql': one, 'notes.md': 'no' })
        assert.deepEqual(await migrate(db, first), ['0001_one'])
        assert.deepEqual(await migrate(db, both), ['0002_two'])
        assert.deepEqual(await migrate(db, both), [])
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
        assert.deepEqual(await migrate(db, mended), ['0002_bad'])
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
  const migrating = migrate(db, altered)
  await holding
  assert.deepEqual(await migrating, ['0002_two'])
  await db.close()
})
