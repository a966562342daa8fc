import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import { parseTar } from 'nanotar'

/** The path of the template for the installed version of PGlite. The file may be missing. */
export function templateFile(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(
    readFileSync(new URL('../package.json', `file://${entry}`), 'utf8'),
  )
  return fileURLToPath(new URL(`../../../../assets/pglite-${version}.tar.zst`, import.meta.url))
}

/**
 * Writes the files of a new database into a directory. `initdb` and the migrations take several
 * seconds, and the template takes a fraction of one. It may lack the latest migrations.
 * @returns `false` if there is no template for this version of PGlite
 */
export function unpackTemplate(directory: string): boolean {
  const file = templateFile()
  if (!existsSync(file)) return false
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  for (const { name, type, data } of parseTar(zstdDecompressSync(readFileSync(file)))) {
    const path = join(directory, name)
    if (type === 'directory') mkdirSync(path, { recursive: true, mode: 0o700 })
    else writeFileSync(path, data ?? '', { mode: 0o600 })
  }
  return true
}
