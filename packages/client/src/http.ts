import { FoyerError } from './error.ts'
import { parse } from './json.ts'
import { keepResponse } from './received.ts'

/** What any request may be told. */
export interface RequestOptions {
  /** The language of titles, names and messages (`Accept-Language`), instead of the client's. */
  language?: string | undefined
  /** Gives the request up: `AbortSignal.timeout(5_000)`, or a controller's. Rejects with its reason. */
  signal?: AbortSignal | undefined
  /** Headers besides; they win over the client's own. */
  headers?: Readonly<Record<string, string>> | undefined
}

export interface ReadOptions extends RequestOptions {
  /** The entity tag of what is at hand: a `FoyerError` with status 304 says that it still holds. */
  ifNoneMatch?: string | undefined
}

export interface WriteOptions extends RequestOptions {
  /** Write only if the resource still has this entity tag: else 412, `precondition_failed`. */
  ifMatch?: string | undefined
  /** The same key makes a repeated request count once. */
  idempotencyKey?: string | undefined
}

/** Query parameters; those that are undefined are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** One request, in full. */
export interface Call extends ReadOptions, WriteOptions {
  query?: Query | undefined
  /** Sent as JSON; a string or bytes are sent as they stand. */
  body?: unknown
  /** Another access token than the client's for this request; null for none. */
  accessToken?: string | null | undefined
}

export interface HttpOptions {
  /** Without a slash at its end. */
  baseUrl: string
  language?: string | undefined
  fetch: typeof fetch
  accessToken: () => Promise<string | undefined>
}

/** Speaks HTTP for the rest of the client. */
export interface Http {
  /** Sends one request to a URL, and gives the response whatever its status. */
  send(method: string, href: string, call?: Call): Promise<Response>
  /**
   * Sends one request and gives the resource that answers it.
   * @throws {FoyerError} for any status but a success.
   */
  fetch<T extends object>(method: string, href: string, call?: Call): Promise<T>
  /**
   * Sends one request whose answer holds nothing of interest.
   * @throws {FoyerError} for any status but a success.
   */
  run(method: string, href: string, call?: Call): Promise<void>
}

export function createHttp(options: HttpOptions): Http {
  const { origin } = new URL(options.baseUrl)

  /** The client's token goes to the service alone: a link may lead to another's. */
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
    // `options.fetch(…)` would make `options` its `this`, which browsers refuse.
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
      // What the resource holds is the service's promise, not the client's to check.
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

/** Waits for what others wait for too: an abort ends the waiting, not the work. */
export function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abandon = (): void => reject(signal.reason)
    if (signal.aborted) abandon()
    signal.addEventListener('abort', abandon, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon))
  })
}
