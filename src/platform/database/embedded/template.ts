import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'

/** Where the template for the installed version of PGlite is, or would be. */
export function templateFile(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(
    readFileSync(new URL('../package.json', `file://${entry}`), 'utf8'),
  )
  return fileURLToPath(new URL(`../../../../assets/pglite-${version}.tar.zst`, import.meta.url))
}

/**
 * A cluster as `initdb` leaves it, which takes some four seconds to make and a part of one to unpack. Undefined for a
 * version of PGlite that there is none for: then `initdb` runs.
 */
export function readTemplate(): Blob | undefined {
  const file = templateFile()
  return existsSync(file) ? new Blob([zstdDecompressSync(readFileSync(file))]) : undefined
}
