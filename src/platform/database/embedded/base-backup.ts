import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of a database, or a directory if the name ends with a slash. */
export interface DatabaseFile {
  /** The path below the directory of the database, with slashes. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Reads exactly `size` bytes. Call it once, before the next file. */
  read(): AsyncIterable<Buffer>
}

/** What the database is asked during a backup. */
export interface BackupSession {
  readonly directory: string
  /** Starts the backup: `pg_backup_start`. */
  start(): Promise<void>
  /** Ends it: `pg_backup_stop`. Also called if the backup fails. */
  stop(): Promise<{ readonly label: string; readonly lastWal: string }>
  /** Runs `work` while the database does nothing. */
  alone<T>(work: () => T): Promise<T>
}

/** What PostgreSQL writes again at each start (as in `pg_basebackup`). */
const leftOutOfRoot =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map|backup_manifest)$/
const leftOutAnywhere = /(?:^|\/)(?:pgsql_tmp|pg_internal\.init)/
const isLeftOut = (name: string): boolean => leftOutOfRoot.test(name) || leftOutAnywhere.test(name)
const emptied =
  /^(?:pg_wal|pg_stat_tmp|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_subtrans)\//
const control = 'global/pg_control'

/**
 * Lists the files of a copy of a running database, as `pg_basebackup` does. Writes go on meanwhile:
 * a file may be copied while it changes, and the write-ahead log at the end of the list repairs it
 * when the copy starts. The copy has every transaction that was committed before the last file.
 * @throws {Error} if the database has removed a part of the log that the copy needs
 */
export async function* baseBackup(session: BackupSession): AsyncGenerator<DatabaseFile> {
  const { directory } = session
  await session.start()
  let stopped: Awaited<ReturnType<BackupSession['stop']>> | undefined
  try {
    for (const name of await namesIn(directory)) {
      if (name === control || isLeftOut(name) || isEmptied(name)) continue
      if (name.endsWith('/')) yield { name, size: 0, read: () => pieces([]) }
      else yield* copied(directory, name)
    }
    // Read at once, because nothing repairs this file.
    const content = await session.alone(() => readFileSync(join(directory, control)))
    yield whole(control, content)
    stopped = await session.stop()
  } finally {
    if (stopped === undefined) await session.stop()
  }
  yield whole('backup_label', Buffer.from(stopped.label))
  for (const segment of segmentsOf(stopped)) yield* copied(directory, `pg_wal/${segment}`, true)
}

const isEmptied = (name: string): boolean => emptied.test(name) && !name.endsWith('/')

/** All files and directories, each directory before its content. */
async function namesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .map((entry) => {
      const path = join(entry.parentPath, entry.name).slice(directory.length + 1)
      return path.replaceAll('\\', '/') + (entry.isDirectory() ? '/' : '')
    })
    .sort()
}

const whole = (name: string, content: Buffer): DatabaseFile => ({
  name,
  size: content.length,
  read: () => pieces([content]),
})

async function* pieces(content: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* content
}

/**
 * A file with its size at this moment. Yields nothing if the file is gone, because its table was
 * dropped. The file is read in the thread of the database, in pieces: under many writes, each wait
 * for another thread would take as long as a write.
 */
function* copied(directory: string, name: string, required = false): Generator<DatabaseFile> {
  let file: number
  try {
    file = openSync(join(directory, name), 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || required) throw error
    return
  }
  try {
    const { size } = fstatSync(file)
    yield { name, size, read: () => contentOf(file, size) }
  } finally {
    closeSync(file)
  }
}

const pieceBytes = 256 * 1024

/** Reads `size` bytes. If the file has become shorter, zeros stand for the rest. */
async function* contentOf(file: number, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const piece = Buffer.alloc(Math.min(pieceBytes, size - at))
    const read = readSync(file, piece, 0, piece.length, at)
    yield read === 0 ? piece : piece.subarray(0, read)
    at += read === 0 ? piece.length : read
  }
}

/** In PostgreSQL's names of segments, each part of eight digits is followed by 256 segments. */
const segmentsPerPart = 256

/** The names of the segments of the log from the start of the backup to its end. */
function segmentsOf({ label, lastWal }: { label: string; lastWal: string }): string[] {
  const [, firstWal = ''] = /^START WAL LOCATION: \S+ \(file (\w{24})\)/.exec(label) ?? []
  const numberOf = (name: string) =>
    Number.parseInt(name.slice(8, 16), 16) * segmentsPerPart + Number.parseInt(name.slice(16), 16)
  const [first, last] = [numberOf(firstWal), numberOf(lastWal)]
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const number = first + index
    const part = Math.floor(number / segmentsPerPart)
    return firstWal.slice(0, 8) + hex(part) + hex(number % segmentsPerPart)
  })
}
