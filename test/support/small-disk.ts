import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** A small file system in memory. It is removed at the end of the test file. */
export interface SmallDisk {
  readonly directory: string
  /** Fills it to the last byte. */
  fill(): void
  empty(): void
}

/**
 * @returns null if it cannot be mounted; only root may do so
 * @throws if it cannot be mounted and CI is set, because CI may skip no test
 */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const directory = mkdtempSync(join(tmpdir(), 'foyer-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'foyer-test', directory]
  if (spawnSync('mount', options).status !== 0) {
    if (process.env.CI) throw new Error('A small disk to test with cannot be mounted.')
    return null
  }
  after(() => {
    spawnSync('umount', ['--lazy', directory])
    rmdirSync(directory)
  })
  const filler = join(directory, 'filler')
  return {
    directory,
    fill() {
      const file = openSync(filler, 'a')
      try {
        for (let size = 2 ** 20; size > 0; size = Math.floor(size / 2)) writeWhileRoom(file, size)
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(filler, { force: true }),
  }
}

function writeWhileRoom(file: number, size: number): void {
  const bytes = Buffer.alloc(size)
  try {
    for (;;) writeSync(file, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
