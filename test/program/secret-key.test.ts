import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { deriveKey } from '../../src/platform/secrets/keys.ts'
import { seal } from '../../src/platform/secrets/seal.ts'
import { databases, newDatabase, openPostgresOn } from '../support/database.ts'
import { sql } from '../support/inside.ts'
import {
  direct,
  foyerHere,
  foyerJson,
  newDirectory,
  preparedDirectory,
  Service,
} from '../support/program.ts'
import { repetitions } from '../support/soak.ts'
import { retry503 } from '../support/wire.ts'

interface Told {
  readonly state: string
  readonly total: number
  readonly resealed: number
  readonly unreadable: number
}

const command = ['keys', 'rotate', '--secret-key']
const first = 'first-key-0123456789-abcdefghijklmnopqrstuvwxyz'
const second = 'second-key-0123456789-abcdefghijklmnopqrstuvwxyz'

test('in development the command replaces the key file itself', async () => {
  const dataDir = await preparedDirectory()
  const env = { DATA_DIR: dataDir, DEMO: 'false' }
  const file = join(dataDir, 'secret.key')
  await foyerJson(['keys', 'rotate'], env)
  const former = readFileSync(file, 'utf8')

  const told = await foyerJson<Told>(command, env)
  assert.deepEqual([told.state, told.total, told.resealed, told.unreadable], ['ended', 4, 4, 0])
  const key = readFileSync(file, 'utf8')
  assert.notEqual(key, former)
  assert.equal(existsSync(`${file}.former`), false)
  await foyerJson(['keys', 'rotate'], env)
  writeFileSync(file, former)
  const refused = await foyerHere(['keys', 'rotate'], env)
  assert.match(refused.stderr, /^foyer: SECRET_KEY has been replaced\..*\n$/)
  writeFileSync(file, key)

  // The service has the database open. The rotation begins at once, and continues in the
  // background.
  const service = await Service.start(env)
  const begun = await foyerHere([...command, '--no-wait', '--json'], env)
  assert.equal(JSON.parse(begun.stdout).state, 'running', begun.stderr)
  assert.equal(readFileSync(`${file}.former`, 'utf8'), key)
  const { status } = await retry503(() => fetch(`http://localhost:${service.port}/oauth2/jwks`))
  assert.equal(status, 200)
  await service.stop()
  // Both keys are still there. The command completes the rotation.
  const ended = await foyerJson<Told>(command, env)
  assert.deepEqual([ended.state, ended.unreadable], ['ended', 0])
  assert.equal(existsSync(`${file}.former`), false)
})

// On PostgreSQL a rotation takes at least half a minute, because other instances may have requests.
test('the command says which settings must be changed first', async () => {
  const env = { DATA_DIR: await preparedDirectory(), SECRET_KEY: first }
  const refused = await foyerHere(command, env)
  assert.match(refused.stderr, /^foyer: SECRET_KEY is the key in use\. Set SECRET_KEY to a new key/)
  const other = await foyerHere(command, { ...env, SECRET_KEY: second })
  assert.match(other.stderr, /^foyer: SECRET_KEY is not the key .*SECRET_KEY_PREVIOUS/)
  const both = { ...env, SECRET_KEY: second, SECRET_KEY_PREVIOUS: first }
  const { state } = await foyerJson<Told>(command, both)
  assert.equal(state, 'ended')
  const { stdout } = await foyerHere(command, both)
  assert.match(stdout, /Remove SECRET_KEY_PREVIOUS from the settings/)
  for (const [former, message] of [
    [second, /SECRET_KEY_PREVIOUS must be the former key/],
    [first, undefined],
  ] as const) {
    const { stderr } = await foyerHere(['audit', 'list'], { ...both, SECRET_KEY_PREVIOUS: former })
    if (message) assert.match(stderr, message)
    else assert.equal(stderr, '')
  }
})

const skip = (await databases()).length < 2

// It takes seconds, because it needs a process that is killed.
test('a killed rotation continues where it stopped', { skip }, async () => {
  let isContinued = await isKilledRotationContinued()
  // On a busy machine the signal may come after the rotation has ended. Then another one is killed.
  const mostTrials = repetitions({ short: 8, soak: 1 })
  for (let made = 1; !isContinued && made < mostTrials; made++)
    isContinued = await isKilledRotationContinued()
  assert.ok(isContinued, 'every rotation was complete before the signal')
})

/** @returns false if the rotation was complete before the signal */
async function isKilledRotationContinued(): Promise<boolean> {
  const url = await newDatabase()
  const env = { DATABASE_URL: url, DATA_DIR: newDirectory() }
  await foyerJson(['keys', 'rotate'], { ...env, SECRET_KEY: first })
  const db = await openPostgresOn(url)
  try {
    const key = deriveKey(first, 'mail jobs')
    const jobs = Array.from({ length: 10_000 }, () => randomUUID())
    const values = jobs.map((id) => seal(key, id, Buffer.from('{}')).toString('hex'))
    const added = sql`
      insert into jobs (id, queue, sealed)
      select id, 'mail', decode(sealed, 'hex')
      from unnest(${jobs}::uuid[], ${values}::text[]) as given (id, sealed)`
    await db.bulkTransaction((tx) => tx.query(added))
    const both = { ...env, SECRET_KEY: second, SECRET_KEY_PREVIOUS: first }
    const progress = async () =>
      (
        await db.query<{ resealed: number }>(
          sql`select resealed::integer as resealed from secret_key_rotations`,
        )
      )[0]?.resealed ?? 0

    const [file = '', ...args] = [...direct, ...command]
    const child = spawn(file, args, { env: { PATH: process.env.PATH ?? '', ...both } })
    const closed = once(child, 'close')
    const printed = text(child.stderr)
    while ((await progress()) === 0 && child.exitCode === null) await pause(2)
    child.kill('SIGKILL')
    await closed
    assert.ok(child.exitCode === null || child.exitCode === 0, await printed)
    const done = await progress()
    if (child.exitCode === 0 || done >= jobs.length) return false
    assert.ok(done > 0, 'no value was sealed again')

    await db.query(sql`
      update secret_key_rotations set held_until = now(), began_at = began_at - interval '1 minute'`)
    const told = await foyerJson<Told>(command, both)
    assert.equal(told.state, 'ended')
    assert.equal(told.unreadable, 0)
    assert.ok(told.resealed >= told.total - 50, `${told.resealed} of ${told.total}`)
    const { status } = await foyerHere(['keys', 'rotate'], { ...env, SECRET_KEY: second })
    assert.equal(status, 0)
    const [left] = await db.query<{ count: number }>(sql`
      select count(distinct substring(sealed from 1 for 9))::integer as count from jobs`)
    assert.equal(left?.count, 1)
    return true
  } finally {
    await db.close()
  }
}
