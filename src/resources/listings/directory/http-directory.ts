import { LRUCache } from 'lru-cache'
import { ResponseTooLarge, readBounded } from '../../../platform/http/read-bounded.ts'
import { type Span, type Tracer, traced, traceHeaders } from '../../../platform/telemetry/tracer.ts'
import { InvalidJson, parseJson } from '../../../platform/text/json.ts'
import { Breaker, BreakerOpen } from './breaker.ts'
import { DirectoryUnavailable, type Listing, type ListingDirectory } from './directory.ts'
import { InvalidListing, readForeignListing } from './document.ts'

export interface HttpDirectoryOptions {
  /** The URL of a listing, with `{id}` for its id. */
  readonly url: string
  /** The time limit of an answer, in milliseconds. It is less than that of a request. */
  readonly timeoutMs?: number
  /** How long an answer is cached, in milliseconds. */
  readonly freshForMs?: number
  readonly breaker?: Breaker
  /** The clock of the caches, in milliseconds. */
  readonly now?: () => number
  readonly tracer?: Tracer | undefined
}

/** The largest accepted answer after decompression, in bytes. */
const maxBytes = 64 * 1024
/** The most listings in the cache. */
const maxCachedListings = 1_000
/**
 * After this many missing answers in a row, the directory is not asked about the listing for a
 * while.
 */
const maxMissing = 2
/** How long a missing answer counts, in milliseconds. */
const missingForMs = 60_000

/** The directory's answer about one listing cannot be used. Other listings are not affected. */
class UnusableAnswer extends Error {
  override name = 'UnusableAnswer'
}

/**
 * A directory behind HTTP. Callers who want the same listing at about the same time share one
 * request. 404 and 410 mean that the listing does not exist.
 *
 * Any other unusable answer is a failure of that listing, and is cached. A missing answer, a
 * time-out, 429 and 5xx may be failures of the whole directory. They count towards the breaker, and
 * after two in a row the directory is not asked about that listing for a while.
 */
export function httpDirectory({
  url,
  timeoutMs = 2_000,
  freshForMs = 5_000,
  breaker = new Breaker(),
  now = () => performance.now(),
  tracer,
}: HttpDirectoryOptions): ListingDirectory {
  const lasting = { max: maxCachedListings, perf: { now }, ttlResolution: 0 }
  const cache = new LRUCache<string, Promise<Listing | null>>({
    ...lasting,
    ttl: freshForMs,
  })
  const missing = new LRUCache<string, number>({ ...lasting, ttl: missingForMs })

  /** @returns whether to cache the failure of a listing */
  const shouldCache = (id: string, failure: unknown): boolean => {
    if (failure instanceof UnusableAnswer) return true
    const count = (missing.get(id) ?? 0) + 1
    missing.set(id, count)
    return count >= maxMissing
  }

  return {
    find(id, userId) {
      const answer = cache.get(id)
      if (answer !== undefined) return answer
      const work = () => tracedAsk(tracer, url.replace('{id}', id), id, timeoutMs)
      const isAway = (error: unknown) => !(error instanceof UnusableAnswer)
      const listing = breaker.run(userId, id, work, isAway).then(
        (found) => {
          missing.delete(id)
          return found
        },
        (cause: unknown) => {
          if (cause instanceof BreakerOpen || !shouldCache(id, cause)) forget()
          else cache.set(id, listing)
          throw new DirectoryUnavailable(cause)
        },
      )
      const forget = (): void => {
        if (cache.peek(id) === listing) cache.delete(id)
      }
      cache.set(id, listing)
      return listing
    },
  }
}

/** Traces a request. Its URL is left out: an operator may have put a secret into it. */
function tracedAsk(
  tracer: Tracer | undefined,
  url: string,
  id: string,
  timeoutMs: number,
): Promise<Listing | null> {
  if (tracer === undefined) return ask(url, id, timeoutMs)
  const attributes = { 'http.request.method': 'GET' }
  return traced(tracer, 'listings find', { kind: 'client', attributes }, (span) =>
    ask(url, id, timeoutMs, span),
  )
}

async function ask(
  url: string,
  id: string,
  timeoutMs: number,
  span?: Span,
): Promise<Listing | null> {
  const response = await fetch(url, {
    headers: { accept: 'application/hal+json, application/json', ...traceHeaders() },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { status } = response
  span?.set({ 'http.response.status_code': status })
  if (status === 200) return read(id, response)
  await response.body?.cancel()
  if (status === 404 || status === 410) return null
  const message = `The directory answered ${status}.`
  throw status === 429 || status >= 500 ? new Error(message) : new UnusableAnswer(message)
}

async function read(id: string, response: Response): Promise<Listing> {
  try {
    return readForeignListing(id, parseJson(await readBounded(response, maxBytes)).value)
  } catch (cause) {
    throw isUnusable(cause) ? new UnusableAnswer('The answer cannot be used.', { cause }) : cause
  }
}

/** Whether an answer was received, but is unusable. */
const isUnusable = (error: unknown): boolean =>
  error instanceof InvalidListing ||
  error instanceof InvalidJson ||
  error instanceof ResponseTooLarge ||
  // The body does not match its `Content-Encoding` header.
  (error instanceof Error && /^(Z_|ERR_BROTLI|ERR__ERROR)/.test(codeOf(error.cause)))

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
