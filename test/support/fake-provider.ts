import { generateKeyPairSync, hash, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Browser, Page } from './browser.ts'

/** Claims of an ID token. */
export type Claims = Readonly<Record<string, unknown>>

/** A small OpenID Connect provider on this machine, which can misbehave. */
export interface FakeProvider {
  readonly issuer: string
  /** The response of discovery. */
  readonly metadata: object
  /** The settings of a service that knows this provider as `fake`. */
  readonly env: Readonly<Record<string, string>>
  /** The forms that the token endpoint got. */
  readonly exchanges: readonly URLSearchParams[]
  /** Replaces the response to the next request for a path. */
  next(path: string, answer: (request: IncomingMessage, response: ServerResponse) => void): void
  /** The number of requests for a path. */
  count(path: string): number
  /**
   * Signs a user in, as the pages of the provider would.
   * @param started the service's response to "Continue"
   * @param claims those of the ID token; `userinfo` has what the user info adds, if it is asked
   * @returns the parameters with which the provider sends the browser back
   */
  signIn(started: Pick<Page, 'location'>, claims: Claims): URLSearchParams
  /** Signs a user in, and sends the browser back to the service. */
  comeBack(browser: Browser, started: Page, claims: Claims): Promise<Page>
  stop(): Promise<void>
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/**
 * @param options.isPayPal responds as PayPal documents: without an ID token, unless the claims
 *   have a nonce, and with the claims of the user at the user info endpoint, with the parameter
 *   `schema`
 */
export async function startFakeProvider({ isPayPal = false } = {}): Promise<FakeProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' }
  const codes = new Map<string, { claims: Claims; challenge: string; hasIdToken: boolean }>()
  const users = new Map<string, Claims>()
  const exchanges: URLSearchParams[] = []
  const counts = new Map<string, number>()
  const replaced = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  const json = (response: ServerResponse, body: object, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  const idToken = ({ userinfo: _, ...claims }: Claims): string => {
    const content = `${encode({ alg: 'ES256', kid: 'one' })}.${encode(claims)}`
    const options = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
    return `${content}.${sign('sha256', Buffer.from(content), options).toString('base64url')}`
  }
  const exchange = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request))
    exchanges.push(form)
    const code = form.get('code') ?? ''
    const granted = codes.get(code)
    codes.delete(code)
    const verifier = hash('sha256', form.get('code_verifier') ?? '', 'base64url')
    if (granted?.challenge !== verifier) return json(response, { error: 'invalid_grant' }, 400)
    const access_token = randomUUID()
    users.set(access_token, granted.claims)
    return json(response, {
      access_token,
      token_type: 'bearer',
      expires_in: 60,
      ...(granted.hasIdToken && { id_token: idToken(granted.claims) }),
    })
  }
  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://x')
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const answer = replaced.get(path)
    replaced.delete(path)
    if (answer !== undefined) return answer(request, response)
    if (path === '/jwks') return json(response, { keys: [jwk] })
    if (path === '/userinfo' && (!isPayPal || searchParams.get('schema') === 'openid')) {
      const user = users.get(request.headers.authorization?.split(' ')[1] ?? '')
      const { sub, email, email_verified, userinfo } = user ?? {}
      const info = isPayPal ? { user_id: sub, email, email_verified } : (userinfo as object)
      return json(response, { sub, ...info }, user ? 200 : 401)
    }
    if (path === '/token') return void exchange(request, response)
    if (path !== '/.well-known/openid-configuration') return json(response, {}, 404)
    return json(response, metadata)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    authorization_response_iss_parameter_supported: !isPayPal,
    userinfo_endpoint: `${issuer}/userinfo`,
  }

  const signIn: FakeProvider['signIn'] = (started, claims) => {
    const asked = new URL(started.location).searchParams
    const code = randomUUID()
    const now = Math.floor(Date.now() / 1000)
    codes.set(code, {
      hasIdToken: !isPayPal || 'nonce' in claims,
      challenge: asked.get('code_challenge') ?? '',
      claims: {
        iss: issuer,
        aud: asked.get('client_id'),
        nonce: asked.get('nonce'),
        iat: now,
        exp: now + 60,
        ...claims,
      },
    })
    const state = asked.get('state') ?? ''
    return new URLSearchParams({ code, state, ...(!isPayPal && { iss: issuer }) })
  }
  return {
    issuer,
    metadata,
    env: {
      IDENTITY_PROVIDERS: 'fake',
      IDENTITY_PROVIDER_FAKE_ISSUER: issuer,
      IDENTITY_PROVIDER_FAKE_NAME: 'Faux',
      IDENTITY_PROVIDER_FAKE_CLIENT_ID: 'foyer',
      IDENTITY_PROVIDER_FAKE_CLIENT_SECRET: 'a secret',
    },
    exchanges,
    next: (path, answer) => void replaced.set(path, answer),
    count: (path) => counts.get(path) ?? 0,
    signIn,
    comeBack: (browser, started, claims) =>
      browser.get(`/sign-in/with/fake/callback?${signIn(started, claims)}`),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
