import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { StartRefused } from '../../errors/start-refused.ts'

/** This or another process has already opened the data directory. */
export class DirectoryInUse extends StartRefused {
  override name = 'DirectoryInUse'
  constructor(directory: string, pid: string) {
    super(`The data directory ${directory} is in use by process ${pid}.`)
  }
}

/**
 * Locks a directory for this process. Creates the directory (mode 0700) if it is missing. The
 * kernel holds the lock and releases it however the process ends. The pid in the file beside the
 * lock is only for the error message, because pids repeat in containers.
 * @returns a function that releases the lock
 * @throws {DirectoryInUse} at once, if the directory is already locked
 * @throws {StartRefused} if root would write to the directory of another user
 */
export function lockDirectory(directory: string): () => void {
  refuseRoot(directory, process.getuid?.())
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const holder = join(directory, 'lock.pid')
  const file = openSync(join(directory, 'lock'), 'a', 0o600)
  if (!tryLock(file)) {
    closeSync(file)
    throw new DirectoryInUse(directory, pidIn(holder))
  }
  try {
    writeFileSync(holder, `${process.pid}\n`, { mode: 0o600 })
  } catch {
    // On a full disk there is no pid, and the message of a second process says "unknown".
  }
  return () => closeSync(file)
}

/**
 * Refuses root where the database, or else the directory, belongs to another user: this user could
 * not read the files that root creates, and the database would be unusable.
 * @param uid the user of this process
 */
export function refuseRoot(directory: string, uid: number | undefined): void {
  const ownerOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.uid
  const owner = ownerOf(join(directory, 'database')) ?? ownerOf(directory)
  if (uid !== 0 || owner === undefined || owner === 0) return
  throw new StartRefused(
    `The data directory ${directory} belongs to the user ${owner}, so root must not write to it. ` +
      'Run the command as that user.',
  )
}

function pidIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'unknown'
  } catch {
    return 'unknown'
  }
}
