import { hash } from 'node:crypto'
import { after, before, describe } from 'node:test'
import { pino } from 'pino'
import { createApp } from '../../src/app/app.ts'
import { readConfig } from '../../src/config/config.ts'
import {
  type Application,
  createApplication,
  type NewApplication,
} from '../../src/identity/applications/applications.ts'
import { createAdapter } from '../../src/identity/oauth/tokens/adapter.ts'
import { createAuthenticator } from '../../src/identity/oauth/tokens/authenticate.ts'
import type { Caller } from '../../src/identity/oauth/tokens/caller.ts'
import { tokensChannel } from '../../src/identity/oauth/tokens/tokens.ts'
import type { OpenDatabase } from '../../src/platform/database/db.ts'
import type { App } from '../../src/platform/http/server.ts'
import { newSecret } from '../../src/platform/secrets/secrets.ts'
import { localVault } from '../../src/processor/local-vault.ts'
import { localCarrier } from '../../src/resources/addresses/carrier/local-carrier.ts'
import { unlimited } from '../../src/support/rate-limits/rate-limits.ts'
import { suiteDatabases } from './database.ts'
import { TestClock } from './foyer.ts'
import { issuerReady } from './issuer-ready.ts'

export const secretKey = 'test-key-0123456789-abcdefghijklmnopqrstuvwxyz'
export const redirectUri = 'https://app.example/callback'

/** An answer, with its body read. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape, and fail where it is not there.
  readonly body: any
}

export type Parameters = Readonly<Record<string, string>> | readonly [string, string][]

/** A registered application that can send requests to the endpoints. */
export interface TestApplication {
  readonly application: Application
  readonly id: string
  readonly secret: string
  readonly basic: string
  /** Posts a form to an endpoint below `/oauth2`, with its id and secret in the header. */
  post(endpoint: string, form?: Parameters): Promise<Answer>
}

/** The endpoints for tokens, on their own port. */
export interface TestIssuer {
  readonly db: OpenDatabase
  readonly clock: TestClock
  readonly origin: string
  /** The URL of the endpoints, below the issuer's path. */
  readonly url: string
  register(wanted?: Partial<NewApplication>): Promise<TestApplication>
  post(
    endpoint: string,
    form: Parameters,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
  get(url: string, init?: RequestInit): Promise<Answer>
  /** The caller that resources get for a token. */
  caller(token: string): Promise<Caller>
  isGood(token: string): Promise<boolean>
  /** Returns a code as a sign-in of the user would. Its verifier is `verifier`. */
  code(
    application: TestApplication,
    options?: { pkce?: boolean; expired?: boolean },
  ): Promise<string>
}

/** A PKCE verifier (RFC 7636, 4.1), and the challenge for it. */
export const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = hash('sha256', verifier, 'base64url')

export const basicOf = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

/** Runs a suite on every available database. */
export async function onEveryIssuer(
  name: string,
  suite: (issuer: TestIssuer) => void,
  authUrl?: string,
): Promise<void> {
  for (const database of await suiteDatabases())
    describe(`${name} (${database.name})`, () => {
      const issuer = {} as TestIssuer & { stop(): Promise<void> }
      before(async () => {
        Object.assign(issuer, await startIssuer(await database.open(), authUrl))
        await issuerReady(issuer.url)
      })
      after(() => issuer.stop())
      suite(issuer)
    })
}

/** The application, with an issuer at this address. */
export async function createIssuerApp(
  db: OpenDatabase,
  authUrl = 'http://issuer.example',
  clock = new TestClock(),
): Promise<App> {
  return createApp({
    config: readConfig({ AUTH_URL: authUrl }),
    db,
    logger: pino({ level: 'silent' }),
    authenticator: createAuthenticator({ db, clock }),
    limits: unlimited(),
    carrier: localCarrier({ name: 'Tests', excludedCountries: [] }),
    secretKey,
    vault: localVault,
    clock,
  })
}

/** Starts the endpoints. Without `onEveryIssuer` the caller stops them. */
export async function startIssuer(
  db: OpenDatabase,
  authUrl = 'http://issuer.example',
): Promise<TestIssuer & { stop(): Promise<void> }> {
  const clock = new TestClock()
  const authenticator = createAuthenticator({ db, clock })
  await db.listen(tokensChannel, (notice) => authenticator.forget(notice))
  // Adds users with the ids that the stories use, because a token needs an existing user.
  await db.script(`insert into users (email)
    select n || '@example.com' from generate_series(1, 60) as n`)
  const app = await createIssuerApp(db, authUrl, clock)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const url = origin + new URL(authUrl).pathname.replace(/\/$/, '')
  const adapter = createAdapter(db, secretKey)

  const answerOf = async (response: Response): Promise<Answer> => {
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const { status, headers } = response
    return { status, headers, body: isJson && text !== '' ? JSON.parse(text) : text }
  }
  const post: TestIssuer['post'] = async (endpoint, form, headers = {}) => {
    const body = new URLSearchParams(form)
    return answerOf(await fetch(`${url}/oauth2/${endpoint}`, { method: 'POST', headers, body }))
  }
  const caller = (token: string) => authenticator.authenticate(`Bearer ${token}`)
  return {
    db,
    clock,
    origin,
    url,
    post,
    caller,
    get: async (path, init) => answerOf(await fetch(path, init)),
    isGood: (token) =>
      caller(token).then(
        () => true,
        () => false,
      ),
    async register(wanted = {}) {
      await issuerReady(url)
      const created = await createApplication(db, { name: 'Tests', ...wanted })
      const { client_id: id, client_secret, application } = created
      const basic = basicOf(id, client_secret ?? '')
      return {
        application,
        id,
        secret: client_secret ?? '',
        basic,
        post: (endpoint, form = {}) => post(endpoint, form, { authorization: basic }),
      }
    },
    code: ({ id }, options) => keepCode(adapter, id, options),
    async stop() {
      await app.close()
      await db.close()
    },
  }
}

/** Stores a code of user 7 for an application, as if the user had signed in. @returns the code */
export async function keepCode(
  adapter: ReturnType<typeof createAdapter>,
  clientId: string,
  { pkce = true, expired = false, userId = 7 } = {},
): Promise<string> {
  const iat = Math.floor(Date.now() / 1000) - (expired ? 120 : 0)
  const [grantId, code] = [newSecret(), newSecret()]
  const scope = 'read:user'
  const owned = { accountId: String(userId), clientId, iat }
  await adapter('Grant').upsert(grantId, {
    ...owned,
    kind: 'Grant',
    exp: iat + 3600,
    openid: { scope },
  })
  await adapter('AuthorizationCode').upsert(code, {
    ...owned,
    kind: 'AuthorizationCode',
    exp: iat + 60,
    jti: code,
    grantId,
    scope,
    redirectUri,
    ...(pkce && { codeChallenge: challenge, codeChallengeMethod: 'S256' }),
  })
  return code
}
