import { writeFileSync } from 'node:fs'
import { constants, zstdCompressSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { templateFile } from '../src/platform/database/embedded/template.ts'

/*
 * Writes the template for the first start of the embedded database: a cluster as PGlite's own
 * `initdb` creates it, without any table, user or secret of Foyer. Run this again after each update
 * of PGlite:
 *
 * $ node scripts/build-embedded-template.ts
 */
const pglite = await PGlite.create()
const dump = await pglite.dumpDataDir('none')
await pglite.close()
const bytes = Buffer.from(await dump.arrayBuffer())
const params = { [constants.ZSTD_c_compressionLevel]: 19 }
writeFileSync(templateFile(), zstdCompressSync(bytes, { params }))
