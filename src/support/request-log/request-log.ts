import type { ApplicationLine } from '../../platform/application-log.ts'
import type { Clock } from '../../platform/clock.ts'
import { removeInBatches } from '../../platform/database/batches.ts'
import type { Queryable } from '../../platform/database/db.ts'
import * as store from './store.ts'

export type { LoggedRequest } from './store.ts'

/*
 * The requests of the last day of applications that users have registered, for their developers.
 * Lines wait in memory and are stored in batches, away from requests. Both are bounded.
 */

/** How long lines are collected before they are stored, in milliseconds. */
const batchMs = 1_000
/** The most lines of one application in a batch. Further requests are only counted. */
const maxLinesPerApplication = 20
/** The most applications in a batch. Requests of further ones are not logged. */
const maxApplications = 500
/** How many lines one statement stores. Reads on the same connection wait for it. */
const linesPerStatement = 200
/** The most lines that are kept of one application. */
export const maxKeptLines = 1_000
/** How long lines are kept, in milliseconds. */
export const keptMs = 24 * 60 * 60 * 1_000

/** The lines of one application that wait, and how many requests have none. */
interface Waiting {
  readonly lines: store.LoggedRequest[]
  omitted: number
}

/** Collects requests and stores them in batches. */
export class RequestLogWriter {
  readonly #db: Queryable
  readonly #clock: Clock
  #waiting = new Map<number, Waiting>()
  #timer: NodeJS.Timeout | undefined
  #storing: Promise<void> = Promise.resolve()

  constructor(db: Queryable, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Adds a request. It costs no statement and no waiting. */
  readonly add = ({ applicationId, requestId, operation, status }: ApplicationLine): void => {
    const waiting = this.#waitingOf(applicationId)
    if (waiting === undefined) return
    const line = { at: this.#clock.now(), requestId, operation, status, omitted: 0 }
    if (waiting.lines.length < maxLinesPerApplication) waiting.lines.push(line)
    else {
      waiting.omitted++
      // What has failed is worth more than what has not.
      const place = status < 400 ? -1 : waiting.lines.findIndex((other) => other.status < 400)
      if (place >= 0) waiting.lines[place] = line
    }
    this.#timer ??= setTimeout(() => void this.flush(), batchMs).unref()
  }

  #waitingOf(applicationId: number): Waiting | undefined {
    const known = this.#waiting.get(applicationId)
    if (known !== undefined || this.#waiting.size >= maxApplications) return known
    const waiting = { lines: [], omitted: 0 }
    this.#waiting.set(applicationId, waiting)
    return waiting
  }

  /** Stores what waits. It never throws: the log must not stop the service. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = this.#waiting
    this.#waiting = new Map()
    this.#storing = this.#storing.then(() => this.#store(batch))
    return this.#storing
  }

  async #store(batch: ReadonlyMap<number, Waiting>): Promise<void> {
    const rows = [...batch].flatMap(([applicationId, { lines, omitted }]) =>
      lines.map((line, index) => ({
        ...line,
        applicationId,
        omitted: index === lines.length - 1 ? omitted : 0,
      })),
    )
    for (let start = 0; start < rows.length; start += linesPerStatement) {
      const part = rows.slice(start, start + linesPerStatement)
      try {
        await store.insert(this.#db, part)
      } catch {
        this.#omit(part)
      }
    }
  }

  /**
   * Counts the lines that could not be stored, by application. The next batch of an application
   * says how many.
   */
  #omit(rows: readonly store.InsertedRequest[]): void {
    for (const { applicationId, omitted } of rows) {
      const waiting = this.#waitingOf(applicationId)
      if (waiting !== undefined) waiting.omitted += 1 + omitted
    }
  }
}

/** Which requests a page lists. */
export interface RequestPart {
  readonly offset: number
  readonly limit: number
  /** Whether only refused and failed requests are listed. */
  readonly failedOnly: boolean
}

/** The requests of an application in the last day, newest first. */
export const listRequests = (
  db: Queryable,
  clock: Clock,
  applicationId: number,
  part: RequestPart,
): Promise<store.LoggedRequest[]> =>
  store.list(db, applicationId, new Date(clock.now() - keptMs), part)

/** Deletes lines that are older than a day, and all but the newest of each application. */
export async function trimRequestLog(db: Queryable, clock: Clock): Promise<number> {
  const before = new Date(clock.now() - keptMs)
  const old = await removeInBatches((limit) => store.removeOld(db, before, limit))
  return old + (await removeInBatches((limit) => store.removeSurplus(db, maxKeptLines, limit)))
}
