import type { Machine } from './machine.ts'

/** Of the values of all rounds. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** What was measured for one path, one contestant and one number of connections. */
export interface Figure {
  readonly database: 'postgres' | 'embedded'
  /** The name and the title of the path. */
  readonly path: string
  readonly title: string
  readonly connections: number
  readonly contestant: string
  /** Requests a second. */
  readonly rate: Spread
  /** Milliseconds; the median of the rounds. */
  readonly p50: number
  readonly p99: number
  /**
   * Processor time of a request in microseconds: of the server's process and of PostgreSQL. Null if
   * there is no such process.
   */
  readonly serverUs: number | null
  readonly databaseUs: number | null
  /** Bytes that the server's heap allocates for a request. */
  readonly allocatedBytes: number | null
  /** Bytes of a response, with its head. */
  readonly responseBytes: number | null
  /** SQL statements of a request without BEGIN and COMMIT, and the responses it waits for. */
  readonly statements: number | null
  readonly trips: number | null
  /** Resident memory of the server before its first request and after the last, and its peak. */
  readonly memory: { readonly idle: number; readonly after: number; readonly peak: number } | null
  /** The share of the processors' time that others took, at most. */
  readonly others: number
  /** Whether the last two rounds of the warm-up agreed. */
  readonly settled: boolean
}

/** A run of the benchmark. */
export interface Figures {
  readonly at: string
  readonly commit: string
  readonly machine: Machine
  readonly settings: {
    readonly rounds: number
    readonly seconds: number
    readonly users: number
    readonly embeddedUsers: number
  }
  /** How long it took to add the users, in seconds, by database. */
  readonly seedSeconds: Readonly<Record<string, number>>
  readonly figures: readonly Figure[]
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
})
