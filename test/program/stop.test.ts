import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { findAccount } from '../../src/identity/users/accounts/accounts.ts'
import { findAddresses } from '../../src/resources/addresses/addresses.ts'
import { openInstallation } from '../../src/support/installation/open.ts'
import { databases } from '../support/database.ts'
import { demoDirectory } from '../support/demo-directory.ts'
import { freePort } from '../support/foyer.ts'
import { readConfig } from '../support/inside.ts'
import { scrapeAt } from '../support/metrics.ts'
import { anyDatabase, direct, newDirectory, readDemo, Service } from '../support/program.ts'
import { repetitions } from '../support/soak.ts'

const address = JSON.stringify({
  full_name: 'Ada Lovelace',
  address_1: '12 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country_code: 'GB',
})

/** How often a trial may be made. On a busy machine a new service may refuse a request, or be late. */
const mostTrials = repetitions({ short: 8, soak: 1 })

for (const name of ['embedded', 'PostgreSQL'] as const) {
  const skip = name === 'PostgreSQL' && (await databases()).length < 2
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} lets a request in flight finish (${name})`, { skip }, async () => {
      const { answer, service, env } = await untilCapacity(async () => {
        const { service, env } = await start(name, { DRAIN_DELAY: '0' })
        const request = await beginRequest(service, env.DATA_DIR)
        const idle = connect(service.port, '127.0.0.1')
        await once(idle, 'connect')

        service.signal(signal)
        await waitUntilRefusing(service)
        request.write(address.slice(10))
        return { answer: await text(request), service, env }
      })
      assert.match(answer, /^HTTP\/1\.1 201 Created\r\n/)
      assert.match(answer, /\r\nconnection: close\r\n/i)
      assert.equal(await service.ended(), 0)

      const { db } = await openInstallation(readConfig(env))
      const [user] = readDemo(env.DATA_DIR).users
      const account = await findAccount(db, user.email)
      const addresses = await findAddresses(db, account?.id ?? 0)
      await db.close()
      assert.equal(addresses.length, 4, 'the acknowledged address is there')
    })
  }
}

test('while draining it is not ready, still answers, and asks clients to reconnect', async () => {
  let isSeen = await isDrainSeen()
  for (let made = 1; !isSeen && made < mostTrials; made++) isSeen = await isDrainSeen()
  assert.ok(isSeen, 'every drain was over before it was seen')
})

/** @returns false if the drain was over before the requests to the draining service had answers */
async function isDrainSeen(): Promise<boolean> {
  const probePort = await freePort()
  const drainMs = 4_000
  const settings = { DRAIN_DELAY: String(drainMs), PROBE_PORT: String(probePort) }
  const { service } = await start('any', settings)
  const ready = async () => {
    const response = await fetch(`http://127.0.0.1:${probePort}/readyz`)
    return [response.status, await response.text()]
  }
  let answer = await ready()
  for (let left = 60; answer[1] === 'the database does not answer\n' && left > 0; left--)
    answer = await ready()
  assert.deepEqual(answer, [200, 'ok\n'])
  // Work of the start may still be in the queue.
  while ((await scrapeAt(probePort)).value('foyer_database_queue_turns') !== 0) await pause(20)
  const before = await rawGet(service)
  assert.match(before, /^HTTP\/1\.1 200 OK\r\n/)
  assert.doesNotMatch(before, /connection: close/i)

  const start0 = performance.now()
  service.signal('SIGTERM')
  await waitUntilDraining(service)
  try {
    assert.deepEqual(await ready(), [503, 'draining\n'])
    const during = await rawGet(service)
    assert.match(during, /^HTTP\/1\.1 200 OK\r\n/)
    assert.match(during, /\r\nconnection: close\r\n/i)
  } catch (error) {
    if (performance.now() - start0 < drainMs) throw error
    await service.ended()
    return false
  }
  // This happens when Ctrl-C ends `npm start | tee log`: the reader of the log ends first.
  service.closeOutput()
  assert.equal(await service.ended(), 0)
  const took = performance.now() - start0
  assert.ok(took >= drainMs - 10 && took < 30_000, `it took ${took} ms`)
  return true
}

test('a second signal ends it at once, but not a repetition within half a second', async () => {
  const { service, env } = await start('any', {})
  const request = await beginRequest(service, env.DATA_DIR)
  service.signal('SIGINT')
  await waitUntilDraining(service)
  service.signal('SIGINT')
  await pause(600)
  request.write(address.slice(10, 20))
  service.signal('SIGINT')
  assert.equal(await service.ended(), 1)
  request.destroy()
})

const root = join(import.meta.dirname, '../..')
/** Runs a command as process 1 of a PID namespace of its own, as a container does. */
const asProcess1 = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
const noNamespaces = spawnSync('unshare', [...asProcess1.slice(1), 'true']).status !== 0
if (noNamespaces && process.env.CI) throw new Error('unshare(1) is missing, or needs root.')
const skip = noNamespaces && 'unshare(1) is missing, or needs root'

/** The process that `unshare` started: process 1 inside, another number outside. */
function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
}

for (const [name, prefix] of [
  ['as an ordinary process', []],
  ['as process 1', asProcess1],
] as const) {
  test(`npm start lets a request in flight finish at SIGTERM, ${name}`, {
    skip: prefix.length > 0 && skip,
  }, async () => {
    const { answer, service } = await untilCapacity(async () => {
      const env = { ...(await anyDatabase()), DEMO: 'true', DRAIN_DELAY: '0', PROBE_PORT: 'off' }
      const service = await Service.start(env, undefined, root, [...prefix, 'npm', 'start'])
      const request = await beginRequest(service, env.DATA_DIR)

      process.kill(prefix.length > 0 ? childOf(service.pid) : service.pid, 'SIGTERM')
      await waitUntilDraining(service)
      request.write(address.slice(10))
      return { answer: await text(request), service }
    })
    assert.match(answer, /^HTTP\/1\.1 201 Created\r\n/)
    assert.equal(await service.ended(), 0)
    assert.match(service.output, /"msg":"stopped"/)
  })
}

test('SIGTERM during the start ends process 1, too', { skip }, async () => {
  const endDuringStart = async (): Promise<number | null> => {
    const dataDir = newDirectory()
    const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: String(await freePort()) }
    const [file = '', ...args] = [...asProcess1, ...direct, 'serve']
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    while (!existsSync(join(dataDir, 'lock.pid'))) await pause(5)
    process.kill(childOf(child.pid as number), 'SIGTERM')
    child.stdout.once('data', () => child.kill('SIGKILL'))
    await once(child, 'exit')
    return child.exitCode
  }
  let status = await endDuringStart()
  // On a busy machine the signal may come when the start is over.
  for (let left = 7; status !== 143 && left > 0; left--) status = await endDuringStart()
  assert.equal(status, 143)
})

/**
 * Repeats a trial with a new service if its request is refused for lack of capacity, twice at most,
 * because a service that often refuses requests during its drain must fail.
 */
async function untilCapacity<T extends { answer: string }>(trial: () => Promise<T>): Promise<T> {
  let result = await trial()
  for (
    let made = 1;
    result.answer.startsWith('HTTP/1.1 503 ') && made < Math.min(3, mostTrials);
    made++
  )
    result = await trial()
  return result
}

async function start(
  database: 'embedded' | 'PostgreSQL' | 'any',
  settings: Record<string, string>,
) {
  const place = database === 'embedded' ? { DATA_DIR: await demoDirectory() } : await anyDatabase()
  const env = { ...place, DEMO: 'true', ...settings }
  return { service: await Service.start(env), env }
}

/** Sends a request without the end of its body. It is in flight until the end is sent. */
async function beginRequest(service: Service, dataDir: string): Promise<Socket> {
  const [user] = readDemo(dataDir).users
  const socket = connect({ port: service.port, host: '127.0.0.1' })
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(
    [
      'POST /v2/addresses HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${user.access_token}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(address)}`,
      'Expect: 100-continue',
      '\r\n',
    ].join('\r\n'),
  )
  // The service has received the headers of the request, and asks for its body.
  const [answer] = (await once(socket, 'data')) as [Buffer]
  assert.equal(answer.toString(), 'HTTP/1.1 100 Continue\r\n\r\n')
  socket.pause()
  socket.write(address.slice(0, 10))
  return socket
}

/** Waits until the service drains. It must still run. */
async function waitUntilDraining(service: Service): Promise<void> {
  while (!service.output.includes('"msg":"draining"')) {
    assert.ok(service.running, service.output)
    await pause(5)
  }
}

async function waitUntilRefusing({ port }: Service): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
    } catch {
      return
    } finally {
      socket.destroy()
    }
    await pause(10)
  }
}

/** One request and its answer as they are on the wire. */
async function rawGet({ port }: Service): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /v2/countries/GB HTTP/1.1\r\nHost: localhost\r\n\r\n')
  socket.once('end', () => socket.destroy(new Error('It was closed without an answer.')))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return answer.toString()
}
