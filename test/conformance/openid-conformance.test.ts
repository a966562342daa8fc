import assert from 'node:assert/strict'
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { london } from '../support/addresses.ts'
import {
  callback,
  challenge,
  claimsIn,
  type ParsedResponse,
  parseResponse,
  signInTo,
  unique,
  verifier,
} from '../support/authorize.ts'
import type { Page } from '../support/browser.ts'
import { assertTokenEnds } from '../support/ended-token.ts'
import { onEveryDatabase, type TestUser, type WantedApplication } from '../support/foyer.ts'
import { say, sql } from '../support/inside.ts'
import { issuerReady } from '../support/issuer-ready.ts'
import { basicOf } from '../support/oauth.ts'
import { behindProxy, newBrowser } from '../support/sign-in.ts'
import { walk } from '../support/visitor.ts'
import { retry503 } from '../support/wire.ts'

/*
 * The modules of the OpenID Foundation's plan for the Basic OP profile,
 * `oidcc-basic-certification-test-plan`. Each module is one test with the module's name and the
 * module's checks. Like the Foundation's client, ours sends no PKCE except where the module is
 * about PKCE, so it is registered with `--allow-missing-pkce`. Users sign in and consent on the
 * pages. Where a module only warns, or leaves the choice to the server, the test checks what Foyer
 * has chosen.
 */

/** The modules of the plan, in their order, as of version 5.2 of the suite. */
const plan = [
  'oidcc-server',
  'oidcc-response-type-missing',
  'oidcc-idtoken-signature',
  'oidcc-idtoken-unsigned',
  'oidcc-userinfo-get',
  'oidcc-userinfo-post-header',
  'oidcc-userinfo-post-body',
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow',
  'oidcc-scope-profile',
  'oidcc-scope-email',
  'oidcc-scope-address',
  'oidcc-scope-phone',
  'oidcc-scope-all',
  // Up to version 5.1: oidcc-ensure-other-scope-order-succeeds.
  'oidcc-alternate-happy-flow',
  'oidcc-display-page',
  'oidcc-display-popup',
  'oidcc-prompt-login',
  'oidcc-prompt-none-not-logged-in',
  'oidcc-prompt-none-logged-in',
  'oidcc-max-age-1',
  'oidcc-max-age-10000',
  'oidcc-ensure-request-with-unknown-parameter-succeeds',
  'oidcc-id-token-hint',
  'oidcc-login-hint',
  'oidcc-ui-locales',
  'oidcc-claims-locales',
  'oidcc-ensure-request-with-acr-values-succeeds',
  'oidcc-codereuse',
  'oidcc-codereuse-30seconds',
  'oidcc-ensure-registered-redirect-uri',
  'oidcc-ensure-post-request-succeeds',
  'oidcc-server-client-secret-post',
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
  'oidcc-claims-essential',
  'oidcc-ensure-request-object-with-redirect-uri',
  'oidcc-refresh-token',
  'oidcc-ensure-request-with-valid-pkce-succeeds',
] as const

type Module = (typeof plan)[number]

/** Modules that do not apply to Foyer, each with its reason. */
const inapplicable: Readonly<Partial<Record<Module, string>>> = {
  'oidcc-idtoken-unsigned':
    'ID tokens are always signed: an application cannot be registered for `none`, nor register itself. The Foundation skips this module for applications registered beforehand.',
}

const run = new Set<string>()

/** The claims of every ID token: not about the user, but about the token and the sign-in. */
const ofEveryToken = 'iss aud exp iat nonce auth_time acr amr sid at_hash'.split(' ')

await onEveryDatabase(
  'OpenID Connect, Basic OP',
  (foyer) => {
    const module = (name: Module, story: () => Promise<void>): void => {
      run.add(name)
      test(name, story)
    }

    module('oidcc-server', async () => {
      const { succeed } = await newVisit()
      const { claims } = await succeed({ nonce: 'a nonce' })
      assert.equal(claims.nonce, 'a nonce')
    })

    module('oidcc-response-type-missing', async () => {
      const { refused } = await newVisit()
      assert.equal(await refused({ response_type: undefined }), 'invalid_request')
    })

    module('oidcc-idtoken-signature', async () => {
      const { succeed } = await newVisit()
      const { tokens } = await succeed()
      const [header = '', payload = '', signature = ''] = tokens.id_token.split('.')
      const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
      const { jwks_uri } = await discover()
      const { keys } = (await parseResponse(await fetch(jwks_uri))).body as { keys: JsonWebKey[] }
      assert.equal(alg, 'RS256')
      const named = keys.filter((key) => key.kid === kid)
      assert.deepEqual(
        named.map(({ kty, use, alg, d }) => [kty, use, alg, d]),
        [['RSA', 'sig', 'RS256', undefined]],
      )
      const key = createPublicKey({ key: named[0] as JsonWebKey, format: 'jwk' })
      const signed = Buffer.from(`${header}.${payload}`)
      assert.ok(verify('sha256', signed, key, Buffer.from(signature, 'base64url')))
    })

    module('oidcc-userinfo-get', async () => {
      const { succeed, user } = await newVisit()
      const { tokens } = await succeed()
      const { status, headers, body } = await userInfo(tokens.access_token)
      assert.deepEqual([status, body], [200, { sub: String(user.id) }])
      assert.match(headers.get('content-type') ?? '', /^application\/json/)
    })

    module('oidcc-userinfo-post-header', async () => {
      const { succeed, user } = await newVisit()
      const { tokens } = await succeed()
      const { status, body } = await userInfo(tokens.access_token, { method: 'POST' })
      assert.deepEqual([status, body], [200, { sub: String(user.id) }])
    })

    // The module only warns, because it is the server's choice. Foyer never takes a token from a
    // body.
    module('oidcc-userinfo-post-body', async () => {
      const { succeed } = await newVisit()
      const { tokens } = await succeed()
      const { userinfo_endpoint } = await discover()
      const body = new URLSearchParams({ access_token: tokens.access_token })
      const answer = await parseResponse(await fetch(userinfo_endpoint, { method: 'POST', body }))
      assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_token'])
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
    })

    module('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
      const { succeed } = await newVisit()
      const { claims } = await succeed({ nonce: undefined })
      assert.equal('nonce' in claims, false)
    })

    const claimsOf: Readonly<Record<string, (user: TestUser) => Record<string, unknown>>> = {
      profile: () => ({ name: 'Ada Lovelace', locale: 'en' }),
      email: ({ email }) => ({ email, email_verified: true }),
      address: () => ({
        address: {
          formatted: [london.address_1, london.city, london.postal_code, 'United Kingdom'].join(
            '\n',
          ),
          street_address: london.address_1,
          locality: london.city,
          postal_code: london.postal_code,
          country: 'United Kingdom',
        },
      }),
      phone: () => ({ phone_number: phone }),
    }
    const scopeModules: readonly (readonly [Module, readonly string[]])[] = [
      ['oidcc-scope-profile', ['profile']],
      ['oidcc-scope-email', ['email']],
      ['oidcc-scope-address', ['address']],
      ['oidcc-scope-phone', ['phone']],
      ['oidcc-scope-all', ['profile', 'email', 'address', 'phone']],
    ]
    for (const [name, scopes] of scopeModules)
      module(name, async () => {
        const { succeed, user } = await newVisit()
        await foyer.db.query(sql`update users set primary_phone = ${phone} where id = ${user.id}`)
        await user.addresses.create(london)
        const { scopes_supported } = await discover()
        assert.ok(scopes.every((scope) => scopes_supported.includes(scope)))
        const { tokens } = await succeed({ scope: ['openid', ...scopes].join(' ') })
        const expected = scopes.map((scope) => claimsOf[scope]?.(user))
        const { body } = await userInfo(tokens.access_token)
        assert.deepEqual(body, Object.assign({ sub: String(user.id) }, ...expected))
      })

    module('oidcc-alternate-happy-flow', async () => {
      const { succeed, user, urlOf } = await newVisit()
      const { search, origin, pathname } = new URL(urlOf({ scope: 'email openid' }))
      const backwards = [...new URLSearchParams(search)].toReversed()
      const { tokens } = await succeed({}, `${origin}${pathname}?${new URLSearchParams(backwards)}`)
      assert.equal((await userInfo(tokens.access_token)).body.email, user.email)
    })

    for (const display of ['page', 'popup'] as const)
      module(`oidcc-display-${display}`, async () => {
        const { succeed } = await newVisit()
        const { pages } = await succeed({ display })
        assert.equal(pages[0], signInTitle)
      })

    module('oidcc-prompt-login', async () => {
      const { succeed, age } = await newVisit()
      const first = await succeed()
      await age('1 minute')
      const second = await succeed({ prompt: 'login' })
      assert.deepEqual(second.pages, [signInTitle])
      assert.equal(second.claims.sub, first.claims.sub)
      assert.ok(second.claims.auth_time >= first.claims.auth_time)
    })

    module('oidcc-prompt-none-not-logged-in', async () => {
      const { refused } = await newVisit()
      assert.equal(await refused({ prompt: 'none' }), 'login_required')
    })

    module('oidcc-prompt-none-logged-in', async () => {
      const { succeed } = await newVisit()
      const first = await succeed()
      const second = await succeed({ prompt: 'none' })
      assert.deepEqual(second.pages, [])
      assert.equal(second.claims.sub, first.claims.sub)
      assert.equal(second.claims.auth_time, first.claims.auth_time)
    })

    module('oidcc-max-age-1', async () => {
      const { succeed, age } = await newVisit()
      const first = await succeed()
      await age('2 seconds')
      const second = await succeed({ max_age: '1' })
      assert.deepEqual(second.pages, [signInTitle])
      assert.equal(second.claims.sub, first.claims.sub)
      assert.ok(second.claims.auth_time >= first.claims.auth_time)
    })

    module('oidcc-max-age-10000', async () => {
      const { succeed } = await newVisit()
      const first = await succeed()
      const second = await succeed({ max_age: '10000' })
      assert.deepEqual(second.pages, [])
      assert.equal(second.claims.sub, first.claims.sub)
      assert.equal(second.claims.auth_time, first.claims.auth_time)
    })

    module('oidcc-ensure-request-with-unknown-parameter-succeeds', async () => {
      const { succeed } = await newVisit()
      await succeed({ extra: 'foobar' })
    })

    module('oidcc-id-token-hint', async () => {
      const { succeed } = await newVisit()
      const first = await succeed()
      const hint = { prompt: 'none', id_token_hint: first.tokens.id_token }
      const second = await succeed(hint)
      assert.equal(second.claims.sub, first.claims.sub)
    })

    module('oidcc-login-hint', async () => {
      const { succeed, user } = await newVisit()
      await succeed({ login_hint: user.email })
    })

    module('oidcc-ui-locales', async () => {
      const { succeed } = await newVisit()
      const { pages } = await succeed({ ui_locales: 'se fr-CA en' })
      assert.equal(pages[0], say('fr', 'page.title.sign_in_to', { application: 'Conformance' }))
    })

    module('oidcc-claims-locales', async () => {
      const { succeed } = await newVisit()
      await succeed({ claims_locales: 'se' })
    })

    module('oidcc-ensure-request-with-acr-values-succeeds', async () => {
      const { succeed } = await newVisit()
      const { claims } = await succeed({ acr_values: '1 2' })
      // Foyer supports no `acr`, so the token has no such claim.
      assert.equal('acr' in claims, false)
    })

    module('oidcc-codereuse', async () => {
      const { succeed, exchange } = await newVisit()
      const { code } = await succeed()
      const { status, body } = await exchange(code)
      assert.deepEqual([status, body.error], [400, 'invalid_grant'])
    })

    module('oidcc-codereuse-30seconds', async () => {
      const { succeed, exchange } = await newVisit()
      const { code, tokens } = await succeed()
      // The test does not wait for half a minute. It moves the use of the code into the past.
      const moved = await foyer.db.query(sql`
        update oauth_tokens set consumed_at = consumed_at - interval '30 seconds',
          expires_at = expires_at - interval '30 seconds'
        where model = 'AuthorizationCode' and consumed_at is not null returning 1`)
      assert.ok(moved.length > 0)
      const { status, body } = await exchange(code)
      assert.deepEqual([status, body.error], [400, 'invalid_grant'])
      // The module only warns if the token still works.
      await assertTokenEnds(async () => (await userInfo(tokens.access_token)).status)
    })

    module('oidcc-ensure-registered-redirect-uri', async () => {
      const { urlOf, browser } = await newVisit()
      assertOurPage(await browser.get(urlOf({ redirect_uri: `${callback}/${unique()}` })))
    })

    module('oidcc-ensure-post-request-succeeds', async () => {
      const { succeed, urlOf, browser } = await newVisit()
      const fields = Object.fromEntries(new URL(urlOf({})).searchParams)
      const headers = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }
      await succeed({}, await browser.post('/authorize', fields, headers))
    })

    module('oidcc-server-client-secret-post', async () => {
      const { token_endpoint_auth_methods_supported } = await discover()
      assert.ok(token_endpoint_auth_methods_supported.includes('client_secret_post'))
      const { succeed } = await newVisit({}, 'client_secret_post')
      await succeed()
    })

    module(
      'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
      async () => {
        const { refused } = await newVisit()
        const request_uri = 'https://app.example/request.jwt'
        assert.equal(await refused({ request_uri }), 'request_uri_not_supported')
        assert.equal((await discover()).request_uri_parameter_supported, false)
      },
    )

    module(
      'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
      async () => {
        const { refused } = await newVisit()
        const request = unsigned({ state: 'another' })
        assert.equal(await refused({ request }), 'request_not_supported')
        // If it is absent, it is false (OpenID Connect Discovery 1.0, 3).
        assert.notEqual((await discover()).request_parameter_supported, true)
      },
    )

    // The module only warns. Foyer does not support the parameter, and returns only the claims of
    // requested scopes.
    module('oidcc-claims-essential', async () => {
      const { succeed, user } = await newVisit()
      const claims = JSON.stringify({ userinfo: { name: { essential: true } } })
      const { tokens } = await succeed({ claims })
      assert.deepEqual((await userInfo(tokens.access_token)).body, { sub: String(user.id) })
      assert.equal((await discover()).claims_parameter_supported, false)
    })

    module('oidcc-ensure-request-object-with-redirect-uri', async () => {
      const { urlOf, browser } = await newVisit()
      const request = unsigned({ redirect_uri: callback })
      const redirect_uri = `${callback}/${unique()}`
      assertOurPage(await browser.get(urlOf({ request, redirect_uri })))
    })

    module('oidcc-refresh-token', async () => {
      const { succeed, post, user } = await newVisit()
      const { tokens, claims } = await succeed({
        scope: 'openid offline_access',
        prompt: 'consent',
        nonce: 'a nonce',
      })
      const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
      const other = await (await newVisit()).post('token', form)
      assert.deepEqual([other.status, other.body.error], [400, 'invalid_grant'])

      const { status, body } = await post('token', form)
      assert.equal(status, 200)
      assert.notEqual(body.access_token, tokens.access_token)
      const { iss, sub, aud, auth_time, nonce, azp } = claimsIn(body.id_token)
      assert.deepEqual(
        [iss, sub, aud, auth_time, nonce, azp],
        [claims.iss, claims.sub, claims.aud, claims.auth_time, 'a nonce', undefined],
      )
      assert.equal((await userInfo(body.access_token)).body.sub, String(user.id))
    })

    module('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
      const { succeed } = await newVisit({ allowMissingPkce: false })
      await succeed({ code_challenge: challenge, code_challenge_method: 'S256' })
    })

    type Parameters = Readonly<Record<string, string | undefined>>

    /** A user who is not signed in, and the application that sends them. */
    async function newVisit(
      wanted: WantedApplication = {},
      method: 'client_secret_basic' | 'client_secret_post' = 'client_secret_basic',
    ) {
      await issuerReady(foyer.authUrl)
      const user = await foyer.newUser()
      const browser = newBrowser(foyer.authUrl)
      const { clientId, clientSecret } = await foyer.newApplication({
        name: 'Conformance',
        redirectUris: [callback],
        scopes: ['read:user'],
        allowMissingPkce: true,
        ...wanted,
      })
      const secret = clientSecret
      const endpoints = await discover()

      const urlOf = (parameters: Parameters): string => {
        const query = formOf({
          response_type: 'code',
          client_id: clientId,
          redirect_uri: callback,
          scope: 'openid',
          state: 'a state',
          ...parameters,
        })
        return `${endpoints.authorization_endpoint}?${query}`
      }
      const post = async (endpoint: 'token', form: Parameters): Promise<ParsedResponse> => {
        const inForm = method === 'client_secret_post'
        const body = formOf({
          ...form,
          ...(inForm && { client_id: clientId, client_secret: secret }),
        })
        const headers: Record<string, string> = inForm
          ? {}
          : { authorization: basicOf(clientId, secret) }
        const url = endpoints[`${endpoint}_endpoint`]
        return parseResponse(await retry503(() => fetch(url, { method: 'POST', headers, body })))
      }
      const exchange = (code: string, form: Parameters = {}): Promise<ParsedResponse> =>
        post('token', {
          grant_type: 'authorization_code',
          code,
          redirect_uri: callback,
          ...form,
        })
      /** Completes the whole flow, and checks every response. */
      const succeed = async (
        parameters: Parameters = {},
        from: string | Page = urlOf(parameters),
      ) => {
        const { url, pages } = await walk(browser, from, user.email)
        assert.ok(url.href.startsWith(`${callback}?`), url.href)
        const { code = '', ...others } = Object.fromEntries(url.searchParams)
        assert.deepEqual(others, { state: 'a state', iss: foyer.authUrl })
        const proof = parameters.code_challenge === undefined ? {} : { code_verifier: verifier }
        const { status, headers, body: tokens } = await exchange(code, proof)
        assert.equal(status, 200, JSON.stringify(tokens))
        assert.equal(headers.get('cache-control'), 'no-store')
        assert.equal(headers.get('pragma'), 'no-cache')
        assert.equal(tokens.token_type.toLowerCase(), 'bearer')
        assert.equal(tokens.expires_in, 3600)
        const claims = claimsIn(tokens.id_token)
        const { iss, sub, aud, exp, iat, nonce } = claims
        assert.deepEqual(
          [iss, sub, aud, nonce],
          [foyer.authUrl, String(user.id), clientId, parameters.nonce],
        )
        const now = Date.now() / 1000
        assert.ok(exp > now && iat <= now && iat > now - 300)
        // The claims of scopes are in both, but for the address. OpenID Connect Core 1.0, 5.4 asks for the UserInfo
        // endpoint alone, and 2 allows others in the ID token.
        const { address: _, ...info } = (await userInfo(tokens.access_token)).body
        const about = { ...claims }
        for (const name of ofEveryToken) delete about[name]
        assert.deepEqual({ sub, ...about }, info)
        return { code, tokens, claims, pages }
      }
      /** @returns the error that the application gets */
      const refused = async (parameters: Parameters): Promise<string | undefined> => {
        const { url } = await walk(browser, urlOf(parameters), user.email)
        assert.ok(url.href.startsWith(`${callback}?`), url.href)
        const { error, state, iss, code } = Object.fromEntries(url.searchParams)
        assert.deepEqual([state, iss, code], ['a state', foyer.authUrl, undefined])
        return error
      }
      /** Moves the user's sign-in into the past, by an interval such as `1 minute`. */
      const age = (by: string): Promise<unknown> =>
        foyer.db.query(sql`
          update sessions set signed_in_at = signed_in_at - ${by}::text::interval
          where user_id = ${user.id}`)
      return { user, browser, urlOf, post, exchange, succeed, refused, age }
    }

    // biome-ignore lint/suspicious/noExplicitAny: a document of any shape, and the test fails where it is not there.
    async function discover(): Promise<any> {
      const url = `${foyer.authUrl}/.well-known/openid-configuration`
      return (await parseResponse(await retry503(() => fetch(url)))).body
    }

    async function userInfo(token: string, init: RequestInit = {}): Promise<ParsedResponse> {
      const { userinfo_endpoint } = await discover()
      const headers = { authorization: `Bearer ${token}` }
      return parseResponse(await retry503(() => fetch(userinfo_endpoint, { ...init, headers })))
    }
  },
  behindProxy,
)

test('every module of the plan has a test, or a reason why it has none', () => {
  assert.deepEqual([...run, ...Object.keys(inapplicable)].toSorted(), [...plan].toSorted())
})

const phone = '+442079460123'
const signInTitle = signInTo('Conformance')

/** Asserts that a response is Foyer's own page about the error, and not a redirect. */
function assertOurPage({ status, location, headers, text }: Page): void {
  assert.deepEqual([status, location], [400, ''])
  assert.match(headers.get('content-type') ?? '', /^text\/html/)
  assert.match(text, /redirect_uri/)
}

/** An unsigned request object (OpenID Connect Core 1.0, 6.1). */
const unsigned = (claims: object): string =>
  `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`

const formOf = (parameters: Readonly<Record<string, string | undefined>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    ),
  )
