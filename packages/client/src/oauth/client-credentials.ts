import * as oauth from 'oauth4webapi'
import type { TokenResponse } from '../documents.ts'
import type { TokenSource } from '../http/options.ts'
import { type Application, checked, createServer, type Server } from './server.ts'

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
  { fetch, signal }: TokenOptions = {},
): Promise<TokenResponse> {
  const server = createServer({ ...application, fetch: fetch ?? application.fetch })
  return await request(server, application.scope, signal)
}

/**
 * Returns a source of an application's own tokens, for `createClient`. It requests a token when one
 * is needed, keeps it, and requests another one after nine tenths of its lifetime, or if the
 * service refuses it. All callers share one request.
 */
export function clientCredentials(application: Application): TokenSource {
  const server = createServer(application)
  let token: Promise<TokenResponse> | undefined
  let current: string | undefined
  let renewAt = 0
  const renew = async (): Promise<TokenResponse> => {
    const response = await request(server, application.scope)
    current = response.access_token
    renewAt = Date.now() + response.expires_in * 900
    return response
  }
  return async ({ rejected }) => {
    const isRefused = rejected !== undefined && rejected === current
    if (token === undefined || Date.now() >= renewAt || isRefused) {
      renewAt = Number.POSITIVE_INFINITY
      current = undefined
      token = renew()
      token.catch(() => {
        token = undefined
      })
    }
    return (await token).access_token
  }
}

const request = (server: Server, scope: string | undefined, signal?: AbortSignal) =>
  checked(async () => {
    const metadata = await server.metadata()
    const { client, authentication } = server
    const response = await oauth.clientCredentialsGrantRequest(
      metadata,
      client,
      authentication,
      scope === undefined ? {} : { scope },
      server.options('always', signal),
    )
    const answer = await oauth.processClientCredentialsResponse(metadata, client, response)
    // The service always states the lifetime and the scopes.
    return { ...answer, token_type: 'bearer' } as TokenResponse
  })
