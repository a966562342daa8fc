import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { before, describe, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { readConfig } from '../../src/config/config.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openEmbedded } from '../../src/platform/database/embedded/pglite.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { record } from '../../src/support/audit/audit.ts'
import { verifyTrail } from '../../src/support/audit/verify.ts'
import { bufferOf, fileOf, readArchive, writeArchive } from '../../src/support/backup/archive.ts'
import { writeBackup } from '../../src/support/backup/backup.ts'
import { restoreBackup } from '../../src/support/backup/restore.ts'
import { headerOf } from '../../src/support/backup/tar.ts'
import { openInstallation } from '../../src/support/installation/open.ts'
import { removeFormerKeyFile, replaceKeyFile } from '../../src/support/secret-key/key-file.ts'
import { beginRotation } from '../../src/support/secret-key/rotation.ts'
import { demoDirectory } from '../support/demo-directory.ts'
import {
  direct,
  foyerHere,
  foyerJson,
  newDirectory,
  preparedDirectory,
  Service,
} from '../support/program.ts'

const clock = systemClock

/** An empty place for a restored data directory. */
const newPlace = (): string => join(newDirectory(), 'data')

const restoreHere = (path: string, dataDir: string, more: object = {}) =>
  restoreBackup({ path, dataDir, secretKeys: [], clock, force: false, ...more })

describe('a backup of the embedded database', () => {
  test('during writes has every change that was acknowledged before it began, and its audit trail verifies', async () => {
    const dataDir = await preparedDirectory()
    const file = join(newDirectory(), 'some.backup')
    const db = await openEmbedded({ dataDir })
    await db.script(
      'create table filler as select n, repeat(n::text, 99) as t from generate_series(1, 2000) n',
    )
    let written = 0
    let during = 0
    let isWriting = true
    const write = async () => {
      for (; isWriting; during++) {
        await db.transaction((tx) => record(tx, { userId: 7, action: 'sign_up' }))
        await db.query(sql`update filler set t = t || 'x' where n = ${during}`)
        written++
        await nextTurn()
      }
    }
    const writing = write()
    while (written < 20) await pause(1)
    const acknowledged = written
    during = 0
    await writeBackup({ db, clock, dataDir }, file)
    assert.ok(during > 3, `${during} writes during the backup`)
    isWriting = false
    await writing
    const another = db.backUp()
    await another.next()
    await assert.rejects(db.backUp().next(), /not available/)
    await another.return(undefined)
    await db.close()
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(join(file, '..')), ['some.backup'])

    const place = newPlace()
    const { manifest } = await restoreHere(file, place)
    assert.equal(manifest.has_secret_key, false)
    const restored = await openEmbedded({ dataDir: place })
    const [row] = await restored.query<{ count: number; filled: number }>(sql`
      select (select count(*)::integer from audit_records where user_id = 7) as count,
        (select count(*)::integer from filler) as filled`)
    assert.ok((row?.count ?? 0) >= acknowledged, `${row?.count} of ${acknowledged}`)
    assert.equal(row?.filled, 2000)
    assert.deepEqual((await verifyTrail(restored)).breaches, [])
    const actions = await restored.query<{ action: string }>(
      sql`select action from audit_records where user_id = 0 order by seq`,
    )
    assert.deepEqual(
      actions.slice(-2).map(({ action }) => action),
      ['backup.made', 'backup.restored'],
    )
    await restored.close()
  })
})

describe('the secret key of a backup', () => {
  interface Rotating {
    readonly dataDir: string
    rotate(): Promise<void>
  }
  type Step = (rotating: Rotating) => unknown

  /** Backs up a database with key files. Does something else before, and around the copy. */
  async function backUpDuring(steps: { before?: Step; begin?: Step; end?: Step }): Promise<string> {
    const dataDir = await preparedDirectory()
    const { db, secretKey } = await openInstallation({ ...readConfig({}), dataDir })
    const rotating: Rotating = {
      dataDir,
      async rotate() {
        replaceKeyFile(dataDir)
        secretKey.reread()
        assert.ok(await beginRotation(db, secretKey))
      },
    }
    const backUp = db.backUp?.bind(db)
    Object.assign(db, {
      async *backUp() {
        await steps.begin?.(rotating)
        yield* backUp?.() ?? []
        await steps.end?.(rotating)
      },
    })
    await steps.before?.(rotating)
    const file = join(newDirectory(), 'some.backup')
    const { manifest } = await writeBackup({ db, clock, dataDir }, file)
    assert.equal(manifest.has_secret_key, true)
    await db.close()
    return file
  }

  /** Restores a backup without a key of its own, which must open the database. */
  async function checkRestored(file: string): Promise<void> {
    const place = newPlace()
    const { checkedKey } = await restoreHere(file, place)
    assert.ok(checkedKey)
    assert.equal((await foyerHere(['user', 'list'], { DATA_DIR: place })).status, 0)
  }

  test('is in the file with the new one if a rotation begins during the copy', async () => {
    const rotate: Step = (rotating) => rotating.rotate()
    await checkRestored(await backUpDuring({ begin: rotate }))
    await checkRestored(await backUpDuring({ end: rotate }))
  })

  test('is in the file with the former one if a rotation ends during the copy', async () => {
    const before: Step = ({ rotate }) => rotate()
    const end: Step = ({ dataDir }) => removeFormerKeyFile(dataDir)
    await checkRestored(await backUpDuring({ before, end }))
  })

  test('is in the file also if the former one of an unfinished rotation is lost', async () => {
    const before: Step = async ({ rotate, dataDir }) => {
      await rotate()
      removeFormerKeyFile(dataDir)
    }
    await backUpDuring({ before })
  })

  test('is not in the file if SECRET_KEY is set, or if the key file is of another database', async () => {
    const SECRET_KEY = 'qL3vX8s0mZ7tB2nR5kW9yC4hF6jD1gPe'
    const dataDir = await preparedDirectory()
    await foyerJson(['app', 'list'], { DATA_DIR: dataDir, SECRET_KEY })
    writeFileSync(join(dataDir, 'secret.key'), 'a key that was used before SECRET_KEY was set\n')
    for (const env of [{ SECRET_KEY }, {}]) {
      const file = join(newDirectory(), 'some.backup')
      const { stdout } = await foyerHere(['backup', file], { DATA_DIR: dataDir, ...env })
      assert.match(stdout, /\nSECRET_KEY is not in the file\. You need it to use the backup/)
      const place = newPlace()
      const restored = await foyerHere(['restore', file], { DATA_DIR: place })
      assert.match(restored.stdout, /Start the service with the SECRET_KEY of this backup/)
      assert.ok(!existsSync(join(place, 'secret.key')))
      assert.equal(
        (await restoreHere(file, newPlace(), { secretKeys: [SECRET_KEY] })).checkedKey,
        true,
      )
    }
  })
})

describe('restoring', () => {
  let env: Record<string, string>
  let file: string
  let manifest: string
  before(async () => {
    env = { DATA_DIR: await demoDirectory() }
    file = join(newDirectory(), 'demo.backup')
    const service = await Service.start(env)
    const backedUp = await foyerJson<{ has_secret_key: boolean; file: string }>(
      ['backup', file],
      env,
    )
    assert.deepEqual([backedUp.has_secret_key, backedUp.file], [true, file])
    const { stderr } = await foyerHere(['restore', file], env)
    assert.match(
      stderr,
      /^foyer: The data directory .* is in use by process \d+\. Stop the service first\.\n$/,
    )
    await service.stop('SIGKILL')
    manifest = manifestIn(zstdDecompressSync(readFileSync(file)))
  })

  /** The text of the first entry of an archive, whose size is in its header. */
  function manifestIn(archive: Buffer): string {
    const size = Number.parseInt(archive.toString('latin1', 124, 136), 8)
    return archive.toString('utf8', 512, 512 + size)
  }

  /** The archive of a backup with two small files. It is refused before it is unpacked. */
  async function smallArchive(): Promise<Buffer> {
    const path = join(newDirectory(), 'small.backup')
    const contents = [
      fileOf('foyer-backup.json', manifest),
      fileOf('database/PG_VERSION', '17'),
      fileOf('database/base', 'Ada Lovelace'),
    ]
    await writeArchive(path, Readable.from(contents))
    // Only what a test changes makes it wrong.
    await readArchive(path, async (_, content) => void (await bufferOf(content)))
    return zstdDecompressSync(readFileSync(path))
  }

  const usersIn = (dataDir: string) => foyerJson<object[]>(['user', 'list'], { DATA_DIR: dataDir })

  test('gives a directory that works on another machine: users, keys and the demo', async () => {
    const place = newPlace()
    const { stdout } = await foyerHere(['restore', file], { DATA_DIR: place })
    assert.match(stdout, /^Restored the backup of \S+ into /)
    assert.deepEqual(await usersIn(place), await usersIn(env.DATA_DIR ?? ''))
    for (const name of ['secret.key', 'demo.json'])
      assert.equal(
        readFileSync(join(place, name), 'utf8'),
        readFileSync(join(env.DATA_DIR ?? '', name), 'utf8'),
      )
    // Without a service the same command works, and the database is not migrated.
    const again = join(newDirectory(), 'again.backup')
    await foyerJson(['backup', again], { DATA_DIR: place })

    const refused = await foyerHere(['restore', again], { DATA_DIR: place })
    assert.match(refused.stderr, /is not empty\. With --force,/)
    await foyerJson(['user', 'create', '--email', 'late@example.com'], { DATA_DIR: place })
    const { replaced } = await foyerJson<{ replaced: string }>(['restore', again, '--force'], {
      DATA_DIR: place,
    })
    assert.ok(existsSync(replaced))
    assert.equal((await usersIn(place)).length, 3)
  })

  test('with another secret key is refused, and leaves no files', async () => {
    const place = newPlace()
    const secretKey = 'qL3vX8s0mZ7tB2nR5kW9yC4hF6jD1gPe'
    await assert.rejects(
      restoreHere(file, place, { secretKeys: [secretKey] }),
      /SECRET_KEY is not the key/,
    )
    assert.ok(!existsSync(place))
    mkdirSync(place)
    await assert.rejects(
      restoreHere(file, place, { secretKeys: [secretKey] }),
      /SECRET_KEY is not the key/,
    )
    assert.ok(!existsSync(join(place, 'database.restoring')))
  })

  test('refuses an archive with an unknown file, or with a file after the checksums', async () => {
    const folder = newDirectory()
    for (const name of [
      'database/../escaped',
      '../escaped',
      'other',
      'secret.key/../escaped',
      // On Windows, these would lead out of the folder.
      'database/..\\escaped',
      'database/base\\..\\..\\..\\escaped',
      'database/C:escaped',
      'database/C:\\escaped',
      'database//escaped/share',
      'database/PG_VERSION:stream',
      'database/...',
    ]) {
      const path = join(folder, name.replace(/[^\w.]/g, '_'))
      await writeArchive(
        path,
        Readable.from([fileOf('foyer-backup.json', manifest), fileOf(name, 'x')]),
      )
      const place = newPlace()
      await assert.rejects(restoreHere(path, place), /is damaged, or is not a backup/, name)
      assert.ok(!existsSync(place) && !existsSync(join(place, '../escaped')), name)
    }
    // The archive ends with two empty blocks.
    const plain = await smallArchive()
    const late = Buffer.concat([plain.subarray(0, -1024), headerOf({ name: 'demo.json', size: 0 })])
    const path = join(folder, 'late')
    writeFileSync(path, zstdCompressSync(Buffer.concat([late, Buffer.alloc(1024)])))
    await assert.rejects(restoreHere(path, newPlace()), /is damaged, or is not a backup/)
  })

  test('that fails leaves no file', async () => {
    const folder = newDirectory()
    const failing = (async function* () {
      yield fileOf('foyer-backup.json', '{}')
      throw new Error('The disk is full.')
    })()
    await assert.rejects(writeArchive(join(folder, 'new.backup'), failing), /The disk is full/)
    assert.deepEqual(readdirSync(folder), [])
  })

  test('that is interrupted after the keys were restored can be repeated', async (t) => {
    const place = newPlace()
    // Each file is synced before the database directory gets its final name, and the directory
    // after it.
    const handle = await open(file)
    const files = Object.getPrototypeOf(handle) as typeof handle
    await handle.close()
    const { sync } = files
    const wasInPlace: boolean[] = []
    t.mock.method(files, 'sync', function (this: typeof handle) {
      wasInPlace.push(existsSync(join(place, 'database')))
      return sync.call(this)
    })
    mkdirSync(join(place, 'database.restoring'), { recursive: true })
    writeFileSync(join(place, 'demo.json'), 'of another demo')
    writeFileSync(join(place, 'secret.key'), readFileSync(join(env.DATA_DIR ?? '', 'secret.key')))
    await restoreHere(file, place)
    const database = join(place, 'database')
    const restored = readdirSync(database, { recursive: true, withFileTypes: true })
    assert.deepEqual(
      wasInPlace,
      restored
        .filter((each) => each.isFile())
        .map(() => false)
        .concat(true),
    )
    assert.equal((await usersIn(place)).length, 3)
    const kept = readdirSync(place).filter((name) => name.startsWith('demo.json.replaced-'))
    assert.deepEqual(
      kept.map((name) => readFileSync(join(place, name), 'utf8')),
      ['of another demo'],
    )
  })

  test('refuses a file that is truncated, changed, newer than the program, or not a backup', async () => {
    const folder = newDirectory()
    const place = newPlace()
    const variant = (name: string, content: Uint8Array) => {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    }
    const content = readFileSync(file)
    const plain = await smallArchive()
    /** A well-formed file, in which some text is replaced by another of the same length. */
    const changed = (from: string, to: string) => {
      const at = plain.indexOf(from)
      assert.ok(at > 0 && from.length === to.length)
      const copy = Buffer.from(plain)
      copy.write(to, at)
      return zstdCompressSync(copy)
    }
    const half = variant('half', content)
    truncateSync(half, Math.floor(content.length / 2))
    const flipped = Buffer.from(content)
    const middle = Math.floor(flipped.length / 2)
    flipped[middle] = (flipped[middle] ?? 0) ^ 1
    const damagedFile = /is damaged, or is not a backup of Foyer/
    for (const [path, why] of [
      [half, damagedFile],
      [variant('last', content.subarray(0, -4)), damagedFile],
      [variant('flipped', flipped), damagedFile],
      [variant('value', changed('Ada Lovelace', 'Eve Lovelace')), damagedFile],
      [
        variant('without-sums', zstdCompressSync(plain.subarray(0, plain.indexOf('SHA256SUMS')))),
        damagedFile,
      ],
      [variant('text', Buffer.from('hello')), damagedFile],
      [variant('format', changed('"version": 1', '"version": 2')), /version 2 of the format/],
      [variant('migration', changed('0001_users', '9999_users')), /has the migration 9999_users/],
      [join(folder, 'missing'), /ENOENT/],
    ] as const) {
      await assert.rejects(restoreHere(path, place), why, path)
      assert.ok(!existsSync(place), path)
    }
  })

  test('that is killed leaves a directory that the service refuses, until it is repeated', async () => {
    let place: string
    do {
      place = newPlace()
      const child = spawn(direct[0] ?? '', [direct[1] ?? '', 'restore', file], {
        env: { PATH: process.env.PATH ?? '', DATA_DIR: place },
      })
      const unpacked = join(place, 'database.restoring', 'base')
      while (!existsSync(unpacked) && child.exitCode === null) await pause(1)
      child.kill('SIGKILL')
      await once(child, 'close')
      assert.ok([null, 0].includes(child.exitCode))
      // On a busy machine the signal may come after the restore has ended. Then another one is
      // killed.
    } while (existsSync(join(place, 'database')))
    const { status, stderr } = await foyerHere(['user', 'list'], { DATA_DIR: place })
    assert.match(stderr, /^foyer: .* A restore into .* was interrupted\. Run "foyer restore" again/)
    assert.equal(status, 1)
    await foyerJson(['restore', file], { DATA_DIR: place })
    assert.equal((await usersIn(place)).length, 3)
  })

  test('on PostgreSQL, the errors of both commands name the tools of PostgreSQL', async () => {
    const remote = { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/foyer' }
    for (const [argv, tool] of [
      [['backup', 'x'], /pg_dump --format=custom .*pg_basebackup/],
      [['restore', 'x'], /pg_restore --clean/],
    ] as const) {
      const { status, stderr } = await foyerHere(argv, remote)
      assert.match(stderr, tool)
      assert.doesNotMatch(stderr, /secret@/)
      assert.equal(status, 1)
    }
  })

  test('a backup of a directory without a database is refused', async () => {
    const { stderr } = await foyerHere(['backup', 'x'], { DATA_DIR: newPlace() })
    assert.match(stderr, /^foyer: There is no database in /)
  })
})
