import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './is-alive.ts'

// cspell:ignore noexec

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
/** The type of a tmpfs, from `statfs(2)`. */
const tmpfs = 0x01021994
/** A run of all tests takes less than a fourth of it. */
const minFreeBytes = 4 * 1024 ** 3
const name = /^foyer-run-(\d+)-/

/**
 * Makes a folder in memory for the temporary files of a run. A test database has hundreds of small
 * files, and a disk takes several times the processor time to create and delete them.
 * @returns null if the machine has no such file system, too little room there, or runs no programs
 *   from it
 */
export function makeMemoryFolder(): string | null {
  if (!isUsable()) return null
  removeLeftovers()
  const folder = mkdtempSync(join(memory, `foyer-run-${process.pid}-`))
  // PostgreSQL and the proxies run as other users, as in /tmp.
  chmodSync(folder, 0o1777)
  return folder
}

function isUsable(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(memory)
    const options = mounts()
      .findLast(([, path]) => path === memory)?.[3]
      ?.split(',')
    return type === tmpfs && bavail * bsize >= minFreeBytes && options?.includes('noexec') === false
  } catch {
    return false // Only Linux has it.
  }
}

/** Deletes the folders of runs that were killed, with the small disks that are mounted in them. */
function removeLeftovers(): void {
  for (const entry of readdirSync(memory)) {
    const pid = name.exec(entry)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    const folder = join(memory, entry)
    for (const [, path = ''] of mounts())
      if (path.startsWith(`${folder}/`)) spawnSync('umount', ['--lazy', path])
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // It belongs to another user, or a disk is still mounted. A leftover must not prevent a run.
    }
  }
}

/** The fields of each line of the system's list of mounts: device, path, type and options. */
const mounts = (): string[][] =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
