import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { pino } from 'pino'
import { openEmbedded } from '../../src/platform/database/embedded/pglite.ts'
import { createHttpServer } from '../../src/platform/http/server.ts'
import { databases, newDatabase, newEmptyDatabase } from '../support/database.ts'
import { demoDirectory } from '../support/demo-directory.ts'
import { figure } from '../support/figure.ts'
import { freePort } from '../support/foyer.ts'
import { readConfig, sql } from '../support/inside.ts'
import {
  anyDatabase,
  direct,
  type Ended,
  foyer,
  foyerHere,
  foyerJson,
  newDirectory,
  openDatabaseOf,
  type Place,
  preparedDirectory,
  Service,
} from '../support/program.ts'
import { isSoak, repetitions } from '../support/soak.ts'

const starts = repetitions({ short: 1, soak: 20 })
const key = 'qL3vX8s0mZ7tB2nR5kW9yC4hF6jD1gPe'

/**
 * Asserts that a command ended with status 1, with one line on standard error that says why, and
 * with nothing on standard output.
 */
function assertRefused({ status, stdout, stderr }: Ended, why: RegExp): void {
  assert.match(stderr, why)
  assert.match(stderr, /^foyer: .+\n$/, 'one line')
  assert.equal(stdout, '')
  assert.equal(status, 1)
}

const production = {
  NODE_ENV: 'production',
  ALLOW_EMBEDDED_DATABASE: 'true',
  CARD_VAULT: 'local',
  ALLOW_LOCAL_VAULT: 'true',
  SECRET_KEY: key,
  SMTP_URL: 'smtp://127.0.0.1:9',
}

test('production needs https URLs, or a loopback URL if that is allowed', () => {
  const https = 'https://accounts.example'
  const read = (env: Record<string, string>) => readConfig({ ...production, ...env })
  const loopback = { ALLOW_INSECURE_AUTH_URL: 'true' }
  for (const [env, name] of [
    [{ AUTH_URL: 'http://accounts.example' }, 'AUTH_URL'],
    [{ AUTH_URL: 'http://localhost:8080' }, 'AUTH_URL'],
    [{ AUTH_URL: 'http://10.0.0.1', ...loopback }, 'AUTH_URL'],
    [{ AUTH_URL: https, BASE_URL: 'http://api.example/v2' }, 'BASE_URL'],
    [{ AUTH_URL: https, BASE_URL: 'http://api.example/v2', ...loopback }, 'BASE_URL'],
  ] as const)
    assert.throws(() => read(env), new RegExp(`^ConfigError: ${name} must be an https URL`))
  assert.equal(read({ AUTH_URL: https }).baseUrl, `${https}/v2`)
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    assert.equal(read({ AUTH_URL: `http://${host}`, ...loopback }).authUrl, `http://${host}`)
  assert.equal(read(loopback).authUrl, 'http://localhost:8080')
})

test('a secret can be in a file', () => {
  const file = join(newDirectory(), 'secret')
  const { SECRET_KEY: _, ...others } = { ...production, AUTH_URL: 'https://accounts.example' }
  const read = (env: Record<string, string>) => readConfig({ ...others, ...env })
  writeFileSync(file, `${key}\n`)
  assert.equal(read({ SECRET_KEY_FILE: file }).secretKey, key)
  writeFileSync(file, 'postgres://foyer:word@db/foyer\n')
  const { databaseUrl } = read({ SECRET_KEY: key, DATABASE_URL_FILE: file })
  assert.equal(databaseUrl, 'postgres://foyer:word@db/foyer')
  const both = { SECRET_KEY: key, SECRET_KEY_FILE: file }
  assert.throws(() => read(both), /SECRET_KEY and SECRET_KEY_FILE must not both be set/)
  const unreadable =
    /SECRET_KEY_FILE must name a file that the service can read, with the secret\.$/m
  assert.throws(() => read({ SECRET_KEY_FILE: `${file}.none` }), unreadable)
  writeFileSync(file, '\n')
  assert.throws(() => read({ SECRET_KEY_FILE: file }), unreadable)
})

test('production has a carrier only if a setting names one', () => {
  const read = (env: Record<string, string>) =>
    readConfig({ ...production, AUTH_URL: 'https://accounts.example', ...env }).carrier
  assert.equal(read({}), 'none')
  assert.equal(read({ CARRIER: 'none' }), 'none')
  assert.equal(read({ CARRIER: 'local' }), 'local')
  const url = 'https://carrier.example/pickups'
  assert.equal(String(read({ CARRIER_URL: url })), url)
  assert.equal(readConfig({}).carrier, 'local')
  assert.equal(readConfig({ CARRIER: 'none' }).carrier, 'none')
})

describe('a wrong setting is refused before anything is opened:', () => {
  const wrong: [name: string, env: Record<string, string>, why: RegExp][] = [
    ['an invalid port', { PORT: '80800' }, /PORT must be a port number/],
    ['an invalid URL', { AUTH_URL: 'example.com' }, /AUTH_URL must be an http/],
    [
      'a URL of listings without an id',
      { LISTINGS_URL: 'http://a.example/' },
      /LISTINGS_URL must contain {id} exactly once/,
    ],
    ['an unknown carrier', { CARRIER: 'post' }, /CARRIER must be one of local, none, not "post"/],
    [
      'a carrier without a URL of the web',
      { CARRIER_URL: 'ftp://carrier.example' },
      /CARRIER_URL must be an http or https URL/,
    ],
    [
      'two carriers',
      { CARRIER: 'local', CARRIER_URL: 'https://carrier.example/pickups' },
      /CARRIER and CARRIER_URL must not both be set/,
    ],
    ['a database of another kind', { DATABASE_URL: 'mysql://db' }, /DATABASE_URL must be a URL/],
    [
      'a percent sign in the password of the database',
      { DATABASE_URL: 'postgres://foyer:50%off%40@127.0.0.1:1/foyer' },
      /DATABASE_URL must have .* percent-encoded: write %25 for a percent sign\.$/m,
    ],
    ['an invalid delay', { DRAIN_DELAY: 'long' }, /DRAIN_DELAY must be 0 to 15000/],
    [
      'production without a database',
      { ...production, AUTH_URL: 'https://a.example', ALLOW_EMBEDDED_DATABASE: 'false' },
      /DATABASE_URL/,
    ],
    [
      'production without a key',
      { ...production, AUTH_URL: 'https://a.example', SECRET_KEY: '' },
      /SECRET_KEY must be set in production/,
    ],
    [
      'a demo in production',
      { ...production, AUTH_URL: 'https://a.example', DEMO: 'true' },
      /DEMO must not be true in production/,
    ],
    [
      'a seed of the demo in production',
      { ...production, AUTH_URL: 'https://a.example', DEMO_SEED: 'x' },
      /DEMO_SEED must not be set in production/,
    ],
    ['an invalid seed of the demo', { DEMO_SEED: 'a b' }, /DEMO_SEED must be 1 to 64 letters/],
    [
      'production without mail',
      { ...production, AUTH_URL: 'https://a.example', SMTP_URL: '' },
      /SMTP_URL must be set to a mail server in production/,
    ],
    [
      'production without a card vault',
      { ...production, AUTH_URL: 'https://a.example', CARD_VAULT: '' },
      /CARD_VAULT must be stripe in production, because local cannot charge cards/,
    ],
    [
      'production with a vault that cannot charge, without permission',
      { ...production, AUTH_URL: 'https://a.example', ALLOW_LOCAL_VAULT: '' },
      /ALLOW_LOCAL_VAULT=true allows CARD_VAULT=local/,
    ],
    ['production without a URL', production, /AUTH_URL must be an https URL in production/],
    ['a mail server over HTTPS', { SMTP_URL: 'https://mail.example' }, /SMTP_URL must be a URL/],
    [
      'a mail server with an option that logs all messages',
      { SMTP_URL: 'smtp://mail.example?logger=true' },
      /SMTP_URL must be a URL/,
    ],
    [
      'a percent sign in the password of the mail server',
      { SMTP_URL: 'smtp://foyer:50%off@mail.example:587' },
      /SMTP_URL must have .* percent-encoded: write %25 for a percent sign\.$/m,
    ],
    [
      'mail from two addresses',
      { MAIL_FROM: 'a@a.example, b@b.example' },
      /MAIL_FROM must be an email address/,
    ],
    [
      'a service name with a line break',
      { SERVICE_NAME: 'Foyer\nBcc: a' },
      /SERVICE_NAME must be at most 64 characters long/,
    ],
    [
      'a color with too little contrast',
      { BRAND_COLOR: '#9fd3c7', BRAND_COLOR_DARK: '#c9a5ec' },
      /BRAND_COLOR #9fd3c7 has a contrast of 1\.\d\d:1 .* Choose a darker color/,
    ],
  ]
  for (const [name, env, why] of wrong) {
    test(name, async () => {
      const dataDir = join(newDirectory(), 'data')
      assertRefused(await foyerHere(['serve'], { DATA_DIR: dataDir, ...env }), why)
      assert.ok(!existsSync(dataDir))
    })
  }
})

test('networks of proxies that the server cannot use are refused', async () => {
  const networks = [
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/',
    '10.0.0.0/1e1',
    '10.0.0.0/33',
    '::1/129',
    '/8',
  ]
  for (const network of [...networks, '10.0.0.0/8/8', '10.0.0.0/ 8', '10.0.0.0/0x8', 'proxy/8'])
    assert.throws(() => readConfig({ TRUSTED_PROXIES: network }), /^ConfigError: TRUSTED_PROXIES /)
  const accepted = ['10.0.0.0/1', '10.0.0.1/32', '::/1', '::1/128', '10.0.0.1', '::1', 'loopback']
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES: accepted.join() })
  assert.deepEqual(trustedProxies, accepted)
  const options = { trustedProxies, requireHttps: false, rewrite: (url: string) => url }
  await createHttpServer(options, pino({ level: 'silent' })).close()
})

test('URLs with escapes are accepted', () => {
  const escaped = {
    SMTP_URL: 'smtp://foyer:50%25off@mail.example:587',
    DATABASE_URL: 'postgres://foyer:50%25off%C3%A9@127.0.0.1:1/foyer?application_name=100%',
  }
  const { mail, databaseUrl } = readConfig(escaped)
  assert.deepEqual({ SMTP_URL: mail.smtpUrl, DATABASE_URL: databaseUrl }, escaped)
  // pg reads this one, and always did.
  const raw = 'postgres://foyer:50%off@127.0.0.1:1/foyer'
  assert.equal(readConfig({ DATABASE_URL: raw }).databaseUrl, raw)
})

test('a start that fails after the port is open ends the process', async () => {
  // The banner is printed after the port is open.
  const fault = 'process.stdout.on = () => { throw new Error("no banner") }'
  const [node = '', file = ''] = direct
  const command = [node, '--import', `data:text/javascript,${encodeURIComponent(fault)}`]
  const env = { ...(await anyDatabase()), DEMO: 'false' }
  const started = Service.start(env, undefined, undefined, [...command, file, 'serve'])
  await assert.rejects(started, /no banner/)
})

test('all wrong settings are reported together, each on a line', async () => {
  const dataDir = join(newDirectory(), 'data')
  const env = {
    NODE_ENV: 'production',
    PORT: 'http',
    PROBE_PORT: '70000',
    BASE_URL: 'api.example',
    TRUSTED_PROXIES: '10.0.0.0/8, proxy, 10.0.0.0/99',
    REQUIRE_HTTPS: 'yes',
    CARD_VAULT: 'safe',
    MAIL_FROM: 'nobody',
    LOG_LEVEL: 'loud',
    DATA_DIR: dataDir,
  }
  const { status, stdout, stderr } = await foyer(['serve'], env)
  assert.deepEqual([status, stdout], [1, ''])
  const names = stderr.split('\n').map((line) => /^foyer: (\w+) must .+\.$/.exec(line)?.[1])
  assert.deepEqual(names, [
    'PORT',
    'AUTH_URL',
    'BASE_URL',
    'DATABASE_URL',
    'SECRET_KEY',
    'PROBE_PORT',
    'TRUSTED_PROXIES',
    'TRUSTED_PROXIES',
    'REQUIRE_HTTPS',
    'LOG_LEVEL',
    'CARD_VAULT',
    'SMTP_URL',
    'MAIL_FROM',
    undefined,
  ])
  assert.ok(!existsSync(dataDir))
})

describe('a busy port is refused before anything is opened:', () => {
  const other = createServer()
  let taken = ''
  before(async () => {
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    taken = String((other.address() as { port: number }).port)
  })
  after(() => other.close())

  for (const name of ['PORT', 'PROBE_PORT']) {
    test(name, async () => {
      const dataDir = join(newDirectory(), 'data')
      const env = { PORT: String(await freePort()), DATA_DIR: dataDir, [name]: taken }
      const ended = await foyer(['serve'], env)
      assertRefused(ended, new RegExp(`${name} ${taken} on 127.0.0.1 is already in use`))
      assert.ok(!existsSync(dataDir))
    })
  }
})

test('an unreachable database is reported without its password', async () => {
  const dataDir = join(newDirectory(), 'data')
  const port = await freePort()
  const DATABASE_URL = `postgres://foyer:not-to-be-told@127.0.0.1:${port}/foyer`
  const ended = await foyer(['user', 'list'], { DATABASE_URL, DATA_DIR: dataDir })
  assertRefused(ended, new RegExp(`The database 127.0.0.1:${port}/foyer cannot be reached`))
  assert.doesNotMatch(ended.stderr, /not-to-be-told/)
  assert.ok(!existsSync(dataDir))
})

test('a data directory that is a file is refused, and not changed', async () => {
  const file = join(newDirectory(), 'data')
  writeFileSync(file, 'mine')
  const ended = await foyer(['serve'], { PORT: String(await freePort()), DATA_DIR: file })
  assertRefused(ended, /The embedded database in .* cannot be opened: /)
  assert.equal(readFileSync(file, 'utf8'), 'mine')
})

test(`a second service on the directory is refused, ${starts} times of ${starts}`, async () => {
  const dataDir = await demoDirectory()
  const first = await Service.start({ DATA_DIR: dataDir })
  const before = readdirSync(dataDir)
  const demo = readFileSync(join(dataDir, 'demo.json'))
  const port = String(await freePort())
  const times: number[] = []
  for (let round = 0; round < starts; round++) {
    const start = performance.now()
    const ended = await foyer(['serve'], { PORT: port, DATA_DIR: dataDir })
    assertRefused(ended, new RegExp(`The data directory .* is in use by process ${first.pid}\\.`))
    times.push(performance.now() - start)
  }
  figure(33, 'refused starts of a second process', times.length, { atLeast: starts }, starts)
  if (isSoak) figure(33, 'slowest refusal, ms', Math.max(...times), { atMost: 2_000 })
  assert.deepEqual(readdirSync(dataDir), before)
  assert.deepEqual(readFileSync(join(dataDir, 'demo.json')), demo)
  assert.equal(await first.stop(), 0)
})

test('damaged files of the embedded database are reported with advice, and not replaced', async () => {
  const whole = join(newDirectory(), 'data')
  await (await openEmbedded({ dataDir: whole })).close()
  const damages: readonly ((database: string) => void)[] = [
    (database) => truncateSync(join(database, 'global/pg_control'), 100),
    (database) => rmSync(join(database, 'postgresql.conf')),
    (database) => rmSync(join(database, 'PG_VERSION')),
  ]
  let dataDir = ''
  for (const damage of damages) {
    dataDir = join(newDirectory(), 'data')
    cpSync(whole, dataDir, { recursive: true })
    damage(join(dataDir, 'database'))
    await assert.rejects(openEmbedded({ dataDir }), {
      name: 'StartRefused',
      message: /^The files in .+ are damaged\./,
    })
  }
  const ended = await foyerHere(['user', 'list'], { DATA_DIR: dataDir })
  assertRefused(
    ended,
    /The files in .*database are damaged\. Restore the data directory from a backup/,
  )
  assert.ok(!existsSync(join(dataDir, 'database/PG_VERSION')))
})

const skip = (await databases()).length < 2

describe('on PostgreSQL a start is refused', { skip }, () => {
  /**
   * Creates a role without rights in a database.
   * @returns the role, its URL and the connection of the owner
   */
  async function withoutRights(url: string): Promise<{ role: string; own: string; owner: Client }> {
    const role = `stranger_${randomUUID().replaceAll('-', '')}`
    const owner = new Client({ connectionString: url })
    await owner.connect()
    await owner.query(`create role ${role} login password 'a password'`)
    const own = new URL(url)
    own.username = role
    own.password = 'not-to-be-told'
    return { role, own: own.href, owner }
  }
  const start = async (url: string): Promise<Ended> =>
    foyerHere(['user', 'list'], { DATABASE_URL: url, SECRET_KEY: key })

  test('if the role lacks a right, and says how to grant it', async () => {
    const { role, own, owner } = await withoutRights(await newEmptyDatabase())
    const name = new URL(own).pathname.slice(1)
    assertRefused(
      await start(own),
      new RegExp(`permission denied for schema public\\. .* grant usage, create .* to "${role}"`),
    )
    await owner.query(`revoke connect on database ${name} from public`)
    assertRefused(
      await start(own),
      new RegExp(`refuses the connection: .* grant connect on database "${name}" to "${role}"`),
    )
    await owner.query(`drop role ${role}`)
    await owner.end()

    const migrated = await withoutRights(await newDatabase())
    const refused = await start(migrated.own)
    assertRefused(refused, /permission denied for table .* docs\/service-role\.sql/)
    assert.doesNotMatch(refused.stderr, /not-to-be-told/)
    await migrated.owner.query('grant select, insert on all tables in schema public to public')
    await migrated.owner.query('revoke insert on users from public')
    const create = ['user', 'create', '--email', 'a@example.com']
    const env = { DATABASE_URL: migrated.own, SECRET_KEY: key }
    assertRefused(await foyerHere(create, env), /permission denied for .* docs\/service-role\.sql/)
    await migrated.owner.end()
  })

  test('if the database does not exist, the server has no TLS, or the data directory is a file', async () => {
    const url = new URL(await newDatabase())
    const other = new URL(url)
    other.pathname = '/nowhere'
    assertRefused(
      await start(other.href),
      /refuses the connection: database "nowhere" does not exist/,
    )
    const secured = new URL(url)
    secured.searchParams.set('sslmode', 'verify-full')
    assertRefused(await start(secured.href), /does not support SSL/)
    const file = join(newDirectory(), 'data')
    writeFileSync(file, 'mine')
    const ended = await foyerHere(['user', 'list'], { DATABASE_URL: url.href, DATA_DIR: file })
    assertRefused(ended, /EEXIST|ENOTDIR/)
  })
})

describe('a database that does not belong to the service is not changed:', () => {
  test('another secret key', async () => {
    const env = { ...(await anyDatabase()), SECRET_KEY: key, PORT: String(await freePort()) }
    await foyerJson(['migrate'], env)
    const before = await contents(env)
    const other = { ...env, SECRET_KEY: `${key}x`, DEMO: 'true' }
    assertRefused(await foyer(['serve'], other), /SECRET_KEY is not the key that this database/)
    assert.deepEqual(await contents(env), before)
  })

  test('another secret key, with a pending migration', async () => {
    const env = { ...(await anyDatabase()), SECRET_KEY: key, PORT: String(await freePort()) }
    await foyerJson(['migrate'], env)
    await change(env, `delete from schema_migrations where name like '0004%'`)
    const before = await contents(env)
    const other = { ...env, SECRET_KEY: `${key}x` }
    assertRefused(await foyer(['serve'], other), /SECRET_KEY is not the key that this database/)
    assert.deepEqual(await contents(env), before)
  })

  test('a migration that is newer than the program', async () => {
    const env = { ...(await anyDatabase()), PORT: String(await freePort()) }
    await foyerJson(['migrate'], env)
    await change(
      env,
      `insert into schema_migrations (version, name, checksum) values (9999, '9999_later', 'x')`,
    )
    const before = await contents(env)
    const ended = await foyer(['serve'], { ...env, DEMO: 'true' })
    assertRefused(ended, /has the migration 9999_later, which this version of Foyer does not have/)
    assert.deepEqual(await contents(env), before)
    assert.ok(!existsSync(join(env.DATA_DIR, 'demo.json')))
  })

  test('a pending migration, on PostgreSQL, by a command for something else', {
    skip,
  }, async () => {
    const env = { DATABASE_URL: await newDatabase(), DATA_DIR: newDirectory() }
    await change(env, `delete from schema_migrations where name like '0057%'`)
    const before = await contents(env)
    const ended = await foyerHere(['user', 'list'], env)
    assertRefused(ended, /not applied yet: 0057_older_programs\. Run "foyer migrate" first/)
    assert.deepEqual(await contents(env), before)

    const { applied } = await foyerJson<{ applied: string[] }>(['migrate'], env)
    assert.deepEqual(applied, ['0057_older_programs'])
    assert.equal((await foyerHere(['user', 'list'], env)).status, 0)
    const fresh = { DATABASE_URL: await newEmptyDatabase(), DATA_DIR: newDirectory() }
    assert.equal((await foyerHere(['user', 'list'], fresh)).status, 0)
  })
})

test('any command migrates the embedded database', async () => {
  const env = { DATA_DIR: await preparedDirectory() }
  await change(env, `delete from schema_migrations where name like '0057%'`)
  assert.equal((await foyerHere(['user', 'list'], env)).status, 0)
  const { applied } = await foyerJson<{ applied: string[] }>(['migrate'], env)
  assert.deepEqual(applied, [])
})

test('the program starts with a newer migration that works with it, and warns', async () => {
  const env = await anyDatabase()
  await change(
    env,
    `insert into schema_migrations (version, name, checksum, works_with)
       values (9999, '9999_later', 'x', 57)`,
  )
  const warning = 'The database is newer: it has 9999_later, and still works with this version.'
  const { status, stderr } = await foyerHere(['user', 'list'], env)
  assert.deepEqual([status, stderr], [0, `foyer: ${warning}\n`])
  const service = await Service.start(env)
  assert.ok(service.output.includes(warning), service.output)
  assert.equal(await service.stop(), 0)
})

async function change(env: Place, statement: string): Promise<void> {
  const db = await openDatabaseOf(env)
  await db.script(statement)
  await db.close()
}

async function contents(env: Place): Promise<unknown> {
  const db = await openDatabaseOf(env)
  const all = [
    await db.query(sql`select * from schema_migrations order by version`),
    await db.query(sql`select * from installation`),
    await db.query(sql`select * from users`),
    await db.query(sql`select * from applications`),
  ]
  await db.close()
  return all
}
