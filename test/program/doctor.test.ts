import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { checkTimeZones } from '../../src/commands/doctor/surroundings.ts'
import { openEmbedded } from '../../src/platform/database/embedded/pglite.ts'
import { listApplied } from '../../src/platform/database/migrate.ts'
import { databases, newDatabase, openPostgresOn } from '../support/database.ts'
import { freePort } from '../support/foyer.ts'
import { sql } from '../support/inside.ts'
import { Processor } from '../support/processor.ts'
import {
  anyDatabase,
  foyer,
  foyerHere,
  newDirectory,
  openDatabaseOf,
  type Place,
  preparedDirectory,
  Service,
} from '../support/program.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import { isSoak } from '../support/soak.ts'

interface Report {
  readonly wrong: number
  readonly checks: readonly {
    readonly check: string
    readonly state: string
    readonly text: string
    readonly advice?: string
  }[]
}

/** Runs the doctor. The exit status is 1 exactly if something is wrong. */
async function examine(env: Record<string, string>, ...argv: string[]): Promise<Report> {
  const { status, stdout, stderr } = await foyerHere(['doctor', '--json', ...argv], env)
  assert.notEqual(stdout, '', stderr)
  const report = JSON.parse(stdout) as Report
  assert.equal(status, report.wrong > 0 ? 1 : 0)
  for (const { state, advice } of report.checks) assert.equal(advice !== undefined, state !== 'ok')
  return report
}

/** The lines of some checks, such as `wrong keys: …`. */
const linesOf = ({ checks }: Report, ...names: string[]): string =>
  checks
    .filter(({ check }) => names.includes(check))
    .map(({ check, state, text }) => `${state} ${check}: ${text}`)
    .join('\n')

/** The settings of a service without a database, with an unused port. */
const emptySettings = async (more: Record<string, string>) => ({
  DATA_DIR: newDirectory(),
  PORT: String(await freePort()),
  ...more,
})

/** The settings of a service with a database and a key. */
const settings = async () => settingsIn(await anyDatabase())
/** The same on the embedded database. */
const embeddedSettings = async () => settingsIn({ DATA_DIR: await preparedDirectory() })

async function settingsIn<P extends Place>(place: P): Promise<P & { PORT: string }> {
  writeFileSync(join(place.DATA_DIR, 'secret.key'), `${randomUUID()}\n`, { mode: 0o600 })
  return { ...place, PORT: String(await freePort()) }
}

describe('foyer doctor', () => {
  test('finds nothing wrong with a new installation, and changes nothing', async () => {
    const env = await embeddedSettings()
    let report = await examine(env)
    const isRefused = () => linesOf(report, 'public URL').includes('ECONNREFUSED')
    // The doctor waits 3 s for the public URL. On a busy machine it is run again.
    for (let left = isSoak ? 0 : 7; !isRefused() && left > 0; left--) report = await examine(env)
    assert.equal(report.wrong, 0, JSON.stringify(report))
    assert.match(linesOf(report, 'database'), /^ok database: Embedded \(PostgreSQL \d+/)
    assert.match(linesOf(report, 'migrations', 'audit trail'), /All applied/)
    assert.match(linesOf(report, 'keys'), /No signing keys yet$/)
    assert.match(linesOf(report, 'mail'), /become files/)
    assert.match(linesOf(report, 'public URL'), /^warning .*ECONNREFUSED/)
    const nothing = await examine({ DATA_DIR: join(newDirectory(), 'none') })
    assert.match(linesOf(nothing, 'database', 'files'), /There is no database in .* yet/)
    chmodSync(join(env.DATA_DIR, 'database'), 0o700)
    const { stdout } = await foyerHere(['doctor'], env)
    assert.match(stdout, /^ok {7}database +Embedded .*\n/m)
    assert.match(stdout, /\n\n\d+ ok, 1 warning, 0 wrong\n$/)
    const { stdout: more } = await foyerHere(['doctor'], { ...env, AUTH_URI: 'x' })
    assert.match(more, /\n\n\d+ ok, 2 warnings, 0 wrong\n$/)
  })

  test('reports misspelt settings, and so does the start', async () => {
    const env = { ...(await embeddedSettings()), DEMO: 'false', SMTP_URI: 'smtp://localhost' }
    const told = 'SMTP_URI is not a setting. Did you mean SMTP_URL?'
    assert.match(
      linesOf(await examine(env), 'settings'),
      new RegExp(`^warning settings: ${told}$`.replaceAll('?', '\\?'), 'm'),
    )
    const service = await Service.start(env, Number(env.PORT))
    assert.equal(await service.stop(), 0)
    assert.ok(service.output.includes(`"msg":"${told}"`), service.output)
  })

  test('reports each wrong setting', async () => {
    const report = await examine({ PORT: 'x', AUTH_URL: 'ftp://x' })
    assert.equal(report.wrong, 2)
    assert.match(linesOf(report, 'settings'), /PORT must be.*\n.*AUTH_URL must be/)
  })

  test('reports another secret key, pending and unknown migrations, a missing trigger and open files', async () => {
    const env = await embeddedSettings()
    const dataDir = env.DATA_DIR
    // The database now belongs to the key in the directory.
    await foyerHere(['app', 'list'], env)
    const db = await openEmbedded({ dataDir })
    const [last] = (await listApplied(db)).slice(-1)
    await db.query(sql`delete from schema_migrations where version = ${last?.version}`)
    await db.script('alter table audit_records disable trigger audit_records_stay')
    await db.close()
    chmodSync(join(dataDir, 'secret.key'), 0o644)
    const other = { ...env, SECRET_KEY: 'qL3vX8s0mZ7tB2nR5kW9yC4hF6jD1gPe' }
    const report = await examine(other)
    assert.match(linesOf(report, 'keys'), /^wrong keys: SECRET_KEY is not the key/)
    assert.match(linesOf(report, 'audit trail'), /^wrong .*trigger .* audit_records_stay on /)
    assert.equal(
      linesOf(report, 'migrations'),
      `warning migrations: Not applied yet: ${last?.name}`,
    )
    assert.match(linesOf(report, 'files'), /^warning files: Others can use .*secret\.key$/m)

    const again = await openEmbedded({ dataDir })
    assert.equal(
      (await listApplied(again)).at(-1)?.name === last?.name,
      false,
      'nothing was applied',
    )
    await again.query(sql`
      insert into schema_migrations (version, name, checksum) values (9999, '9999_new', '')`)
    await again.close()
    assert.match(linesOf(await examine(env), 'migrations'), /^wrong .*newer: it has 9999_new$/)
    const newer = await openEmbedded({ dataDir })
    await newer.query(sql`update schema_migrations set works_with = 1 where version = 9999`)
    await newer.close()
    assert.equal(
      linesOf(await examine(env), 'migrations'),
      'warning migrations: The database is newer: it has 9999_new, and works with this version',
    )
  })

  test('reports an unfinished rotation of the key, and signing keys that no key decrypts', async () => {
    const env = await settings()
    await foyerHere(['keys', 'rotate'], env)
    assert.match(linesOf(await examine(env), 'keys'), /^ok keys: Signing keys: \w+/m)
    const former = readFileSync(join(env.DATA_DIR, 'secret.key'), 'utf8').trim()
    const rotated = {
      ...env,
      SECRET_KEY: 'qL3vX8s0mZ7tB2nR5kW9yC4hF6jD1gPe',
      SECRET_KEY_PREVIOUS: former,
    }
    const told = linesOf(await examine(rotated), 'keys')
    assert.match(told, /^warning keys: A rotation of SECRET_KEY is not finished$/m)

    const db = await openDatabaseOf(env)
    await db.query(sql`update signing_keys set sealed = sealed || '\\x00'::bytea`)
    await db.close()
    const report = await examine(env)
    assert.match(linesOf(report, 'keys'), /^wrong keys: The signing keys cannot be opened$/m)
    const advice = report.checks.find(({ text }) => /signing keys cannot/.test(text))?.advice ?? ''
    assert.match(advice, /Without one, delete its rows/)
    const damaged = await openDatabaseOf(env)
    await damaged.query(sql`delete from signing_keys`)
    await damaged.close()
    await foyerHere(['keys', 'rotate'], env)
    assert.match(linesOf(await examine(env), 'keys'), /^ok keys: Signing keys: \w+/m)
  })

  test('reports imported passwords whose key is missing', async () => {
    const env = await settings()
    const db = await openDatabaseOf(env)
    await db.query(sql`
      insert into users (email, password_hash)
      values ('ada@example.com', '$hmac-sha256$c2FsdHNhbHQ$aGFzaA')`)
    await db.close()
    assert.match(linesOf(await examine(env), 'passwords'), /^warning .* HMAC hashes/)
    const withKey = { ...env, LEGACY_PASSWORD_KEY: 'the key of the former system' }
    assert.match(linesOf(await examine(withKey), 'passwords'), /^ok /)
  })

  test('reports an option of Node.js that shows requests, in production', async () => {
    const env = await emptySettings({
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://127.0.0.1:1',
      ALLOW_EMBEDDED_DATABASE: 'true',
      ALLOW_INSECURE_AUTH_URL: 'true',
      CARD_VAULT: 'local',
      ALLOW_LOCAL_VAULT: 'true',
      SECRET_KEY: 'qL3vX8s0mZ7tB2nR5kW9yC4hF6jD1gPe',
    })
    // Node.js runs the tests with options of its own, so these checks need another process.
    const told = async (more: Record<string, string>) => {
      const { stdout } = await foyer(['doctor', '--json'], { ...env, ...more })
      return linesOf(JSON.parse(stdout) as Report, 'settings')
    }
    const [quiet, loud] = await Promise.all([told({}), told({ NODE_DEBUG: 'http' })])
    assert.equal(quiet, 'ok settings: Valid, for production')
    assert.match(loud, /^wrong settings: NODE_DEBUG must not be set in production/)
  })

  test('makes its checks inside the service while that has the database open', async () => {
    const env = { ...(await embeddedSettings()), DEMO: 'false' }
    const service = await Service.start(env, Number(env.PORT))
    const report = await examine(env)
    assert.equal(
      linesOf(report, 'service'),
      `ok service: Process ${service.pid} runs, and made these checks`,
    )
    await service.stop()
  })

  test('reports missing and overly broad trusted proxies', async () => {
    const open = await emptySettings({ TRUSTED_PROXIES: '10.0.0.0/8,0.0.0.0/1' })
    assert.match(linesOf(await examine(open), 'proxies'), /^wrong .*0\.0\.0\.0\/1: clients in it/)
    const everyone = await emptySettings({ TRUSTED_PROXIES: '0.0.0.0/0' })
    assert.match(linesOf(await examine(everyone), 'settings'), /^wrong .*prefix from 1 to 32/)
    const https = await emptySettings({ REQUIRE_HTTPS: 'true' })
    assert.match(linesOf(await examine(https), 'proxies'), /^wrong .*every request is refused/)
    const behind = await emptySettings({ REQUIRE_HTTPS: 'true', TRUSTED_PROXIES: '10.0.0.1' })
    assert.match(linesOf(await examine(behind), 'proxies'), /^ok proxies: 10\.0\.0\.1$/)
    const tls = await emptySettings({ AUTH_URL: 'https://127.0.0.1:1' })
    assert.match(linesOf(await examine(tls), 'proxies'), /^warning .*TRUSTED_PROXIES is empty/)
  })

  test('connects to the mail server, and sends a message only if asked', async () => {
    const smtp = await startSmtpServer()
    const env = await emptySettings({ SMTP_URL: smtp.url.replace('//', '//user:pass@') })
    assert.match(linesOf(await examine(env), 'mail'), /^ok .*accepts us$/)
    assert.equal(smtp.received.length, 0)
    assert.ok(smtp.commands.some((command) => command.startsWith('AUTH')))
    await examine(env, '--send-mail', 'ada@example.com')
    assert.deepEqual(
      smtp.received.map(({ to }) => to),
      [['ada@example.com']],
    )
    smtp.misbehave('AUTH', '535 5.7.8 no')
    assert.match(linesOf(await examine(env), 'mail'), /^wrong mail: .* answered 535 5\.7\.8/)
    await smtp.close()
  })

  test('reports the mode and the rights of the key of the card processor', async () => {
    const processor = await Processor.start()
    const env = await emptySettings({ CARD_VAULT: 'stripe', STRIPE_URL: processor.url })
    const good = await examine({ ...env, STRIPE_SECRET_KEY: processor.key })
    assert.match(linesOf(good, 'card vault'), /^(ok|warning) card vault: /)
    const bad = await examine({ ...env, STRIPE_SECRET_KEY: 'sk_test_unknown' })
    assert.match(linesOf(bad, 'card vault'), /^wrong card vault: Stripe does not accept/)
    await processor.stop()
  })

  test('reports a directory of listings that does not answer', async () => {
    const env = { ...(await settings()), LISTINGS_URL: 'http://127.0.0.1:1/{id}' }
    assert.match(linesOf(await examine(env), 'listings'), /^wrong listings: .*cannot answer/)
  })
})

describe('foyer doctor and the world', () => {
  test('reports the release of the time zones, and which copies are older', async () => {
    const line = linesOf(await examine(await settings()), 'time zones')
    assert.match(
      line,
      /^ok time zones: 20\d\d[a-z] \((moment-timezone|system|Node\.js)\), newer than/,
    )
    assert.match(line, new RegExp(`${process.versions.tz} \\(Node\\.js\\)`))
  })

  test('warns of rules of time zones that are years old', () => {
    const [old] = checkTimeZones(Date.UTC(2099, 0, 1))
    assert.equal(old?.state, 'warning')
    assert.match(old?.advice ?? '', /Update the tzdata of the system/)
  })

  test('reports a carrier that does not answer', async () => {
    const env = await settings()
    const told = async (more: Record<string, string>) =>
      linesOf(await examine({ ...env, ...more }), 'carrier')
    assert.equal(await told({}), 'ok carrier: local: Foyer Carrier comes on working days')
    assert.equal(await told({ CARRIER: 'none' }), 'ok carrier: none: addresses have no pickups')
    const away = await told({ CARRIER_URL: 'http://127.0.0.1:1/pickups' })
    assert.match(away, /^wrong carrier: .*cannot answer/)
  })
})

describe('foyer doctor on PostgreSQL', { skip: (await databases()).length < 2 }, () => {
  test('reports a server that does not answer', async () => {
    const env = await emptySettings({ DATABASE_URL: 'postgres://u:p4ss@127.0.0.1:1/foyer' })
    const report = await examine(env)
    assert.match(linesOf(report, 'database'), /^wrong database: .*cannot be reached/)
    assert.ok(!JSON.stringify(report).includes('p4ss'))
  })

  test('reports what the role may do, and whether it can change the audit trail', async () => {
    const url = await newDatabase()
    const owner = await openPostgresOn(url)
    const role = `foyer_service_${randomUUID().slice(0, 8)}`
    const grants = readFileSync(new URL('../../docs/service-role.sql', import.meta.url), 'utf8')
    await owner.script(`create role ${role} login password 'p'`)
    const service = new URL(url)
    service.username = role
    service.password = 'p'
    const env = await emptySettings({ DATABASE_URL: service.href })
    const checks = async () =>
      linesOf(await examine(env), 'database', 'audit trail', 'clock', 'migrations')
    try {
      await owner.script(`grant usage on schema public to ${role};
        grant select on schema_migrations to ${role}`)
      assert.match(await checks(), /wrong database: The role cannot read and write .*addresses/)
      await owner.script(grants.replaceAll('foyer_service', role))
      const good = await checks()
      assert.doesNotMatch(good, /wrong|superuser/)
      assert.match(good, /ok audit trail: The role can add records and alter none/)
      assert.match(good, /ok clock: This machine and the database are 0\.\d s apart/)
      for (const privilege of [
        'update on audit_records',
        'insert on audit_batches',
        'update (hash) on audit_batches',
        'delete on audit_batches',
      ]) {
        await owner.script(`grant ${privilege} to ${role}`)
        const told = `wrong audit trail: The role can alter the audit trail: ${privilege.replace(/ \(\w+\)/, '')}`
        assert.ok((await checks()).split('\n').includes(told), told)
        await owner.script(`revoke ${privilege} from ${role}`)
      }
      await owner.script(`revoke select on audit_batches from ${role}`)
      assert.match(await checks(), /wrong .* lacks privileges .*: select on audit_batches$/m)
    } finally {
      await owner.script(`drop owned by ${role}; drop role ${role}`)
      await owner.close()
    }
  })
})
