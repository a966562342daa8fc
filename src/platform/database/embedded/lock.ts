import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { StartRefused } from '../../errors/start-refused.ts'

/** Another process, or this one already, has the data directory open. */
export class DirectoryInUse extends StartRefused {
  override name = 'DirectoryInUse'
  constructor(directory: string, pid: string) {
    super(`The data directory ${directory} is in use by process ${pid}.`)
  }
}

/**
 * Takes the directory for this process alone, making it (mode 0700) where it is missing. The lock is
 * the kernel's, so it goes with the process however that ends; the pid in the file beside it is only for the
 * message, since pids repeat in containers.
 * @returns what gives the directory back.
 * @throws {DirectoryInUse} at once when it is taken.
 */
export function lockDirectory(directory: string): () => void {
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
    // On a full disk the message of a second process lacks the pid.
  }
  return () => closeSync(file)
}

function pidIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'unknown'
  } catch {
    return 'unknown'
  }
}
