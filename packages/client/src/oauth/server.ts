import * as oauth from 'oauth4webapi'
import { FoyerError } from '../http/error.ts'
import { once } from '../http/found.ts'
import { delayBefore, pause } from '../http/retries.ts'

/** A registered application, and how its requests are sent. */
export interface Application {
  /** The issuer: the URL of the service before `/oauth2/token` and `/authorize`. */
  authUrl: string
  clientId: string
  /** Absent for an application in a browser or on a device, which can keep no secret. */
  clientSecret?: string | undefined
  /** The requested scopes, separated by spaces. If omitted, all scopes of the application. */
  scope?: string | undefined
  /** Replaces the platform's `fetch`. */
  fetch?: typeof fetch | undefined
  /** Milliseconds for each attempt, 30,000 by default; 0 for no limit. */
  timeout?: number | undefined
  /** Accepts an `authUrl` without TLS. On the own machine (`localhost`) it is always accepted. */
  allowHttp?: boolean | undefined
}

/**
 * Which failures a request may be repeated after. A code or a refresh token works once, so that it
 * is never sent again if it may have been used: only the service's own 429 and 503 say that it was
 * not, and those of a proxy do not.
 */
type Repeats = 'always' | 'if refused'

const isRefused = ({ status, code }: FoyerError): boolean =>
  (status === 429 || status === 503) && code === 'temporarily_unavailable'

/** The endpoints of a service, for one application. */
export interface Server {
  readonly client: oauth.Client
  readonly authentication: oauth.ClientAuth
  /** Returns the metadata of the service (RFC 8414). They are fetched once for all. */
  metadata(): Promise<oauth.AuthorizationServer>
  /** The options of one request. */
  options(repeats: Repeats, signal?: AbortSignal): RequestSettings
}

export interface RequestSettings {
  [oauth.allowInsecureRequests]: boolean
  [oauth.customFetch]: (url: string, init: Init) => Promise<Response>
}

/** What oauth4webapi sends. */
type Init = Pick<RequestInit, 'method' | 'headers' | 'redirect'> & {
  body?: string | URLSearchParams | ReadableStream | Uint8Array | ArrayBuffer | null | undefined
}

const retries = { limit: 2, delay: 500, longestDelay: 60_000 }

export function createServer(application: Application): Server {
  const { authUrl, clientId, clientSecret, timeout = 30_000 } = application
  const issuer = new URL(authUrl.replace(/\/+$/, ''))
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(issuer.hostname)
  const fetch = application.fetch ?? globalThis.fetch

  const options: Server['options'] = (repeats, signal) => ({
    [oauth.allowInsecureRequests]: application.allowHttp ?? isLocal,
    [oauth.customFetch]: (url, init) =>
      repeated(() => attempt(fetch, url, init, timeout, signal), repeats, signal),
  })
  const discover = async (): Promise<oauth.AuthorizationServer> => {
    const settings = { ...options('always'), algorithm: 'oauth2' as const }
    const response = await oauth.discoveryRequest(issuer, settings)
    const expected = issuer.pathname === '/' ? new URL(issuer.origin) : issuer
    return await oauth.processDiscoveryResponse(expected, response)
  }
  return {
    client: { client_id: clientId },
    authentication:
      clientSecret === undefined ? oauth.None() : oauth.ClientSecretBasic(clientSecret),
    metadata: once(fetch, issuer.href, () => checked(discover)),
    options,
  }
}

/** Turns the errors of oauth4webapi, which are about responses that break the standard. */
export async function checked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof oauth.AuthorizationResponseError) {
      const { error, error_description } = cause
      throw new FoyerError(undefined, JSON.stringify({ error, error_description }))
    }
    if (cause instanceof oauth.OperationProcessingError)
      throw new FoyerError(undefined, '', 'invalid_response', { message: cause.message, cause })
    throw cause
  }
}

/** Sends a request once. @throws {FoyerError} if there is no response, or it is not a success */
async function attempt(
  fetch: typeof globalThis.fetch,
  url: string,
  init: Init,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const expiry = timeout > 0 ? AbortSignal.timeout(timeout) : undefined
  const signals = [signal, expiry].filter((one) => one !== undefined)
  let response: Response
  let body: string
  try {
    response = await fetch(url, {
      ...init,
      body: init.body ? String(init.body) : null,
      signal: AbortSignal.any(signals),
    })
    body = await response.text()
  } catch (cause) {
    if (signal?.aborted) throw cause
    const code = expiry?.aborted ? 'timed_out' : 'connection_failed'
    throw new FoyerError(undefined, '', code, { message: `No response from ${url}.`, cause })
  }
  if (!response.ok) throw new FoyerError(response, body)
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

async function repeated(
  send: () => Promise<Response>,
  repeats: Repeats,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let number = 1; ; number += 1) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof FoyerError)) throw error
      const isSafe = repeats === 'always' || isRefused(error)
      const delay = isSafe ? delayBefore(number, error, retries) : undefined
      if (delay === undefined) throw error
      await pause(delay, signal)
    }
  }
}
