import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '@foyer/client'
import { requestToken } from '@foyer/client/oauth'
import { copyDemoInto } from '../support/demo-directory.ts'
import { freePort } from '../support/foyer.ts'
import { issuerReady } from '../support/issuer-ready.ts'
import {
  anyDatabase,
  type DemoFile,
  foyer,
  foyerJson,
  newDirectory,
  readDemo,
  Service,
} from '../support/program.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'

/** The data directory of the first two tests. */
const dataDir = join(newDirectory(), 'data')

test('the first start makes a demo that works, writes demo.json, and prints a curl command', async () => {
  const service = await Service.start({ DATA_DIR: dataDir })
  const demo = readDemo(dataDir)

  assert.equal(statSync(join(dataDir, 'demo.json')).mode & 0o777, 0o600)
  assert.deepEqual(Object.keys(demo), ['base_url', 'auth_url', 'application', 'users', 'listings'])
  assert.equal(demo.base_url, service.baseUrl)
  assert.equal(demo.auth_url, `http://localhost:${service.port}`)
  assert.deepEqual(demo.listings, [{ id: 1001 }, { id: 1002 }, { id: 1003 }])
  assert.ok(demo.users.length >= 2)
  for (const user of demo.users) {
    assert.deepEqual(Object.keys(user), ['email', 'password', 'access_token'])
    const client = createClient({ baseUrl: demo.base_url, accessToken: user.access_token })
    assert.equal((await client.user.get()).email, user.email)
    assert.ok((await client.addresses.list().toArray()).length >= 2)
    assert.ok((await client.paymentMethods.list().toArray()).length >= 2)
  }
  await assertListingsWork(demo)
  await assertApplicationWorks(demo)

  const line = /^ *(curl .*)$/m.exec(service.output)?.[1] as string
  const patience = '--silent --fail --retry 20 --retry-delay 1 --max-time 60'
  const { stdout } = await promisify(execFile)('sh', ['-c', `${line} ${patience}`])
  const { total_items } = JSON.parse(stdout) as { total_items: number }
  assert.ok(total_items >= 2)
  assert.equal(await service.stop(), 0)
})

test('a second start renews the tokens and keeps the secrets, and makes new secrets if demo.json is lost', async () => {
  const first = readDemo(dataDir)

  const again = await Service.start({ DATA_DIR: dataDir })
  const second = readDemo(dataDir)
  assert.deepEqual(second.application.client_secret, first.application.client_secret)
  assert.deepEqual(passwords(second), passwords(first))
  for (const [index, { access_token }] of second.users.entries()) {
    const earlier = first.users[index]?.access_token
    assert.notEqual(access_token, earlier)
    for (const token of [access_token, earlier as string]) {
      const client = createClient({ baseUrl: second.base_url, accessToken: token })
      assert.equal((await client.user.get()).email, second.users[index]?.email)
    }
  }
  await again.stop()

  rmSync(join(dataDir, 'demo.json'))
  const once = await Service.start({ DATA_DIR: dataDir })
  const third = readDemo(dataDir)
  assert.equal(third.application.client_id, first.application.client_id)
  assert.notEqual(third.application.client_secret, first.application.client_secret)
  for (const [index, password] of passwords(third).entries())
    assert.notEqual(password, passwords(first)[index])
  await assertApplicationWorks(third)
  await once.stop()
})

test('a database that has users gets no demo without DEMO=true', async () => {
  const env = await anyDatabase()
  await foyerJson(['user', 'create', '--email', 'own@example.com'], env)
  await (await Service.start(env)).stop()
  assert.ok(!existsSync(join(env.DATA_DIR, 'demo.json')))

  await (await Service.start({ ...env, DEMO: 'true' })).stop()
  assert.ok(readDemo(env.DATA_DIR).users.length >= 2)
})

test('an empty database gets no demo with DEMO=false, and never in production', async () => {
  const production = {
    NODE_ENV: 'production',
    SMTP_URL: 'smtp://127.0.0.1:9',
    ALLOW_EMBEDDED_DATABASE: 'true',
    CARD_VAULT: 'local',
    ALLOW_LOCAL_VAULT: 'true',
    ALLOW_INSECURE_AUTH_URL: 'true',
    SECRET_KEY: 'qL3vX8s0mZ7tB2nR5kW9yC4hF6jD1gPe',
    DRAIN_DELAY: '0',
  }
  const unwanted = { ...(await anyDatabase()), DEMO: 'false' }
  for (const env of [unwanted, { ...(await anyDatabase()), ...production }]) {
    const service = await Service.start(env)
    assert.doesNotMatch(service.output, /curl .*Bearer/)
    // Production has no trusted proxy here, so it refuses every request.
    const refusesAll = /"level":40,.*"msg":"REQUIRE_HTTPS is true and TRUSTED_PROXIES is empty: /
    assert.equal(refusesAll.test(service.output), env !== unwanted)
    assert.ok(!existsSync(join(env.DATA_DIR, 'demo.json')))
    assert.deepEqual(await foyerJson(['user', 'list'], env), [])
    assert.deepEqual(await foyerJson(['app', 'list'], env), [])
    await service.stop()
  }
})

const disk = mountSmallDisk(160)

test('on a full disk it starts, serves reads, refuses writes, and says that the disk is full', {
  skip: disk === null && 'a small disk cannot be mounted here',
}, async () => {
  const { directory, fill, empty } = disk as SmallDisk
  const env = { DATA_DIR: join(directory, 'data'), PROBE_PORT: 'off' }
  await copyDemoInto(env.DATA_DIR)
  const first = await Service.start(env)
  const before = readDemo(env.DATA_DIR)
  await first.stop('SIGKILL')
  fill()
  const service = await Service.start(env, first.port)
  const full = /The disk of .*data is full: less than 64 MiB are free\./
  assert.match(service.output, full)
  assert.deepEqual(readDemo(env.DATA_DIR), before)
  const [{ access_token: accessToken }] = before.users
  const { user } = createClient({ baseUrl: service.baseUrl, accessToken })
  assert.equal((await user.get()).full_name, 'Ada Lovelace')
  const rename = () => user.update({ full_name: 'Ada King' })
  await assert.rejects(rename, { status: 503, code: 'service_unavailable' })
  const command = ['user', 'create', '--email', 'late@example.com']
  const refused = await foyer(command, env)
  assert.match(refused.stderr, full)
  assert.match(service.output.slice(service.output.indexOf('"ready"')), full)

  empty()
  assert.equal((await rename()).full_name, 'Ada King')
  assert.equal(await service.stop(), 0)
})

test('a first start on a full disk says so, in one line', { skip: disk === null }, async () => {
  const { directory, fill, empty } = disk as SmallDisk
  fill()
  const env = { DATA_DIR: join(directory, 'first'), PORT: String(await freePort()) }
  const { status, stderr } = await foyer(['serve'], env)
  assert.equal(status, 1)
  assert.match(stderr, /^foyer: The embedded database .* The disk of .* is full: .*\n$/)
  empty()
})

test('in development a busy probe port causes only a warning', async () => {
  const port = await freePort()
  const other = createServer().listen(port + 1000, '127.0.0.1')
  await once(other, 'listening')
  const service = await Service.start(await anyDatabase(), port)
  assert.match(service.output, new RegExp(`PROBE_PORT ${port + 1000} .* is already in use`))
  other.close()
  assert.equal(await service.stop(), 0)
})

const passwords = ({ users }: DemoFile): string[] => users.map(({ password }) => password)

/**
 * Asserts that the first user may pay for the listings, each with other payment methods, and that
 * the second user sells the first listing.
 */
async function assertListingsWork({ base_url, users, listings }: DemoFile): Promise<void> {
  const [first, second] = users.map(({ access_token }) =>
    createClient({ baseUrl: base_url, accessToken: access_token }),
  )
  const typesFor = async ({ id }: { id: number }) => {
    const methods = await first?.listings.paymentMethods(id).toArray()
    return [...new Set(methods?.map(({ type }) => type))].sort()
  }
  const types = await Promise.all(listings.map(typesFor))
  assert.deepEqual(types, [['CreditCard', 'PayPal'], ['PayPal'], ['CreditCard']])
  const own = second?.listings.paymentMethods(1001).page()
  await assert.rejects(own ?? Promise.resolve(), { code: 'purchase_not_allowed' })
}

async function assertApplicationWorks({ auth_url, application }: DemoFile): Promise<void> {
  await issuerReady(auth_url)
  const token = await requestToken({
    authUrl: auth_url,
    clientId: application.client_id,
    clientSecret: application.client_secret,
  })
  assert.equal(token.scope, 'read:events')
}
