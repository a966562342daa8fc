import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEmbedded } from '../../src/platform/database/embedded/pglite.ts'
import { templateFile } from '../../src/platform/database/embedded/template.ts'
import { sql } from '../../src/platform/database/sql.ts'

const settings = sql`
  select name, setting from pg_settings
  where name in ('server_version', 'server_encoding', 'lc_collate', 'data_checksums', 'TimeZone')
  union all select 'collation', datcollate from pg_database where datname = current_database()
  union all select 'tables', count(*)::text from pg_tables
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
    const fresh = await openEmbedded({ memory: true })
    const made = await openEmbedded({ dataDir })
    assert.deepEqual(await made.query(settings), await fresh.query(settings))
    await fresh.close()
    await made.script(`create table kept (n integer); insert into kept values (7)`)
    await made.close()
    const again = await openEmbedded({ dataDir })
    assert.deepEqual(await again.query(sql`select n from kept`), [{ n: 7 }])
    await again.close()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})
