import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse } from 'yaml'
import { startChores } from '../../src/platform/process/chores.ts'
import { startWorker } from '../../src/support/jobs/worker.ts'
import { emailQueue } from '../../src/support/mail/mailer.ts'
import { openDeliveryCounts } from '../../src/support/outbox/outbox-metrics.ts'
import { databases } from '../support/database.ts'
import { type Foyer, secretKey, startFoyer } from '../support/foyer.ts'
import { type Scrape, scrape } from '../support/metrics.ts'

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
}

const { groups } = parse(read(rulesFile)) as { groups: { rules: AlertRule[] }[] }
const alerts = groups.flatMap(({ rules }) => rules)
const { panels } = JSON.parse(read('deploy/grafana/foyer.json')) as Dashboard

/** The names of metrics in an expression of Prometheus. */
const metricsIn = (expression: string): string[] =>
  expression.match(/\b(?:foyer|process|nodejs)_\w+/g) ?? []

/** Some metrics exist only on PostgreSQL. */
const database = (await databases()).find(({ name }) => name === 'PostgreSQL')

describe('the dashboard and the alerts', { skip: database === undefined }, () => {
  let foyer: Foyer & { stop(): Promise<void> }
  let scraped: Scrape
  let known: ReadonlySet<string>

  before(async () => {
    assert.ok(database)
    foyer = await startFoyer(await database.open())
    const { db, metrics } = foyer
    const log = { warn() {} }
    const clock = { now: () => 0 }
    startChores([{ name: 'test', everyMs: 60_000, run: async () => {} }], { clock, log, metrics })()
    const queue = emailQueue(secretKey)
    await startWorker({ db, queue, log, metrics, perform: async () => {} }).stop(1_000)
    openDeliveryCounts(metrics)
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
    const expressions = [
      ...alerts.map(({ alert, expr }) => [alert, expr] as const),
      ...panels.flatMap(({ title, targets = [] }) =>
        targets.map(({ expr }) => [title, expr] as const),
      ),
    ]
    for (const [where, expression] of expressions)
      for (const name of metricsIn(expression)) assert.ok(known.has(name), `${where}: ${name}`)
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
    execFileSync('promtool', ['check', 'metrics'], { input: ownLines(scraped.text), stdio: 'pipe' })
  })
})

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

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

/** The metrics that promtool checks: not all names of prom-client follow the conventions. */
const ownLines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => /^(# (HELP|TYPE) )?foyer_/.test(line))
    .map((line) => `${line}\n`)
    .join('')

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
