import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { localVault } from '../../src/processor/local-vault.ts'
import { measuredVault } from '../../src/processor/measured-vault.ts'
import { VaultUnavailable } from '../../src/processor/vault.ts'
import { emailQueue } from '../../src/support/mail/mailer.ts'
import { openDeliveryCounts } from '../../src/support/outbox/outbox-metrics.ts'
import { openChores } from '../../src/support/work/chores.ts'
import { startWork } from '../../src/support/work/engine.ts'
import { databases } from '../support/database.ts'
import { type Foyer, secretKey, startFoyer } from '../support/foyer.ts'
import { sql } from '../support/inside.ts'
import { type Scrape, scrape } from '../support/metrics.ts'
import { retry503 } from '../support/wire.ts'
import { workerOf } from '../support/work.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const rulesFile = 'deploy/prometheus/foyer.rules.yaml'
const guide = read('docs/operations.md')

interface AlertRule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary?: string; readonly runbook?: string }
}
interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly targets?: readonly { expr: string }[]
  }[]
  readonly templating: { readonly list: readonly { name: string; query: string }[] }
}

const { groups } = parse(read(rulesFile)) as { groups: { rules: AlertRule[] }[] }
const alerts = groups.flatMap(({ rules }) => rules)
const { panels, templating } = JSON.parse(read('deploy/grafana/foyer.json')) as Dashboard

/** All expressions of Prometheus, each with its place. */
const expressions: readonly (readonly [string, string])[] = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...templating.list.map(({ name, query }) => [`variable ${name}`, query] as const),
]

/** The names of metrics in an expression of Prometheus. */
const metricsIn = (expression: string): string[] =>
  expression.match(/\b(?:foyer|process|nodejs)_\w+/g) ?? []

/** Labels that Prometheus adds. */
const ofPrometheus = ['job', 'instance']
/** Labels that histograms and summaries have. */
const ofBuckets = ['le', 'quantile']

/** A condition on a label, such as `outcome="done"`. */
interface Matcher {
  readonly metric: string
  readonly label: string
  /** The values that it names. Empty if it is a pattern or a variable. */
  readonly values: readonly string[]
}

const matchersIn = (expression: string): Matcher[] =>
  [...expression.matchAll(/\b(\w+)\{([^}]*)\}/g)].flatMap(([, metric = '', list = '']) =>
    [...list.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label = '', , value = '']) => ({
      metric,
      label,
      values: /^[\w|]+$/.test(value) ? value.split('|') : [],
    })),
  )

/** Some metrics exist only on PostgreSQL. */
const database = (await databases()).find(({ name }) => name === 'PostgreSQL')

describe('the dashboard and the alerts', { skip: database === undefined }, () => {
  let foyer: Foyer & { stop(): Promise<void> }
  /** The metrics before anything has happened, and those after some requests. */
  let fromStart: Scrape
  let scraped: Scrape
  let known: ReadonlySet<string>

  before(async () => {
    assert.ok(database)
    foyer = await startFoyer(await database.open())
    const { db, metrics } = foyer
    const log = { warn() {} }
    const clock = { now: () => 0 }
    const chores = [{ name: 'test', everyMs: 60_000, run: async () => {} }]
    const { worker } = openChores(chores, { db, clock, log, metrics })
    const { name } = emailQueue(secretKey)
    const workers = [worker, workerOf(name, async () => undefined)]
    const work = startWork({ db, workers, log, metrics })
    while ((await db.query(sql`select from jobs where key = 'test'`)).length === 0);
    await work.stop(1_000)
    const deliveries = openDeliveryCounts(metrics)
    fromStart = await scrape(foyer)
    deliveries.ended('delivered', 1)
    await makeSeries(foyer)
    scraped = await scrape(foyer)
    const described = scraped.text.matchAll(/^# TYPE (\w+) (\w+)$/gm)
    known = new Set(
      [...described].flatMap(([, name = '', type]) =>
        type === 'histogram' || type === 'summary'
          ? ['_bucket', '_sum', '_count'].map((end) => name + end)
          : [name],
      ),
    )
  })
  after(() => foyer.stop())

  test('name only metrics that exist', () => {
    assert.ok(alerts.length > 10 && panels.length > 20)
    for (const [where, expression] of expressions)
      for (const name of metricsIn(expression)) assert.ok(known.has(name), `${where}: ${name}`)
  })

  test('name only labels and values that exist', () => {
    const found = new Set<string>()
    for (const { name, labels } of scraped.series)
      for (const [label, value] of Object.entries(labels)) {
        found.add(`${name} ${label}`)
        found.add(`${name} ${label}=${value}`)
      }
    const missing: string[] = []
    let checked = 0
    for (const [where, expression] of expressions) {
      for (const { metric, label, values } of matchersIn(expression)) {
        // Methods and statuses come from HTTP.
        if ([...ofPrometheus, 'method', 'status'].includes(label)) continue
        const wanted = [label, ...values.map((value) => `${label}=${value}`)]
        missing.push(
          ...wanted
            .filter((one) => !found.has(`${metric} ${one}`))
            .map((one) => `${where}: ${metric} ${one}`),
        )
        checked += wanted.length
      }
      const known = [...ofPrometheus, ...ofBuckets]
      for (const [, list = ''] of expression.matchAll(/\bby \(([^)]*)\)/g))
        for (const label of list.split(', ')) {
          const isKnown = metricsIn(expression).some((name) => found.has(`${name} ${label}`))
          if (!isKnown && !known.includes(label)) missing.push(`${where}: by ${label}`)
        }
    }
    assert.ok(checked > 20)
    assert.deepEqual(missing, [])
  })

  // `increase` and `rate` begin with the second value of a series. So a series that appears with
  // its first event hides it.
  test('counters that alerts compare have all their series from the start', () => {
    const wanted = {
      foyer_card_differences_total: ['renewed', 'detached', 'orphaned', 'customers'].flatMap(
        (kind) => ['event', 'comparison'].map((by) => `${kind} ${by}`),
      ),
      foyer_sign_ins_total: ['succeeded', 'refused', 'second_factor_refused'],
      foyer_job_attempts_total: ['mail done', 'mail retried', 'mail given_up'],
      foyer_processor_events_total: ['accepted', 'repeated', 'ignored', 'refused'],
      foyer_webhooks_disabled_total: ['gone', 'failing', 'not_allowed'],
      foyer_chore_failures_total: ['test'],
    }
    for (const [metric, series] of Object.entries(wanted)) {
      const all = fromStart.series.filter(({ name }) => name === metric)
      const zeros = all.filter(({ value }) => value === 0)
      const found = zeros.map(({ labels }) => Object.values(labels).join(' '))
      assert.deepEqual(
        series.filter((one) => !found.includes(one)),
        [],
        metric,
      )
    }
  })

  test('the dashboard and the guide have every metric of Foyer', () => {
    const own = [...scraped.text.matchAll(/^# TYPE (foyer_\w+)/gm)].map(([, name = '']) => name)
    const shown = panels.flatMap(({ targets = [] }) =>
      targets.flatMap(({ expr }) => metricsIn(expr)),
    )
    for (const name of own) assert.ok(guide.includes(`\`${name}\``), `docs/operations.md: ${name}`)
    const hidden = own.filter((name) => !shown.some((other) => other.startsWith(name)))
    assert.deepEqual(hidden, ['foyer_chore_interval_seconds', 'foyer_metric_read_failures_total'])
  })

  test('promtool accepts the metrics, if it is installed', (t) => {
    if (!hasPromtool()) return t.skip('promtool is not installed: apt-get install prometheus')
    execFileSync('promtool', ['check', 'metrics'], { input: scraped.text, stdio: 'pipe' })
  })
})

/** Makes requests and calls whose series exist only after the first of them. */
async function makeSeries({ authUrl, metrics, newUser }: Foyer): Promise<void> {
  const user = await newUser()
  await user.addresses.list()
  await fetch(`${authUrl}/nowhere`)
  const body = new URLSearchParams({ grant_type: 'client_credentials' })
  const authorization = `Basic ${btoa('nobody:nothing')}`
  const init = { method: 'POST', body, headers: { authorization } }
  await retry503(() => fetch(`${authUrl}/oauth2/token`, init))
  for (const error of [new VaultUnavailable(undefined), new Error('failed')]) {
    const vault = { ...localVault, remove: () => Promise.reject(error) }
    await assert.rejects(measuredVault(vault, { metrics }).remove('token'), error)
  }
}

test('every alert has a summary, a severity, and its section in the guide', () => {
  const headings = new Set(guide.match(/^#+ .*$/gm)?.map(anchorOf))
  for (const { alert, labels, annotations } of alerts) {
    assert.match(annotations.summary ?? '', /^[A-Z].*\.$/, alert)
    assert.ok(['critical', 'warning'].includes(labels.severity), alert)
    const [, anchor = ''] = /^docs\/operations\.md#(.+)$/.exec(annotations.runbook ?? '') ?? []
    assert.equal(anchor, alert.toLowerCase())
    assert.ok(headings.has(anchor), `${alert}: ${annotations.runbook}`)
  }
})

test('promtool accepts the alert rules, if it is installed', (t) => {
  if (!hasPromtool()) return t.skip('promtool is not installed: apt-get install prometheus')
  execFileSync('promtool', ['check', 'rules', join(root, rulesFile)], { stdio: 'pipe' })
  const config = join(root, 'deploy/prometheus/prometheus.yaml')
  execFileSync('promtool', ['check', 'config', config], { stdio: 'pipe' })
})

// Debian's promtool does not know Kubernetes.
test('Prometheus scrapes the pods of deploy/kubernetes as the job of the rules', () => {
  type Relabeling = { source_labels: string[]; regex?: string; action?: string }
  type Config = {
    rule_files: string[]
    scrape_configs: { job_name: string; relabel_configs: Relabeling[] }[]
  }
  const config = parse(read('deploy/prometheus/kubernetes.yaml')) as Config
  assert.deepEqual(config.rule_files, ['foyer.rules.yaml'])
  const [scraping] = config.scrape_configs
  assert.equal(scraping?.job_name, 'foyer')
  const [name, port] = scraping.relabel_configs.filter(({ action }) => action === 'keep')
  assert.match(name?.source_labels[0] ?? '', /_label_app_kubernetes_io_name$/)
  for (const file of ['service', 'worker']) {
    const [deployment] = parseAllDocuments(read(`deploy/kubernetes/${file}.yaml`))
    assert.ok(deployment)
    const { metadata, spec } = deployment.toJS().spec.template
    assert.equal(metadata.labels['app.kubernetes.io/name'], name?.regex)
    const ports: { name: string }[] = spec.containers[0].ports
    assert.ok(ports.some((one) => one.name === port?.regex))
  }
})

test('the alerts fire, if promtool is installed', (t) => {
  if (!hasPromtool()) return t.skip('promtool is not installed: apt-get install prometheus')
  const folder = mkdtempSync(join(tmpdir(), 'foyer-alerts-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const fires = (
    alertname: string,
    { series, labels }: { series: Record<string, string>; labels: Record<string, string> },
  ) => {
    const alert = alerts.find(({ alert }) => alert === alertname)
    assert.ok(alert)
    return {
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [
        {
          eval_time: '30m',
          alertname,
          exp_alerts: [
            {
              exp_labels: { ...alert.labels, ...labels },
              exp_annotations: alert.annotations,
            },
          ],
        },
      ],
    }
  }
  const differences =
    'foyer_card_differences_total{job="foyer",found_by="comparison",kind="renewed"}'
  const tests = [
    fires('FoyerDown', {
      series: { 'up{job="foyer",instance="a"}': '0x30', 'up{job="foyer",instance="b"}': '1x30' },
      labels: { job: 'foyer', instance: 'a' },
    }),
    fires('FoyerDown', { series: { 'up{job="kubernetes-pods"}': '1x30' }, labels: {} }),
    fires('FoyerCardsDiffer', { series: { [differences]: '0x9 20x20' }, labels: { job: 'foyer' } }),
    fires('FoyerSignInsRefused', {
      series: {
        'foyer_sign_ins_total{job="foyer",outcome="succeeded"}': '0x30',
        'foyer_sign_ins_total{job="foyer",outcome="refused"}': '0+120x30',
      },
      labels: { job: 'foyer' },
    }),
  ]
  const file = join(folder, 'tests.yaml')
  writeFileSync(file, JSON.stringify({ rule_files: [join(root, rulesFile)], tests }))
  execFileSync('promtool', ['test', 'rules', file], { stdio: 'pipe' })
})

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

/** @throws if there is none and CI is set, because CI may skip no test */
function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'pipe' })
    return true
  } catch {
    if (process.env.CI) throw new Error('No promtool was found. Install prometheus.')
    return false
  }
}
