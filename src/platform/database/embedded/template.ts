import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'

/** The path of the template for the installed version of PGlite. The file may be missing. */
export function templateFile(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(
    readFileSync(new URL('../package.json', `file://${entry}`), 'utf8'),
  )
  return fileURLToPath(new URL(`../../../../assets/pglite-${version}.tar.zst`, import.meta.url))
}

/**
 * Reads a new database cluster, as `initdb` creates it. `initdb` takes some four seconds, and
 * unpacking the template takes less than one. Undefined if there is no template for this version of
 * PGlite; then `initdb` runs.
 */
export function readTemplate(): Blob | undefined {
  const file = templateFile()
  return existsSync(file) ? new Blob([zstdDecompressSync(readFileSync(file))]) : undefined
}
