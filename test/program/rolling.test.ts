import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { databases, newDatabase } from '../support/database.ts'
import { figure } from '../support/figure.ts'
import { freePort } from '../support/foyer.ts'
import { newDirectory, readDemo, Service } from '../support/program.ts'
import { findProxies, startProxy } from '../support/proxies.ts'
import { repetitions } from '../support/soak.ts'
import { retryOutsideSoak } from '../support/wire.ts'

const restarts = repetitions({ short: 1, soak: 20 })
/** Milliseconds between two requests: a hundred a second. */
const interval = 10

interface Instance {
  readonly port: number
  readonly probePort: number
  service: Service
  ready: boolean
}

const skip = (await databases()).length < 2

test(`${restarts} rolling restarts of two instances fail no request`, { skip }, async (t) => {
  const proxyPort = await freePort()
  const env = {
    DATA_DIR: newDirectory(),
    DATABASE_URL: await newDatabase(),
    AUTH_URL: `http://127.0.0.1:${proxyPort}`,
    // Beside other tests, proxies need longer than usual to notice the end of an instance.
    DRAIN_DELAY: String(repetitions({ short: 4_000, soak: 1_000 })),
    TRUSTED_PROXIES: 'loopback',
  }
  const first = await startInstance({ ...env, DEMO: 'true' })
  const second = await startInstance(env)
  const instances = [first, second]
  const proxy = await startOwnProxy(proxyPort, instances)
  t.after(() => proxy.stop())

  const [user] = readDemo(env.DATA_DIR).users
  // Caddy requests the readiness of all instances on the same port, and these are on one machine.
  const names = findProxies().filter((name) => name !== 'Caddy')
  const proxies = await Promise.all(names.map((name) => startProxy(name, instances)))
  t.after(() => Promise.all(proxies.map(({ stop }) => stop())))
  const origins = [env.AUTH_URL, ...proxies.map(({ origin }) => origin)]
  const headers = {
    authorization: `Bearer ${user.access_token}`,
    'content-type': 'application/json',
  }
  const ask = async (path: string, init: RequestInit = {}): Promise<void> => {
    const url = `${origins[sent % origins.length]}/v2${path}`
    const { status, text } = await retryOutsideSoak(async () => {
      const response = await fetch(url, { ...init, headers })
      const text = await response.text()
      const isBusy = response.headers.has('retry-after') && text.includes('"service_unavailable"')
      if (response.status === 503 && !isBusy) throw new Error(`503 from ${url}: ${text}`)
      return { status: response.status, text }
    })
    if (status !== 200) throw new Error(`${status} from ${url}: ${text}`)
  }
  const failures: unknown[] = []
  const pending = new Set<Promise<void>>()
  let sent = 0
  const load = setInterval(() => {
    const write = sent++ % 10 === 0
    const body = JSON.stringify({ full_name: `Ada ${sent}` })
    const answered = write ? ask('/user', { method: 'PATCH', body }) : ask('/addresses')
    const settled = answered.then(
      () => {},
      (error: unknown) => void failures.push(error),
    )
    pending.add(settled)
    void settled.then(() => pending.delete(settled))
  }, interval)
  t.after(() => clearInterval(load))

  for (let restart = 0; restart < restarts; restart++) {
    const instance = instances[restart % 2] as Instance
    assert.equal(await instance.service.stop(), 0)
    instance.service = await Service.start(settingsOf(env, instance), instance.port)
    while (!instance.ready) await pause(20)
  }
  clearInterval(load)
  await Promise.all(pending)

  if (failures.length > 0) console.error(failures[0])
  figure(37, `failed requests in ${restarts} restarts`, failures.length, { atMost: 0 }, sent)
  assert.ok(sent > restarts * 100, `${sent} were sent`)
  await Promise.all(instances.map(({ service }) => service.stop()))
})

type Environment = Readonly<Record<string, string>>

const settingsOf = (env: Environment, { probePort }: { probePort: number }): Environment => ({
  ...env,
  PROBE_PORT: String(probePort),
})

async function startInstance(env: Environment): Promise<Instance> {
  const [port, probePort] = [await freePort(), await freePort()]
  const service = await Service.start(settingsOf(env, { probePort }), port)
  return { port, probePort, service, ready: true }
}

/**
 * Balances load as most proxies do: in turn among the instances that are ready, with frequent
 * checks of the readiness, and without retries. Unlike them, it still sends requests to an instance
 * whose database is slow for a moment.
 */
async function startOwnProxy(port: number, instances: readonly Instance[]) {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const ready = instances.filter((instance) => instance.ready)
    const target = ready[turn++ % ready.length]
    if (target === undefined) {
      outgoing.writeHead(502).end()
      return
    }
    const { method = 'GET', url = '/', headers } = incoming
    const forwarded = request({
      agent,
      host: '127.0.0.1',
      port: target.port,
      method,
      path: url,
      headers,
    })
    forwarded.on('response', (answer) => {
      const { connection: _, 'keep-alive': __, ...kept } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, kept)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(forwarded)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const probing = setInterval(() => {
    for (const instance of instances)
      fetch(`http://127.0.0.1:${instance.probePort}/readyz`)
        .then(async (response) => {
          const isSlow = (await response.text()) === 'the database does not answer\n'
          instance.ready = response.ok || (isSlow && instance.ready)
        })
        .catch(() => {
          instance.ready = false
        })
  }, 100)
  return {
    stop() {
      clearInterval(probing)
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}
