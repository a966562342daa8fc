import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { databases, newDatabase, openPostgresOn } from '../support/database.ts'
import { legacyKey } from '../support/foreign-hashes.ts'
import { importedEmail, importedPassword, writeUsers } from '../support/import-file.ts'
import { one, sql } from '../support/inside.ts'
import {
  anyDatabase,
  direct,
  foyerHere,
  foyerJson,
  newDirectory,
  preparedDirectory,
  Service,
} from '../support/program.ts'
import { newBrowser } from '../support/sign-in.ts'
import { isSoak, repetitions } from '../support/soak.ts'
import { retryOutsideSoak } from '../support/wire.ts'

interface Report {
  readonly imported: number
  readonly present: number
  readonly refused: number
  readonly complete: boolean
}

/** Text without control characters, except line breaks, and without changes of direction. */
const onlyLines = /^(?:\n|[^\p{Cc}\u202a-\u202e\u2066-\u2069])*$/u

test('refused lines and values that are left out are printed and written to a report', async () => {
  const env = await anyDatabase()
  const file = join(env.DATA_DIR, 'users.jsonl')
  writeUsers(file, 'told', 10)
  const wrong = [
    { external_id: 'a', email: 'nobody' },
    { external_id: 'b', email: 'b@example.com', language: 'tlh' },
  ]
  appendFileSync(file, wrong.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const report = join(env.DATA_DIR, 'report.jsonl')
  const import_ = ['user', 'import', file, '--report', report]
  const first = await foyerHere(import_, env)
  assert.equal(first.status, 1, first.stderr)
  const refusal = 'Please enter an email address such as ada@example.com.'
  const reason = 'Must be one of en, de, fr, es, it, nl, pt, ja.'
  assert.equal(
    first.stdout,
    [
      'Imported 11 users.',
      '1 line was refused:',
      `  line 11, email: ${refusal}`,
      '1 value was left out:',
      `  line 12, language: ${reason}`,
      '',
    ].join('\n'),
  )
  // All hashes of one kind need a key.
  assert.match(first.stderr, /2 users have an HMAC hash\. Set LEGACY_PASSWORD_KEY/)
  const lines = readFileSync(report, 'utf8').trim().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    [
      { line: 11, property: 'email', message: refusal },
      {
        line: 12,
        external_id: 'b',
        property: 'language',
        value: 'tlh',
        left_out: 'language',
        message: reason,
      },
    ],
  )
  assert.equal(statSync(report).mode & 0o777, 0o600)
  const second = await foyerHere(import_, { ...env, ...legacyKey })
  assert.match(second.stdout, /^Imported 0 users\.\n11 users were there already\.\n1 line was/)
  assert.doesNotMatch(second.stderr, /LEGACY_PASSWORD_KEY/)
  writeUsers(file, 'other', 5)
  const third = await foyerHere(import_, { ...env, ...legacyKey })
  assert.equal(third.status, 0, third.stdout)
  assert.equal(third.stdout, 'Imported 5 users.\n')
  assert.doesNotMatch(third.stderr, /LEGACY_PASSWORD_KEY/)
  const missing = await foyerHere(['user', 'import', 'nothing.jsonl'], env)
  assert.match(missing.stderr, /^foyer: Cannot read .*nothing\.jsonl \(ENOENT\)\.\n$/)
})

test('the output has twenty values that were left out, and the report has all of them', async () => {
  const env = await anyDatabase()
  const file = join(env.DATA_DIR, 'users.jsonl')
  const report = join(env.DATA_DIR, 'report.jsonl')
  const lines = Array.from({ length: 25 }, (_, index) =>
    JSON.stringify({ external_id: `${index}`, email: `${index}@example.com`, language: 'tlh' }),
  )
  lines.push(JSON.stringify({ external_id: 'last', email: 'last@example.com', password_hash: 'x' }))
  writeFileSync(file, lines.join('\n'))
  const { status, stdout } = await foyerHere(['user', 'import', file, '--report', report], env)
  assert.equal(status, 0)
  assert.match(
    stdout,
    /^Imported 26 users\.\n26 values were left out \(25 language, 1 password_hash\):\n {2}line 1, language: /,
  )
  assert.match(stdout, /\n {2}line 20, language: .*\n {2}and 6 more values\n$/)
  assert.equal(readFileSync(report, 'utf8').trim().split('\n').length, 26)
})

test('an import adds to its report, so that an import that goes on keeps what was left out', async () => {
  const env = await anyDatabase()
  const file = join(env.DATA_DIR, 'users.jsonl')
  const [check, report] = ['check.jsonl', 'report.jsonl'].map((name) => join(env.DATA_DIR, name))
  const line = (id: string) =>
    `${JSON.stringify({ external_id: id, email: `${id}@example.com`, password_hash: 'x' })}\n`
  const reportOf = async (path = '', ...options: string[]) => {
    await foyerHere(['user', 'import', file, '--report', path, ...options], env)
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    return lines.map((text) => (JSON.parse(text) as { external_id: string }).external_id)
  }
  writeFileSync(file, line('a'))
  // A dry run begins a new report.
  for (const _ of [1, 2]) assert.deepEqual(await reportOf(check, '--dry-run'), ['a'])
  assert.deepEqual(await reportOf(report), ['a'])
  writeFileSync(file, line('a') + line('b'))
  assert.deepEqual(await reportOf(report), ['a', 'b'])
})

test('a report never replaces the file that is imported', async () => {
  const env = await anyDatabase()
  const file = join(env.DATA_DIR, 'users.jsonl')
  writeUsers(file, 'kept', 2)
  const before = readFileSync(file, 'utf8')
  const link = join(env.DATA_DIR, 'link.jsonl')
  symlinkSync(file, link)
  for (const report of [file, link])
    for (const options of [[], ['--dry-run']]) {
      const refused = await foyerHere(['user', 'import', file, '--report', report, ...options], env)
      assert.equal(refused.status, 1)
      assert.match(
        refused.stderr,
        /^foyer: The report must be another file than the one to import\.\n$/,
      )
      assert.equal(readFileSync(file, 'utf8'), before)
    }
})

test('control characters of a file reach neither the terminal nor the report', async () => {
  const env = await anyDatabase()
  const file = join(env.DATA_DIR, 'users.jsonl')
  const report = join(env.DATA_DIR, 'refused.jsonl')
  // A clipboard command, a C1 control, a change of direction, and a line that looks like ours.
  const name = '\u001b]52;c;eA==\u0007\u009b2J\u202e\r\nImported 999 users.'
  writeFileSync(
    file,
    `${JSON.stringify({ external_id: '1', email: 'a@example.com', [name]: 1 })}\n`,
  )
  const shown = String.raw`\u001b]52;c;eA==\u0007\u009b2J\u202e\u000d\u000aImported 999 users.`
  const { stdout } = await foyerHere(['user', 'import', file, '--report', report], env)
  assert.ok(stdout.includes(`  line 1, ${shown}: `), stdout)
  assert.match(stdout, onlyLines)
  const json = await foyerHere(['user', 'import', file, '--json'], env)
  assert.match(json.stdout, onlyLines)
  const { faults } = JSON.parse(json.stdout) as { faults: { property: string }[] }
  assert.equal(faults[0]?.property, name)
  const written = readFileSync(report, 'utf8')
  assert.match(written, onlyLines)
  assert.equal(JSON.parse(written).property, name)
})

test('the running service imports into its embedded database', async () => {
  const env = {
    DATA_DIR: await preparedDirectory(),
    DEMO: 'false',
    TRUSTED_PROXIES: 'loopback',
    ...legacyKey,
  }
  const service = await Service.start(env)
  const file = join(env.DATA_DIR, 'users.jsonl')
  writeUsers(file, 'running', 600)
  const { imported } = await foyerJson<Report>(['user', 'import', file], env)
  assert.equal(imported, 600)
  await signInAll(service, 'running', 5)
  assert.equal(await service.stop(), 0)
})

const users = repetitions({ short: 2_000, soak: 100_000 })
const kills = repetitions({ short: 2, soak: 5 })

test(`an import of ${users} users that is killed ${kills} times continues where it stopped`, {
  skip: (await databases()).length < 2,
}, async (t) => {
  let isContinued = await isKilledImportContinued(t)
  // On a busy machine the last signal may come after the import has ended. Then another import is
  // killed.
  for (let left = isSoak ? 0 : 7; !isContinued && left > 0; left--)
    isContinued = await isKilledImportContinued(t)
  assert.ok(isContinued, 'every import was complete before the last signal')
})

/**
 * Kills an import several times, continues it, and checks the result.
 * @returns false if the import was complete before the last signal
 */
async function isKilledImportContinued(t: TestContext): Promise<boolean> {
  const env = { DATA_DIR: newDirectory(), DATABASE_URL: await newDatabase(), ...legacyKey }
  const file = join(env.DATA_DIR, 'users.jsonl')
  writeUsers(file, 'killed', users)
  const db = await openPostgresOn(env.DATABASE_URL)
  const countUsers = async () =>
    one(
      await db.query<{ count: number }>(
        sql`select count(*)::integer as count from user_external_ids`,
      ),
    ).count
  try {
    for (let kill = 0; kill < kills; kill++) {
      const before = await countUsers()
      const child = spawn(direct[0] ?? '', [...direct.slice(1), 'user', 'import', file], {
        env: { PATH: process.env.PATH ?? '', ...env },
        stdio: 'ignore',
      })
      const closed = once(child, 'close')
      while ((await countUsers()) === before && child.exitCode === null) await pause(5)
      child.kill('SIGKILL')
      await closed
      t.diagnostic(`killed after ${(await countUsers()) - before} users`)
    }
    // The server may still finish the transaction of the killed process.
    const start = performance.now()
    const present = await countUsers()
    const last = await foyerJson<Report>(['user', 'import', file], env)
    const seconds = (performance.now() - start) / 1_000
    if (last.imported === 0) return false
    assert.ok(last.present > 0, JSON.stringify(last))
    assert.equal(last.imported + last.present, users)
    assert.equal(last.complete, true)
    const rate = Math.round((users - present) / seconds)
    t.diagnostic(`${rate} users a second in the last run`)
    const [counts] = await db.query<Record<string, number>>(sql`
      select count(*)::integer as users, count(distinct email)::integer as emails,
        (select count(*)::integer from user_emails) as keys,
        (select count(*)::integer from audit_records where action = 'user.imported') as records
      from users`)
    assert.deepEqual(counts, { users, emails: users, keys: users, records: users })
    const again = await foyerJson<Report>(['user', 'import', file], env)
    assert.deepEqual([again.imported, again.present], [0, users])
    await foyerJson(['audit', 'verify'], env)
    if (isSoak) assert.ok(rate >= 1_000, `${rate} users a second`)
    const service = await Service.start({ ...env, TRUSTED_PROXIES: 'loopback' })
    await signInAll(service, 'killed', 5)
    assert.equal(await service.stop(), 0)
    return true
  } finally {
    await db.close()
  }
}

/** Signs in some users of a file, with hashes of all kinds. */
async function signInAll({ port }: Service, run: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const browser = newBrowser(`http://localhost:${port}`)
    const given = { email: importedEmail(run, index), password: importedPassword }
    const form = await retryOutsideSoak(() => browser.get('/sign-in'))
    const answer = await retryOutsideSoak(() => browser.submit(form, given, '/sign-in'))
    assert.equal(answer.status, 303)
  }
}
