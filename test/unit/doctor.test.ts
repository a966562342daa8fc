import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import {
  checkClock,
  checkDatabase,
  checkMigrations,
  checkTrail,
} from '../../src/commands/doctor/database.ts'
import type { Finding } from '../../src/commands/doctor/finding.ts'
import { checkCardVault } from '../../src/commands/doctor/services.ts'
import type { ServerRow } from '../../src/commands/doctor/store.ts'
import { checkAuthUrl, checkFiles, checkProxies } from '../../src/commands/doctor/surroundings.ts'
import type { Config } from '../../src/config/config.ts'
import type { Row } from '../../src/platform/database/db.ts'
import type { TrailRow } from '../../src/support/audit/guard.ts'
import { databases } from '../support/database.ts'
import { startFoyer } from '../support/foyer.ts'
import { type OpenDatabase, readConfig, sql } from '../support/inside.ts'
import { issuerReady } from '../support/issuer-ready.ts'
import { Processor } from '../support/processor.ts'
import { mountSmallDisk } from '../support/small-disk.ts'

/*
 * Findings about servers and surroundings that a test cannot have: an old version, a clock that is
 * wrong. Here the database, the file system or the port is replaced. The test of the program has the
 * others.
 */

const healthy: ServerRow = {
  version: 160_004,
  version_name: '16.4',
  role: 'foyer',
  superuser: false,
  fsync: 'on',
  max_connections: 100,
  now: 0,
}
const guarded: TrailRow = {
  owns: false,
  appends: true,
  chains: true,
  missing: null,
  lacking: null,
  surplus: null,
}

/** A server on which every statement has the same result. */
const serverWith = (row: object, kind: OpenDatabase['kind'] = 'postgres') =>
  ({ kind, query: async () => [row as Row] }) as unknown as OpenDatabase

/** A server with these properties, on which the role may use all tables. */
const server = (properties: Partial<ServerRow>, kind?: OpenDatabase['kind']) =>
  ({
    ...serverWith({}, kind),
    query: async ({ text }: { text: string }) =>
      text.includes('server_version') ? [{ ...healthy, ...properties }] : [],
  }) as unknown as OpenDatabase

const development = readConfig({})
const production: Config = { ...development, production: true }
const states = (found: readonly Finding[]) => found.map(({ state, text }) => `${state}: ${text}`)

describe('findings of foyer doctor', () => {
  test('a healthy server has none', async () => {
    assert.deepEqual(states(await checkDatabase(server({}), development)), [
      'ok: PostgreSQL 16.4, as the role "foyer"',
    ])
  })

  test('an old version, a superuser, no fsync and few connections are told', async () => {
    const of = async (properties: Partial<ServerRow>) =>
      states((await checkDatabase(server(properties), development)).slice(1))
    assert.deepEqual(await of({ version: 140_011, version_name: '14.11' }), [
      'wrong: PostgreSQL 14.11 is too old',
    ])
    assert.deepEqual(await of({ version: 150_000 }), [])
    assert.deepEqual(await of({ superuser: true }), ['warning: The role is a superuser'])
    assert.deepEqual(await of({ fsync: 'off' }), [
      'warning: fsync is off: a power cut can lose data',
    ])
    const { lanes, transactions, maxTransactions } = development.databaseConnections
    const most = lanes + maxTransactions + 1 + 4
    assert.deepEqual(await of({ max_connections: most }), [])
    const overload = (allowed: number) => [
      `warning: In overload an instance opens ${most} connections, and the server allows ${allowed}`,
    ]
    assert.deepEqual(await of({ max_connections: most - 1 }), overload(most - 1))
    const needed = lanes + transactions + 1 + 4
    assert.deepEqual(await of({ max_connections: needed }), overload(needed))
    assert.deepEqual(await of({ max_connections: needed - 1 }), [
      `wrong: An instance needs ${needed} connections, and the server allows ${needed - 1}`,
    ])
  })

  test('connections to another machine without TLS are told', async () => {
    const of = async (databaseUrl: string) =>
      states((await checkDatabase(server({}), { ...development, databaseUrl })).slice(1))
    const told = (host: string) => [`warning: The connections to ${host} have no TLS`]
    assert.deepEqual(await of('postgres://u:p@db.example.com/foyer'), told('db.example.com'))
    assert.deepEqual(await of('postgres://u:p@10.0.0.7/foyer?sslmode=disable'), told('10.0.0.7'))
    assert.deepEqual(await of('postgres://u:p@db.example.com/foyer?sslmode=verify-full'), [])
    for (const here of ['localhost', '127.0.0.1:5433', '[::1]', '%2Frun%2Fpostgresql'])
      assert.deepEqual(await of(`postgres://u:p@${here}/foyer`), [])
    assert.deepEqual(await of('postgres:///foyer?host=/run/postgresql'), [])
  })

  test('the embedded database is told in production alone', async () => {
    const embedded = server({}, 'embedded')
    assert.equal((await checkDatabase(embedded, development)).length, 1)
    const [, told] = await checkDatabase(embedded, production)
    assert.equal(told?.state, 'warning')
    assert.match(told.text, /runs in production/)
  })

  test('the guards of the audit trail, and the rights of the role on it, are told', async () => {
    const of = async (row: Partial<TrailRow>, config = development, kind?: OpenDatabase['kind']) =>
      states(await checkTrail(serverWith({ ...guarded, ...row }, kind), config))
    assert.deepEqual(await of({}), ['ok: The role can add records and alter none'])
    const missing = { missing: 'audit_batches_stay on audit_batches' }
    assert.match(String(await of(missing)), /^wrong: A trigger .* disabled: audit_batches_stay on /)
    assert.deepEqual(await of({ appends: false }), ['wrong: The role cannot add records'])
    assert.deepEqual(await of({ lacking: 'select on audit_batches' }), [
      'wrong: The role lacks privileges on the audit trail: select on audit_batches',
    ])
    assert.deepEqual(await of({ surplus: 'insert on audit_batches' }), [
      'wrong: The role can alter the audit trail: insert on audit_batches',
    ])
    const owner = { owns: true, surplus: 'insert on audit_batches' }
    assert.deepEqual(await of(owner), ['ok: Guarded by triggers'])
    assert.deepEqual(await of(owner, production), [
      'warning: The role owns the audit trail, so it can alter it',
    ])
    assert.deepEqual(await of(owner, production, 'embedded'), ['ok: Guarded by triggers'])
    const late = async (seconds: number) =>
      states(await checkTrail(serverWith({ ...guarded, seconds }), development))
    assert.deepEqual(await late(59), ['ok: The role can add records and alter none'])
    assert.deepEqual(await late(61), [
      'warning: A record has waited for 61 s to become part of the chain',
    ])
  })

  test('a migration that was changed after it was applied is told', async (t) => {
    const database = (await databases()).at(-1)
    assert.ok(database)
    const db = await database.open()
    t.after(() => db.close())
    assert.deepEqual(states(await checkMigrations(db)), ['ok: All applied'])
    await db.query(sql`update schema_migrations set checksum = 'x' where name = '0002_addresses'`)
    assert.deepEqual(states(await checkMigrations(db)), [
      'wrong: Changed after they were applied: 0002_addresses',
    ])
  })

  test('clocks that are seconds apart are told, in both directions', async () => {
    const of = async (apartMs: number) =>
      states(await checkClock(server({ now: 1_000_000 + apartMs }), { now: () => 1_000_000 }))
    const text = (seconds: string) => `This machine and the database are ${seconds} s apart`
    assert.deepEqual(await of(2_000), [`ok: ${text('2.0')}`])
    for (const sign of [1, -1]) {
      assert.deepEqual(await of(sign * 2_100), [`warning: ${text('2.1')}`])
      assert.deepEqual(await of(sign * 30_000), [`warning: ${text('30.0')}`])
      assert.deepEqual(await of(sign * 30_100), [`wrong: ${text('30.1')}`])
    }
    const [embedded] = await checkClock(server({}, 'embedded'), { now: () => 1_000_000 })
    assert.equal(embedded?.state, 'ok')
  })

  test('the local vault is told in production alone', async () => {
    const of = async (config: Config) => states(await checkCardVault(config))
    assert.deepEqual(await of(development), ['ok: local: for development and tests'])
    assert.deepEqual(await of(production), [
      'warning: local runs in production: it can neither charge cards nor pay sellers',
    ])
  })

  test('a test key of the card processor is told in production alone', async (t) => {
    const processor = await Processor.start()
    t.after(() => processor.stop())
    const env = {
      CARD_VAULT: 'stripe',
      STRIPE_URL: processor.url,
      STRIPE_SECRET_KEY: processor.key,
    }
    const config = readConfig(env)
    const texts = async (of: Config) => states(await checkCardVault(of))
    assert.ok(!(await texts(config)).includes('warning: STRIPE_SECRET_KEY is a test key'))
    const told = await texts({ ...config, production: true })
    assert.ok(told.includes('warning: STRIPE_SECRET_KEY is a test key'), told.join())
  })

  test('production without TLS is told, and proxies that are trusted are listed', () => {
    assert.deepEqual(states(checkProxies(development)), ['ok: None, as without TLS'])
    const trusted = readConfig({ TRUSTED_PROXIES: '10.0.0.0/8' })
    assert.deepEqual(states(checkProxies(trusted)), ['ok: 10.0.0.0/8'])
    assert.match(String(states(checkProxies(production))), /^warning: .*without TLS$/)
  })

  test('another issuer at the public URL is told', async (t) => {
    const database = (await databases()).at(-1)
    assert.ok(database)
    const foyer = await startFoyer(await database.open())
    t.after(() => foyer.stop())
    const { authUrl } = foyer
    await issuerReady(authUrl)
    const of = async (url: string) => states(await checkAuthUrl({ ...development, authUrl: url }))
    assert.deepEqual(await of(authUrl), [`ok: ${authUrl} leads to this issuer`])
    const alias = authUrl.replace('127.0.0.1', 'localhost')
    assert.match(String(await of(alias)), /^warning: .* status 200 and another issuer$/)
  })

  const disk = mountSmallDisk(100)
  test('little room on the disk of the embedded database is told', {
    skip: disk === null && 'a small disk cannot be mounted here',
  }, () => {
    assert.ok(disk)
    const config = { ...development, dataDir: disk.directory, databaseUrl: undefined }
    const told = () => states(checkFiles(config)).filter((line) => line.includes('MiB'))
    assert.match(String(told()), /^warning: \d+ MiB are free/)
    assert.deepEqual(
      states(checkFiles({ ...config, databaseUrl: 'postgres://x' })).filter((line) =>
        line.includes('are free'),
      ),
      [],
    )
    disk.fill()
    assert.match(String(told()), /^wrong: \d+ MiB are free/)
    disk.empty()
  })

  test('files of another user are told', (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'foyer-doctor-'))
    after(() => rmSync(dataDir, { recursive: true }))
    const config = { ...development, dataDir, databaseUrl: 'postgres://x' }
    assert.match(String(states(checkFiles(config))), /^ok: .* is private/)
    const { getuid } = process
    assert.ok(getuid)
    t.after(() => {
      process.getuid = getuid
    })
    process.getuid = () => 12_345
    assert.deepEqual(states(checkFiles(config)), [`wrong: ${dataDir} belongs to another user`])
  })
})

for (const { name: kind, open } of await databases())
  test(`on ${kind}, each missing or disabled trigger of the audit trail is told, with its migration`, async () => {
    const db = await open()
    const told = async () => (await checkTrail(db, development))[0]
    assert.equal((await told())?.state, 'ok')
    const guards = await db.query<{ name: string; place: string }>(sql`
      select tgname as name, relname as place from pg_trigger join pg_class c on c.oid = tgrelid
      where relname like 'audit%' and not tgisinternal`)
    assert.ok(guards.some(({ name }) => name === 'audit_records_kept'))
    for (const { name, place } of guards) {
      for (const [change, undo] of [
        ['disable trigger', 'enable trigger'],
        ['enable replica trigger', 'enable trigger'],
      ]) {
        await db.script(`alter table ${place} ${change} ${name}`)
        const finding = await told()
        assert.equal(finding?.state, 'wrong')
        assert.ok(finding.text.endsWith(`: ${name} on ${place}`), finding.text)
        await db.script(`alter table ${place} ${undo} ${name}`)
      }
    }
    await db.script('drop trigger audit_records_kept on audit_records')
    assert.match(String((await told())?.advice), /migrations\/0068_audit_batches\.sql$/)
    await db.close()
  })
