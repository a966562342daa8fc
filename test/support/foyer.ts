import { after, before, describe } from 'node:test'
import { type Foyer as Client, createClient } from '@foyer/client'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { createApp } from '../../src/app/app.ts'
import type { AppDeps } from '../../src/app/deps.ts'
import { featuresOf, sealedColumnsOf } from '../../src/app/features.ts'
import { privacyOf } from '../../src/app/privacy.ts'
import { readConfig } from '../../src/config/config.ts'
import { createApplication } from '../../src/identity/applications/applications.ts'
import type { Scope } from '../../src/identity/applications/scopes.ts'
import { createAuthenticator } from '../../src/identity/oauth/tokens/authenticate.ts'
import { issueUserToken, tokensChannel } from '../../src/identity/oauth/tokens/tokens.ts'
import type { PrivacyDeps } from '../../src/identity/privacy/privacy.ts'
import type { OpenDatabase } from '../../src/platform/database/db.ts'
import { tracedDatabase } from '../../src/platform/database/observe/traced-database.ts'
import type { App } from '../../src/platform/http/server.ts'
import { Metrics } from '../../src/platform/metrics/metrics.ts'
import type { SecretKey } from '../../src/platform/secrets/keys.ts'
import type { SealedColumn } from '../../src/platform/secrets/sealed-column.ts'
import type { Tracer } from '../../src/platform/telemetry/tracer.ts'
import { localVault } from '../../src/processor/local-vault.ts'
import type { CardVault } from '../../src/processor/vault.ts'
import { openCarrier } from '../../src/resources/addresses/carrier/open-carrier.ts'
import { RateLimits } from '../../src/support/rate-limits/rate-limits.ts'
import { type RunningWork, startWork } from '../../src/support/work/engine.ts'
import { jobsChannel } from '../../src/support/work/work.ts'
import { suiteDatabases, type TestDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { retryBusy } from './retry-busy.ts'
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
  /** Another token of a user. */
  tokenFor(userId: number, scopes: readonly Scope[]): Promise<string>
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

/** Functions that observe a service under test. */
interface Observers {
  readonly tracer?: Tracer
  readonly logger?: FastifyBaseLogger
}

/** Starts a service on a database, in this process. Stopping it closes the database. */
export async function startFoyer(
  plainDb: OpenDatabase,
  env: Readonly<Record<string, string>> = {},
  vault: CardVault = localVault,
  key: SecretKey = secretKey,
  { tracer, logger = pino({ level: 'silent' }) }: Observers = {},
): Promise<Foyer & { stop(): Promise<void> }> {
  const db = tracer === undefined ? plainDb : tracedDatabase(plainDb, tracer)
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT)
  const config = readConfig({
    PORT: String(port),
    AUTH_URL: `http://127.0.0.1:${port}`,
    ...highRateLimits,
    ...env,
  })
  const clock = new TestClock()
  const metrics = new Metrics()
  db.measure?.(metrics)
  const authenticator = createAuthenticator({ db, clock, metrics })
  await db.listen(tokensChannel, (notice) => authenticator.forget(notice))
  const deps: AppDeps = {
    config,
    db,
    logger,
    authenticator,
    limits: new RateLimits({ settings: config.rateLimits, secretKey, db }),
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
  const { application, client_id } = await retryBusy(() =>
    createApplication(db, {
      name: 'Tests',
      kind: 'web',
      redirectUris: ['http://127.0.0.1/callback'],
      scopes: ['read:events', 'read:user', 'write:user', 'read:webhooks', 'write:webhooks'],
    }),
  )
  const tokenFor = async (userId: number, scopes: readonly Scope[]): Promise<string> => {
    const terms = { application: { id: application.id, clientId: client_id }, scopes }
    return (await retryBusy(() => issueUserToken(db, userId, terms))).access_token
  }
  const { baseUrl, authUrl } = config
  return {
    baseUrl,
    authUrl,
    db,
    app,
    clock,
    privacy: privacyOf(deps, features),
    metrics,
    sealedColumns: sealedColumnsOf(features),
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
      await Promise.all(work.map((one) => one.stop(1_000)))
      await app.close()
      await db.close()
      traffic.assertDocumented()
    },
  }
}
