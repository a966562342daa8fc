// cspell:ignore indexdef conrelid conname constraintdef connamespace proname functiondef
// pronamespace cspell:ignore tgrelid tgname triggerdef tgisinternal relname relkind relnamespace
// regclass regnamespace

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEmbedded } from '../../src/platform/database/embedded/pglite.ts'
import { templateFile } from '../../src/platform/database/embedded/template.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { databases, migrations } from '../support/database.ts'
import { sql } from '../support/inside.ts'

const settings = sql`
  select name, setting from pg_settings
  where name in ('server_version', 'server_encoding', 'lc_collate', 'data_checksums', 'TimeZone')
  union all select 'collation', datcollate from pg_database where datname = current_database()
  union all select 'catalogue', count(*)::text from pg_tables where schemaname <> 'public'
  union all select 'roles', string_agg(rolname, ',' order by rolname) from pg_roles
  order by name`

test('a template exists for the locked version of PGlite', () => {
  assert.ok(
    existsSync(templateFile()),
    `${templateFile()} is missing: node scripts/build-embedded-template.ts makes it`,
  )
})

test('a database made from the template has the settings of initdb, and keeps its data', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-template-'))
  try {
    const [embedded] = await databases()
    const fresh = await embedded?.openEmpty()
    const made = await openEmbedded({ dataDir })
    assert.deepEqual(await made.query(settings), await fresh?.query(settings))
    await fresh?.close()
    await made.script(`create table kept (n integer); insert into kept values (7)`)
    await made.close()
    const again = await openEmbedded({ dataDir })
    assert.deepEqual(await again.query(sql`select n from kept`), [{ n: 7 }])
    await again.close()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

/** Every column, index, constraint, function and trigger of Foyer, and the rows of its tables. */
const schema = sql`
  select table_name || '.' || column_name as name,
    concat_ws(' ', data_type, is_nullable, column_default, is_identity) as definition
  from information_schema.columns where table_schema = 'public'
  union all select indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace
  union all select proname, pg_get_functiondef(oid)
  from pg_proc where pronamespace = 'public'::regnamespace
  union all select tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid)
  from pg_trigger where not tgisinternal
  union all select version::text, name || checksum from schema_migrations
  union all select 'rows of ' || c.relname,
    (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', c.relname), false, true, '')))[1]::text
  from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
  order by 1, 2`

test('a database made from the template has the schema and the rows that all migrations make', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-template-'))
  const [embedded] = await databases()
  const migrated = await embedded?.open()
  try {
    const made = await openEmbedded({ dataDir })
    const [before] = await made.query<{ count: string }>(
      sql`select count(*) from schema_migrations`,
    )
    assert.ok(Number(before?.count) > 0, 'the template has migrations')
    await migrate(made, migrations)
    assert.deepEqual(await made.query(schema), await migrated?.query(schema))
    await made.close()
  } finally {
    await migrated?.close()
    rmSync(dataDir, { recursive: true })
  }
})
