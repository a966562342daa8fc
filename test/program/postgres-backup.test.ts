import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { codeBlocksIn } from '../support/code-blocks.ts'
import { databases } from '../support/database.ts'
import { freePort } from '../support/ports.ts'
import { type Cluster, findBinaries, startCluster } from '../support/postgres.ts'
import { direct, type Ended, foyer, foyerHere, newDirectory, Service } from '../support/program.ts'

/*
 * Backs up and restores PostgreSQL with the lines of the page, with the two roles that the page
 * describes, on a server of its own: roles belong to the whole server.
 */

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
/** The blocks of the page: to back up, to restore into the same database, and into a new one. */
const blocks = codeBlocksIn(page).filter(({ notRun }) =>
  notRun?.includes('postgres-backup.test.ts'),
)
const serviceRole = join(root, 'docs/service-role.sql')

const run = promisify(execFile)

describe('a backup of PostgreSQL', { skip: (await databases()).length < 2 }, () => {
  const folder = newDirectory()
  let cluster: Cluster
  const urlOf = (role: string, database = 'foyer') => {
    const url = new URL(cluster.url(database))
    url.username = role
    return url.href
  }
  const settings = (role: string, database?: string) => ({
    DATABASE_URL: urlOf(role, database),
    SECRET_KEY: 'qL3vX8s0mZ7tB2nR5kW9yC4hF6jD1gPe',
    DATA_DIR: folder,
  })
  const production = (database?: string) => ({
    ...settings('foyer_service', database),
    NODE_ENV: 'production',
    ALLOW_INSECURE_AUTH_URL: 'true',
    AUTH_URL: 'http://localhost:8080',
    PROBE_PORT: 'off',
    CARD_VAULT: 'local',
    ALLOW_LOCAL_VAULT: 'true',
    SMTP_URL: 'smtp://127.0.0.1:9',
  })
  const env = () => ({
    OWNER_URL: urlOf('foyer_owner'),
    ADMIN_URL: urlOf('postgres', 'postgres'),
    RESTORED_URL: urlOf('foyer_owner', 'foyer_restored'),
    SECRET_KEY: settings('').SECRET_KEY,
    DATA_DIR: folder,
    HOME: folder,
    PATH: [join(folder, 'bin'), findBinaries(), process.env.PATH].join(delimiter),
  })
  const shell = (code: string) =>
    run('bash', ['-euo', 'pipefail', '-c', code], { cwd: folder, env: env() })
  /** Runs a block as a reader would: with `npx foyer`, in a folder of its own. */
  const runBlock = (index: number) => shell(blocks[index]?.code ?? 'exit 64')
  const asSuperuser = async (text: string, database = 'foyer') => {
    const client = new Client({ connectionString: cluster.url(database) })
    await client.connect()
    try {
      return (await client.query(text)).rows as Record<string, unknown>[]
    } finally {
      await client.end()
    }
  }
  const grantRights = () => shell(`psql --quiet "$OWNER_URL" --file "${serviceRole}"`)
  const foyerAs = async (role: string, argv: string[], database?: string): Promise<Ended> => {
    const ended = await foyerHere(argv, settings(role, database))
    assert.equal(ended.status, 0, ended.stdout + ended.stderr)
    return ended
  }
  const applications = async (database?: string) => {
    const { stdout } = await foyerAs('foyer_service', ['app', 'list', '--json'], database)
    return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name)
  }
  const rightsIn = (database?: string) => asSuperuser(rights, database)
  /** Starts the service as the page says, and stops it. */
  const assertStarts = async (database?: string) => {
    const service = await Service.start(production(database))
    assert.equal(await service.stop(), 0)
    const { stdout } = await foyerAs('foyer_service', ['doctor'], database)
    assert.match(stdout, /^ok +audit trail +The role can add records and alter none\.$/m)
  }

  before(async () => {
    const started = await startCluster()
    assert.ok(started)
    cluster = started
    await run('mkdir', [join(folder, 'bin')])
    const npx = join(folder, 'bin/npx')
    writeFileSync(
      npx,
      `#!/bin/sh\n[ "$1" = foyer ] || exit 64\nshift\nexec ${direct.join(' ')} "$@"\n`,
    )
    chmodSync(npx, 0o700)
    for (const text of [
      'create role foyer_owner login',
      'create role foyer_service login',
      'create database foyer owner foyer_owner',
    ])
      await asSuperuser(text, 'postgres')
    await foyerAs('foyer_owner', ['migrate'])
    await grantRights()
    await foyerAs('foyer_service', ['app', 'create', '--name', 'Before'])
  })
  after(() => cluster.stop())

  test('is complete, and is restored with the same rights into the same and into a new database', async () => {
    assert.equal(blocks.length, 3)
    const before = await rightsIn()
    assert.ok(before.length > 50)
    await runBlock(0)
    const dump = join(folder, 'foyer.dump')
    assert.ok(statSync(dump).size > 10_000)
    assert.equal(statSync(dump).mode & 0o777, 0o600)
    assert.ok(!existsSync(`${dump}.new`))
    await foyerAs('foyer_service', ['app', 'create', '--name', 'After'])
    // A later version has added a table that refers to an older one.
    await shell(
      `psql --quiet "$OWNER_URL" --command="create table newer (id integer references users)"`,
    )

    await runBlock(1)
    assert.deepEqual(await applications(), ['Before'])
    assert.deepEqual(await rightsIn(), before)
    await assertStarts()

    await runBlock(2)
    assert.deepEqual(await applications('foyer_restored'), ['Before'])
    assert.deepEqual(await rightsIn('foyer_restored'), before)
    await assertStarts('foyer_restored')

    // What was restored can be backed up again. A failure leaves the last backup as it was.
    await runBlock(0)
    const { mtimeMs } = statSync(dump)
    await assert.rejects(
      run('bash', ['-c', blocks[0]?.code ?? ''], {
        cwd: folder,
        env: { ...env(), OWNER_URL: urlOf('foyer_service') },
      }),
      /permission denied/,
    )
    assert.equal(statSync(dump).mtimeMs, mtimeMs)
  })

  test('that cannot be restored leaves the database as it was', async () => {
    await runBlock(0)
    const dump = join(folder, 'foyer.dump')
    const whole = readFileSync(dump)
    const before = await rightsIn()
    const names = await applications()
    // Pasted into a shell, a line that fails does not stop the next one.
    const paste = () => run('bash', ['-c', blocks[1]?.code ?? ''], { cwd: folder, env: env() })
    const missing = () => asSuperuser('alter role foyer_service rename to foyer_other', 'postgres')
    const found = () => asSuperuser('alter role foyer_other rename to foyer_service', 'postgres')
    // A file that was cut off, a file that is not there, and a server without the service's role.
    writeFileSync(dump, whole.subarray(0, whole.length / 2))
    await paste().catch(() => {})
    assert.deepEqual([await applications(), await rightsIn()], [names, before])
    rmSync(dump)
    await paste().catch(() => {})
    assert.deepEqual([await applications(), await rightsIn()], [names, before])
    writeFileSync(dump, whole)
    await missing()
    await paste().catch(() => {})
    await found()
    assert.deepEqual([await applications(), await rightsIn()], [names, before])
    await runBlock(1)
    assert.deepEqual([await applications(), await rightsIn()], [names, before])
    assert.ok(!existsSync(join(folder, 'foyer.sql')))
  })

  test('of which a restore gives the service rights on the audit trail prevents a start in production', async () => {
    await runBlock(0)
    await shell('pg_restore --clean --if-exists --dbname="$OWNER_URL" foyer.dump')
    const refused = await foyer(['serve'], { ...production(), PORT: String(await freePort()) })
    assert.equal(refused.status, 1)
    assert.match(
      refused.stderr,
      /can alter the audit trail \(delete on audit_batches, .*update on audit_records\)\. Run docs\/service-role\.sql as the owner/,
    )
    const worker = await foyer(['worker'], production())
    assert.match(worker.stderr, /can alter the audit trail/)
    await grantRights()
    await assertStarts()
    // Managed databases have roles that give rights on all tables. The file does not take them away.
    await asSuperuser('grant pg_write_all_data to foyer_service')
    const managed = await foyer(['serve'], { ...production(), PORT: String(await freePort()) })
    assert.match(
      managed.stderr,
      /and revoke its membership in other roles, such as pg_write_all_data/,
    )
    await asSuperuser('revoke pg_write_all_data from foyer_service')
    await assertStarts()
    // A role that may become the owner can do what the owner can.
    await asSuperuser('alter role foyer_service noinherit')
    await asSuperuser('grant foyer_owner to foyer_service')
    const { stdout } = await foyerHere(['doctor'], production())
    assert.match(stdout, /^warning +audit trail +The role owns the audit trail/m)
    await asSuperuser('revoke foyer_owner from foyer_service')
    // An installation with one role starts: it has no other.
    const service = await Service.start({ ...production(), ...settings('foyer_owner') })
    assert.equal(await service.stop(), 0)
  })
})

/** All rights on schemas, tables, columns, sequences and functions, and those of new objects. */
const rights = `
  select 'schema' as kind, nspname::text as name, has_schema_privilege('foyer_service', oid, 'usage')::text as rights
  from pg_namespace where nspname = 'public'
  union all
  select relkind::text, relname, array_to_string(array(select unnest(relacl)::text order by 1), ' ')
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S', 'v')
  union all
  select 'column', attrelid::regclass || '.' || attname, attacl::text
  from pg_attribute where attacl is not null and attrelid::regclass::text like 'audit%'
  union all
  select 'function', proname, array_to_string(array(select unnest(proacl)::text order by 1), ' ')
  from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select 'new', defaclobjtype::text, array_to_string(array(select unnest(defaclacl)::text order by 1), ' ')
  from pg_default_acl
  order by 1, 2`
