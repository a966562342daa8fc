import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createProbes } from '../../src/platform/process/probes.ts'
import type { Database, Metrics } from './inside.ts'
import { isSoak } from './soak.ts'

/** One line of the exposition format of Prometheus. */
export interface Series {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The metrics of `/metrics` at one time. */
export interface Scrape {
  readonly text: string
  readonly series: readonly Series[]
  /** The value of a series with these labels. 0 if there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number
}

interface Measured {
  readonly db: Database
  readonly metrics: Metrics
}

/**
 * Reads `/metrics` from the probe port of a service. On a busy machine the database may return a
 * value too late, which is left out then, so the metrics are read again.
 */
export async function scrape(service: Measured): Promise<Scrape> {
  for (let left = isSoak ? 0 : 20; ; left--) {
    const before = await countLate(service)
    const scraped = await scrapeOnce(service)
    if ((await countLate(service)) === before || left === 0) return scraped
  }
}

/** How many values were left out of all scrapes. */
async function countLate({ metrics }: Measured): Promise<number> {
  const late = metrics.list().find(({ name }) => name === 'foyer_metric_read_failures_total')
  const samples = (await late?.read()) ?? []
  return samples.reduce((sum, { value }) => sum + value, 0)
}

/** Reads `/metrics` once. Values that the database does not return in time are missing. */
export async function scrapeOnce(service: Measured): Promise<Scrape> {
  const probes = createProbes(service, { phase: 'ready' }, service.metrics)
  await once(probes.listen(0, '127.0.0.1'), 'listening')
  try {
    return await scrapeAt((probes.address() as AddressInfo).port)
  } finally {
    probes.close()
    probes.closeAllConnections()
  }
}

/** Reads `/metrics` on a port of this machine. */
export async function scrapeAt(port: number): Promise<Scrape> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${response.status} ${text}`)
  const series = text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    return name === undefined ? [] : [{ name, labels: labelsIn(labels), value: Number(value) }]
  })
  return {
    text,
    series,
    value: (name, labels = {}) =>
      series
        .filter((one) => one.name === name)
        .filter((one) => Object.entries(labels).every(([key, value]) => one.labels[key] === value))
        .reduce((sum, one) => sum + one.value, 0),
  }
}

const labelsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name, value]),
  )
