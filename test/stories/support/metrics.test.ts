import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { emailQueue } from '../../../src/support/mail/mailer.ts'
import { startWork } from '../../../src/support/work/engine.ts'
import { london } from '../../support/addresses.ts'
import { newCard } from '../../support/cards.ts'
import { FailingDatabase } from '../../support/failing-database.ts'
import { type Foyer, onEveryDatabase, secretKey } from '../../support/foyer.ts'
import { Metrics, Unavailable } from '../../support/inside.ts'
import { issuerReady } from '../../support/issuer-ready.ts'
import { scrape, scrapeOnce } from '../../support/metrics.ts'
import { startReceiver } from '../../support/receiver.ts'
import { newBrowser, signIn } from '../../support/sign-in.ts'
import { isSoak } from '../../support/soak.ts'
import { createWebhook, newWebhookUser } from '../../support/webhooks.ts'
import { retryOutsideSoak } from '../../support/wire.ts'
import { workerOf } from '../../support/work.ts'

await onEveryDatabase('metrics', (foyer, database) => {
  before(() => issuerReady(foyer.authUrl))

  test('requests count by operation, and refusals by code', async () => {
    const before = await scrape(foyer)
    const user = await foyer.newUser()
    const { id } = await user.addresses.create(london)
    for (let read = 0; read < 3; read++) await user.addresses.get(id ?? 0)
    await assert.rejects(user.addresses.get(2_147_483_647))
    await fetch(`${foyer.authUrl}/sign-in`)
    await fetch(`${foyer.authUrl}/nowhere`)
    const after = await scrape(foyer)

    const grown = (name: string, labels = {}) =>
      after.value(name, labels) - before.value(name, labels)
    const requests = 'foyer_http_requests_total'
    assert.equal(grown(requests, { operation: 'getAddress', method: 'GET', status: '200' }), 3)
    assert.equal(grown(requests, { operation: 'getAddress', status: '404' }), 1)
    assert.equal(grown(requests, { operation: 'createAddress', method: 'POST', status: '201' }), 1)
    assert.equal(grown(requests, { operation: '/sign-in', method: 'GET', status: '200' }), 1)
    assert.equal(grown(requests, { operation: 'none', status: '404' }), 1)
    assert.equal(grown('foyer_http_refusals_total', { code: 'not_found' }), 2)
    const durations = 'foyer_http_request_duration_seconds'
    assert.equal(grown(`${durations}_count`, { operation: 'getAddress' }), 4)
    assert.equal(grown(`${durations}_bucket`, { operation: 'getAddress', le: '+Inf' }), 4)
    assert.ok(grown(`${durations}_sum`, { operation: 'getAddress' }) > 0)
    assert.equal(grown('foyer_token_lookups_total', { result: 'miss' }), 1)
    assert.equal(grown('foyer_token_lookups_total', { result: 'hit' }), 4)
    const queue = database.name === 'PostgreSQL' ? 'transactions' : 'embedded'
    assert.ok(grown('foyer_database_turn_duration_seconds_count', { queue }) >= 1)
  })

  test('the release of the time zones is told by source, with the one in use', async () => {
    const { series } = await scrape(foyer)
    const copies = series.filter(({ name }) => name === 'foyer_time_zone_data')
    const used = copies.filter(({ value }) => value === 1)
    assert.equal(used.length, 1)
    const newest = copies.map(({ labels }) => labels.version ?? '').sort()
    assert.equal(used[0]?.labels.version, newest.at(-1))
    const sources = copies.map(({ labels }) => labels.source)
    assert.ok(sources.includes('Node.js') && sources.includes('moment-timezone'))
  })

  test('the public port serves no metrics', async () => {
    for (const origin of [foyer.authUrl, foyer.baseUrl])
      assert.equal((await fetch(`${origin}/metrics`)).status, 404)
  })

  test('tokens, sign-ins and the card vault count by outcome', async () => {
    const before = await scrape(foyer)
    const user = await foyer.newUser()
    await user.paymentMethods.createCreditCard(newCard())
    const browser = newBrowser(foyer.authUrl)
    await signIn(browser, user.email, { secret: 'a wrong password' })
    await signIn(browser, user.email)
    const form = { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) }
    await fetch(`${foyer.authUrl}/oauth2/token`, {
      ...form,
      headers: { authorization: `Basic ${btoa('nobody:nothing')}` },
    })
    const after = await scrape(foyer)
    const grown = (name: string, labels = {}) =>
      after.value(name, labels) - before.value(name, labels)
    assert.equal(grown('foyer_sign_ins_total', { outcome: 'refused' }), 1)
    assert.equal(grown('foyer_sign_ins_total', { outcome: 'succeeded' }), 1)
    assert.equal(grown('foyer_http_refusals_total', { code: 'invalid_client' }), 1)
    const kept = { operation: 'keep', outcome: 'done' }
    assert.equal(grown('foyer_vault_call_duration_seconds_count', kept), 1)
  })

  test('deliveries and jobs are counted, and their queues are measured', async (t) => {
    const receiver = await startReceiver()
    t.after(() => receiver.close())
    const user = await newWebhookUser(foyer)
    await createWebhook(user, { url: receiver.url })
    await user.user.update({ full_name: 'Ada King' })
    const waiting = await scrape(foyer)
    assert.equal(waiting.value('foyer_jobs_waiting', { queue: 'webhooks' }), 1)
    assert.ok(waiting.value('foyer_jobs_oldest_due_seconds', { queue: 'webhooks' }) > 0)
    await foyer.startWorkers()
    await receiver.arrived(1)
    await until(foyer, 'foyer_jobs_waiting', 0, { queue: 'webhooks' })
    const sent = await scrape(foyer)
    assert.equal(sent.value('foyer_webhook_attempts_total', { outcome: 'delivered' }), 1)
    assert.equal(sent.value('foyer_webhook_delivery_lag_seconds_count'), 1)

    const queue = emailQueue(secretKey)
    const email = { to: user.email, language: 'en', kind: 'password_changed' } as const
    await foyer.db.transaction((tx) => queue.add(tx, user.id, email))
    const queued = (await scrape(foyer)).value('foyer_jobs_waiting', { queue: 'mail' })
    assert.ok(queued >= 1)
    const workers = [workerOf(queue.name, async () => undefined)]
    const { db, metrics } = foyer
    const work = startWork({ db, workers, log: { warn() {} }, metrics })
    await until(foyer, 'foyer_jobs_waiting', 0, { queue: 'mail' })
    await work.stop(1_000)
    const done = { queue: 'mail', outcome: 'done' }
    assert.equal((await scrape(foyer)).value('foyer_job_attempts_total', done), queued)
  })

  test('disabled webhooks are counted by reason', async (t) => {
    const receiver = await startReceiver()
    t.after(() => receiver.close())
    receiver.answer = (_arrival, response) => void response.writeHead(410).end()
    await foyer.startWorkers()
    const user = await newWebhookUser(foyer)
    await createWebhook(user, { url: receiver.url })
    await user.user.update({ full_name: 'Ada King' })
    await until(foyer, 'foyer_webhooks_disabled_total', 1)
    const { value } = await scrape(foyer)
    assert.equal(value('foyer_webhooks_disabled_total', { reason: 'gone' }), 1)
  })

  test('transactions, connections and statements without a result are measured', {
    skip: database.name !== 'PostgreSQL' && 'the embedded database has no connections',
  }, async () => {
    const all = 40
    /** @returns undefined if the work ended before the metrics were read: it cannot run for long */
    const scrapeAtWork = async () => {
      const gate = Promise.withResolvers<void>()
      let isOver = false
      const running = Array.from({ length: all }, () => foyer.db.transaction(() => gate.promise))
      const sleep = foyer.db.query({ name: 'sleep', text: 'select pg_sleep(1)', values: [] })
      const transactions = running.map((one) =>
        one.finally(() => {
          isOver = true
        }),
      )
      const settled = Promise.allSettled([...transactions, sleep])
      const scraped = await scrape(foyer)
      // The statements of the metrics may wait for the one that sleeps. Its number is read before.
      const isLate = isOver || scraped.value('foyer_database_pipelined_statements') === 0
      gate.resolve()
      for (const one of await settled)
        if (one.status === 'rejected' && !(isLate && one.reason instanceof Unavailable))
          throw one.reason
      return isLate ? undefined : scraped
    }
    let atWork = await scrapeAtWork()
    for (let left = isSoak ? 0 : 20; atWork === undefined && left > 0; left--)
      atWork = await scrapeAtWork()
    assert.ok(atWork, 'the metrics came late')
    const { value } = atWork
    const of = { queue: 'transactions' }
    const pool = { pool: 'transactions' }
    const runs = value('foyer_database_running_turns', of)
    assert.ok(runs > 0 && runs < all, `${runs} run`)
    assert.equal(value('foyer_database_queue_turns', of), all - runs)
    assert.ok(value('foyer_database_queue_oldest_seconds', of) > 0)
    assert.ok(value('foyer_database_connections_max', pool) >= runs)
    assert.ok(value('foyer_database_connections_busy', pool) <= runs)
    assert.ok(value('foyer_database_pipelined_statements') >= 1)
    assert.ok(value('foyer_database_connections', { pool: 'statements' }) >= 1)
    const after = await scrape(foyer)
    for (const name of ['queue_turns', 'running_turns', 'queue_oldest_seconds'])
      assert.equal(after.value(`foyer_database_${name}`, of), 0, name)
    assert.equal(after.value('foyer_database_connections_busy', pool), 0)
    assert.ok(after.value('foyer_database_turn_wait_seconds_count', of) >= all)
    assert.ok(after.value('foyer_token_cache_entries') > 0)
    assert.ok(after.value('nodejs_eventloop_lag_p99_seconds') > 0)
  })

  test('without the database only its own metrics are missing', async () => {
    const metrics = new Metrics()
    const db = new FailingDatabase(foyer.db)
    metrics.gauge({
      name: 'foyer_test_rows',
      help: 'Rows.',
      read: () =>
        db.query({ name: 'one', text: 'select 1', values: [] }).then((rows) => rows.length),
    })
    metrics.counter({ name: 'foyer_test_total', help: 'Others.' }).add({})
    assert.equal((await scrapeOnce({ db, metrics })).value('foyer_test_rows'), 1)
    db.cause = new Unavailable(new Error('The database is away.'))
    await scrapeOnce({ db, metrics })
    const { text, value } = await scrapeOnce({ db, metrics })
    assert.doesNotMatch(text, /^foyer_test_rows/m)
    assert.equal(value('foyer_test_total'), 1)
    assert.equal(value('foyer_metric_read_failures_total', { metric: 'foyer_test_rows' }), 1)
  })

  test('no label contains what clients send, and unusual requests add no series', async () => {
    const canary = 'zaphodcanary'
    const { accessToken, email } = await foyer.newUser()
    const paths = ['/v2/addresses/', '/v2/countries/', '/v2/user/', '/sign-in/', '/oauth2/', '/']
    const strange = async (round: number) => {
      for (const path of paths)
        for (const method of ['GET', 'POST', 'PROPFIND'])
          await retryOutsideSoak(() =>
            fetch(`${foyer.authUrl}${path}${canary}${round}?${canary}=${round}`, {
              method,
              headers: {
                authorization: `Bearer ${accessToken}`,
                'content-type': `text/${canary}`,
                'user-agent': canary,
              },
            }),
          )
      const browser = newBrowser(foyer.authUrl, { 'user-agent': canary })
      await signIn(browser, `${canary}${round}@example.com`)
    }
    await strange(0)
    const first = await scrape(foyer)
    for (let round = 1; round < 4; round++) await strange(round)
    const last = await scrape(foyer)
    const ours = (names: typeof first) =>
      names.series
        .filter(({ name }) => name.startsWith('foyer_'))
        // On a busy machine a request may get 503, and a value may be left out of a scrape.
        .filter(({ name, labels }) => name !== readFailures && labels.status !== '503')
    assert.deepEqual(ours(last).map(keyOf), ours(first).map(keyOf))
    for (const secret of [canary, accessToken, email, '@'])
      assert.ok(!last.text.toLowerCase().includes(secret.toLowerCase()), secret)
  })

  test('every label has values of a fixed set, and names follow the conventions', async () => {
    const { series, text } = await scrape(foyer)
    const valuesOf = Map.groupBy(
      series
        .filter(({ name }) => name.startsWith('foyer_'))
        .flatMap(({ labels }) => Object.entries(labels)),
      ([label]) => label,
    )
    for (const [label, entries] of valuesOf) {
      assert.ok(label in labels, `an unknown label: ${label}`)
      for (const [, value] of entries) assert.match(value, labels[label] ?? /^$/)
    }
    for (const [, name = '', type] of text.matchAll(/^# TYPE (foyer_\w+) (\w+)$/gm))
      assert.equal(name.endsWith('_total'), type === 'counter', name)
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes'])
      assert.ok(
        series.some((one) => one.name === name),
        name,
      )
  })
})

/** The labels, and what their values look like. A value from a request would not match. */
const labels: Readonly<Record<string, RegExp>> = {
  operation:
    /^(none|other|[a-z]+([A-Z][a-z]+)*|keep|(finish|remove)_customer|(\/[\w.:-]+)*\/?|\*)$/,
  method: /^(any|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/,
  status: /^[1-5]\d\d$/,
  code: /^[a-z_]+$/,
  outcome: /^[a-z_]+$/,
  reason: /^[a-z_]+$/,
  result: /^(hit|miss)$/,
  policy: /^(application|user|network|site)$/,
  queue: /^(mail|changed cards|webhooks|transactions|bulk|embedded)$/,
  kind: /^(renewed|detached|orphaned|customers)$/,
  found_by: /^(event|comparison)$/,
  pool: /^(statements|transactions|bulk)$/,
  metric: /^foyer_\w+$/,
  source: /^(Node\.js|moment-timezone|system)$/,
  version: /^20\d\d[a-z]+$/,
  le: /^(\+Inf|[\d.]+)$/,
}

const readFailures = 'foyer_metric_read_failures_total'

const keyOf = ({ name, labels: of }: { name: string; labels: object }): string =>
  `${name} ${JSON.stringify(of)}`

/** Waits until a metric has a value. */
async function until(foyer: Foyer, name: string, wanted: number, labels = {}): Promise<void> {
  const begun = performance.now()
  while ((await scrape(foyer)).value(name, labels) !== wanted)
    assert.ok(performance.now() - begun < 60_000, `${name} did not become ${wanted}`)
}

test('a counter holds at most 2,000 series', () => {
  const metrics = new Metrics()
  const counter = metrics.counter({ name: 'foyer_test_total', help: 'x', labels: ['id'] })
  for (let id = 0; id < 3_000; id++) counter.add({ id: String(id) })
  const samples = counter.samples()
  assert.equal(samples.length, 2_001)
  assert.deepEqual(samples.at(-1), { labels: { id: 'other' }, value: 1_000 })
})

test('two metrics of different kinds cannot have one name', () => {
  const metrics = new Metrics()
  const description = { name: 'foyer_test_total', help: 'x' } as const
  assert.equal(metrics.counter(description), metrics.counter(description))
  assert.throws(() => metrics.gauge({ ...description, read: () => 1 }), /exists already/)
  assert.throws(() => metrics.histogram({ ...description, buckets: [1] }), /exists already/)
})
