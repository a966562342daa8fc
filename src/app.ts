import type {
  FastifyBaseLogger,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import { portalRoutes } from './account/routes.ts'
import type { Config } from './config/config.ts'
import { demoRoutes } from './dev/demo/callback-routes.ts'
import type { DemoFile } from './dev/demo/file.ts'
import { openCredentials } from './identity/credentials/credentials.ts'
import { authorizationRoutes } from './identity/oauth/endpoints/authorization-routes.ts'
import { requireUser } from './identity/oauth/endpoints/bearer.ts'
import { oauthRoutes } from './identity/oauth/endpoints/routes.ts'
import { keepProvider } from './identity/oauth/provider/provider.ts'
import type { Authenticator } from './identity/oauth/tokens/authenticate.ts'
import { openSecondFactors } from './identity/second-factors/second-factors.ts'
import { signInRoutes } from './identity/sign-in/routes.ts'
import type { Database } from './platform/database/db.ts'
import { completeMethods, prepareResources } from './platform/http/api/resources.ts'
import { commonSchemas } from './platform/http/api/schema.ts'
import type { View } from './platform/http/api/view.ts'
import { readAssets } from './platform/http/pages/assets.ts'
import { answerStrays } from './platform/http/pages/not-found.ts'
import { assetRoutes } from './platform/http/pages/routes.ts'
import { type App, createGround } from './platform/http/server.ts'
import { safeMethods } from './platform/http/transport.ts'
import { deriveKey } from './platform/secrets/seal.ts'
import { keyedHash } from './platform/secrets/secrets.ts'
import type { Carrier } from './resources/addresses/carrier.ts'
import { addressSchemas } from './resources/addresses/resource.ts'
import { addressRoutes } from './resources/addresses/routes.ts'
import { countrySchemas } from './resources/countries/resource.ts'
import { countryRoutes } from './resources/countries/routes.ts'
import { openDirectory } from './resources/listings/open-directory.ts'
import { listingSchemas } from './resources/listings/resource.ts'
import { listingRoutes } from './resources/listings/routes.ts'
import { interfaceVersion } from './resources/openapi/interface-version.ts'
import { describeRoutes } from './resources/openapi/openapi.ts'
import { paymentMethodSchemas } from './resources/payment-methods/resource.ts'
import { paymentMethodRoutes } from './resources/payment-methods/routes.ts'
import type { CardVault } from './resources/payment-methods/vault/vault.ts'
import { openWallet } from './resources/payment-methods/vault/vault-work.ts'
import { walletRoutes } from './resources/payment-methods/wallet-routes.ts'
import { RootSchema, rootRoutes } from './resources/root/routes.ts'
import { claimsOf } from './resources/user/claims.ts'
import { userSchemas } from './resources/user/resource.ts'
import { userRoutes } from './resources/user/routes.ts'
import { actAs } from './support/audit/actor.ts'
import { openPost } from './support/mail/mailer.ts'
import { networkOf } from './support/throttle/network.ts'

export interface Parts {
  readonly config: Config
  readonly db: Database
  readonly logger: FastifyBaseLogger
  readonly authenticator: Authenticator
  readonly carrier: Carrier
  readonly secretKey: string
  /** Where card numbers go. */
  readonly vault: CardVault
  /** The demo, where there is one: never in production. */
  readonly demo?: DemoFile | undefined
  /** What tells the time, in milliseconds since the epoch; `Date` is one. */
  readonly clock: { now(): number }
}

/** Puts the application together. Nothing is opened or started: that is `main.ts`. */
export async function createApp(parts: Parts): Promise<App> {
  const { config, authenticator } = parts
  const app = createGround({ ...config, rewrite: broughtHome(config.baseUrl) }, parts.logger)
  const serveDocument = describeRoutes(app, config)
  app.addHook('preHandler', actForCaller(parts.secretKey))
  for (const schema of schemas) app.addSchema(schema)

  const market = { ...parts, directory: openDirectory(config, parts.db) }
  const deps = {
    ...parts,
    market,
    viewOf: viewsFor(parts),
    wallet: openWallet(parts),
    post: openPost(parts),
  }
  await app.register(
    async (resources: App) => {
      prepareResources(resources, interfaceVersion, config.baseUrl)
      const refuseOtherMethods = completeMethods(resources)
      await resources.register(rootRoutes(deps))
      await resources.register(countryRoutes(deps))
      await resources.register(async (own: App) => {
        requireUser(own, authenticator)
        own.addHook('onRequest', refuseLateWrites(parts.db))
        await own.register(addressRoutes(deps))
        await own.register(paymentMethodRoutes(deps))
        await own.register(walletRoutes(deps))
        await own.register(listingRoutes(deps))
        await own.register(userRoutes(deps))
      })
      refuseOtherMethods()
    },
    { prefix: pathOf(config.baseUrl) },
  )
  const { authUrl, serviceName } = config
  const issuer = {
    ...parts,
    authUrl,
    serviceName,
    assets: readAssets(),
    provider: keepProvider({ ...parts, authUrl }),
    claimsOf: (userId: number) => claimsOf(parts.db, userId),
  }
  await app.register(oauthRoutes(issuer))
  await app.register(authorizationRoutes(issuer))
  const { clock, db, secretKey } = parts
  const proofs = { clock, db, post: deps.post, authUrl, serviceName, secretKey }
  const pages = {
    ...issuer,
    credentials: openCredentials(proofs),
    secondFactors: openSecondFactors(proofs),
  }
  app.setNotFoundHandler(answerStrays(pages, config.baseUrl))
  await app.register(assetRoutes(pages))
  await app.register(signInRoutes(pages))
  await app.register(portalRoutes(pages))
  if (parts.demo !== undefined) await app.register(demoRoutes({ ...pages, demo: parts.demo }))
  serveDocument(`${pathOf(config.authUrl)}/openapi.json`)
  return app
}

const schemas = [
  ...commonSchemas,
  RootSchema,
  ...addressSchemas,
  ...countrySchemas,
  ...paymentMethodSchemas,
  ...listingSchemas,
  ...userSchemas,
]

/** Records the changes of a request under its caller. A read with a token changes nothing, so it needs no actor. */
function actForCaller(secretKey: string): preHandlerHookHandler {
  const key = deriveKey(secretKey, 'networks of visitors')
  return (request, _reply, done) => {
    const caller = request.caller as typeof request.caller | undefined
    const requestId = request.id
    if (caller === undefined) {
      const network = () => keyedHash(key, networkOf(request.ip)).toString('base64url')
      actAs({ kind: 'visitor', requestId, network }, done)
    } else if (safeMethods.has(request.method)) done()
    else actAs({ kind: 'user', applicationId: caller.applicationId, requestId }, done)
  }
}

/** Refuses a write whose transaction would not get its turn in time, before its body is read. */
const refuseLateWrites =
  (db: Database): onRequestHookHandler =>
  ({ method, caller, deadline }, _reply, done) => {
    try {
      if (!safeMethods.has(method)) db.assertRoom(caller.userId, deadline)
      done()
    } catch (error) {
      done(error as Error)
    }
  }

/** Makes the function that tells what a request's representations depend on. */
function viewsFor({ config, carrier }: Parts): (request: FastifyRequest) => View {
  const { baseUrl, siblings } = config
  const collectsIn = (code: string): boolean => carrier.serves(code)
  return ({ language, caller }) => ({
    language,
    baseUrl,
    siblings,
    // Outside the scope with a user there is no caller.
    mayWrite: (caller as typeof caller | undefined)?.scopes.has('write:user') ?? false,
    collectsIn,
  })
}

/**
 * Some clients resolve `addresses/7` against the root's `self`, which drops its last segment (RFC 3986,
 * 5.2.3): `/addresses/7`. Such a path is brought home, to `/v2/addresses/7`.
 */
function broughtHome(baseUrl: string): (url: string) => string {
  const base = pathOf(baseUrl)
  const parent = base.slice(0, base.lastIndexOf('/') + 1).replace(/\/$/, '')
  const nouns = 'addresses|countries|listings|paymentmethods|user'
  const stray = new RegExp(`^${RegExp.escape(parent)}/+(?:${nouns})(?=[/?]|$)`, 'i')
  if (base === '') return (url) => url
  return (url) => (stray.test(url) ? base + url.slice(parent.length) : url)
}

/** The path of a URL without a slash at its end, so empty where it has none. */
const pathOf = (url: string): string => new URL(url).pathname.replace(/\/$/, '')
