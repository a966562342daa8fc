import * as oauth from 'oauth4webapi'
import type { TokenResponse } from '../documents.ts'
import type { TokenSource } from '../http/options.ts'
import { unlessAborted } from '../http/retries.ts'
import { type Application, checked, createServer, type Server } from './server.ts'

/** The options of a token request. */
export interface TokenOptions {
  fetch?: typeof fetch | undefined
  /** Aborts the request and its retries. The function then rejects with the signal's reason. */
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

/** How long after a failed renewal the next one is tried: milliseconds. */
const renewalPause = 30_000

/**
 * Returns a source of an application's own tokens, for `createClient`. It requests a token when one
 * is needed, keeps it, and requests another one after nine tenths of its lifetime, or if the
 * service refuses it. Until the other one is there, the former token is used, but not after its
 * end. All callers share one request.
 */
export function clientCredentials(application: Application): TokenSource {
  const server = createServer(application)
  let current: { accessToken: string; renewAt: number; expiresAt: number } | undefined
  let renewal: Promise<string> | undefined
  const renew = async (): Promise<string> => {
    const former = current
    try {
      const { access_token: accessToken, expires_in } = await request(server, application.scope)
      const now = Date.now()
      current = {
        accessToken,
        renewAt: now + expires_in * 900,
        expiresAt: now + expires_in * 1_000,
      }
      return accessToken
    } catch (error) {
      if (former !== undefined) former.renewAt = Date.now() + renewalPause
      throw error
    } finally {
      renewal = undefined
    }
  }
  return async ({ rejected }) => {
    if (rejected !== undefined && rejected === current?.accessToken) current = undefined
    const now = Date.now()
    const former = current !== undefined && now < current.expiresAt ? current : undefined
    if (former !== undefined && now < former.renewAt) return former.accessToken
    renewal ??= renew()
    if (former === undefined) return await renewal
    // The token endpoint may not answer, and the former token works. So nobody waits.
    renewal.catch(() => undefined)
    return former.accessToken
  }
}

const request = (server: Server, scope: string | undefined, signal?: AbortSignal) =>
  checked(async () => {
    const metadata = await unlessAborted(signal, server.metadata())
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
