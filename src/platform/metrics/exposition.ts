import { setTimeout as after } from 'node:timers/promises'
import type { Metric, Metrics } from './metrics.ts'
import type { Sample } from './series.ts'

/*
 * The only module that knows prom-client. It is loaded by the first request for the metrics, so
 * the start of the program does not wait for it.
 */

/** How long reading one metric may take, in milliseconds. Then it is left out. */
const timeoutMs = 1_000

/**
 * Gauges of prom-client that end like counters, which `promtool check metrics` refuses. Others tell
 * the same by type: `nodejs_active_handles` and so on.
 */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** The metrics of a process as text. */
export interface Exposition {
  readonly contentType: string
  /** Reads all metrics. Leaves out those that cannot be read, such as from a lost database. */
  read(): Promise<string>
}

/** Makes a function that returns the exposition of some metrics, with those of Node.js. */
export function openExposition(metrics: Metrics): () => Promise<Exposition> {
  const failures = metrics.counter({
    name: 'foyer_metric_read_failures_total',
    help: 'Metrics that could not be read, by metric.',
    labels: ['metric'],
  })
  let exposition: Promise<Exposition> | undefined
  return () => {
    exposition ??= load(metrics, (metric) => failures.add({ metric }))
    return exposition
  }
}

async function load(metrics: Metrics, failed: (name: string) => void): Promise<Exposition> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)
  const empty = { name: 'empty', help: 'empty', registers: [] }
  const ofType = {
    counter: new Counter(empty),
    gauge: new Gauge(empty),
    histogram: new Histogram(empty),
  }

  /** prom-client writes what `get` returns, so one class serves all types. */
  class Source extends Gauge {
    readonly #metric: Metric
    constructor(metric: Metric) {
      super({ name: metric.name, help: metric.help, registers: [] })
      this.#metric = metric
    }

    override async get() {
      const described = await super.get()
      const { type } = await ofType[this.#metric.type].get()
      const samples = await samplesInTime(this.#metric, failed)
      const values = samples.map(({ suffix = '', labels, value }) => ({
        metricName: this.#metric.name + suffix,
        labels,
        value,
      }))
      return { ...described, type, values }
    }
  }

  const known = new Set<string>()
  return {
    contentType: registry.contentType,
    read() {
      for (const metric of metrics.list()) {
        if (known.has(metric.name)) continue
        known.add(metric.name)
        registry.registerMetric(new Source(metric))
      }
      return registry.metrics()
    },
  }
}

async function samplesInTime(
  metric: Metric,
  failed: (name: string) => void,
): Promise<readonly Sample[]> {
  const timer = new AbortController()
  try {
    const late = after(timeoutMs, undefined, { ref: false, signal: timer.signal })
    const samples = await Promise.race([metric.read(), late.then(() => undefined)])
    if (samples !== undefined) return samples
  } catch {
    // Metrics matter most while something fails, so one that cannot be read is left out.
  } finally {
    timer.abort()
  }
  failed(metric.name)
  return []
}
