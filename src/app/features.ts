import { accountFeature } from '../account/feature.ts'
import { demoFeature } from '../dev/demo/feature.ts'
import { docsFeature } from '../docs/feature.ts'
import { applicationsFeature } from '../identity/applications/feature.ts'
import { openAudiences } from '../identity/oauth/audiences/audiences.ts'
import { oauthFeature } from '../identity/oauth/feature.ts'
import type { ClaimsOf } from '../identity/oauth/provider/claims.ts'
import { cachedProvider } from '../identity/oauth/provider/provider.ts'
import { privacyFeature } from '../identity/privacy/feature.ts'
import { emailCodesFeature, providersFeature, signInFeature } from '../identity/sign-in/feature.ts'
import { passkeyScript } from '../identity/sign-in/passkeys/settle-page.ts'
import { openProvider, type Provider } from '../identity/sign-in/providers/provider.ts'
import type { ProviderSettings } from '../identity/sign-in/providers/settings.ts'
import { openVisits } from '../identity/sign-in/visits.ts'
import { openBreachedPasswords } from '../identity/users/credentials/breached/open-breached-passwords.ts'
import { openCredentials } from '../identity/users/credentials/credentials.ts'
import { openSignInCounts } from '../identity/users/credentials/sign-in-counts.ts'
import type { DeveloperDeps } from '../identity/users/developers/developers.ts'
import { accountsFeature, usersFeature } from '../identity/users/feature.ts'
import { openSecondFactors } from '../identity/users/second-factors/second-factors.ts'
import type { Feature } from '../platform/feature.ts'
import { openOutgoing } from '../platform/http/outgoing/outgoing.ts'
import { readAssets } from '../platform/http/pages/assets/assets.ts'
import { formGuard } from '../platform/http/pages/forms.ts'
import { assetsFeature } from '../platform/http/pages/routes.ts'
import type { PageDeps } from '../platform/http/pages/scope.ts'
import { Metrics } from '../platform/metrics/metrics.ts'
import { deriveKey } from '../platform/secrets/keys.ts'
import type { SealedColumn } from '../platform/secrets/sealed-column.ts'
import { slowHashOf } from '../processor/local-vault.ts'
import { measuredVault } from '../processor/measured-vault.ts'
import { addressesFeature } from '../resources/addresses/feature.ts'
import { countriesFeature } from '../resources/countries/feature.ts'
import { openDirectory } from '../resources/listings/directory/open-directory.ts'
import { listingsFeature } from '../resources/listings/feature.ts'
import {
  openCardAttempts,
  openDeclineCounts,
} from '../resources/payment-methods/custody/attempts.ts'
import { paymentMethodsFeature } from '../resources/payment-methods/feature.ts'
import { openUndoPayout } from '../resources/payment-methods/payouts/undo.ts'
import { cardVaultFeature } from '../resources/payment-methods/reconciliation/feature.ts'
import { openWallet } from '../resources/payment-methods/wallet/open-wallet.ts'
import { rootFeature } from '../resources/root/feature.ts'
import { claimsOf } from '../resources/user/claims.ts'
import { userFeature } from '../resources/user/feature.ts'
import { webhooksFeature } from '../resources/webhooks/feature.ts'
import { auditFeature } from '../support/audit/feature.ts'
import { recordRefusals } from '../support/audit/refusals/refusals.ts'
import { idempotencyFeature } from '../support/idempotency/feature.ts'
import { openWrite, openWriteForm } from '../support/idempotency/write.ts'
import { limitsFeature } from '../support/limits/feature.ts'
import { mailFeature } from '../support/mail/feature.ts'
import { emailQueueName, openMailer } from '../support/mail/mailer.ts'
import { requestLogFeature } from '../support/request-log/feature.ts'
import { secretKeyFeature } from '../support/secret-key/feature.ts'
import { workFeature } from '../support/work/feature.ts'
import { measureQueues } from '../support/work/work-metrics.ts'
import type { AppDeps } from './deps.ts'
import { privacyOf } from './privacy.ts'
import { viewsFor } from './views.ts'

/**
 * Lists the features of the service, each with exactly what it depends on. Opens and starts
 * nothing.
 */
export function featuresOf(deps: AppDeps): readonly Feature[] {
  const { config, db, authenticator, limits, carrier, secretKey, demo, sandbox, clock } = deps
  const { metrics = new Metrics(), tracer } = deps
  const { baseUrl, authUrl, serviceName, carrierName, legacyPasswordKey } = config
  const viewOf = viewsFor(deps)
  const write = openWrite({ db, clock, secretKey, slowHashOf })
  const vault = measuredVault(deps.vault, { metrics, tracer })
  const wallet = openWallet({ db, vault, clock, secretKey, authUrl })
  const directory = openDirectory(config.listingsUrl, db, tracer)
  const listings = { db, clock, directory, vault: vault.name }
  const signIns = openSignInCounts(metrics)
  const recordRefusal = signIns.counting(recordRefusals(db, clock))
  const mailer = openMailer({ secretKey })
  const proofs = { clock, db, mailer, authUrl, serviceName, secretKey, recordRefusal }
  const credentials = openCredentials({
    ...proofs,
    legacyPasswordKey,
    findPlace: config.findPlace,
    signIns,
    breached: openBreachedPasswords(config.breachedPasswords, { metrics, tracer }),
    undoPayout: openUndoPayout(wallet.payouts),
  })
  const cardAttempts = openCardAttempts(credentials.counts, config.cardLimits)
  const secondFactors = openSecondFactors({ ...proofs, passkeyOrigins: config.passkeyOrigins })
  const claims: ClaimsOf = (userId) => claimsOf(db, userId)
  const audiences = openAudiences(db, baseUrl)
  const provider = cachedProvider({
    db,
    authUrl,
    secretKey,
    clock,
    claimsOf: claims,
    audiences,
  })
  const pages = pagesOf(deps)
  const providers = openProviders(deps, config.providers)
  const [payPal] = openProviders(deps, config.payPal ? [config.payPal] : [])
  const providerKey = deriveKey(secretKey, 'sign-ins at providers')
  const otherWays = { emailCode: config.emailSignIn, providers }
  const signIn = { ...pages, db, credentials, secondFactors, provider, otherWays }
  const owners: readonly Feature[] = [
    rootFeature({ viewOf }),
    accountsFeature,
    addressesFeature({ db, write, clock, carrier, carrierName, viewOf }),
    countriesFeature({ viewOf }),
    paymentMethodsFeature({
      write,
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
      limits,
      countDecline: openDeclineCounts(credentials.counts, config.cardLimits),
      metrics,
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
      log: deps.logger,
      observeOutgoing: sandbox?.room.outgoing,
    }),
    oauthFeature({
      db,
      recordRefusal,
      authenticator,
      limits,
      provider,
      claimsOf: claims,
      audiences,
      pages,
    }),
    assetsFeature(pages),
    applicationsFeature({ db, authUrl }),
    usersFeature({ db, credentials }),
    signInFeature(signIn),
    ...(config.emailSignIn ? [emailCodesFeature(signIn)] : []),
    providersFeature({
      ...pages,
      credentials,
      secondFactors,
      providers,
      key: providerKey,
    }),
    mailFeature({ secretKey }),
    limitsFeature({ counts: credentials.counts, requests: limits, metrics }),
    auditFeature({ db, clock, metrics }),
    idempotencyFeature({ db }),
    workFeature({ db }),
    ...(config.developerRequestLog ? [requestLogFeature({ db, clock })] : []),
  ]
  const queues = owners.flatMap(({ workers = [] }) => workers.map(({ queue }) => queue))
  measureQueues(metrics, db, [emailQueueName, ...queues])
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
      writeForm: openWriteForm({ db, clock, secretKey }),
      baseUrl,
      developers: developersOf(deps),
      requestLog: config.developerRequestLog,
      production: config.production,
      payPalSignIn: payPal !== undefined,
    }),
    ...(config.docs
      ? [
          docsFeature({
            ...pages,
            baseUrl,
            production: config.production,
            demoToken: demo?.users[0]?.access_token,
          }),
        ]
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

/** The columns that a rotation of SECRET_KEY seals again. */
export const sealedColumnsOf = (features: readonly Feature[]): readonly SealedColumn[] =>
  features.flatMap(({ sealedColumns = [] }) => sealedColumns)

/** Who may register applications, and what they may not look like. */
const developersOf = ({ config, db, secretKey }: AppDeps): DeveloperDeps => ({
  db,
  signUp: config.developerSignUp,
  serviceName: config.serviceName,
  authUrl: config.authUrl,
  mailer: openMailer({ secretKey }),
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

/** The dependencies of all pages. */
export const pagesOf = ({
  config: { authUrl, serviceName, brand },
  secretKey,
}: AppDeps): PageDeps => ({
  authUrl,
  serviceName,
  brand,
  assets: readAssets(passkeyScript, brand),
  guard: formGuard(secretKey, new URL(authUrl).origin),
})
