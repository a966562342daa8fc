import { after, before, describe } from 'node:test'
import { type Foyer as Client, createClient } from '@foyer/client'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { createApp } from '../../src/app/app.ts'
import type { AppDeps } from '../../src/app/deps.ts'
import { featuresOf, sealedColumnsOf } from '../../src/app/features.ts'
import { privacyOf } from '../../src/app/privacy.ts'
import { createAuthenticator } from '../../src/identity/oauth/tokens/authenticate.ts'
import { tokensChannel } from '../../src/identity/oauth/tokens/tokens.ts'
import type { PrivacyDeps } from '../../src/identity/privacy/privacy.ts'
import { tracedDatabase } from '../../src/platform/database/observe/traced-database.ts'
import type { App } from '../../src/platform/http/server.ts'
import type { SecretKey } from '../../src/platform/secrets/keys.ts'
import type { SealedColumn } from '../../src/platform/secrets/sealed-column.ts'
import type { Tracer } from '../../src/platform/telemetry/tracer.ts'
import { localVault } from '../../src/processor/local-vault.ts'
import type { CardVault } from '../../src/processor/vault.ts'
import { openCarrier } from '../../src/resources/addresses/carrier/open-carrier.ts'
import { RequestLimits } from '../../src/support/limits/requests.ts'
import { type RunningWork, startWork } from '../../src/support/work/engine.ts'
import { jobsChannel } from '../../src/support/work/work.ts'
import { suiteDatabases, type TestDatabase } from './database.ts'
import {
  type Installed,
  Metrics,
  type OpenDatabase,
  one,
  readConfig,
  runCommand,
  type Scope,
  sql,
} from './inside.ts'
import { freePort } from './ports.ts'
import { retryBusy } from './retry-busy.ts'
import { temporaryFile } from './temporary-file.ts'
import { watchTraffic } from './traffic.ts'
import { addUser } from './users.ts'
import { halFetch } from './validate-response.ts'

export { freePort }

/** A clock that tests can set. */
export class TestClock {
  offset = 0
  now = (): number => Date.now() + this.offset
}

/** A service under test, over HTTP on its own port. */
export interface Foyer {
  readonly baseUrl: string
  readonly authUrl: string
  readonly db: OpenDatabase
  readonly app: App
  readonly clock: TestClock
  /** Exports and erases users. */
  readonly privacy: PrivacyDeps
  /** The columns that a rotation of SECRET_KEY seals again. */
  readonly sealedColumns: readonly SealedColumn[]
  /** Creates a user without any resources. */
  newUser(scopes?: readonly Scope[]): Promise<TestUser>
  /** Starts the work outside of requests, such as sending to webhooks, until the service stops. */
  startWorkers(): Promise<void>
  /** Runs a chore once, as an instance does at its interval. */
  runChore(name: string): Promise<void>
  /** What the service measures. */
  readonly metrics: Metrics
  /** Another token of a user, by default of the tests' application. */
  tokenFor(
    userId: number,
    scopes: readonly Scope[],
    application?: { readonly clientId: string },
  ): Promise<string>
  /** Registers an application, as an operator does. */
  newApplication(wanted?: WantedApplication): Promise<NewApplication>
  /** What `app list` shows of an application. */
  applicationOf(clientId: string): ReturnType<typeof runCommand>
  /**
   * Runs a command of `foyer` on the service's database, as an operator.
   * @returns what `--json` prints
   */
  command(...argv: readonly (string | number)[]): ReturnType<typeof runCommand>
  /** What commands need of this service. */
  readonly installed: Installed
}

/** The properties of an application, as `app create` takes them. */
export interface WantedApplication {
  readonly name?: string
  readonly kind?: 'web' | 'native' | 'spa'
  readonly authentication?: 'secret' | 'private_key_jwt' | 'none'
  readonly redirectUris?: readonly string[]
  readonly postLogoutRedirectUris?: readonly string[]
  readonly scopes?: readonly string[]
  readonly grantTypes?: readonly string[]
  readonly allowMissingPkce?: boolean
  readonly introspect?: boolean
  readonly allowTokenEndpointAudience?: boolean
  readonly dpopBoundAccessTokens?: boolean
  readonly jwks?: object
  readonly termsUrl?: string
  readonly privacyUrl?: string
  readonly logoFile?: Uint8Array
}

/** A registered application. */
export interface NewApplication {
  /** Its id in the database. */
  readonly id: number
  readonly clientId: string
  /** Empty if it has none. */
  readonly clientSecret: string
  /** The value of the header `Authorization` with which it authenticates. */
  readonly basic: string
}

/** @returns the value of the header `Authorization` */
export const basicOf = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

/** The command line that registers an application. */
function registrationOf({ name = 'Tests', ...wanted }: WantedApplication): readonly string[] {
  const { redirectUris = [], postLogoutRedirectUris = [], grantTypes = [], scopes } = wanted
  const { kind, jwks, termsUrl, privacyUrl, logoFile } = wanted
  const options: readonly (readonly [string, string | undefined])[] = [
    ['name', name],
    ['kind', kind],
    ...redirectUris.map((uri) => ['redirect-uri', uri] as const),
    ...postLogoutRedirectUris.map((uri) => ['post-logout-redirect-uri', uri] as const),
    ['scope', scopes?.join(' ')],
    ...grantTypes.map((grant) => ['grant', grant] as const),
    ['jwks', jwks && temporaryFile(JSON.stringify(jwks))],
    ['terms-url', termsUrl],
    ['privacy-url', privacyUrl],
    ['logo', logoFile && temporaryFile(logoFile)],
  ]
  const flags = {
    public: wanted.authentication === 'none',
    'allow-missing-pkce': wanted.allowMissingPkce,
    introspect: wanted.introspect,
    'allow-token-endpoint-audience': wanted.allowTokenEndpointAudience,
    'dpop-bound-access-tokens': wanted.dpopBoundAccessTokens,
  }
  return [
    ...['app', 'create'],
    ...options.flatMap(([option, value]) => (value === undefined ? [] : [`--${option}=${value}`])),
    ...Object.entries(flags).flatMap(([flag, isSet]) => (isSet ? [`--${flag}`] : [])),
  ]
}

export interface TestUser extends Client {
  readonly id: number
  readonly email: string
  readonly accessToken: string
}

export const secretKey = 'test-key-0123456789-abcdefghijklmnopqrstuvwxyz'

/** Limits that are counted, but too high for a test to reach by accident. */
export const highRateLimits = {
  RATE_LIMIT_APPLICATION: '100000000/60',
  RATE_LIMIT_USER: '100000000/60',
  RATE_LIMIT_NETWORK: '100000000/60',
  CARD_LIMIT_USER: '100000000/60',
  CARD_LIMIT_NETWORK: '100000000/60',
  CARD_LIMIT_APPLICATION: '100000000/60',
  CARD_LIMIT_CARD: '100000000/60',
} as const

/** Runs a suite on every available database, each time against its own service. */
export async function onEveryDatabase(
  name: string,
  suite: (foyer: Foyer, database: TestDatabase) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const database of await suiteDatabases()) {
    describe(`${name} (${database.name})`, () => {
      const foyer = {} as Foyer & { stop?(): Promise<void> }
      before(async () => {
        Object.assign(foyer, await startFoyer(await database.open(), env))
      })
      suite(foyer, database)
      // The suite's own hooks run before this one, while the service runs.
      after(() => foyer.stop?.())
    })
  }
}

/** What observes a service under test, and its clock. */
interface Observers {
  readonly tracer?: Tracer
  readonly logger?: FastifyBaseLogger
  readonly clock?: TestClock
}

/** The services that run. A test that fails may leave one, which would keep its process alive. */
const running = new Set<Pick<OpenDatabase, 'close'> & { readonly app: App }>()
after(async () => {
  for (const { app, close } of running) {
    await app.close()
    // The test may have closed it.
    await close().catch(() => {})
  }
})

/** Starts a service on a database, in this process. Stopping it closes the database. */
export async function startFoyer(
  plainDb: OpenDatabase,
  env: Readonly<Record<string, string>> = {},
  vault: CardVault = localVault,
  key: SecretKey = secretKey,
  { tracer, logger = pino({ level: 'silent' }), clock = new TestClock() }: Observers = {},
): Promise<Foyer & { stop(): Promise<void> }> {
  const db = tracer === undefined ? plainDb : tracedDatabase(plainDb, tracer)
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT)
  const config = readConfig({
    PORT: String(port),
    AUTH_URL: `http://127.0.0.1:${port}`,
    ...highRateLimits,
    ...env,
  })
  const metrics = new Metrics()
  db.measure?.(metrics)
  const authenticator = createAuthenticator({ db, baseUrl: config.baseUrl, clock, metrics })
  await db.listen(tokensChannel, (notice) => authenticator.forget(notice))
  const deps: AppDeps = {
    config,
    db,
    logger,
    authenticator,
    limits: new RequestLimits({ settings: config.rateLimits, secretKey, db }),
    carrier: openCarrier(config, tracer),
    secretKey: key,
    vault,
    clock,
    metrics,
    tracer,
  }
  const features = featuresOf(deps)
  const app = await createApp(deps, features)
  const work: RunningWork[] = []
  const traffic = watchTraffic(app.server, config)
  await app.listen({ port, host: '127.0.0.1' })
  const service = { app, close: () => db.close() }
  running.add(service)
  const privacy = privacyOf(deps, features)
  const sealedColumns = sealedColumnsOf(features)
  const installed: Installed = {
    db,
    config,
    secretKey: key,
    privacy: async () => privacy,
    sealedColumns: async () => sealedColumns,
  }
  const newApplication: Foyer['newApplication'] = async (wanted = {}) => {
    const line = registrationOf(wanted)
    const made = await retryBusy(() => runCommand(installed, line))
    const [clientId, clientSecret]: [string, string] = [made.client_id, made.client_secret ?? '']
    const { id } = one(
      await db.query<{ id: number }>(
        sql`select id from applications where client_id = ${clientId}`,
      ),
    )
    return { id, clientId, clientSecret, basic: basicOf(clientId, clientSecret) }
  }
  let own: Promise<NewApplication> | undefined
  const ownApplication = (): Promise<NewApplication> => {
    own ??= newApplication({
      redirectUris: ['http://127.0.0.1/callback'],
      scopes: ['read:events', 'read:user', 'write:user', 'read:webhooks', 'write:webhooks'],
    })
    return own
  }
  const tokenFor: Foyer['tokenFor'] = async (userId, scopes, application) => {
    const { clientId } = application ?? (await ownApplication())
    const words = ['token', 'issue', '--user', String(userId), '--app', clientId]
    // A service in production issues such a token only with --force.
    const line = [...words, '--scope', scopes.join(' '), '--force']
    return (await retryBusy(() => runCommand(installed, line))).access_token
  }
  const { baseUrl, authUrl } = config
  return {
    baseUrl,
    authUrl,
    db,
    app,
    clock,
    privacy,
    metrics,
    sealedColumns,
    installed,
    command: (...argv) => runCommand(installed, argv.map(String)),
    newApplication,
    applicationOf: async (clientId) =>
      (await runCommand(installed, ['app', 'list'])).find(
        ({ client_id }: { client_id: string }) => client_id === clientId,
      ),
    tokenFor,
    async newUser(scopes = ['read:user', 'write:user']) {
      const { id, email } = await retryBusy(() => addUser(db))
      const accessToken = await tokenFor(id, scopes)
      // Tests must see each response and create their own keys, so the client does not retry.
      const client = createClient({ baseUrl, accessToken, fetch: halFetch, retries: 0 })
      return { ...client, id, email, accessToken }
    },
    async startWorkers() {
      const workers = features.flatMap(({ workers = [] }) => workers)
      const started = startWork({ db, workers, log: logger, metrics, tracer })
      work.push(started)
      await db.listen(jobsChannel, () => started.wake())
    },
    async runChore(name) {
      const chore = features.flatMap(({ chores = [] }) => chores).find((one) => one.name === name)
      if (chore === undefined) throw new Error(`There is no chore "${name}".`)
      await chore.run()
    },
    async stop() {
      running.delete(service)
      await Promise.all(work.map((one) => one.stop(1_000)))
      await app.close()
      await db.close()
      traffic.assertDocumented()
    },
  }
}
