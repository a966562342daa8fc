import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { lockDirectory, refuseRoot } from '../../src/platform/database/embedded/lock.ts'
import { openEmbedded } from '../../src/platform/database/embedded/pglite.ts'
import { inTime } from '../support/in-time.ts'
import { sql, Unavailable } from '../support/inside.ts'
import { repetitions } from '../support/soak.ts'

const kills = repetitions({ short: 2, soak: 5 })

const folder = mkdtempSync(join(tmpdir(), 'foyer-lock-'))
after(() => rmSync(folder, { recursive: true }))

test('a second open in the same process is refused, and a close releases the directory', async () => {
  const dataDir = join(folder, 'odd name %20 é#?')
  const db = await openEmbedded({ dataDir })
  await assert.rejects(openEmbedded({ dataDir }), {
    name: 'DirectoryInUse',
    message: `The data directory ${dataDir} is in use by process ${process.pid}.`,
  })
  assert.equal(statSync(dataDir).mode & 0o777, 0o700)
  assert.equal(statSync(join(dataDir, 'database')).mode & 0o777, 0o700)
  await db.close()
  await (await openEmbedded({ dataDir })).close()
})

test('a second process is refused at once, and the acknowledged writes of the first survive kill -9', async () => {
  const dataDir = join(folder, 'data')
  let acknowledged = 0
  for (let round = 0; round < kills; round++) {
    const writer = new Writer(dataDir)
    await writer.reaches(acknowledged + 1)
    await inTime(async () => {
      const start = performance.now()
      await assert.rejects(openEmbedded({ dataDir }), {
        name: 'DirectoryInUse',
        message: `The data directory ${dataDir} is in use by process ${writer.pid}.`,
      })
      return [[performance.now() - start, 2_000]]
    })
    await writer.reaches(acknowledged + 50)
    acknowledged = await writer.kill()
  }
  const db = await openEmbedded({ dataDir })
  const [row] = await db.query<{ count: number; last: number }>(
    sql`select count(*)::int4 as count, max(n) as last from written`,
  )
  await db.close()
  assert.ok(row)
  assert.equal(row.last, row.count, 'no gaps')
  assert.ok(row.count >= acknowledged, `${row.count} rows kept, ${acknowledged} acknowledged`)
})

test('an interrupted first start is repeated from the beginning', async () => {
  const dataDir = join(folder, 'interrupted')
  // The limit of file sizes ends the process early, because the write-ahead log has 16 MB.
  const limited = ['sh', '-c', 'ulimit -f 8192; exec "$0" "$@"']
  assert.notEqual(await new Writer(dataDir, limited).ended(), 0)
  assert.ok(existsSync(join(dataDir, 'database.unfinished', 'PG_VERSION')))
  assert.ok(!existsSync(join(dataDir, 'database')))
  const db = await openEmbedded({ dataDir })
  assert.deepEqual(await db.query(sql`select 1 as one`), [{ one: 1 }])
  await db.close()
})

test('on a nearly full disk, reads still work and writes are refused', async () => {
  const dataDir = join(folder, 'full')
  const db = await openEmbedded({ dataDir })
  await db.script('create table notes (text text); insert into notes values (1)')
  await db.close()
  const full = await openEmbedded({ dataDir, reserveBytes: Number.MAX_SAFE_INTEGER })
  const write = sql`insert into notes values (${'two'})`
  await assert.rejects(full.query(write), Unavailable)
  await assert.rejects(
    full.transaction((tx) => tx.query(write)),
    Unavailable,
  )
  assert.deepEqual(await full.query(sql`select text from notes`), [{ text: '1' }])
  await full.close()
})

/**
 * A process that opens the directory and writes one number after the other. It prints each number
 * that is written.
 */
class Writer {
  readonly #process: ChildProcessByStdio<null, Readable, null>
  #printed = 0

  /** @param prefix a command that runs the process */
  constructor(dataDir: string, prefix: readonly string[] = []) {
    const program = join(import.meta.dirname, '../support/embedded-writer.ts')
    const [file = '', ...args] = [...prefix, process.execPath, program, dataDir]
    this.#process = spawn(file, args, {
      stdio: ['ignore', 'pipe', prefix.length > 0 ? 'ignore' : 'inherit'],
    })
    createInterface(this.#process.stdout).on('line', (line) => {
      this.#printed = Number(line)
    })
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  async reaches(number: number): Promise<void> {
    while (this.#printed < number) {
      assert.equal(this.#process.exitCode, null, 'the writer still runs')
      await pause(5)
    }
  }

  /** @returns the exit status; null if a signal ended it */
  async ended(): Promise<number | null> {
    await once(this.#process, 'close')
    return this.#process.exitCode
  }

  /** @returns the last number that it printed */
  async kill(): Promise<number> {
    this.#process.kill('SIGKILL')
    await once(this.#process, 'close')
    return this.#printed
  }
}

test('root is refused in the data directory of another user', () => {
  const directory = mkdtempSync(join(folder, 'other-'))
  // Without the rights of root, the directory belongs to the user of this test.
  if (process.getuid?.() === 0) chownSync(directory, 65_534, 65_534)
  const { uid } = statSync(directory)
  assert.throws(() => refuseRoot(directory, 0), {
    message:
      `The data directory ${directory} belongs to the user ${uid}, so root must not write to it. ` +
      'Run the command as that user.',
  })
  if (process.getuid?.() === 0) assert.throws(() => lockDirectory(directory), /belongs to the user/)
  refuseRoot(directory, uid)
  refuseRoot(directory, undefined)
  refuseRoot(join(directory, 'new'), 0)
  assert.deepEqual(readdirSync(directory), [])
  if (process.getuid?.() !== 0) return
  // A container that has always run as root, in a volume that belongs to another user.
  mkdirSync(join(directory, 'database'))
  refuseRoot(directory, 0)
})
