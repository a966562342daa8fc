import type { FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import type { Count, Counter, Histogram, Observations } from '../metrics/series.ts'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The counts of the route. */
    counts?: RouteCounts
  }
  interface FastifyInstance {
    /** Counts a refused request by the code of the refusal. */
    countRefusal(code: string): void
  }
}

/** The log of requests that never reach a route. */
export interface TransportLog {
  info(line: TransportLine, message?: string): void
}

/** A request that never reaches a route, without personal data. */
export interface TransportLine {
  readonly requestId: string
  readonly route: null
  readonly status: number
  /** The code of the refusal. */
  readonly code?: string
}

type Label = 'operation' | 'method'

/** The series of one route, so that a request needs no look-up by labels. */
interface RouteCounts {
  readonly labels: Readonly<Record<Label, string>>
  duration: Observations | undefined
  readonly byStatus: Map<number, Count>
}

/** Upper bounds, in seconds. Reads take about a millisecond, and every request ends within 3 s. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Counts requests by operation and status, and refusals by code. */
export class RequestMetrics {
  readonly #requests: Counter<Label | 'status'>
  readonly #durations: Histogram<Label>
  readonly #refusals: Counter<'code'>
  readonly #stray: RouteCounts

  constructor(metrics: Metrics) {
    this.#requests = metrics.counter({
      name: 'foyer_http_requests_total',
      help: 'Requests by operation and status. 499: the client closed the connection.',
      labels: ['operation', 'method', 'status'],
    })
    this.#durations = metrics.histogram({
      name: 'foyer_http_request_duration_seconds',
      help: 'Time from routing a request to the end of its response, by operation.',
      labels: ['operation', 'method'],
      buckets,
    })
    this.#refusals = metrics.counter({
      name: 'foyer_http_refusals_total',
      help: 'Refused requests by the code of the refusal. Forms that are shown again do not count.',
      labels: ['code'],
    })
    this.#stray = countsOf('none', 'any')
  }

  /** Call this before routes are added. */
  watch(app: App): void {
    app.decorate('countRefusal', (code: string) => this.#refusals.add({ code }))
    app.addHook('onRoute', (route) => {
      const name = route.config?.operationObject?.operationId ?? nameOf(route.url)
      // A route for several methods refuses all of them.
      const method = typeof route.method === 'string' ? route.method : 'any'
      route.config = { ...route.config, counts: countsOf(name, method) }
    })
  }

  add({ routeConfig }: FastifyRequest, status: number, seconds: number): void {
    const counts = routeConfig?.counts ?? this.#stray
    counts.duration ??= this.#durations.of(counts.labels)
    counts.duration.add(seconds)
    this.#count(counts, status)
  }

  /** A log that also counts its lines. */
  countingLog(log: TransportLog): TransportLog {
    return {
      info: (line: TransportLine, message) => {
        this.#count(this.#stray, line.status)
        if (line.code !== undefined) this.#refusals.add({ code: line.code })
        log.info(line, message)
      },
    }
  }

  #count({ labels, byStatus }: RouteCounts, status: number): void {
    let count = byStatus.get(status)
    if (count === undefined) {
      count = this.#requests.of({ ...labels, status: String(status) })
      byStatus.set(status, count)
    }
    count.value++
  }
}

/** The operation of a request, as metrics name it. */
export const operationOf = ({ routeConfig }: FastifyRequest): string =>
  routeConfig?.counts?.labels.operation ?? 'none'

const countsOf = (operation: string, method: string): RouteCounts => ({
  labels: { operation, method },
  duration: undefined,
  byStatus: new Map(),
})

/** The name of a page: the pattern of its path, such as `/sign-in`. */
const nameOf = (pattern: string): string => pattern.replace(/(?<=.)\/$/, '')
