import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { hashSecretToText } from '../../../platform/secrets/secrets.ts'
import type { Caller } from './caller.ts'
import { findAccess } from './store.ts'

export type { Caller } from './caller.ts'

export interface Authenticator {
  /**
   * Finds the caller by the `Authorization` header (RFC 6750, 2.1), the only place a token is taken from.
   * @throws {Refused} `unauthorized` without a Bearer token; `invalid_token` when it is malformed, unknown, expired,
   *   revoked, or its user or application is disabled.
   * @throws {Unavailable} when the database must be asked and cannot answer.
   */
  authenticate(authorization: string | undefined): Promise<Caller>
  /** Takes a notice from `tokensChannel`: a token's hash has ended, or, where it is empty, any may have. */
  forget(notice: string): void
}

/** The longest that a token is trustedMs without asking the database, in milliseconds. */
const trustedMs = 5_000
/** How many tokens are remembered: some 20 MB. */
const remembered = 50_000

const bearer = /^bearer(?:[ \t]+(.*))?$/is
/** What every token issued here looks like; nothing else needs to be looked up. */
const form = /^[\w-]{43}$/

/**
 * Makes what finds callers. A token is looked up by its hash alone and trustedMs for at most 5 s; those who
 * ask for the same one meanwhile share one query. Unknown tokens are not remembered.
 */
export function createAuthenticator({
  db,
  clock = systemClock,
  // The five seconds are counted on a clock that nobody sets back.
  stopwatch = performance,
}: {
  db: Queryable
  clock?: Clock
  stopwatch?: Clock
}): Authenticator {
  const callers = new LRUCache<string, Caller>({
    max: remembered,
    ttl: trustedMs,
    ttlResolution: 0,
    perf: stopwatch,
  })
  const lookups = new Map<string, Promise<Caller | null>>()

  function lookUp(key: string): Promise<Caller | null> {
    const running = lookups.get(key)
    if (running !== undefined) return running
    const start = stopwatch.now()
    const lookup = findAccess(db, key).then(
      (caller) => {
        // A notice that came meanwhile has removed the lookup: its answer may be older than the notice.
        if (lookups.get(key) !== lookup) return caller
        lookups.delete(key)
        if (caller !== null) callers.set(key, caller, { start })
        return caller
      },
      (error: unknown) => {
        if (lookups.get(key) === lookup) lookups.delete(key)
        throw error
      },
    )
    lookups.set(key, lookup)
    return lookup
  }

  return {
    async authenticate(authorization) {
      const key = hashSecretToText(tokenIn(authorization))
      const caller = callers.get(key) ?? (await lookUp(key))
      if (caller === null || caller.expiresAt <= clock.now())
        throw new Refused(refusals.invalid_token)
      return caller
    },
    forget(notice) {
      if (notice === '') {
        callers.clear()
        lookups.clear()
      } else {
        callers.delete(notice)
        lookups.delete(notice)
      }
    },
  }
}

function tokenIn(authorization: string | undefined): string {
  const [scheme, token] = bearer.exec(authorization ?? '') ?? []
  if (scheme === undefined) throw new Refused(refusals.unauthorized)
  if (token === undefined || !form.test(token)) throw new Refused(refusals.invalid_token)
  return token
}
