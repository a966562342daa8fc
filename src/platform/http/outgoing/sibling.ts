import { LRUCache } from 'lru-cache'
import { type Span, type Tracer, traced, traceHeaders } from '../../telemetry/tracer.ts'
import { InvalidJson, parseJson } from '../../text/json.ts'
import { ResponseTooLarge, readBounded } from '../read-bounded.ts'
import { Breaker, BreakerOpen } from './breaker.ts'

/** A question to a sibling service. */
interface Question {
  /** Identifies what is asked. Equal keys have equal answers. */
  readonly key: string
  readonly url: string
  /** A document to post. Without one, the request is a GET. */
  readonly document?: object
}

/** How a service is asked for a document, and how its bytes become one. */
interface Format {
  readonly headers: Readonly<Record<string, string>>
  /** The largest accepted answer after decompression, in bytes. */
  readonly maxBytes: number
  /** @throws {InvalidJson} if they are no document of the format */
  readonly parse: (bytes: Buffer) => unknown
}

interface SiblingOptions<T> {
  /** The name of a request in traces, such as `listings find`. */
  readonly name: string
  /**
   * Reads the document of an answer.
   * @throws {InvalidDocument} if it is not what was asked for
   */
  readonly read: (document: unknown, key: string) => T
  /** Makes the error that callers get if there is no answer. */
  readonly unavailable: (cause: unknown) => Error
  /** The time limit of an answer, in milliseconds. It is less than that of a request. */
  readonly timeoutMs?: number | undefined
  /** How long an answer is cached, in milliseconds. */
  readonly freshForMs?: number | undefined
  /** The most answers in the cache. */
  readonly maxCachedAnswers?: number | undefined
  /** JSON by default. */
  readonly format?: Format | undefined
  readonly breaker?: Breaker | undefined
  /** The clock of the caches, in milliseconds. */
  readonly now?: (() => number) | undefined
  readonly tracer?: Tracer | undefined
}

/**
 * Asks a sibling service.
 * @param userId the user who wants to know; failures for one user must not affect others
 * @returns null if the service does not have it
 * @throws the error of `unavailable` if there is no answer that can be used
 */
type Ask<T> = (question: Question, userId: number) => Promise<T | null>

/** The document of a sibling service is invalid. The message names the property and the reason. */
export class InvalidDocument extends Error {
  override name = 'InvalidDocument'
}

/** The answer to one question cannot be used. Other questions are not affected. */
class UnusableAnswer extends Error {
  override name = 'UnusableAnswer'
}

const json: Format = {
  headers: { accept: 'application/hal+json, application/json' },
  maxBytes: 64 * 1024,
  parse: (bytes) => parseJson(bytes).value,
}
/** After this many missing answers in a row, the question is not asked for a while. */
const maxMissing = 2
/** How long a missing answer counts, in milliseconds. */
const missingForMs = 60_000

/**
 * Makes a function that asks a sibling service over HTTP. Callers who ask the same at about the
 * same time share one request. 404 and 410 mean that the service does not have it.
 *
 * Any other unusable answer is a failure of that question, and is cached. A missing answer, a
 * time-out, 429 and 5xx may be failures of the whole service. They count towards the breaker, and
 * after two in a row that question is not asked for a while.
 */
export function openSibling<T extends object>({
  name,
  read,
  unavailable,
  timeoutMs = 2_000,
  freshForMs = 5_000,
  maxCachedAnswers = 1_000,
  format = json,
  breaker = new Breaker(),
  now = () => performance.now(),
  tracer,
}: SiblingOptions<T>): Ask<T> {
  const lasting = { max: maxCachedAnswers, perf: { now }, ttlResolution: 0 }
  const cache = new LRUCache<string, Promise<T | null>>({ ...lasting, ttl: freshForMs })
  const missing = new LRUCache<string, number>({ ...lasting, ttl: missingForMs })

  /** @returns whether to cache the failure of a question */
  const shouldCache = (key: string, failure: unknown): boolean => {
    if (failure instanceof UnusableAnswer) return true
    const count = (missing.get(key) ?? 0) + 1
    missing.set(key, count)
    return count >= maxMissing
  }

  return (question, userId) => {
    const { key } = question
    const known = cache.get(key)
    if (known !== undefined) return known
    const work = (): Promise<T | null> =>
      traceAsk(tracer, name, question, (span) =>
        ask(question, { timeoutMs, format }, (document) => read(document, key), span),
      )
    const isAway = (error: unknown) => !(error instanceof UnusableAnswer)
    const answer = breaker.run(userId, key, work, isAway).then(
      (found) => {
        missing.delete(key)
        return found
      },
      (cause: unknown) => {
        if (cause instanceof BreakerOpen || !shouldCache(key, cause)) forget()
        else cache.set(key, answer)
        throw unavailable(cause)
      },
    )
    const forget = (): void => {
      if (cache.peek(key) === answer) cache.delete(key)
    }
    cache.set(key, answer)
    return answer
  }
}

/** Traces a request. Its URL is left out: an operator may have put a secret into it. */
function traceAsk<T>(
  tracer: Tracer | undefined,
  name: string,
  question: Question,
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  if (tracer === undefined) return work()
  const attributes = { 'http.request.method': methodOf(question) }
  return traced(tracer, name, { kind: 'client', attributes }, work)
}

const methodOf = ({ document }: Question): string => (document === undefined ? 'GET' : 'POST')

/** @returns null if the service does not have it */
async function ask<T>(
  question: Question,
  { timeoutMs, format }: { readonly timeoutMs: number; readonly format: Format },
  read: (document: unknown) => T,
  span?: Span,
): Promise<T | null> {
  const { url, document } = question
  const response = await fetch(url, {
    method: methodOf(question),
    headers: {
      ...format.headers,
      ...(document !== undefined && { 'content-type': 'application/json' }),
      ...traceHeaders(),
    },
    ...(document !== undefined && { body: JSON.stringify(document) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { status } = response
  span?.set({ 'http.response.status_code': status })
  if (status === 200) return readAnswer(response, format, read)
  await response.body?.cancel()
  if (status === 404 || status === 410) return null
  const message = `The service answered ${status}.`
  throw status === 429 || status >= 500 ? new Error(message) : new UnusableAnswer(message)
}

async function readAnswer<T>(
  response: Response,
  { maxBytes, parse }: Format,
  read: (document: unknown) => T,
): Promise<T> {
  try {
    return read(parse(await readBounded(response, maxBytes)))
  } catch (cause) {
    throw isUnusable(cause) ? new UnusableAnswer('The answer cannot be used.', { cause }) : cause
  }
}

/** Whether an answer was received, but is unusable. */
const isUnusable = (error: unknown): boolean =>
  error instanceof InvalidDocument ||
  error instanceof InvalidJson ||
  error instanceof ResponseTooLarge ||
  // The body does not match its `Content-Encoding` header.
  (error instanceof Error && /^(Z_|ERR_BROTLI|ERR__ERROR)/.test(codeOf(error.cause)))

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
