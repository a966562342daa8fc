import type {
  FastifyBaseLogger,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import { accountFeature } from './account/feature.ts'
import type { Config } from './config/config.ts'
import type { ControlRoom, ControlRoomDeps } from './dev/control-room/control-room.ts'
import type { controlRoomFeature } from './dev/control-room/feature.ts'
import { demoFeature } from './dev/demo/feature.ts'
import type { DemoFile } from './dev/demo/file.ts'
import { docsFeature } from './docs/feature.ts'
import { accountsFeature } from './identity/accounts/feature.ts'
import type { DeveloperDeps } from './identity/applications/developers/developers.ts'
import { applicationsFeature } from './identity/applications/feature.ts'
import { openCredentials } from './identity/credentials/credentials.ts'
import { openSignInCounts } from './identity/credentials/sign-in-counts.ts'
import { emailCodesFeature } from './identity/email-links/codes/feature.ts'
import { requireApplication, requireUser } from './identity/oauth/endpoints/bearer.ts'
import { oauthFeature } from './identity/oauth/feature.ts'
import { cachedProvider } from './identity/oauth/provider/provider.ts'
import type { Authenticator } from './identity/oauth/tokens/authenticate.ts'
import { privacyFeature } from './identity/privacy/feature.ts'
import type { PrivacyDeps } from './identity/privacy/privacy.ts'
import { providersFeature } from './identity/providers/feature.ts'
import { openProvider, type Provider } from './identity/providers/provider.ts'
import type { ProviderSettings } from './identity/providers/settings.ts'
import { passkeyScript } from './identity/second-factors/script.ts'
import { openSecondFactors } from './identity/second-factors/second-factors.ts'
import { openVisits } from './identity/sessions/visits.ts'
import { signInFeature } from './identity/sign-in/feature.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/db.ts'
import type { Feature } from './platform/feature.ts'
import { safeMethods } from './platform/http/api/methods.ts'
import { prepareResources, trackMethods } from './platform/http/api/resources.ts'
import { commonSchemas } from './platform/http/api/schema.ts'
import type { View } from './platform/http/api/view.ts'
import { openOutgoing } from './platform/http/outgoing/outgoing.ts'
import { readAssets } from './platform/http/pages/assets/assets.ts'
import { formGuard } from './platform/http/pages/forms.ts'
import { notFoundHandler } from './platform/http/pages/not-found.ts'
import { assetsFeature } from './platform/http/pages/routes.ts'
import type { PageDeps } from './platform/http/pages/scope.ts'
import { type App, createHttpServer } from './platform/http/server.ts'
import { Metrics } from './platform/metrics/metrics.ts'
import { deriveKey, type SecretKey } from './platform/secrets/keys.ts'
import type { SealedColumn } from './platform/secrets/sealed-column.ts'
import { keyedHash } from './platform/secrets/secrets.ts'
import type { Tracer } from './platform/telemetry/tracer.ts'
import type { Carrier } from './resources/addresses/carrier.ts'
import { addressesFeature } from './resources/addresses/feature.ts'
import { countriesFeature } from './resources/countries/feature.ts'
import { openDirectory } from './resources/listings/directory/open-directory.ts'
import { listingsFeature } from './resources/listings/feature.ts'
import { interfaceVersion } from './resources/openapi/interface-version.ts'
import { describeRoutes } from './resources/openapi/openapi.ts'
import { openCardAttempts, openDeclineCounts } from './resources/payment-methods/cards/attempts.ts'
import { paymentMethodsFeature } from './resources/payment-methods/feature.ts'
import {
  cardVaultFeature,
  changedCardsQueueName,
} from './resources/payment-methods/vault/feature.ts'
import { measuredVault } from './resources/payment-methods/vault/measured-vault.ts'
import type { CardVault } from './resources/payment-methods/vault/vault.ts'
import { openWallet } from './resources/payment-methods/vault/vault-work.ts'
import { rootFeature } from './resources/root/feature.ts'
import { claimsOf } from './resources/user/claims.ts'
import { userFeature } from './resources/user/feature.ts'
import { webhooksFeature } from './resources/webhooks/feature.ts'
import { runAs } from './support/audit/actor.ts'
import { auditFeature } from './support/audit/feature.ts'
import { recordRefusals } from './support/audit/refusals/refusals.ts'
import { idempotencyFeature } from './support/idempotency/feature.ts'
import { openWrite } from './support/idempotency/write.ts'
import { measureQueues } from './support/jobs/job-metrics.ts'
import { mailFeature } from './support/mail/feature.ts'
import { emailQueueName, openMailer } from './support/mail/mailer.ts'
import { rateLimitsFeature } from './support/rate-limits/feature.ts'
import type { RateLimits } from './support/rate-limits/rate-limits.ts'
import { limitVisitors, prepareLimits, RequestLimits } from './support/rate-limits/requests.ts'
import { requestLogFeature } from './support/request-log/feature.ts'
import { secretKeyFeature } from './support/secret-key/feature.ts'
import { throttleFeature } from './support/throttle/feature.ts'
import { networkOf } from './support/throttle/network.ts'

export interface AppDeps {
  readonly config: Config
  readonly db: Database
  readonly logger: FastifyBaseLogger
  readonly authenticator: Authenticator
  /** Counts the requests of applications, users and networks. */
  readonly limits: RateLimits
  readonly carrier: Carrier
  readonly secretKey: SecretKey
  /** Stores card numbers. */
  readonly vault: CardVault
  /** The demo application and user. Never set in production. */
  readonly demo?: DemoFile | undefined
  /** The control room of the demo, and the feature with its pages. Never set in production. */
  readonly sandbox?: Sandbox | undefined
  readonly clock: Clock
  /** Where features register their metrics. */
  readonly metrics?: Metrics | undefined
  /** Undefined if nothing is traced. */
  readonly tracer?: Tracer | undefined
}

/** What development adds. `main.ts` loads it only there. */
export interface Sandbox {
  readonly room: ControlRoom
  readonly feature: typeof controlRoomFeature
}

/** Loads the control room, which only development has. */
export async function openSandbox(deps: ControlRoomDeps): Promise<Sandbox> {
  const [{ openControlRoom }, { controlRoomFeature }] = await Promise.all([
    import('./dev/control-room/control-room.ts'),
    import('./dev/control-room/feature.ts'),
  ])
  return { room: openControlRoom(deps), feature: controlRoomFeature }
}

/**
 * Lists the features of the service, each with exactly what it depends on. Opens and starts
 * nothing.
 */
export function featuresOf(deps: AppDeps): readonly Feature[] {
  const { config, db, authenticator, limits, carrier, secretKey, demo, sandbox, clock } = deps
  const { metrics = new Metrics(), tracer } = deps
  const { baseUrl, authUrl, serviceName, carrierName, legacyPasswordKey } = config
  const viewOf = viewsFor(deps)
  const write = openWrite({ db, clock, secretKey })
  const vault = measuredVault(deps.vault, { metrics, tracer })
  const wallet = openWallet({ db, vault, clock, secretKey, authUrl })
  measureQueues(metrics, db, [emailQueueName, changedCardsQueueName])
  const listings = { db, clock, directory: openDirectory(config.listingsUrl, db, tracer) }
  const signIns = openSignInCounts(metrics)
  const recordRefusal = signIns.counting(recordRefusals(db, clock))
  const mailer = openMailer({ secretKey })
  const proofs = { clock, db, mailer, authUrl, serviceName, secretKey, recordRefusal }
  const credentials = openCredentials({ ...proofs, legacyPasswordKey, signIns })
  const cardAttempts = openCardAttempts(credentials.throttle, config.cardLimits)
  const secondFactors = openSecondFactors(proofs)
  const provider = cachedProvider({ db, authUrl, secretKey, clock })
  const pages = pagesOf(deps)
  const providers = openProviders(deps, config.providers)
  const [payPal] = openProviders(deps, config.payPal ? [config.payPal] : [])
  const providerKey = deriveKey(secretKey, 'sign-ins at providers')
  const otherWays = { emailCode: config.emailSignIn, providers }
  const signIn = { ...pages, db, credentials, provider, otherWays }
  const owners: readonly Feature[] = [
    rootFeature({ viewOf }),
    accountsFeature,
    addressesFeature({ db, write, clock, carrier, carrierName, viewOf }),
    countriesFeature({ viewOf }),
    paymentMethodsFeature({
      db,
      write,
      clock,
      wallet,
      cardAttempts,
      viewOf,
      pages,
      proofs: { db, clock, credentials, secondFactors },
      payPal: payPal && { provider: payPal, key: providerKey },
    }),
    cardVaultFeature({
      wallet,
      settings: config.cardVault,
      secretKey,
      authUrl,
      limits: new RequestLimits(limits),
      countDecline: openDeclineCounts(credentials.throttle, config.cardLimits),
      metrics,
      tracer,
      log: deps.logger,
    }),
    listingsFeature({ listings, write, viewOf }),
    userFeature({ db, write, viewOf }),
    webhooksFeature({
      db,
      write,
      clock,
      secretKey,
      baseUrl,
      rules: config.webhooks,
      mailer,
      authUrl,
      viewOf,
      metrics,
      tracer,
      observeOutgoing: sandbox?.room.outgoing,
    }),
    oauthFeature({
      db,
      recordRefusal,
      authenticator,
      limits: new RequestLimits(limits),
      provider,
      claimsOf: (userId) => claimsOf(db, userId),
      pages,
    }),
    assetsFeature(pages),
    applicationsFeature({ db, authUrl }),
    signInFeature({ ...signIn, secondFactors }),
    ...(config.emailSignIn ? [emailCodesFeature(signIn)] : []),
    providersFeature({
      ...pages,
      credentials,
      secondFactors,
      providers,
      key: providerKey,
    }),
    mailFeature({ secretKey }),
    throttleFeature(credentials.throttle),
    auditFeature({ db, clock }),
    idempotencyFeature({ db }),
    rateLimitsFeature({ db, limits, metrics }),
    ...(config.developerRequestLog ? [requestLogFeature({ db, clock })] : []),
  ]
  const privacy = privacyOf(deps, owners)
  return [
    ...owners,
    secretKeyFeature({ db, keys: secretKey, columns: sealedColumnsOf(owners) }),
    privacyFeature(privacy),
    accountFeature({
      ...pages,
      db,
      clock,
      credentials,
      secondFactors,
      providers,
      privacy,
      wallet,
      cardAttempts,
      secretKey,
      baseUrl,
      developers: developersOf(deps),
      requestLog: config.developerRequestLog,
      production: config.production,
      payPalSignIn: payPal !== undefined,
    }),
    ...(config.docs
      ? [docsFeature({ ...pages, baseUrl, demoToken: demo?.users[0]?.access_token })]
      : []),
    ...(demo === undefined
      ? []
      : [demoFeature({ ...pages, demo, baseUrl, dataDir: config.dataDir })]),
    ...(sandbox === undefined
      ? []
      : [
          sandbox.feature({
            ...pages,
            room: sandbox.room,
            db,
            clock,
            visits: openVisits({ db, authUrl, credentials }),
          }),
        ]),
  ]
}

/** Who may register applications, and what they may not look like. */
const developersOf = ({ config, db }: AppDeps): DeveloperDeps => ({
  db,
  signUp: config.developerSignUp,
  serviceName: config.serviceName,
  authUrl: config.authUrl,
  allowLoopback: !config.production,
})

/** Opens the connections to OpenID Connect providers. Nothing is sent before the first sign-in. */
function openProviders(
  { config, logger, clock }: AppDeps,
  settings: readonly ProviderSettings[],
): readonly Provider[] {
  const ownPorts = settings.map(({ issuer }) => Number(new URL(issuer).port || 443))
  const rules = { ports: [443, ...ownPorts], allowLoopback: !config.production }
  const outgoing = openOutgoing(rules)
  const report = (provider: string, reason: string) =>
    logger.warn({ provider, reason }, 'an identity provider failed')
  return settings.map((one) => openProvider(one, { outgoing, clock, report }))
}

/** The columns that a rotation of SECRET_KEY seals again. */
export const sealedColumnsOf = (features: readonly Feature[]): readonly SealedColumn[] =>
  features.flatMap(({ sealedColumns = [] }) => sealedColumns)

/** The dependencies of exports and erasures of users, over the data of some features. */
export function privacyOf(deps: AppDeps, features: readonly Feature[]): PrivacyDeps {
  const { config, db, carrier, secretKey, clock } = deps
  const { baseUrl, siblings, authUrl, serviceName } = config
  return {
    db,
    clock,
    mailer: openMailer({ secretKey }),
    personalData: features.flatMap(({ personalData = [] }) => personalData),
    authUrl,
    serviceName,
    viewIn: (language) => ({
      language,
      baseUrl,
      siblings,
      mayWrite: false,
      mayWriteWebhooks: false,
      collectsIn: (code) => carrier.serves(code),
    }),
  }
}

/** Creates the application. Opens and starts nothing; `main.ts` does that. */
export async function createApp(deps: AppDeps, features = featuresOf(deps)): Promise<App> {
  const { config, authenticator, db, logger, secretKey } = deps
  const { baseUrl, authUrl } = config
  const limits = new RequestLimits(deps.limits)
  const app = createHttpServer({ ...config, rewrite: restoreBasePath(baseUrl) }, logger, {
    ...deps,
    logApplication: features.find(({ logApplication }) => logApplication)?.logApplication,
  })
  const serveDocument = describeRoutes(app, {
    baseUrl,
    authUrl,
    docsUrl: config.docs ? `${authUrl}/docs` : undefined,
    supportUrl: config.brand.links.support,
    examples: examplesOf(features, config),
  })
  for (const schema of [...commonSchemas, ...features.flatMap(({ schemas = [] }) => schemas)])
    app.addSchema(schema)

  prepareLimits(app)
  await app.register(
    async (resources: App) => {
      prepareResources(resources, interfaceVersion, baseUrl)
      const refuseOtherMethods = trackMethods(resources)
      await resources.register(async (open: App) => {
        limitVisitors(open, limits)
        for (const { publicRoutes } of features) if (publicRoutes) await open.register(publicRoutes)
      })
      await resources.register(async (own: App) => {
        requireUser(own, authenticator, limits)
        beforeChanges(own, { onRequest: refuseLateWrites(db), preHandler: recordUser })
        for (const { userRoutes } of features) if (userRoutes) await own.register(userRoutes)
      })
      await resources.register(async (services: App) => {
        requireApplication(services, authenticator, limits)
        services.addHook('preHandler', recordApplication)
        for (const { serviceRoutes } of features)
          if (serviceRoutes) await services.register(serviceRoutes)
      })
      refuseOtherMethods()
    },
    { prefix: pathOf(baseUrl) },
  )
  app.addHook('preHandler', recordVisitor(secretKey))
  app.setNotFoundHandler(notFoundHandler(pagesOf(deps), baseUrl))
  await app.register(async (open: App) => {
    limitVisitors(open, limits)
    for (const { authRoutes } of features) if (authRoutes) await open.register(authRoutes)
  })
  serveDocument(`${pathOf(authUrl)}/openapi.json`)
  return app
}

/** The dependencies of all pages. */
const pagesOf = ({ config: { authUrl, serviceName, brand }, secretKey }: AppDeps): PageDeps => ({
  authUrl,
  serviceName,
  brand,
  assets: readAssets(passkeyScript, brand),
  guard: formGuard(secretKey, new URL(authUrl).origin),
})

/** The examples of all features, in English, for a caller who may write. */
function examplesOf(
  features: readonly Feature[],
  { baseUrl, siblings }: Config,
): Readonly<Record<string, unknown>> {
  const view: View = {
    language: 'en',
    baseUrl,
    siblings,
    mayWrite: true,
    mayWriteWebhooks: true,
    collectsIn: () => true,
  }
  return Object.assign({}, ...features.map(({ examples }) => examples?.(view)))
}

/**
 * Adds hooks to the routes of a scope that can change something. Reads do not pay for them. Call it
 * before routes are added.
 */
function beforeChanges(
  app: App,
  hooks: { onRequest: onRequestHookHandler; preHandler: preHandlerHookHandler },
): void {
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => safeMethods.has(method))) return
    route.onRequest = [route.onRequest ?? [], hooks.onRequest].flat()
    route.preHandler = [hooks.preHandler, route.preHandler ?? []].flat()
  })
}

/** Records the changes of a request under its user. */
const recordUser: preHandlerHookHandler = ({ caller, id }, _reply, done) =>
  runAs({ kind: 'user', applicationId: caller.applicationId, requestId: id }, done)

/** Records what an application does with its own token. */
const recordApplication: preHandlerHookHandler = ({ application, id }, _reply, done) =>
  runAs({ kind: 'application', applicationId: application.applicationId, requestId: id }, done)

/** Records the changes of a request without a user's token under the network of the visitor. */
function recordVisitor(secretKey: SecretKey): preHandlerHookHandler {
  const key = deriveKey(secretKey, 'networks of visitors')
  return (request, _reply, done) => {
    const network = () => keyedHash(key, networkOf(request.ip)).toString('base64url')
    runAs({ kind: 'visitor', requestId: request.id, network }, done)
  }
}

/** Refuses a write whose transaction would not get its turn in time, before its body is read. */
const refuseLateWrites =
  (db: Database): onRequestHookHandler =>
  ({ caller, deadline }, _reply, done) => {
    try {
      db.assertCapacity(caller.userId, deadline)
      done()
    } catch (error) {
      done(error as Error)
    }
  }

/** Makes the function that returns the view of a request. */
function viewsFor({ config, carrier }: AppDeps): (request: FastifyRequest) => View {
  const { baseUrl, siblings } = config
  const collectsIn = (code: string): boolean => carrier.serves(code)
  const views = new Map<string, View>()
  return ({ language, caller }) => {
    // Outside the scope with a user there is no caller.
    const scopes = (caller as typeof caller | undefined)?.scopes
    const mayWrite = scopes?.has('write:user') ?? false
    const mayWriteWebhooks = scopes?.has('write:webhooks') ?? false
    const key = `${language} ${mayWrite} ${mayWriteWebhooks}`
    let view = views.get(key)
    if (view === undefined) {
      view = { language, baseUrl, siblings, mayWrite, mayWriteWebhooks, collectsIn }
      views.set(key, view)
    }
    return view
  }
}

/**
 * Makes the function that adds a missing `/v2` to a path. Some clients resolve `addresses/7`
 * against the root's `self`. This drops its last segment (RFC 3986, 5.2.3) and gives
 * `/addresses/7`. The function rewrites this path to `/v2/addresses/7`.
 */
function restoreBasePath(baseUrl: string): (url: string) => string {
  const base = pathOf(baseUrl)
  const parent = base.slice(0, base.lastIndexOf('/') + 1).replace(/\/$/, '')
  const nouns = 'addresses|countries|listings|paymentmethods|user|webhooks'
  const stray = new RegExp(`^${RegExp.escape(parent)}/+(?:${nouns})(?=[/?]|$)`, 'i')
  if (base === '') return (url) => url
  return (url) => (stray.test(url) ? base + url.slice(parent.length) : url)
}

/** The path of a URL without a trailing slash. Empty for the path `/`. */
const pathOf = (url: string): string => new URL(url).pathname.replace(/\/$/, '')
