import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { createTar } from 'nanotar'
import { openEmbedded } from '../src/platform/database/embedded/pglite.ts'
import { templateFile } from '../src/platform/database/embedded/template.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { sql } from '../src/platform/database/sql.ts'

/*
 * Writes the template for the first start of the embedded database: a cluster as PGlite's own
 * `initdb` creates it, with all migrations applied, and without any user or secret. Run this again
 * after each update of PGlite, and before a release with new migrations:
 *
 * $ node scripts/build-embedded-template.ts
 */
const dataDir = mkdtempSync(join(tmpdir(), 'foyer-template-'))
rmSync(templateFile(), { force: true })
const db = await openEmbedded({ dataDir })
await migrate(db, new URL('../migrations/', import.meta.url))
// New databases are copies of these two. Foyer creates none, and they are half of all files.
await db.script('update pg_database set datistemplate = false, datallowconn = true')
for (const name of ['template0', 'template1']) await db.script(`drop database ${name}`)
await db.script('vacuum full')
await db.script('vacuum freeze analyze')
// After a clean shutdown, of the write-ahead log only the last checkpoint is needed. It comes at
// the beginning of a new segment. The rest of that segment has no meaning.
await db.script('select pg_switch_wal(); checkpoint; select pg_switch_wal()')
const [{ segment } = { segment: '' }] = await db.query<{ segment: string }>(
  sql`select pg_walfile_name(pg_current_wal_insert_lsn()) as segment`,
)
await db.close()

const root = join(dataDir, 'database')
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .map((entry) => ({ entry, name: join(entry.parentPath, entry.name).slice(root.length + 1) }))
  .sort((a, b) => (a.name < b.name ? -1 : 1))
  .filter(({ entry, name }) => !name.startsWith('pg_wal/0') || entry.name === segment)
  .map(({ entry, name }) =>
    entry.isDirectory() ? { name: `${name}/` } : { name, data: contentOf(name) },
  )
const params = { [constants.ZSTD_c_compressionLevel]: 19 }
writeFileSync(templateFile(), zstdCompressSync(createTar(files), { params }))
rmSync(dataDir, { recursive: true })

function contentOf(name: string): Buffer {
  const content = readFileSync(join(root, name))
  return name === `pg_wal/${segment}` ? content.fill(0, 64 * 1024) : content
}
