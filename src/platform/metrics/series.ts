/** A value for each label. */
export type Labels<L extends string> = Readonly<Record<L, string>>

/** One value of a metric. `suffix` is the end of its name, such as `_bucket`. */
export interface Sample {
  readonly suffix?: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/**
 * The most series of one metric. Further ones count together, with `other` as the value of each
 * label. So a label with too many values costs neither memory nor the operator's database.
 */
const maxSeries = 2_000

/** The value of one series. */
export interface Count {
  value: number
}

/** The observations of one series. */
export class Observations {
  /** How many observations fell into each bucket, and above all buckets. */
  readonly counts: number[]
  sum = 0
  /** Their upper bounds. */
  readonly buckets: readonly number[]

  constructor(buckets: readonly number[]) {
    this.buckets = buckets
    this.counts = Array.from({ length: buckets.length + 1 }, () => 0)
  }

  /** Adds an observation, such as a duration in seconds. */
  add(value: number): void {
    const { buckets } = this
    let at = 0
    while (at < buckets.length && value > (buckets[at] as number)) at++
    this.counts[at] = (this.counts[at] as number) + 1
    this.sum += value
  }
}

/** The series of a metric, by the values of their labels. */
class SeriesOf<L extends string, S> {
  readonly #all = new Map<string, { readonly labels: Labels<L>; readonly series: S }>()
  readonly #make: () => S

  constructor(make: () => S) {
    this.#make = make
  }

  find(labels: Labels<L>): S {
    const key = keyOf(labels)
    const known = this.#all.get(key)
    if (known) return known.series
    if (this.#all.size >= maxSeries && !isOverflow(labels)) return this.find(overflowOf(labels))
    const series = this.#make()
    this.#all.set(key, { labels: { ...labels }, series })
    return series
  }

  entries(): Iterable<{ readonly labels: Labels<L>; readonly series: S }> {
    return this.#all.values()
  }
}

const keyOf = (labels: object): string => Object.values(labels).join('\n')

const isOverflow = (labels: object): boolean =>
  Object.values(labels).every((value) => value === 'other')

const overflowOf = <L extends string>(labels: Labels<L>): Labels<L> =>
  Object.fromEntries(Object.keys(labels).map((name) => [name, 'other'])) as Labels<L>

/** A value that only grows. */
export class Counter<L extends string> {
  readonly #series = new SeriesOf<L, Count>(() => ({ value: 0 }))

  /** Counts once. Give the labels always in the same order. */
  add(labels: Labels<L>): void {
    this.of(labels).value++
  }

  /**
   * The series of these labels, for code that counts often. It also makes a series begin with 0:
   * Prometheus does not see the growth of a series that begins with its first event.
   */
  of(labels: Labels<L>): Count {
    return this.#series.find(labels)
  }

  samples(): Sample[] {
    return [...this.#series.entries()].map(({ labels, series }) => ({
      labels,
      value: series.value,
    }))
  }
}

/** How often observations fell into each of a few ranges, such as durations of requests. */
export class Histogram<L extends string> {
  readonly #series: SeriesOf<L, Observations>

  constructor(buckets: readonly number[]) {
    this.#series = new SeriesOf(() => new Observations(buckets))
  }

  /** Adds an observation. Give the labels always in the same order. */
  add(labels: Labels<L>, value: number): void {
    this.of(labels).add(value)
  }

  /** The series of these labels, for code that observes often. */
  of(labels: Labels<L>): Observations {
    return this.#series.find(labels)
  }

  samples(): Sample[] {
    return [...this.#series.entries()].flatMap(({ labels, series }) =>
      bucketSamples(labels, series),
    )
  }
}

/** The samples of one series of a histogram. */
export function bucketSamples(
  labels: Readonly<Record<string, string>>,
  { buckets, counts, sum }: Observations,
): Sample[] {
  let total = 0
  const ofBuckets = counts.map((count, at): Sample => {
    total += count
    const le = String(buckets[at] ?? '+Inf')
    return { suffix: '_bucket', labels: { ...labels, le }, value: total }
  })
  return [
    ...ofBuckets,
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: total },
  ]
}
