import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { demoDirectory } from '../support/demo-directory.ts'
import {
  foyerHere,
  foyerJson,
  newDirectory,
  preparedDirectory,
  Service,
} from '../support/program.ts'

const newPlace = (): string => join(newDirectory(), 'copy')
const usersIn = (dataDir: string, more: object = {}) =>
  foyerJson<{ email: string }[]>(['user', 'list'], { DATA_DIR: dataDir, ...more })

describe('foyer backup', () => {
  test('copies the data directory of a running service, with every change before it', async () => {
    const env = { DATA_DIR: await demoDirectory() }
    const service = await Service.start(env)
    const url = `http://localhost:${service.port}`
    let [isReading, read] = [true, 0]
    const reading = (async () => {
      for (; isReading; read++) assert.equal((await fetch(`${url}/v2`)).status, 200)
    })()
    await foyerJson(['user', 'create', '--email', 'grace.hopper@example.com'], env)
    const place = newPlace()
    const { stdout } = await foyerHere(['backup', place], env)
    assert.match(stdout, /^Copied .* to .*\nIt has the secret key of this data directory\.\n$/)
    const before = read
    while (read < before + 3) await pause(1)
    isReading = false
    await reading
    await foyerJson(['user', 'create', '--email', 'late@example.com'], env)
    await service.stop('SIGKILL')

    assert.equal(statSync(place).mode & 0o777, 0o700)
    assert.deepEqual(readdirSync(place).sort(), ['database', 'demo.json', 'secret.key'])
    assert.deepEqual(readdirSync(join(place, '..')), ['copy'])
    const emails = (await usersIn(place)).map(({ email }) => email)
    assert.ok(emails.includes('grace.hopper@example.com') && !emails.includes('late@example.com'))
    const { breaches } = await foyerJson<{ breaches: unknown[] }>(['audit', 'verify'], {
      DATA_DIR: place,
    })
    assert.deepEqual(breaches, [])
    const records = await foyerJson<{ action: string }[]>(['audit', 'list'], { DATA_DIR: place })
    assert.equal(records[0]?.action, 'backup.made')
    // A service starts in the copy, with its demo.
    const restored = await Service.start({ DATA_DIR: place })
    await restored.stop()
  })

  test('copies without a service, and leaves out the keys if SECRET_KEY is set', async () => {
    const SECRET_KEY = 'qL3vX8s0mZ7tB2nR5kW9yC4hF6jD1gPe'
    const env = { DATA_DIR: await preparedDirectory(), SECRET_KEY }
    await foyerJson(['user', 'create', '--email', 'grace.hopper@example.com'], env)
    writeFileSync(join(env.DATA_DIR, 'secret.key'), 'a key from before SECRET_KEY was set\n')
    const place = newPlace()
    const { stdout } = await foyerHere(['backup', place], env)
    assert.match(stdout, /\nSECRET_KEY is not in it\. You need it to use the copy/)
    assert.ok(!existsSync(join(place, 'secret.key')))
    assert.equal((await usersIn(place, { SECRET_KEY })).length, 1)
    const { stderr } = await foyerHere(['user', 'list'], {
      DATA_DIR: place,
      SECRET_KEY: SECRET_KEY.toLowerCase(),
    })
    assert.match(stderr, /SECRET_KEY is not the key that this database was created with/)
  })

  test('copies both keys while a rotation is under way', async () => {
    const env = { DATA_DIR: await preparedDirectory() }
    await usersIn(env.DATA_DIR)
    const key = readFileSync(join(env.DATA_DIR, 'secret.key'), 'utf8')
    writeFileSync(join(env.DATA_DIR, 'secret.key.former'), key)
    const place = newPlace()
    await foyerJson(['backup', place], env)
    assert.equal(readFileSync(join(place, 'secret.key.former'), 'utf8'), key)
  })

  test('never writes into a folder with files', async () => {
    const env = { DATA_DIR: await preparedDirectory() }
    const place = newPlace()
    mkdirSync(place)
    writeFileSync(join(place, 'mine'), 'x')
    const { status, stderr } = await foyerHere(['backup', place], env)
    assert.deepEqual([status, /is not empty\. Name a new folder\.\n$/.test(stderr)], [1, true])
    assert.deepEqual(readdirSync(place), ['mine'])
  })

  test('names the tools of PostgreSQL, or says that there is no database', async () => {
    const DATABASE_URL = 'postgres://user:secret@127.0.0.1:1/foyer'
    const { status, stderr } = await foyerHere(['backup', 'x'], { DATABASE_URL })
    assert.match(stderr, /pg_dump --format=custom .*pg_basebackup/)
    assert.deepEqual([status, stderr.includes('secret@')], [1, false])
    const none = await foyerHere(['backup', 'x'], { DATA_DIR: newPlace() })
    assert.match(none.stderr, /^foyer: There is no database in /)
  })
})
