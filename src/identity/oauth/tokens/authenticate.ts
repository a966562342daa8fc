import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { Metrics } from '../../../platform/metrics/metrics.ts'
import { atMost } from '../../../platform/process/cache-size.ts'
import { hashSecretToText } from '../../../platform/secrets/secrets.ts'
import { dpopChallenge } from '../proofs/challenge.ts'
import type { Caller } from './caller.ts'
import { type LastUses, openLastUses } from './last-uses.ts'
import { findAccess } from './store.ts'

export type { Caller } from './caller.ts'

export interface Authenticator {
  /**
   * Finds the caller by the `Authorization` header (RFC 6750, 2.1). Tokens are accepted only there.
   * @throws {Refused} `unauthorized` without a Bearer token; `invalid_token` if the token is
   * malformed, unknown, expired or revoked, or its user or application is disabled
   * @throws {Unavailable} if the database is needed and cannot answer
   */
  authenticate(authorization: string | undefined): Promise<Caller>
  /**
   * Like `authenticate`, but returns the caller without a promise if the token is cached.
   * @throws {Refused} at once, or later if the database is asked
   */
  find(authorization: string | undefined): Caller | Promise<Caller>
  /**
   * Finds the caller of a token that is bound to a key (RFC 9449, 7.1). The proof is not checked.
   * @throws {Refused} as `authenticate` does, and if the token is not bound
   */
  findBound(authorization: string): Promise<BoundCaller>
  /**
   * Handles a notice from `tokensChannel`: the hash of a token that has ended. An empty notice ends
   * all tokens.
   */
  forget(notice: string): void
  /** Which applications used which accounts lately. */
  readonly uses: Pick<LastUses, 'flush'>
}

/** The caller of a token that is bound to a key. */
export interface BoundCaller {
  readonly caller: Caller
  readonly token: string
  /** The thumbprint of the key (RFC 7638). */
  readonly boundTo: string
}

/** How long a token is cached before the database is asked again. */
const cacheTtlMs = 5_000
/** How many tokens are cached: about 20 MB. */
const maxCachedTokens = 50_000

const bearer = /^bearer(?:[ \t]+(.*))?$/is
const dpop = /^dpop(?:[ \t]+(.*))?$/is
/**
 * The format of every token that this service issues. Other texts are refused without a look-up.
 */
const tokenFormat = /^[\w-]{43}$/

/**
 * Makes an authenticator. It looks a token up by its hash and caches it for at most 5 s. Concurrent
 * requests with the same token share one query. Unknown tokens are not cached.
 */
export function createAuthenticator({
  db,
  baseUrl,
  clock = systemClock,
  // The cache uses a monotonic clock, which nobody can set back.
  stopwatch = performance,
  metrics = new Metrics(),
}: {
  db: Queryable
  /** The audience of tokens that were made for this service. If omitted, no audience is accepted. */
  baseUrl?: string
  clock?: Clock
  stopwatch?: Clock
  metrics?: Metrics
}): Authenticator {
  const lookupsByResult = metrics.counter({
    name: 'foyer_token_lookups_total',
    help: 'Look-ups of access tokens: found in the cache (hit), or asked of the database (miss).',
    labels: ['result'],
  })
  const hits = lookupsByResult.of({ result: 'hit' })
  const misses = lookupsByResult.of({ result: 'miss' })
  const uses = openLastUses(stopwatch)
  const callers = new LRUCache<string, Caller>({
    ...atMost(maxCachedTokens),
    ttl: cacheTtlMs,
    ttlResolution: 0,
    perf: stopwatch,
  })
  const lookups = new Map<string, Promise<Caller | null>>()
  metrics.gauge({
    name: 'foyer_token_cache_entries',
    help: 'Access tokens in the cache.',
    read: () => callers.size,
  })

  function lookUp(key: string): Promise<Caller | null> {
    const running = lookups.get(key)
    if (running !== undefined) return running
    const start = stopwatch.now()
    const lookup = findAccess(db, key).then(
      (caller) => {
        // If a notice arrived meanwhile, it has removed this lookup. The result may be older than
        // the notice: do not cache it.
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

  function requireValid(caller: Caller | null): Caller {
    if (caller === null || caller.expiresAt <= clock.now())
      throw new Refused(refusals.invalid_token)
    if (caller.audience !== null && caller.audience !== baseUrl)
      throw new Refused(refusals.invalid_token, { message: ['error.invalid_token.audience'] })
    return caller
  }

  /**
   * Notes the use of a token that was looked up. A hit in the cache needs no note: a token in use
   * leaves the cache every few seconds, and is then looked up again.
   */
  function noteUse(caller: Caller): Caller {
    uses.note(caller, clock.now())
    return caller
  }

  function findByToken(token: string): Caller | Promise<Caller> {
    const key = hashSecretToText(token)
    const caller = callers.get(key)
    if (caller === undefined) {
      misses.value++
      return lookUp(key).then(requireValid).then(noteUse)
    }
    hits.value++
    return requireValid(caller)
  }

  function find(authorization: string | undefined): Caller | Promise<Caller> {
    const caller = findByToken(tokenIn(authorization, bearer))
    return caller instanceof Promise ? caller.then(requireUnbound) : requireUnbound(caller)
  }

  async function findBound(authorization: string): Promise<BoundCaller> {
    const token = tokenIn(authorization, dpop)
    const caller = await findByToken(token)
    const { boundTo } = caller
    if (boundTo === null) throw wronglySent('error.invalid_token.not_bound')
    return { caller, token, boundTo }
  }

  return {
    authenticate: async (authorization) => find(authorization),
    find,
    findBound,
    uses,
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

/** Whether a header has the scheme of a token that is bound to a key. */
export const isBoundScheme = (authorization: string): boolean => dpop.test(authorization)

/** A token that is bound to a key is not accepted without a proof (RFC 9449, 7.2). */
function requireUnbound(caller: Caller): Caller {
  if (caller.boundTo !== null) throw wronglySent('error.invalid_token.bound')
  return caller
}

const wronglySent = (key: 'error.invalid_token.bound' | 'error.invalid_token.not_bound') =>
  new Refused(refusals.invalid_token, {
    message: [key],
    challenge: dpopChallenge('invalid_token', [key]),
  })

function tokenIn(authorization: string | undefined, format: RegExp): string {
  const [scheme, token] = format.exec(authorization ?? '') ?? []
  if (scheme === undefined) throw new Refused(refusals.unauthorized)
  if (token === undefined || !tokenFormat.test(token))
    throw new Refused(refusals.invalid_token, { message: ['error.invalid_token.malformed'] })
  return token
}
