// cspell:ignore indexrelid indrelid regnamespace relkind relname relnamespace
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Client } from 'pg'
import { databases, migrations, newEmptyDatabase } from '../support/database.ts'

/** Earlier migrations are not looked at: databases have them already. */
const first = '0053'

const hasPostgres = (await databases()).some(({ name }) => name === 'PostgreSQL')

/** The indexes that the current transaction has built on a table that it has locked against reads. */
const builtUnderLock = `
  select index.relname as index, "table".relname as "table"
  from pg_index
  join pg_class as index on index.oid = indexrelid
  join pg_class as "table" on "table".oid = indrelid
  where index.relnamespace = current_schema()::regnamespace
    and indexrelid <> all ($1) and indrelid = any ($2)
    and exists (
      select from pg_locks
      where pid = pg_backend_pid() and relation = indrelid and mode = 'AccessExclusiveLock'
    )`

const list = async (client: Client, column: string, kind: string) =>
  (await client.query(`select ${column} as oid from ${kind}`)).rows.map(({ oid }) => oid)

test('no migration builds an index on a table that it has locked against reads', {
  skip: !hasPostgres,
}, async () => {
  const client = new Client({ connectionString: await newEmptyDatabase() })
  await client.connect()
  try {
    const found: string[] = []
    // The program makes the table of migrations before it applies the first one.
    await client.query('create table schema_migrations (version integer primary key)')
    for (const file of readdirSync(migrations).sort()) {
      const text = readFileSync(new URL(file, migrations), 'utf8')
      await client.query('begin')
      const indexes = await list(client, 'indexrelid', 'pg_index')
      const tables = await list(client, 'oid', "pg_class where relkind = 'r'")
      await client.query(text)
      const { rows } = await client.query(builtUnderLock, [indexes, tables])
      if (file >= first)
        found.push(...rows.map(({ index, table }) => `${file}: ${index} on ${table}`))
      await client.query('commit')
    }
    assert.deepEqual(found, [])
  } finally {
    await client.end()
  }
})
