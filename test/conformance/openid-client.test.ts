import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { callback } from '../support/authorize.ts'
import type { Browser } from '../support/browser.ts'
import {
  type Foyer,
  onEveryDatabase,
  type TestUser,
  type WantedApplication,
} from '../support/foyer.ts'
import { issuerReady } from '../support/issuer-ready.ts'
import { behindProxy, newBrowser } from '../support/sign-in.ts'
import { walk } from '../support/visitor.ts'
import { retry503 } from '../support/wire.ts'

/*
 * The whole flow with a certified client, which checks what it receives: discovery, states,
 * issuers, ID tokens and their signatures. Users sign in on the pages.
 */

const scope = 'openid profile email read:user'
const signedOut = 'https://app.example/signed-out'

/** A method with which an application authenticates. */
interface Proof {
  readonly name: string
  /**
   * Returns what the application is registered with, and the client's authentication for its
   * secret.
   */
  prepare(): Promise<{ wanted: WantedApplication; by(secret: string): openid.ClientAuth }>
}

const proofs: readonly Proof[] = [
  {
    name: 'client_secret_basic',
    prepare: async () => ({ wanted: {}, by: (secret) => openid.ClientSecretBasic(secret) }),
  },
  {
    name: 'client_secret_post',
    prepare: async () => ({ wanted: {}, by: (secret) => openid.ClientSecretPost(secret) }),
  },
  {
    name: 'private_key_jwt',
    async prepare() {
      const { publicKey, privateKey } = await crypto.subtle.generateKey(
        { name: 'ECDSA', namedCurve: 'P-256' },
        true,
        ['sign', 'verify'],
      )
      const key = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: 'its-own' }
      const jwks = { keys: [{ ...key, alg: 'ES256', use: 'sig' }] }
      return {
        wanted: { authentication: 'private_key_jwt', jwks },
        by: () => openid.PrivateKeyJwt({ key: privateKey, kid: key.kid }),
      }
    },
  },
]

await onEveryDatabase(
  'openid-client',
  (foyer) => {
    for (const proof of proofs) {
      test(`a confidential application gets, refreshes and revokes tokens with ${proof.name}`, async () => {
        const user = await foyer.newUser()
        const { wanted, by } = await proof.prepare()
        const config = await register(foyer, wanted, by)
        const browser = newBrowser(foyer.authUrl)

        const tokens = await tokensOf(config, browser, user, asUsual)
        await checkAccess(config, foyer, user, tokens)
        await checkRefresh(config, foyer, user, tokens)
        await checkRevocation(config, user, await tokensOf(config, browser, user, asUsual))

        const own = await openid.clientCredentialsGrant(config, { scope: 'read:events' })
        assert.deepEqual([own.token_type, own.scope], ['bearer', 'read:events'])
        const told = await openid.tokenIntrospection(config, own.access_token)
        assert.deepEqual([told.active, told.sub, told.scope], [true, undefined, 'read:events'])
      })
    }

    test('a public application gets, refreshes and revokes tokens with PKCE alone', async () => {
      const user = await foyer.newUser()
      const config = await register(foyer, { kind: 'spa' }, () => openid.None())
      const browser = newBrowser(foyer.authUrl)
      const tokens = await tokensOf(config, browser, user, asUsual)
      await checkAccess(config, foyer, user, tokens)
      // Introspection answers only applications that authenticate.
      const told = await openid.tokenIntrospection(config, tokens.access_token)
      assert.deepEqual(told, { active: false })
      await assert.rejects(openid.clientCredentialsGrant(config), { error: 'unauthorized_client' })
      await checkRefresh(config, foyer, user, tokens)

      const { refresh_token = '' } = await tokensOf(config, browser, user, asUsual)
      await openid.tokenRevocation(config, refresh_token)
      await assert.rejects(openid.refreshTokenGrant(config, refresh_token), {
        error: 'invalid_grant',
      })
    })

    test('after a pushed request, the URL for the browser has only client_id and request_uri', async () => {
      const user = await foyer.newUser()
      const config = await register(foyer, {}, (secret) => openid.ClientSecretBasic(secret))
      const pushed: Sender = async (config, parameters) => {
        const url = await openid.buildAuthorizationUrlWithPAR(config, parameters)
        assert.deepEqual([...url.searchParams.keys()].toSorted(), ['client_id', 'request_uri'])
        return url
      }
      const tokens = await tokensOf(config, newBrowser(foyer.authUrl), user, pushed)
      await checkAccess(config, foyer, user, tokens)
    })

    test('an older OAuth 2.0 client must be registered to omit PKCE, and may repeat its scope with the code', async () => {
      const user = await foyer.newUser()
      const browser = newBrowser(foyer.authUrl)
      const wanted = { redirect_uri: callback, scope: 'read:user', state: openid.randomState() }
      const checks = { expectedState: wanted.state }
      const flow = async (allowMissingPkce: boolean) => {
        const proof = (secret: string) => openid.ClientSecretBasic(secret)
        const config = await register(foyer, { allowMissingPkce }, proof, 'oauth2')
        const sent = openid.buildAuthorizationUrl(config, wanted)
        const { url } = await walk(browser, sent.href, user.email)
        return openid.authorizationCodeGrant(config, url, checks, { scope: wanted.scope })
      }
      await assert.rejects(flow(false), { error: 'invalid_request' })
      const { access_token, id_token, scope } = await flow(true)
      assert.deepEqual([scope, id_token], ['read:user', undefined])
      const own = await fetch(`${foyer.baseUrl}/user`, {
        headers: { authorization: `Bearer ${access_token}` },
      })
      assert.equal(own.status, 200)
    })

    test('a sign-out ends the session, and redirects to the URI that the application names', async () => {
      const user = await foyer.newUser()
      const config = await register(foyer, {}, (secret) => openid.ClientSecretBasic(secret))
      const browser = newBrowser(foyer.authUrl)
      const { id_token = '' } = await tokensOf(config, browser, user, asUsual)
      const state = openid.randomState()
      const url = openid.buildEndSessionUrl(config, {
        id_token_hint: id_token,
        post_logout_redirect_uri: signedOut,
        state,
      })
      const question = await browser.get(url.href)
      assert.equal(question.status, 200)
      const left = await browser.submit(question)
      assert.deepEqual([left.status, left.location], [303, `${signedOut}?state=${state}`])
      assert.equal((await browser.get('/account/sessions')).status, 303)
      const quiet = openid.buildAuthorizationUrl(config, {
        ...(await requestOf(openid.randomPKCECodeVerifier())),
        prompt: 'none',
      })
      await assert.rejects(
        openid.authorizationCodeGrant(config, (await walk(browser, quiet.href, '')).url, {
          expectedState: openid.skipStateCheck,
        }),
        { error: 'login_required' },
      )
    })

    test('with max_age a user who signed in long ago signs in again, and the client sees the new time', async () => {
      const user = await foyer.newUser()
      const config = await register(foyer, {}, (secret) => openid.ClientSecretBasic(secret))
      const browser = newBrowser(foyer.authUrl)
      await tokensOf(config, browser, user, asUsual)
      await foyer.db.script(
        `update sessions set signed_in_at = now() - interval '1 day' where user_id = ${user.id}`,
      )
      const tokens = await tokensOf(config, browser, user, asUsual, { maxAge: 600 })
      assert.equal(tokens.claims()?.sub, String(user.id))
    })

    test('the library reports a wrong secret and an unknown scope', async () => {
      const user = await foyer.newUser()
      const config = await register(foyer, {}, () => openid.ClientSecretBasic('wrong'))
      const browser = newBrowser(foyer.authUrl)
      await assert.rejects(tokensOf(config, browser, user, asUsual), (error: Error) => {
        assert.ok(error instanceof openid.WWWAuthenticateChallengeError, `${error}`)
        assert.equal(error.cause[0]?.scheme, 'basic')
        return true
      })
      const refused = openid.buildAuthorizationUrl(config, {
        ...(await requestOf(openid.randomPKCECodeVerifier())),
        scope: 'openid no:such',
      })
      await assert.rejects(
        openid.authorizationCodeGrant(config, (await walk(browser, refused.href, '')).url, {
          expectedState: openid.skipStateCheck,
        }),
        { error: 'invalid_scope' },
      )
    })
  },
  behindProxy,
)

type Tokens = openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers
type Request = Readonly<Record<string, string>>
/** Makes the URL of a request for the browser. */
type Sender = (config: openid.Configuration, parameters: Request) => Promise<URL> | URL

const asUsual: Sender = (config, parameters) => openid.buildAuthorizationUrl(config, parameters)

/** Registers an application. Its client reads everything else from discovery. */
async function register(
  { authUrl, newApplication }: Foyer,
  wanted: WantedApplication,
  proof: (secret: string) => openid.ClientAuth,
  algorithm: 'oidc' | 'oauth2' = 'oidc',
): Promise<openid.Configuration> {
  await issuerReady(authUrl)
  const { clientId, clientSecret } = await newApplication({
    name: 'A real client',
    redirectUris: [callback],
    postLogoutRedirectUris: [signedOut],
    scopes: ['read:events', 'read:user'],
    ...wanted,
  })
  return openid.discovery(new URL(authUrl), clientId, {}, proof(clientSecret), {
    algorithm,
    // Allows HTTP, which this machine uses, and checks the signatures of tokens that came from the
    // issuer directly, too.
    execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    [openid.customFetch]: (url, init) => retry503(() => fetch(url, init as RequestInit)),
  })
}

const requestOf = async (verifier: string): Promise<Request> => ({
  redirect_uri: callback,
  scope,
  state: openid.randomState(),
  nonce: openid.randomNonce(),
  code_challenge: await openid.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
})

/** Sends a user through the whole sign-in, and exchanges the code. */
async function tokensOf(
  config: openid.Configuration,
  browser: Browser,
  user: TestUser,
  send: Sender,
  { maxAge }: { maxAge?: number } = {},
): Promise<Tokens> {
  const verifier = openid.randomPKCECodeVerifier()
  const age: Request = maxAge === undefined ? {} : { max_age: String(maxAge) }
  const request = { ...(await requestOf(verifier)), ...age }
  const { url } = await walk(browser, (await send(config, request)).href, user.email)
  return openid.authorizationCodeGrant(config, url, {
    pkceCodeVerifier: verifier,
    expectedState: request.state as string,
    expectedNonce: request.nonce as string,
    idTokenExpected: true,
    ...(maxAge !== undefined && { maxAge }),
  })
}

/**
 * Checks the claims of the user that the token gives access to, and that it opens the user
 * resource.
 */
async function checkAccess(
  config: openid.Configuration,
  { baseUrl }: Foyer,
  user: TestUser,
  tokens: Tokens,
): Promise<void> {
  assert.deepEqual([tokens.token_type, tokens.scope], ['bearer', scope])
  const sub = String(user.id)
  assert.equal(tokens.claims()?.sub, sub)
  const told = await openid.fetchUserInfo(config, tokens.access_token, sub)
  const { name, email, email_verified } = told
  assert.deepEqual([name, email, email_verified], ['Ada Lovelace', user.email, true])
  const url = new URL(`${baseUrl}/user`)
  const own = await openid.fetchProtectedResource(config, tokens.access_token, url, 'GET')
  assert.equal(((await own.json()) as { email: string }).email, user.email)
}

/** Checks that a refresh token works once, and that its reuse ends its successor, too. */
async function checkRefresh(
  config: openid.Configuration,
  foyer: Foyer,
  user: TestUser,
  { refresh_token = '' }: Tokens,
): Promise<void> {
  const next = await openid.refreshTokenGrant(config, refresh_token)
  await checkAccess(config, foyer, user, next)
  await assert.rejects(openid.refreshTokenGrant(config, refresh_token), { error: 'invalid_grant' })
  await assert.rejects(openid.refreshTokenGrant(config, next.refresh_token ?? ''), {
    error: 'invalid_grant',
  })
}

/** Checks that a revoked refresh token and its access token are inactive and do not work. */
async function checkRevocation(
  config: openid.Configuration,
  user: TestUser,
  { access_token, refresh_token = '' }: Tokens,
): Promise<void> {
  const { active, sub, client_id } = await openid.tokenIntrospection(config, access_token)
  assert.deepEqual(
    [active, sub, client_id],
    [true, String(user.id), config.clientMetadata().client_id],
  )
  assert.equal((await openid.tokenIntrospection(config, refresh_token)).active, true)
  await openid.tokenRevocation(config, refresh_token)
  for (const token of [access_token, refresh_token])
    assert.deepEqual(await openid.tokenIntrospection(config, token), { active: false })
  await assert.rejects(openid.refreshTokenGrant(config, refresh_token), { error: 'invalid_grant' })
}
