import { FoyerError } from './error.ts'
import { parse } from './json.ts'
import { keepResponse } from './received.ts'

/** The options of every request. */
export interface RequestOptions {
  /** The language of titles, names and messages (`Accept-Language`), instead of the client's. */
  language?: string | undefined
  /**
   * Aborts the request: `AbortSignal.timeout(5_000)`, or the signal of a controller. The request
   * rejects with its reason.
   */
  signal?: AbortSignal | undefined
  /** Additional headers. They replace the client's own headers. */
  headers?: Readonly<Record<string, string>> | undefined
}

export interface ReadOptions extends RequestOptions {
  /**
   * The entity tag of a known version. If it is still current, rejects with a `FoyerError` with
   * status 304.
   */
  ifNoneMatch?: string | undefined
}

export interface WriteOptions extends RequestOptions {
  /**
   * Writes only if the resource still has this entity tag. Otherwise rejects with 412,
   * `precondition_failed`.
   */
  ifMatch?: string | undefined
  /**
   * Makes it safe to repeat the request (`Idempotency-Key`): 1 to 255 printable ASCII characters.
   * Make a new key for each change, `crypto.randomUUID()`, and use it again only to repeat the same
   * change, after a lost connection or a 5xx. Within 24 hours the change is made once, and every
   * repeated request gets the first response, even a refusal. Codes: `idempotency_key_in_use` if
   * the first request is still running (see `retryAfter`), `idempotency_key_reused` if it had
   * another body. The client makes no keys and repeats nothing by itself.
   */
  idempotencyKey?: string | undefined
}

/** Query parameters. Undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** All options of one request. */
export interface Call extends ReadOptions, WriteOptions {
  query?: Query | undefined
  /** Sent as JSON. A string or bytes are sent unchanged. */
  body?: unknown
  /** The access token for this request, instead of the client's; null for none. */
  accessToken?: string | null | undefined
}

export interface HttpOptions {
  /** Without a trailing slash. */
  baseUrl: string
  language?: string | undefined
  fetch: typeof fetch
  accessToken: () => Promise<string | undefined>
}

/** The HTTP functions of the client. */
export interface Http {
  /** Sends a request to a URL, and returns the response with any status. */
  send(method: string, href: string, call?: Call): Promise<Response>
  /**
   * Sends a request and returns the resource in the response.
   * @throws {FoyerError} if the response is not a success
   */
  fetch<T extends object>(method: string, href: string, call?: Call): Promise<T>
  /**
   * Sends a request and ignores the content of the response.
   * @throws {FoyerError} if the response is not a success
   */
  run(method: string, href: string, call?: Call): Promise<void>
}

export function createHttp(options: HttpOptions): Http {
  const { origin } = new URL(options.baseUrl)

  /**
   * The client's token is sent only to the service's own origin, because a link may lead elsewhere.
   */
  const tokenFor = async (url: URL, call: Call): Promise<string | null | undefined> => {
    if (call.accessToken !== undefined) return call.accessToken
    return url.origin === origin ? await unlessAborted(call.signal, options.accessToken()) : null
  }

  const headersFor = async (url: URL, call: Call): Promise<Headers> => {
    const token = await tokenFor(url, call)
    const given = {
      accept: 'application/hal+json',
      authorization: token ? `Bearer ${token}` : undefined,
      'accept-language': call.language ?? options.language,
      'if-match': call.ifMatch,
      'if-none-match': call.ifNoneMatch,
      'idempotency-key': call.idempotencyKey,
      'content-type': call.body === undefined ? undefined : 'application/json',
    }
    const headers = new Headers()
    for (const [name, value] of [...Object.entries(given), ...Object.entries(call.headers ?? {})]) {
      if (value !== undefined) headers.set(name, value)
    }
    return headers
  }

  const send: Http['send'] = async (method, href, call = {}) => {
    const url = new URL(href)
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    // `options.fetch(…)` would set `this` to `options`, which browsers refuse.
    const { fetch } = options
    return await fetch(url, {
      method,
      headers: await headersFor(url, call),
      body: encode(call.body),
      signal: call.signal ?? null,
    })
  }

  const succeed = async (
    method: string,
    href: string,
    call?: Call,
  ): Promise<{ response: Response; body: string }> => {
    const response = await send(method, href, call)
    const body = await response.text()
    if (!response.ok) throw new FoyerError(response, body)
    return { response, body }
  }

  return {
    send,

    async fetch<T extends object>(method: string, href: string, call?: Call): Promise<T> {
      const { response, body } = await succeed(method, href, call)
      const resource = parse(body)
      if (typeof resource !== 'object' || resource === null) {
        throw new FoyerError(response, body, 'invalid_response')
      }
      // The client does not check the properties of the resource.
      return keepResponse(resource as T, response)
    },

    async run(method, href, call) {
      await succeed(method, href, call)
    },
  }
}

function encode(body: unknown): string | Uint8Array<ArrayBuffer> | null {
  if (body === undefined) return null
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return JSON.stringify(body)
}

/** Waits for work that other callers may wait for, too. An abort ends the waiting, not the work. */
export function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abandon = (): void => reject(signal.reason)
    if (signal.aborted) abandon()
    signal.addEventListener('abort', abandon, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon))
  })
}
