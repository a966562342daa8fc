import { FoyerError } from './error.ts'
import { parse } from './json.ts'
import type { TokenResponse } from './resources.ts'

/** An application, as it was registered. */
export interface Application {
  /** Where tokens are: `{authUrl}/oauth2/token`. */
  authUrl: string
  clientId: string
  clientSecret: string
  /** The scopes wanted, delimited by spaces; all that the application may have where absent. */
  scope?: string | undefined
}

/** How to ask for a token. */
export interface TokenOptions {
  fetch?: typeof fetch | undefined
  signal?: AbortSignal | undefined
}

/**
 * Asks for an application's own token, by the client credentials grant (RFC 6749, 4.4). Such a token
 * reads what is public, and nothing of any user.
 * @throws {FoyerError} with RFC 6749's codes: `invalid_client` (401), `invalid_scope` (400).
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

/** RFC 6749, 2.3.1: id and secret are form-encoded first, so that a colon in either does no harm. */
const formEncode = (value: string): string => new URLSearchParams({ '': value }).toString().slice(1)

/** Gives an application's token, one for all who ask, and another when nine tenths of its life are over. */
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
