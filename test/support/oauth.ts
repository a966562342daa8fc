import { hash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { after, before, describe } from 'node:test'
import { createAdapter } from '../../src/identity/oauth/tokens/adapter.ts'
import { suiteDatabases } from './database.ts'
import {
  type Foyer,
  type NewApplication,
  secretKey,
  startFoyer,
  type WantedApplication,
} from './foyer.ts'
import type { OpenDatabase } from './inside.ts'
import { issuerReady } from './issuer-ready.ts'

export { basicOf } from './foyer.ts'

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
export interface TestApplication extends NewApplication {
  /** Posts a form to an endpoint below `/oauth2`, with its id and secret in the header. */
  post(endpoint: string, form?: Parameters): Promise<Answer>
}

/** The endpoints for tokens, on their own port, below the path of another issuer. */
export interface TestIssuer extends Foyer {
  readonly origin: string
  /** The URL of the endpoints, below the issuer's path. */
  readonly url: string
  register(wanted?: WantedApplication): Promise<TestApplication>
  post(
    endpoint: string,
    form: Parameters,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
  get(url: string, init?: RequestInit): Promise<Answer>
  /** A resource's answer to a request with this `Authorization`. */
  ask(authorization: string | undefined): Promise<Answer>
  /** Whether resources accept a token. */
  isGood(token: string): Promise<boolean>
  /** Returns a code as a sign-in of the user would. Its verifier is `verifier`. */
  code(
    application: TestApplication,
    options?: { pkce?: boolean; expired?: boolean },
  ): Promise<string>
  /** Where codes, tokens and grants are stored. */
  readonly adapter: ReturnType<typeof createAdapter>
}

/** A PKCE verifier (RFC 7636, 4.1), and the challenge for it. */
export const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = hash('sha256', verifier, 'base64url')

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

/** Starts the endpoints. Without `onEveryIssuer` the caller stops them. */
export async function startIssuer(
  db: OpenDatabase,
  authUrl = 'http://issuer.example',
): Promise<TestIssuer & { stop(): Promise<void> }> {
  // Adds users with the ids that the stories use, because a token needs an existing user.
  await db.script(`insert into users (email)
    select n || '@example.com' from generate_series(1, 60) as n`)
  const foyer = await startFoyer(db, { AUTH_URL: authUrl })
  const { installed, newApplication } = foyer
  const origin = `http://127.0.0.1:${installed.config.port}`
  const url = origin + new URL(authUrl).pathname.replace(/\/$/, '')
  const resources = origin + new URL(foyer.baseUrl).pathname.replace(/\/$/, '')
  const adapter = createAdapter(db, installed.secretKey)

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
  const ask: TestIssuer['ask'] = async (authorization) =>
    answerOf(
      await fetch(`${resources}/user`, {
        headers: authorization === undefined ? {} : { authorization },
      }),
    )
  return {
    ...foyer,
    origin,
    url,
    post,
    ask,
    get: async (path, init) => answerOf(await fetch(path, init)),
    isGood: async (token) => (await ask(`Bearer ${token}`)).status !== 401,
    async register(wanted) {
      await issuerReady(url)
      const application = await newApplication(wanted)
      const headers = { authorization: application.basic }
      return { ...application, post: (endpoint, form = {}) => post(endpoint, form, headers) }
    },
    adapter,
    code: ({ clientId }, options) => keepCode(db, clientId, options),
  }
}

/** A JSON Web Token (RFC 7519) signed with ES256. */
export function signedJwt(header: object, claims: object, key: KeyObject): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode(header)}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** A new token or code: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Stores a code of user 7 for an application, as if the user had signed in. @returns the code */
export async function keepCode(
  db: OpenDatabase,
  clientId: string,
  { pkce = true, expired = false, userId = 7 } = {},
): Promise<string> {
  const adapter = createAdapter(db, secretKey)
  const iat = Math.floor(Date.now() / 1000) - (expired ? 120 : 0)
  const [grantId, code] = [newToken(), newToken()]
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
