import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@foyer/client'
import { databases, newDatabase } from '../support/database.ts'
import { demoDirectory } from '../support/demo-directory.ts'
import {
  anyDatabase,
  direct,
  foyerHere,
  foyerJson,
  newDirectory,
  readDemo,
  Service,
} from '../support/program.ts'
import { startReceiver } from '../support/receiver.ts'
import { createWebhook } from '../support/webhooks.ts'
import { retryOutsideSoak } from '../support/wire.ts'

const skip = (await databases()).length < 2

test('foyer worker sends what a service with DO_WORK=false does not send', { skip }, async (t) => {
  const env = { DATA_DIR: newDirectory(), DATABASE_URL: await newDatabase() }
  const file = join(env.DATA_DIR, 'tokens.txt')
  await foyerJson(['seed', '--users', '1', '--tokens', file], env)
  const accessToken = readFileSync(file, 'utf8').trim()
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const service = await Service.start({ ...env, DO_WORK: 'false', PROBE_PORT: 'off' })
  const client = createClient({ baseUrl: service.baseUrl, accessToken })
  const { id } = await createWebhook(client, { url: receiver.url })
  const idempotencyKey = randomUUID()
  const ping = await retryOutsideSoak(() =>
    client.request('POST', `/webhooks/${id}/ping`, { idempotencyKey }),
  )
  assert.ok(ping.status < 300, ping.text)
  await client.user.update({ full_name: 'Ada King' })
  assert.equal(receiver.arrivals.length, 0)
  const command = [...direct, 'worker']
  const workerEnv = { ...env, PROBE_PORT: 'off', REQUIRE_HTTPS: 'true' }
  const worker = await Service.start(workerEnv, undefined, undefined, command)
  // It has no port for requests.
  assert.doesNotMatch(worker.output, /REQUIRE_HTTPS/)
  const arrivals = await receiver.arrived(2)
  assert.deepEqual(
    arrivals.map(({ message }) => message.topic),
    ['Ping', 'User'],
  )
  await assert.rejects(fetch(`http://localhost:${worker.port}/livez`))
  assert.equal(await worker.stop(), 0)
  assert.equal(await service.stop(), 0)
})

test('foyer webhook listen prints and verifies deliveries, and leaves no webhook', async () => {
  const env = { ...(await anyDatabase()), DEMO: 'true' }
  const service = await Service.start(env)
  const [{ email, access_token: accessToken }] = readDemo(env.DATA_DIR).users
  const client = createClient({ baseUrl: service.baseUrl, accessToken })
  const listening = foyerJson(['webhook', 'listen', '--user', email, '--count', '2'], env)
  let isOver = false
  const over = listening.finally(() => {
    isOver = true
  })
  for (let change = 0; !isOver; change++) {
    await client.user.update({ full_name: `Ada ${change}` })
    await pause(100)
  }
  assert.deepEqual(await over, { deliveries: 2, invalid: 0 })
  assert.equal(await service.stop(), 0)
})

test('foyer webhook listen --count 1 counts one of two deliveries that arrive together', async () => {
  const env = { ...(await anyDatabase()), DEMO: 'true' }
  const service = await Service.start(env)
  const [{ email }] = readDemo(env.DATA_DIR).users
  const { access_token: accessToken } = await foyerJson<{ access_token: string }>(
    ['token', 'issue', '--user', email, '--scope', 'read:webhooks'],
    env,
  )
  const client = createClient({ baseUrl: service.baseUrl, accessToken })
  let isOver = false
  const command = ['webhook', 'listen', '--user', email, '--count', '1', '--json']
  const listening = foyerHere(command, env).finally(() => {
    isOver = true
  })
  let [webhook] = await client.webhooks.list().toArray()
  for (let left = 3_000; webhook === undefined; left--) {
    assert.ok(!isOver && left > 0, 'it has no webhook')
    await pause(20)
    ;[webhook] = await client.webhooks.list().toArray()
  }
  const socket = connect(Number(new URL(webhook.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.resume()
  // One write has both requests, so the command receives the second one before it can end.
  const body = '\x1b]52;c;eA==\x07\nfoyer: signature verified: {}'
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`
  socket.write((head + body).repeat(2))
  const { stdout, stderr } = await listening
  // Anybody on this machine can send to the port. What they sent is one line, and no command.
  const shown = String.raw`SIGNATURE NOT VALID: \u001b]52;c;eA==\u0007\u000afoyer: signature`
  assert.ok(stderr.includes(shown), stderr)
  assert.ok(!stderr.includes('\x1b'))
  assert.equal((JSON.parse(stdout) as { deliveries: number }).deliveries, 1)
  assert.equal(await service.stop(), 0)
})

test('foyer webhook listen that is refused ends', async () => {
  const env = { ...(await anyDatabase()), DEMO: 'true' }
  const service = await Service.start(env)
  const [{ email }] = readDemo(env.DATA_DIR).users
  const { access_token: accessToken } = await foyerJson<{ access_token: string }>(
    ['token', 'issue', '--user', email, '--scope', 'write:webhooks'],
    env,
  )
  const client = createClient({ baseUrl: service.baseUrl, accessToken })
  for (let made = 0; made < 10; made++)
    await createWebhook(client, { url: 'https://example.com/hook' })
  const [file = '', ...argv] = [...direct, 'webhook', 'listen', '--user', email]
  const child = spawn(file, argv, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const closed = once(child, 'close')
  assert.match(await text(child.stderr), /maximum number of entries/)
  assert.deepEqual(await closed, [1, null])
  assert.equal(await service.stop(), 0)
})

const places = {
  'inside the service': async () => ({ DATA_DIR: await demoDirectory() }),
  'beside the service': async () => ({
    DATA_DIR: newDirectory(),
    DATABASE_URL: await newDatabase(),
  }),
}
for (const [place, make] of Object.entries(places))
  test(`an interrupt ends foyer webhook listen ${place}, and leaves no webhook`, {
    skip: place === 'beside the service' && skip,
  }, async () => {
    const env = { ...(await make()), DEMO: 'true' }
    const service = await Service.start(env)
    const [{ email, access_token: accessToken }] = readDemo(env.DATA_DIR).users
    const [file = '', ...argv] = [...direct, 'webhook', 'listen', '--user', email]
    const child = spawn(file, argv, {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const closed = once(child, 'close')
    const printed = text(child.stdout)
    for await (const chunk of child.stderr) if (String(chunk).includes('Listening')) break
    child.kill('SIGINT')
    assert.deepEqual(await closed, [0, null])
    assert.equal(await printed, 'Received 0 deliveries, 0 of them with a wrong signature.\n')
    const client = createClient({ baseUrl: service.baseUrl, accessToken })
    const { body } = await retryOutsideSoak(() => client.request('GET', '/webhooks'))
    assert.equal((body as { total_items: number }).total_items, 0)
    assert.equal(await service.stop(), 0)
  })
