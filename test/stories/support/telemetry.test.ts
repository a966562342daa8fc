import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@foyer/client'
import { pino } from 'pino'
import { ConfigError } from '../../../src/config/config.ts'
import { oneWarning } from '../../../src/platform/telemetry/exporting.ts'
import { openTelemetry, type Telemetry } from '../../../src/platform/telemetry/open-telemetry.ts'
import type { TelemetrySettings } from '../../../src/platform/telemetry/settings.ts'
import { runIn, type Span } from '../../../src/platform/telemetry/tracer.ts'
import { acceptsCardNumbers, openStripe } from '../../../src/processor/stripe/stripe.ts'
import { emailQueue } from '../../../src/support/mail/mailer.ts'
import { startWork } from '../../../src/support/work/engine.ts'
import { london } from '../../support/addresses.ts'
import { newCard } from '../../support/cards.ts'
import { Collector } from '../../support/collector.ts'
import { suiteDatabases } from '../../support/database.ts'
import { type Foyer, secretKey, startFoyer } from '../../support/foyer.ts'
import { inTime } from '../../support/in-time.ts'
import { readConfig } from '../../support/inside.ts'
import { Processor } from '../../support/processor.ts'
import { startReceiver } from '../../support/receiver.ts'
import { settingsOf } from '../../support/stripe-foyer.ts'
import { createWebhook, newWebhookUser } from '../../support/webhooks.ts'
import { workerOf } from '../../support/work.ts'

function settingsFor(env: Readonly<Record<string, string>>): TelemetrySettings {
  const { telemetry } = readConfig(env)
  assert.ok(telemetry)
  return telemetry
}

const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const traceId = '0af7651916cd43dd8448eb211c80319c'

for (const database of await suiteDatabases())
  describe(`traces (${database.name})`, () => {
    let collector: Collector
    let telemetry: Telemetry
    let foyer: Foyer & { stop(): Promise<void> }
    let listings: { url: string; headers: IncomingHttpHeaders[]; close(): void }
    const lines: { route?: string; status?: number; traceId?: string }[] = []

    before(async () => {
      collector = await Collector.start()
      listings = await startListings()
      const env = {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret%20key',
        OTEL_SERVICE_NAME: 'accounts',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
        LISTINGS_URL: `${listings.url}/{id}`,
      }
      telemetry = openTelemetry(settingsFor(env), () => {}, 20)
      const { tracer } = telemetry
      assert.ok(tracer)
      const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
      foyer = await startFoyer(await database.open(), env, undefined, undefined, { tracer, logger })
    })
    after(async () => {
      await foyer.stop()
      await telemetry.close()
      collector.close()
      listings.close()
    })

    test('a request is a span of the trace that it names, and the parent of its statements', async () => {
      const user = await foyer.newUser()
      const { baseUrl } = foyer
      const { accessToken } = user
      const client = createClient({ baseUrl, accessToken, fetch: withTraceparent(parent) })
      await client.addresses.create(london)

      const request = await collector.span('POST /v2/addresses')
      assert.equal(request.traceId, traceId)
      assert.equal(request.parentSpanId, 'b7ad6b7169203331')
      const { attributes } = request
      assert.equal(attributes['http.request.method'], 'POST')
      assert.equal(attributes['http.route'], '/v2/addresses')
      assert.equal(attributes['http.response.status_code'], 201)
      assert.equal(attributes['foyer.operation'], 'createAddress')
      const below = collector.below(request).map(({ name }) => name)
      assert.ok(below.includes('SELECT oauth_tokens'), below.join())
      const transaction = collector.below(request).find(({ name }) => name === 'transaction')
      assert.ok(transaction, below.join())
      const statements = collector.below(transaction)
      assert.ok(statements.length >= 2)
      for (const { attributes: of } of statements) {
        assert.equal(of['db.system.name'], 'postgresql')
        assert.match(String(of['db.query.text']), /\$1/)
      }
      assert.equal(collector.headers['api-key'], 'secret key')
      assert.equal(collector.resource['service.name'], 'accounts')
      assert.equal(collector.resource['deployment.environment.name'], 'test')
      const line = lines.find(({ route }) => route === '/v2/addresses')
      assert.equal(line?.traceId, traceId)
    })

    test('a malformed traceparent, or one with a card number, begins a new trace', async () => {
      const { accessToken } = await foyer.newUser()
      const strange = ['zaphodcanary', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, cardTraceparent]
      for (const given of strange) {
        const client = { baseUrl: foyer.baseUrl, accessToken, fetch: withTraceparent(given) }
        await createClient(client).user.get()
      }
      await collector.span('GET /v2/user')
      while (collector.spans.filter(({ name }) => name === 'GET /v2/user').length < strange.length)
        await pause(10)
      for (const { name, parentSpanId } of collector.spans)
        if (name === 'GET /v2/user') assert.ok(!parentSpanId)
      assert.ok(!collector.text.includes('zaphodcanary'))
      assert.ok(!collector.text.includes('4111111111111111'))
    })

    test('the directory of listings gets the trace, and a receiver of webhooks does not', async (t) => {
      const user = await newWebhookUser(foyer)
      const bought = { body: { number_of_tickets: 1 } }
      const { text } = await user.request('PUT', '/listings/7/paymentmethods', bought)
      assert.equal(listings.headers.length, 1, text)
      const request = await collector.span('PUT /v2/listings/:listingId/paymentmethods')
      const step = await collector.span('listings find')
      assert.equal(step.parentSpanId, request.spanId)
      const found = { 'http.request.method': 'GET', 'http.response.status_code': 404 }
      assert.deepEqual(step.attributes, found)
      const sent = listings.headers.at(-1)?.traceparent
      assert.equal(sent, `00-${request.traceId}-${step.spanId}-01`)

      const receiver = await startReceiver()
      t.after(() => receiver.close())
      await createWebhook(user, { url: receiver.url })
      await user.user.update({ full_name: 'Zaphodcanary King' })
      await foyer.startWorkers()
      const [arrival] = await receiver.arrived(1)
      assert.equal(arrival?.headers.traceparent, undefined)
      const { attributes } = await collector.span('webhook delivery')
      assert.deepEqual(attributes, {
        'http.request.method': 'POST',
        'foyer.webhook.topic': 'User',
        'foyer.webhook.outcome': 'delivered',
        'http.response.status_code': 204,
      })
    })

    test('calls of the vault and jobs are spans, and no attribute contains personal data', async () => {
      const user = await foyer.newUser()
      const card = newCard()
      await user.paymentMethods.createCreditCard(card)
      const call = await collector.span('local keep')
      assert.deepEqual(call.attributes, { 'foyer.vault.operation': 'keep' })
      const queue = emailQueue(secretKey)
      const email = { to: user.email, language: 'en', kind: 'password_changed' } as const
      await foyer.db.transaction((tx) => queue.add(tx, user.id, email))
      const { tracer } = telemetry
      const failing = async () => {
        throw new Error(`No mailbox ${user.email}`)
      }
      const log = { warn() {} }
      const workers = [workerOf(queue.name, failing)]
      const work = startWork({ db: foyer.db, workers, log, tracer })
      const job = await collector.span('job mail')
      await work.stop(1_000)
      assert.equal(job.attributes['foyer.job.queue'], 'mail')
      assert.equal(job.attributes['error.type'], 'Error')
      const names = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)))
      assert.deepEqual(
        [...names].filter((name) => !knownAttributes.has(name)),
        [],
      )
      const { text } = collector
      for (const secret of [user.email, user.accessToken, card.card_number ?? '', 'canary', 'Ada'])
        assert.ok(!text.includes(secret), secret)
    })
  })

/** The names of all attributes. A new one fails the test, so that somebody checks its values. */
const knownAttributes = new Set([
  'db.operation.name',
  'db.query.summary',
  'db.query.text',
  'db.system.name',
  'error.type',
  'foyer.job.attempt',
  'foyer.job.queue',
  'foyer.operation',
  'foyer.request_id',
  'foyer.vault.operation',
  'foyer.webhook.outcome',
  'foyer.webhook.topic',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'url.scheme',
])

const cardTraceparent = '00-4111111111111111abcdefabcdefabcd-b7ad6b7169203331-01'

test('the card processor gets the trace', async (t) => {
  const processor = await Processor.start()
  t.after(() => processor.stop())
  const span: Span = { traceId, spanId: '', traceparent: parent, set() {}, end() {} }
  await runIn(span, () => acceptsCardNumbers(openStripe(settingsOf(processor))))
  assert.equal(processor.received.at(-1)?.headers.traceparent, parent)
})

/** Sends requests with a `traceparent`. */
const withTraceparent =
  (traceparent: string): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('traceparent', traceparent)
    headers.set('tracestate', 'vendor=zaphodcanary')
    return fetch(input, { ...init, headers })
  }

/** A directory of listings without any listing, which keeps the headers of its requests. */
async function startListings() {
  const headers: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    headers.push(request.headers)
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, headers, close: () => void server.close() }
}

test('an unreachable collector causes one warning and delays nothing', () =>
  inTime(async () => {
    const warnings: unknown[] = []
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_EXPORTER_OTLP_TIMEOUT: '100',
    }
    const telemetry = openTelemetry(settingsFor(env), (details) => void warnings.push(details))
    const { tracer } = telemetry
    assert.ok(tracer)
    const begun = performance.now()
    for (let n = 0; n < 10_000; n++) tracer.start('step', { kind: 'internal' }).end()
    for (let n = 0; n < 1_000; n++) telemetry.log('{"level":30,"time":0,"msg":"a line"}')
    const recorded = performance.now() - begun
    await telemetry.close()
    const closed = performance.now() - begun
    assert.equal(warnings.length, 1, JSON.stringify(warnings))
    return [
      [recorded, 2_000],
      [closed, 5_000],
    ]
  }))

test('a collector that takes traces and refuses logs causes one warning', () => {
  const warnings: unknown[] = []
  const ended = oneWarning((details) => void warnings.push(details))
  for (let batch = 0; batch < 3; batch++) {
    ended('traces')(undefined)
    ended('logs')(new Error('404'))
  }
  assert.equal(warnings.length, 1)
  ended('logs')(undefined)
  ended('logs')(new Error('404'))
  assert.equal(warnings.length, 2)
})

test('the settings control the share of recorded traces, and what is sent', async () => {
  const collector = await Collector.start()
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const send = async (env: Readonly<Record<string, string>>) => {
    const telemetry = openTelemetry(settingsFor({ ...endpoint, ...env }), () => {})
    for (let n = 0; n < 100; n++) telemetry.tracer?.start('step', { kind: 'internal' }).end()
    telemetry.log(
      '{"level":50,"time":0,"msg":"a line","status":500,"err":{"type":"Error","message":"m","stack":"s"}}',
    )
    await telemetry.close()
    const counts = [collector.spans.length, collector.lines.length]
    collector.spans.length = 0
    return counts
  }
  assert.deepEqual(await send({ OTEL_TRACES_SAMPLER: 'always_off' }), [0, 1])
  assert.deepEqual(collector.lines.at(-1), {
    body: 'a line',
    severity: 'ERROR',
    traceId: undefined,
    attributes: {
      status: 500,
      'exception.type': 'Error',
      'exception.message': 'm',
      'exception.stacktrace': 's',
    },
  })
  const half = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' }
  const [some = 0] = await send({ ...half, OTEL_LOGS_EXPORTER: 'none' })
  assert.ok(some > 10 && some < 90, String(some))
  assert.equal(collector.lines.length, 2 - 1)
  assert.deepEqual(await send({ OTEL_TRACES_EXPORTER: 'none' }), [0, 2])
  collector.close()
})

test('a span that is not recorded has no child spans', async () => {
  const of = (sampler: string) =>
    openTelemetry(
      settingsFor({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
        OTEL_TRACES_SAMPLER: sampler,
      }),
      () => {},
    )
  for (const [sampler, isRecorded] of [
    ['parentbased_always_on', true],
    ['parentbased_always_off', false],
  ] as const) {
    const telemetry = of(sampler)
    const { tracer } = telemetry
    assert.ok(tracer)
    const above = tracer.start('request', { kind: 'server', traceparent: '' })
    const below = runIn(above, () => tracer.start('statement', { kind: 'client' }))
    assert.equal(below !== above, isRecorded)
    assert.equal(below.traceId, above.traceId)
    await telemetry.close()
  }
})

test('settings of OpenTelemetry are checked, and without an endpoint nothing is sent', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example.com:4318' }
  assert.equal(readConfig({ OTEL_SERVICE_NAME: 'accounts' }).telemetry, undefined)
  assert.equal(readConfig({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).telemetry, undefined)
  for (const wrong of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'otel:4318' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'secret' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'key=%zz' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { OTEL_EXPORTER_OTLP_TIMEOUT: '1s' },
    { OTEL_TRACES_SAMPLER: 'sometimes' },
    { OTEL_TRACES_SAMPLER_ARG: '2' },
    { OTEL_TRACES_EXPORTER: 'zipkin' },
  ]) {
    const [[name, value] = ['', '']] = Object.entries(wrong)
    assert.throws(
      () => readConfig({ ...endpoint, ...wrong }),
      (error: Error) => {
        assert.ok(error instanceof ConfigError && error.message.startsWith(name), error.message)
        return name !== 'OTEL_EXPORTER_OTLP_HEADERS' || !error.message.includes(value ?? '')
      },
    )
  }
})
