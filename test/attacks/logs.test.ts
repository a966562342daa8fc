import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { createHttpServer } from '../../src/platform/http/server.ts'
import { findDisclosure } from '../../src/platform/process/crash-dumps.ts'
import { Collector } from '../support/collector.ts'
import { figure } from '../support/figure.ts'
import { freePort } from '../support/foyer.ts'
import { anyDatabase, direct, foyer, newDirectory, readDemo, Service } from '../support/program.ts'
import { isSoak, repetitions } from '../support/soak.ts'
import { placementsIn, type ServedDocument, send } from '../support/sweep.ts'
import { retry503 } from '../support/wire.ts'

/** Part of every value that is sent, in each form that a field may need. */
const canaries = [
  'zaphodcanary',
  'zaphodcanary@beeblebrox.example',
  'Zaphodcanary Straße 42',
  '"zaphodcanary"',
]

test('no log and no trace contains what people send, whether the request succeeds or fails', async (t) => {
  const place = await anyDatabase()
  const dataDir = place.DATA_DIR
  const collector = await Collector.start()
  t.after(() => collector.close())
  const service = await Service.start({
    ...place,
    DEMO: 'true',
    LOG_LEVEL: 'trace',
    PROBE_PORT: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  const { users, application } = readDemo(dataDir)
  const { access_token: accessToken, email, password } = users[0]
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${accessToken}` }
    const url = `http://127.0.0.1:${service.port}${path}`
    const response = await retry503(() => fetch(url, { headers }))
    assert.equal(response.status, 200, path)
    return response.json()
  }
  const firstId = async (path: string): Promise<string> => {
    const list = (await get(path)) as { _embedded: { items: { id: number }[] } }
    return String(list._embedded.items[0]?.id)
  }
  const credentials = `${application.client_id}:${application.client_secret}`
  const caller = {
    accessToken,
    application: Buffer.from(credentials).toString('base64'),
    ids: {
      addressId: await firstId('/v2/addresses'),
      paymentMethodId: await firstId('/v2/paymentmethods/types/creditcard'),
      payPalId: await firstId('/v2/paymentmethods/types/paypal'),
      bankAccountId: '2147483647',
      code: 'GB',
      type: 'creditcard',
    },
  }
  // The short form has each header at a third of the operations, all operations and all headers.
  const operations = placementsIn((await get('/openapi.json')) as ServedDocument, caller, {
    headersAtEvery: repetitions({ short: 3, soak: 1 }),
  })
  const statuses = new Set<number>()
  for (const places of operations.values()) {
    for (const [index, place] of places.entries()) {
      const canary = canaries[index % canaries.length] ?? ''
      const { status } = await send(service.port, '/v2', place(canary))
      statuses.add(status)
    }
  }
  await sendBroken(service.port)
  const halves = ['PATCH /v2/user', 'POST /oauth2/token', 'POST /sign-in', 'POST /oauth2/revoke']
  for (const start of halves) await breakOffBody(service.port, start, accessToken)
  await service.stop()

  for (const status of [200, 201, 400, 401, 403, 404, 406])
    assert.ok(statuses.has(status), `${status} of ${[...statuses]}`)
  const lines = service.output.split('\n').filter((line) => line.startsWith('{'))
  assert.ok(lines.length > operations.size * 10)
  const logged = lines.join('\n')
  assert.equal(logged.match(/"level":30.*"status":499/g)?.length, halves.length)
  assert.doesNotMatch(logged, /"level":50/)
  const found = logged.match(/zaphodcanary/gi)?.length ?? 0
  figure(29, 'canaries in the log of requests', found, { atMost: 0 }, lines.length)
  const secrets = [accessToken, email, password, application.client_secret, 'Ada', 'St James']
  for (const secret of secrets) assert.ok(!logged.includes(secret), secret)

  assert.ok(collector.spans.length > operations.size * 10)
  assert.ok(collector.lines.length > operations.size * 10)
  assert.doesNotMatch(collector.text, /zaphodcanary/i)
  for (const secret of secrets) assert.ok(!collector.text.includes(secret), secret)

  const rows = fieldGuide.split('\n').filter((line) => line.startsWith('| `'))
  const documented = new Set(rows.flatMap((row) => row.split('|')[1]?.match(/\w+/g) ?? []))
  for (const field of new Set(lines.flatMap((line) => Object.keys(JSON.parse(line)))))
    assert.ok(documented.has(field), `docs/log-fields.md has no ${field}`)
  const requests = lines.filter((line) => line.includes('"ms":'))
  for (const line of requests) assert.match(line, /"traceId":"[\da-f]{32}"/)
})

const fieldGuide = readFileSync(join(import.meta.dirname, '../../docs/log-fields.md'), 'utf8')

/** Requests that Node's parser refuses: its errors contain everything that was received. */
function sendBroken(port: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('close', () => resolve()).on('error', () => resolve())
    socket.resume()
    socket.write('GET /zaphodcanary HTTP/1.1\r\nHost: localhost\r\nzaphodcanary : 1\r\n\r\n')
  })
}

/** Closes the connection in the middle of a body, and waits until the service has noticed. */
async function breakOffBody(port: number, start: string, accessToken: string): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.resume()
  const type = start.includes('/v2') ? 'application/json' : 'application/x-www-form-urlencoded'
  const head = [`${start} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${accessToken}`]
  socket.write([...head, `Content-Type: ${type}`, 'Content-Length: 9', '', '{'].join('\r\n'))
  socket.end()
  await once(socket, 'close')
}

describe('a request whose client disconnects is logged as one line at info, when it disconnects', () => {
  const lines: { level: number; status: number; route: string | null; err?: unknown }[] = []
  const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
  const options = { trustedProxies: [], requireHttps: false, rewrite: (url: string) => url }
  const app = createHttpServer(options, logger)
  app.post('/wait', ({ raw }) => new Promise((resolve) => raw.socket.once('close', resolve)))
  app.get('/large', async () => 'x'.repeat(16 * 1024 * 1024))
  app.get('/small', async () => '')
  const port = () => (app.server.address() as AddressInfo).port
  before(() => app.listen({ port: 0, host: '127.0.0.1' }))
  after(() => app.close())

  const head = (start: string, ...more: string[]) => [`${start} HTTP/1.1`, 'Host: a', ...more]
  const body = ['Content-Type: application/json', 'Content-Length: 2', '']
  const points: readonly [when: string, lines: readonly string[], route: string | null][] = [
    ['within the head', head('GET /large'), null],
    ['within the body', head('POST /wait', ...body, '{'), '/wait'],
    ['before the answer', head('POST /wait', ...body, '{}'), '/wait'],
    ['within the answer', head('GET /large', '', ''), '/large'],
  ]
  for (const [when, sent, route] of points)
    for (const [how, close] of [
      ['in order', (socket: Socket) => void socket.destroy()],
      ['by a reset', (socket: Socket) => void socket.resetAndDestroy()],
    ] as const)
      test(`${when}, ${how}`, async () => {
        lines.length = 0
        const arrives = once(app.server, 'connection') as Promise<[Socket]>
        const socket = connect(port(), '127.0.0.1').on('error', () => {})
        const [held] = await arrives
        const gone = new Promise((resolve) => held.once('close', resolve))
        socket.write(sent.join('\r\n'))
        while (held.bytesRead === 0) await pause(1)
        close(socket)
        await gone
        await pause(1)
        assert.deepEqual(
          lines.map((line) => [line.level, line.status, line.route, line.err]),
          [[30, 499, route, undefined]],
        )
      })

  test('a disconnect without a request is not logged', async () => {
    lines.length = 0
    const arrives = once(app.server, 'connection') as Promise<[Socket]>
    const socket = connect(port(), '127.0.0.1').on('error', () => {})
    socket.write(head('GET /small', '', '').join('\r\n'))
    const [[held]] = await Promise.all([arrives, once(socket, 'data')])
    const gone = new Promise((resolve) => held.once('close', resolve))
    socket.resetAndDestroy()
    await gone
    assert.deepEqual(
      lines.map(({ status }) => status),
      [200],
    )
  })
})

const production = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtp://127.0.0.1:9',
  ALLOW_EMBEDDED_DATABASE: 'true',
  CARD_VAULT: 'local',
  ALLOW_LOCAL_VAULT: 'true',
  ALLOW_INSECURE_AUTH_URL: 'true',
  SECRET_KEY: 'qL3vX8s0mZ7tB2nR5kW9yC4hF6jD1gPe',
  DRAIN_DELAY: '0',
  PROBE_PORT: 'off',
}

describe('in production a start with options that could reveal the memory is refused:', () => {
  const refused: readonly Readonly<Record<string, string>>[] = [
    { NODE_OPTIONS: '--inspect=127.0.0.1:0' },
    { NODE_OPTIONS: '--no-warnings --heapsnapshot-signal=SIGUSR2' },
    { NODE_OPTIONS: '--heapsnapshot_near_heap_limit=1' },
    { NODE_OPTIONS: '--report-on-fatalerror' },
    { NODE_OPTIONS: '--report-uncaught-exception' },
    { NODE_OPTIONS: '--abort-on-uncaught-exception' },
    { NODE_DEBUG: 'http' },
    { DEBUG: 'oidc-provider:*' },
  ]
  /** Those that the short form tries as processes. The others it gives to the check alone. */
  const started = new Set(['--inspect=127.0.0.1:0', 'http'])
  for (const settings of refused) {
    const [[name, value = ''] = []] = Object.entries(settings)
    test(`${name}=${value}`, async () => {
      if (!isSoak && !started.has(value))
        return assert.match(findDisclosure([], settings) ?? '', /^.* in production.*$/)
      const dataDir = join(newDirectory(), 'data')
      const env = { ...production, PORT: String(await freePort()), DATA_DIR: dataDir, ...settings }
      const { status, stderr } = await foyer(['serve'], env)
      assert.equal(status, 1)
      assert.match(stderr, /^foyer: .* in production.*$/m)
      assert.ok(!existsSync(dataDir))
    })
  }
})

test('in production, signals write no report and open no debugger', async () => {
  const cwd = newDirectory()
  const env = { ...production, ...(await anyDatabase()), DEBUG: 'false' }
  const service = await Service.start(env, undefined, cwd)
  service.signal('SIGUSR1')
  await pause(300)
  assert.equal(await service.stop(), 0)
  assert.doesNotMatch(service.output, /Debugger|Core dumps/)
  assert.deepEqual(readdirSync(cwd), [])
})

test('in production a core dump contains no secret', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const cwd = newDirectory()
  const place = await anyDatabase()
  const command = ['sh', '-c', 'ulimit -c unlimited; exec "$0" "$1" serve', ...direct]
  const service = await Service.start({ ...production, ...place }, undefined, cwd, command)
  t.after(() => service.signal('SIGKILL'))
  assert.match(readFileSync(`/proc/${service.pid}/coredump_filter`, 'utf8'), /^0+\n$/)
  service.signal('SIGSEGV')
  await service.ended()
  // Some systems put core dumps elsewhere or allow none. Then there is none to search.
  for (const name of readdirSync(cwd).filter((file) => file.startsWith('core'))) {
    const core = readFileSync(join(cwd, name))
    assert.ok(core.length < 4 * 1024 * 1024, String(core.length))
    assert.ok(!core.includes(production.SECRET_KEY))
  }
})

test('a command ends even if the reader of its log is gone', async () => {
  const logger = new URL('../../src/platform/process/logger.ts', import.meta.url).href
  const script = `
    const { createLogger } = await import(${JSON.stringify(logger)})
    const log = createLogger('info')
    log.info('ready')
    process.stdin.once('data', () => {
      for (const level of ['info', 'warn', 'fatal']) log[level]('nobody reads this')
      process.exit(3)
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  await once(child.stdout, 'data')
  child.stdout.destroy()
  await once(child.stdout, 'close')
  child.stdin.write('go')
  await once(child, 'exit')
  assert.equal(child.exitCode, 3)
})

test('the service runs on if the disk of its log is full', {
  skip: !existsSync('/dev/full'),
}, async () => {
  const logger = new URL('../../src/platform/process/logger.ts', import.meta.url).href
  const script = `
    const { createLogger } = await import(${JSON.stringify(logger)})
    const log = createLogger('info')
    log.info('one')
    setTimeout(() => {
      log.info('two')
      log.close().then(() => process.exit(3))
    }, 50)`
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', full, 'inherit'],
  })
  await once(child, 'exit')
  closeSync(full)
  assert.equal(child.exitCode, 3)
})

test('errors are logged without what people sent', () => {
  const logger = new URL('../../src/platform/process/logger.ts', import.meta.url).href
  const script = `
    const { createLogger } = await import(${JSON.stringify(logger)})
    const log = createLogger('trace')
    const quoting = Object.assign(new Error('invalid input syntax: "zaphodcanary"'), {
      code: '22P02', detail: 'zaphodcanary', params: ['zaphodcanary'],
    })
    log.error(quoting)
    log.error({ err: new Error('outer', { cause: quoting }), req: { url: '/?zaphodcanary' } })
    log.warn({ err: quoting }, 'Reply was already sent in "/?zaphodcanary"')
    log.info('Route GET:"/zaphodcanary" not found')
    log.error({ err: Object.assign(new Error('column "planet" does not exist'), { code: '42703' }) })`
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  const lines = told.trim().split('\n')
  assert.equal(lines.length, 5)
  assert.doesNotMatch(told, /zaphodcanary/)
  assert.match(
    lines[0] ?? '',
    /"code":"22P02","message":"invalid input syntax: \\"…\\"","stack":"at /,
  )
  assert.match(lines[1] ?? '', /"message":"outer".*"cause":\{"type":"Error"/)
  assert.match(lines[4] ?? '', /column \\"planet\\" does not exist/)
})
