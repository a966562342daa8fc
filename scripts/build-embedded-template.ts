import { writeFileSync } from 'node:fs'
import { constants, zstdCompressSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { templateFile } from '../src/platform/database/embedded/template.ts'

/*
 * Writes what a first start of the embedded database begins with: a cluster as PGlite's own `initdb` leaves it, without a
 * table, a user or a secret of ours. To be run again whenever the version of PGlite changes:
 *
 *   node scripts/build-embedded-template.ts
 */
const pglite = await PGlite.create()
const dump = await pglite.dumpDataDir('none')
await pglite.close()
const bytes = Buffer.from(await dump.arrayBuffer())
const params = { [constants.ZSTD_c_compressionLevel]: 19 }
writeFileSync(templateFile(), zstdCompressSync(bytes, { params }))
