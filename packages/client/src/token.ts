import { FoyerError } from './error.ts'
import { parse } from './json.ts'
import type { TokenResponse } from './resources.ts'

/** A registered application. */
export interface Application {
  /** The URL of the token endpoint without `/oauth2/token`. */
  authUrl: string
  clientId: string
  clientSecret: string
  /** The requested scopes, separated by spaces. If omitted, all scopes of the application. */
  scope?: string | undefined
}

/** The options of a token request. */
export interface TokenOptions {
  fetch?: typeof fetch | undefined
  signal?: AbortSignal | undefined
}

/**
 * Requests an application's own token by the client credentials grant (RFC 6749, 4.4). The token
 * gives access to public data, and to no user's data.
 * @throws {FoyerError} with the codes of RFC 6749: `invalid_client` (401), `invalid_scope` (400)
 */
export async function requestToken(
  application: Application,
  { fetch = globalThis.fetch, signal }: TokenOptions = {},
): Promise<TokenResponse> {
  const { authUrl, clientId, clientSecret, scope } = application
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (scope !== undefined) form.set('scope', scope)
  const response = await fetch(`${authUrl.replace(/\/+$/, '')}/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${formEncode(clientId)}:${formEncode(clientSecret)}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: form.toString(),
    signal: signal ?? null,
  })
  const body = await response.text()
  if (!response.ok) throw new FoyerError(response, body)
  const token = parse(body)
  if (typeof token !== 'object' || token === null) {
    throw new FoyerError(response, body, 'invalid_response')
  }
  return token as TokenResponse
}

/** Form-encodes an id or secret, so that it may contain a colon (RFC 6749, 2.3.1). */
const formEncode = (value: string): string => new URLSearchParams({ '': value }).toString().slice(1)

/**
 * Returns a function that returns the application's token. All callers share one token. A new one
 * is requested after nine tenths of its lifetime.
 */
export function applicationToken(
  application: Application,
  options: TokenOptions,
): () => Promise<string> {
  let token: Promise<string> | undefined
  let renewAt = 0
  const renew = async (): Promise<string> => {
    const { access_token, expires_in } = await requestToken(application, options)
    renewAt = Date.now() + expires_in * 900
    return access_token
  }
  return () => {
    if (token === undefined || Date.now() >= renewAt) {
      renewAt = Number.POSITIVE_INFINITY
      token = renew()
      token.catch(() => {
        token = undefined
      })
    }
    return token
  }
}
