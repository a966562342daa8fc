import type { Configuration } from 'openid-client'
import type { Expected } from './settings.ts'

/** What a provider says about a user, as it comes. */
export type ProvidedClaims = Readonly<Record<string, unknown>>

/**
 * Exchanges the code of a response of PayPal. PayPal departs from OpenID Connect: the answer may
 * have no ID token, and the user info needs the parameter `schema`. So the claims are those of the
 * user info, which comes over TLS. State and PKCE tie the code to the browser. If there is an ID
 * token, it is checked with its nonce, and must be about the same user.
 * @returns undefined if the user has cancelled
 */
export async function finishAtPayPal(
  client: typeof import('openid-client'),
  config: Configuration,
  response: URL,
  { state, nonce, verifier, cancels }: Expected & { readonly cancels: ReadonlySet<string> },
): Promise<ProvidedClaims | undefined> {
  const metadata = config.serverMetadata()
  const answer = response.searchParams
  const [from, code, error] = [answer.get('iss'), answer.get('code'), answer.get('error')]
  const mustNameIssuer = metadata.authorization_response_iss_parameter_supported === true
  if (answer.get('state') !== state) throw new TypeError('The state is wrong.')
  // RFC 9207, 2.4.
  if (from === null ? mustNameIssuer : from !== metadata.issuer)
    throw new TypeError('The issuer is wrong.')
  if (error !== null && cancels.has(error)) return undefined
  if (error !== null || code === null) throw new TypeError('There is no code.')
  if (metadata.userinfo_endpoint === undefined) throw new TypeError('There is no user info.')
  const tokens = await client.genericGrantRequest(config, 'authorization_code', {
    code,
    redirect_uri: response.origin + response.pathname,
    code_verifier: verifier,
  })
  const claims = tokens.claims()
  if (claims !== undefined && claims.nonce !== nonce) throw new TypeError('The nonce is wrong.')
  const url = new URL(metadata.userinfo_endpoint)
  url.searchParams.set('schema', 'openid')
  const found = await client.fetchProtectedResource(config, tokens.access_token, url, 'GET')
  if (!found.ok) throw new TypeError('The user info was refused.')
  const info: unknown = await found.json()
  if (typeof info !== 'object' || info === null) throw new TypeError('The user info is no object.')
  const { sub } = info as ProvidedClaims
  if (claims !== undefined && claims.sub !== sub) throw new TypeError('The user is another one.')
  return { ...info }
}
