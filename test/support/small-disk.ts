import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** A file system of its own, in memory, that goes with the test file. */
export interface SmallDisk {
  readonly directory: string
  /** Fills it to the last byte. */
  fill(): void
  empty(): void
}

/**
 * @returns null where it cannot be mounted, which only root may do.
 * @throws where that is so and CI is set: there nothing may be left out.
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
