import { removeInBatches } from '../../../platform/database/batches.ts'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { invalidRequest } from '../endpoints/refusals.ts'
import type { FoundToken } from '../tokens/tokens.ts'
import { ttlSeconds } from '../tokens/tokens.ts'
import * as store from './store.ts'

/** The largest total size of the parameters of a request. */
const maxRequestBytes = 4_096

/**
 * The most requests that are open at once: of one browser, of one network, and of all. `fresh`
 * requests are those that no browser has returned to. A browser returns within a second, so there
 * are few of them, and they are dropped first.
 */
const defaultLimits = {
  browser: 20,
  network: { fresh: 200, returned: 800 },
  all: { fresh: 10_000, returned: 50_000 },
}

/** How long a request waits for the first return of its browser. */
const returnSeconds = 300

/** How long a request stays stored after it was answered. */
export const answeredSeconds = 300

/** The parameters that authenticate the application. They are not stored with the request. */
const credentialParameters = new Set(['client_secret', 'client_assertion', 'client_assertion_type'])

/**
 * Refuses an authorization request with more than 4 KB of parameters, because they are stored until
 * the user returns.
 * @throws {Refused} `invalid_request`
 */
export function refuseLargeRequest(parameters: Iterable<readonly [string, string]>): void {
  const kept = [...parameters].filter(([name]) => !credentialParameters.has(name))
  const size = Buffer.byteLength(kept.flat().join(''))
  // JSON takes six bytes for a control character.
  if (size > maxRequestBytes || Buffer.byteLength(JSON.stringify(kept)) > 2 * maxRequestBytes)
    throw invalidRequest(
      'The parameters of the authorization request are larger than 4 KB in total.',
    )
}

/** Where a request comes from. */
export interface Origin {
  /** The id of the browser. Undefined if an application has pushed the request. */
  readonly browser?: string
  /** A keyed hash of the network. */
  readonly network: string
}

/** Counts open requests and limits their number. */
export interface OpenRequests {
  /** Counts a request that has just been stored, and drops others if there are too many. */
  add(id: string, origin: Origin): Promise<void>
  /** Finds a stored interaction and records that its browser has returned to it. */
  findReturned(id: string): Promise<FoundToken | undefined>
}

/** After how many requests an instance counts the rows of the table again. */
const countEvery = 50
/**
 * The share of the limit that is dropped in addition when the table is full, so that not every
 * request drops others.
 */
const dropShare = 0.05

/** @param limits lower limits, for tests */
export function countOpenRequests(
  db: Database,
  limits: typeof defaultLimits = defaultLimits,
): OpenRequests {
  let untilCounted = countEvery

  return {
    async add(id, { browser, network }) {
      const request = {
        hash: hashSecret(id),
        browser: browser === undefined ? null : hashSecret(browser),
        network: hashSecret(network),
      }
      const keep = { browser: limits.browser, network: limits.network.fresh }
      await store.insert(db, request, { ttlSeconds: ttlSeconds.interaction, keep })
      if (--untilCounted > 0) return
      untilCounted = countEvery
      await trimOpenRequests(db, limits)
    },
    findReturned: (id) => store.findReturned(db, hashSecret(id), limits.network.returned),
  }
}

/**
 * Drops abandoned requests. If there are still too many, it drops requests of the networks that
 * have the most. So a flood from a few networks drops its own requests. Call this every minute.
 */
export async function trimOpenRequests(
  db: Queryable,
  limits: typeof defaultLimits = defaultLimits,
): Promise<void> {
  await removeInBatches((limit) => store.dropStale(db, returnSeconds, limit))
  for (const returned of [false, true]) {
    const limit = returned ? limits.all.returned : limits.all.fresh
    const excess = (await store.count(db, returned)) - limit
    if (excess > 0) await store.trimAll(db, returned, excess + Math.floor(limit * dropShare))
  }
}

/**
 * Marks an interaction as answered. It stays stored, and is still counted, for at most `seconds`.
 */
export const retireRequest = (db: Queryable, id: string, seconds: number): Promise<void> =>
  store.retire(db, hashSecret(id), seconds)
