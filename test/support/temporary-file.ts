import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []

process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Writes a file that is gone when the tests of this process have ended. @returns its path */
export function temporaryFile(content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-file-'))
  folders.push(folder)
  const path = join(folder, 'content')
  writeFileSync(path, content)
  return path
}
