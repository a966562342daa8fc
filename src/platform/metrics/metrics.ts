import {
  bucketSamples,
  Counter,
  Histogram,
  type Labels,
  type Observations,
  type Sample,
} from './series.ts'

/** A name by the conventions of Prometheus: base units, and `_total` at the end of counters. */
export type MetricName = `foyer_${string}`

/** The description of a metric. The values of its labels must come from a small, fixed set. */
export interface Description<L extends string = never> {
  readonly name: MetricName
  readonly help: string
  readonly labels?: readonly L[]
}

/** The values of a metric that something else counts. Undefined if the value is not known now. */
export type Read<L extends string> = () => Reading<L> | Promise<Reading<L>>
type Reading<L extends string> = number | undefined | readonly (readonly [Labels<L>, number])[]

/** A registered metric, as `exposition.ts` reads it. */
export interface Metric {
  readonly name: MetricName
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  read(): readonly Sample[] | Promise<readonly Sample[]>
}

/**
 * The metrics of a process. Each is declared beside what it measures. Prefer `gauge` and
 * `readCounter`, which cost nothing until somebody asks for the metrics.
 */
export class Metrics {
  readonly #metrics = new Map<string, Metric>()
  /** The counters and histograms among them, by name. */
  readonly #own = new Map<string, Counter<string> | Histogram<string>>()

  /** All registered metrics. */
  list(): Metric[] {
    return [...this.#metrics.values()]
  }

  /** Registers a counter. Several places may count into one: each registers it. */
  counter<L extends string = never>(description: Description<L>): Counter<L> {
    const counter = this.#own.get(description.name) ?? new Counter<L>()
    if (!(counter instanceof Counter)) throw taken(description)
    if (this.#own.has(description.name)) return counter
    this.#own.set(description.name, counter)
    this.#add({ ...description, type: 'counter', read: () => counter.samples() })
    return counter
  }

  /**
   * Registers a histogram, in the same way.
   * @param description.buckets the upper bounds of its buckets, in the unit of its name, in order
   */
  histogram<L extends string = never>(
    description: Description<L> & { readonly buckets: readonly number[] },
  ): Histogram<L> {
    const histogram = this.#own.get(description.name) ?? new Histogram<L>(description.buckets)
    if (!(histogram instanceof Histogram)) throw taken(description)
    if (this.#own.has(description.name)) return histogram
    this.#own.set(description.name, histogram)
    this.#add({ ...description, type: 'histogram', read: () => histogram.samples() })
    return histogram
  }

  /** Registers a value that goes up and down, and is read when somebody asks for the metrics. */
  gauge<L extends string = never>(description: Description<L> & { readonly read: Read<L> }): void {
    this.#addRead('gauge', description)
  }

  /** Registers a value that only grows, and is read when somebody asks for the metrics. */
  readCounter<L extends string = never>(
    description: Description<L> & { readonly read: Read<L> },
  ): void {
    this.#addRead('counter', description)
  }

  /** Registers a histogram whose observations something else holds. */
  readHistogram<L extends string = never>({
    read,
    ...description
  }: Description<L> & {
    readonly read: () => readonly (readonly [Labels<L>, Observations])[]
  }): void {
    const samples = () => read().flatMap(([labels, of]) => bucketSamples(labels, of))
    this.#add({ ...description, type: 'histogram', read: samples })
  }

  #addRead<L extends string>(
    type: 'counter' | 'gauge',
    { read, ...description }: Description<L> & { readonly read: Read<L> },
  ): void {
    this.#add({ ...description, type, read: async () => samplesOf(await read()) })
  }

  /** @throws {Error} if the name is taken */
  #add(metric: Metric): void {
    if (this.#metrics.has(metric.name)) throw taken(metric)
    this.#metrics.set(metric.name, metric)
  }
}

const taken = ({ name }: { readonly name: string }): Error =>
  new Error(`The metric ${name} exists already.`)

function samplesOf<L extends string>(reading: Reading<L>): Sample[] {
  if (reading === undefined) return []
  if (typeof reading === 'number') return [{ labels: {}, value: reading }]
  return reading.map(([labels, value]) => ({ labels, value }))
}

/**
 * Makes a function that runs `read` once for all that call it at the same time, such as several
 * metrics with values from one statement.
 */
export function readTogether<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= read().finally(() => {
      running = undefined
    })
    return running
  }
}
