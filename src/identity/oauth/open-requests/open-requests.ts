import { removeInBatches } from '../../../platform/database/batches.ts'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'

import { invalidRequest } from '../endpoints/refusals.ts'
import type { FoundToken } from '../tokens/tokens.ts'
import { ttlSeconds } from '../tokens/tokens.ts'
import * as store from './store.ts'

/** The largest total size of a request's parameters, in bytes. */
const largestRequest = 4_096

/**
 * The most requests that are open at once. A browser returns to its request within a second, so requests without a
 * return need little room, and are dropped first.
 */
const limits = {
  browser: 20,
  network: { fresh: 200, returned: 800 },
  all: { fresh: 10_000, returned: 50_000 },
}

/** How long a request waits for the browser to come back the first time, in seconds. */
const returnSeconds = 300

/** Credentials are not part of the request. */
const credentials = new Set(['client_secret', 'client_assertion', 'client_assertion_type'])

/**
 * Refuses an authorization request with more than 4 KB of parameters, because they are stored until the user is back.
 * @throws {Refused} `invalid_request`
 */
export function refuseLargeRequest(parameters: Iterable<readonly [string, string]>): void {
  const kept = [...parameters].filter(([name]) => !credentials.has(name))
  const size = Buffer.byteLength(kept.flat().join(''))
  // JSON takes six bytes for a control character.
  if (size > largestRequest || Buffer.byteLength(JSON.stringify(kept)) > 2 * largestRequest)
    throw invalidRequest(
      'The parameters of the authorization request are larger than 4 KB in total.',
    )
}

/** Where a request comes from. */
export interface Origin {
  /** The name of the browser; undefined where an application has pushed the request. */
  readonly browser?: string
  /** A keyed hash. */
  readonly network: string
}

/** Counts open requests and limits their number. */
export interface OpenRequests {
  /** Counts a request that has just been stored, and drops others if there are too many. */
  add(id: string, origin: Origin): Promise<void>
  /** Finds a stored interaction and notes that its browser has come back to it. */
  findReturned(id: string): Promise<FoundToken | undefined>
}

/** After how many requests an instance counts the table again. */
const countedEvery = 50
/** The share of the table that is dropped when it is full, so that not every request drops others. */
const droppedAtOnce = 0.05

/** @param most lower limits, for tests */
export function countOpenRequests(db: Database, most: typeof limits = limits): OpenRequests {
  let untilCounted = countedEvery

  return {
    async add(id, { browser, network }) {
      const request = {
        hash: hashSecret(id),
        browser: browser === undefined ? null : hashSecret(browser),
        network: hashSecret(network),
      }
      const keep = { browser: most.browser, network: most.network.fresh }
      await store.insert(db, request, { seconds: ttlSeconds.interaction, keep })
      if (--untilCounted > 0) return
      untilCounted = countedEvery
      await trimOpenRequests(db, most)
    },
    findReturned: (id) => store.findReturned(db, hashSecret(id), most.network.returned),
  }
}

/**
 * Drops abandoned requests. If there are too many in all, it first drops requests of the networks that have the most,
 * so a flood from few networks displaces itself. Call this every minute.
 */
export async function trimOpenRequests(db: Queryable, most: typeof limits = limits): Promise<void> {
  await removeInBatches((limit) => store.dropStale(db, returnSeconds, limit))
  for (const returned of [false, true]) {
    const limit = returned ? most.all.returned : most.all.fresh
    const beyond = (await store.count(db, returned)) - limit
    if (beyond > 0) await store.trimAll(db, returned, beyond + Math.floor(limit * droppedAtOnce))
  }
}

/** Marks an interaction as answered. It stays stored, and is counted, for at most `seconds` more. */
export const retireRequest = (db: Queryable, id: string, seconds: number): Promise<void> =>
  store.retire(db, hashSecret(id), seconds)
