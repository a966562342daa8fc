import type { ProviderSettings } from '../identity/sign-in/providers/settings.ts'
import type { BreachedPasswordSettings } from '../identity/users/credentials/breached/breached-passwords.ts'
import type { SiblingLinks } from '../platform/http/api/view.ts'
import type { OutgoingRules } from '../platform/http/outgoing/target.ts'
import type { Brand } from '../platform/http/pages/brand/brand.ts'
import type { Overrides } from '../platform/i18n/overrides.ts'
import type { FindPlace } from '../platform/i18n/places.ts'
import type { TelemetrySettings } from '../platform/telemetry/settings.ts'
import type { CardVaultSettings } from '../processor/open-vault.ts'
import type { CarrierSettings } from '../resources/addresses/carrier/open-carrier.ts'
import type { CardLimitSettings, RequestLimitSettings } from '../support/limits/limits.ts'
import type { MailSettings } from '../support/mail/courier.ts'
import { brandOf, textsOf } from './brand-values.ts'
import { domainOf, mailboxOf, smtpUrlOf } from './mail-values.ts'
import { payPalOf, providersOf } from './provider-values.ts'
import { telemetryOf } from './telemetry-values.ts'
import {
  allowanceOf,
  breachedPasswordsOf,
  ConfigError,
  carrierOf,
  checkCountry,
  checkDatabase,
  checkFormerKey,
  checkHttps,
  checkNetwork,
  checkSecretKey,
  countOf,
  demoOf,
  demoSeedOf,
  flagOf,
  type Get,
  legacyKeyOf,
  listingsUrlOf,
  listOf,
  millisecondsOf,
  nameOf,
  oneOf,
  originOf,
  type ProbesConfig,
  placesOf,
  portOf,
  portsOf,
  probesOf,
  secretIn,
  templateOf,
  urlOf,
} from './values.ts'
import { cardVaultOf } from './vault-values.ts'

export { ConfigError }

export interface Config extends CarrierSettings {
  readonly production: boolean
  /** The name of the service on pages and in emails. */
  readonly serviceName: string
  /** The colours, the logo and the links of the pages and emails. */
  readonly brand: Brand
  /** Texts that replace those of the catalogues. */
  readonly texts: Overrides
  readonly host: string
  readonly port: number
  /** The port of the probes; null if they are off. */
  readonly probes: ProbesConfig | null
  /** The URL of the pages and the token endpoint, without a trailing slash. */
  readonly authUrl: string
  readonly baseUrl: string
  /** If undefined, the embedded database in `dataDir` is used. */
  readonly databaseUrl: string | undefined
  /** The numbers of connections of this instance, for single statements and for transactions. */
  readonly databaseConnections: {
    readonly lanes: number
    readonly transactions: number
    readonly maxTransactions: number
  }
  readonly dataDir: string
  /** If undefined, as in development, a key is created and saved in `dataDir`. */
  readonly secretKey: string | undefined
  /** The former key, while a rotation of the key needs it. */
  readonly formerSecretKey: string | undefined
  /** The key of hashes of passwords that another system made. */
  readonly legacyPasswordKey: Buffer | undefined
  /** Names the places of networks, for emails about sign-ins. */
  readonly findPlace: FindPlace | undefined
  readonly trustedProxies: readonly string[]
  readonly requireHttps: boolean
  /**
   * Whether to fill the database with the demo. If undefined, only an empty embedded database gets
   * it.
   */
  readonly demo: boolean | undefined
  /** The name of the demo's data. The same name gives the same data. If undefined, it is random. */
  readonly demoSeed: string | undefined
  /** Whether the service also does the work outside of requests, which `foyer worker` can do instead. */
  readonly doesWork: boolean
  /** How long the service still accepts requests after the signal to stop, in milliseconds. */
  readonly drainDelayMs: number
  readonly logLevel: string
  readonly cardVault: CardVaultSettings
  readonly mail: MailSettings
  /** The list of stolen passwords. */
  readonly breachedPasswords: BreachedPasswordSettings
  /** Whether users can sign in with a code in an email instead of the password. */
  readonly emailSignIn: boolean
  /** Further origins where the passkeys of this service can be used. */
  readonly passkeyOrigins: readonly string[]
  /** The OpenID Connect providers that users can sign in with. */
  readonly providers: readonly ProviderSettings[]
  /** PayPal, with which owners of PayPal accounts confirm them. */
  readonly payPal: ProviderSettings | undefined
  /**
   * The URL of a listing, with `{id}` for its id. If undefined, listings are in this service's own
   * table.
   */
  readonly listingsUrl: string | undefined
  /** Where webhooks may be delivered to. */
  readonly webhooks: OutgoingRules
  readonly rateLimits: RequestLimitSettings
  /** The limits of attempts to add cards. */
  readonly cardLimits: CardLimitSettings
  /** Whether every user may register applications, or only those with the role `developer`. */
  readonly developerSignUp: boolean
  /** Whether developers see the requests of their applications. */
  readonly developerRequestLog: boolean
  /** Whether the service has the documentation at `/docs`. */
  readonly docs: boolean
  readonly siblings: SiblingLinks
  /** Where traces and logs are sent. If undefined, nowhere. */
  readonly telemetry: TelemetrySettings | undefined
}

/** The sender's name, if it is not the name of the service. */
function senderOf(get: (name: string) => string | undefined): string | undefined {
  const name = get('MAIL_FROM_NAME')
  return name && nameOf('MAIL_FROM_NAME', name)
}

type Environment = Readonly<Record<string, string | undefined>>

const environments = ['development', 'test', 'production']
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** The secrets that `_FILE` can read from a file. Those of providers have names of their own. */
const inFiles: readonly string[] = [
  'DATABASE_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'LEGACY_PASSWORD_KEY',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
]

/** Reads settings and collects all errors in them. */
class Reading {
  readonly faults: string[] = []

  /**
   * @param placeholder the value to continue with after an error, so that all errors are reported
   *   at once
   */
  setting<T>(read: () => T, placeholder: T): T {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      this.faults.push(error.message)
      return placeholder
    }
  }
}

/**
 * Reads and checks all settings. An empty variable counts as not set.
 * @throws {ConfigError} with all errors
 */
export function readConfig(env: Environment): Config {
  const given: Get = (name) => env[name]?.trim() || undefined
  const reading = new Reading()
  const setting: Reading['setting'] = (read, placeholder) => reading.setting(read, placeholder)
  const secrets = new Map(
    inFiles.map((name) => [name, setting(() => secretIn(given, name), given(name))]),
  )
  const get: Get = (name) => (secrets.has(name) ? secrets.get(name) : given(name))
  const production = setting(
    () => oneOf('NODE_ENV', get('NODE_ENV') ?? 'development', environments) === 'production',
    false,
  )
  const port = setting(() => portOf('PORT', get('PORT') ?? '8080'), 8080)
  const flag = (name: string, defaultValue: boolean): boolean =>
    setting(() => flagOf(name, get, defaultValue), defaultValue)
  const allowLoopback = flag('ALLOW_INSECURE_AUTH_URL', false)
  const address = (name: string, defaultValue: string): string =>
    setting(() => {
      const url = urlOf(name, get(name) ?? defaultValue)
      // An error in a derived default is reported for the setting from which it is derived.
      if (production && (name === 'AUTH_URL' || get(name) !== undefined))
        checkHttps(name, url, allowLoopback)
      return url
    }, defaultValue)
  const authUrl = address('AUTH_URL', `http://localhost:${port}`)
  const baseUrl = address('BASE_URL', `${authUrl}/v2`)
  const databaseUrl = get('DATABASE_URL')
  const secretKey = get('SECRET_KEY')
  const formerSecretKey = get('SECRET_KEY_PREVIOUS')
  const allowEmbedded = flag('ALLOW_EMBEDDED_DATABASE', false)
  const allowLocalVault = flag('ALLOW_LOCAL_VAULT', false)
  setting(() => checkDatabase(databaseUrl, production, allowEmbedded), undefined)
  setting(() => checkSecretKey(secretKey, production), undefined)
  setting(() => checkFormerKey(formerSecretKey, secretKey), undefined)
  const sibling = (name: string, path: string): string =>
    setting(() => templateOf(`LINK_${name}`, get(`LINK_${name}`) ?? baseUrl + path), '')
  const list = (name: string, check: (item: string) => string): string[] =>
    listOf(get(name)).map((item) => setting(() => check(item), item))
  const connections = (name: string, defaultValue: number): number =>
    setting(() => countOf(name, get(name) ?? String(defaultValue)), defaultValue)
  const allowance = (name: string, defaultValue: string, maxSeconds?: number) =>
    setting(() => allowanceOf(name, get(name) ?? defaultValue, maxSeconds), null)
  const cardAllowance = (name: string, defaultValue: string) =>
    allowance(name, defaultValue, 86_400)
  const defaultDelay = production ? 1_000 : 0
  const lanes = connections('DATABASE_LANES', 4)
  const transactions = connections('DATABASE_TRANSACTIONS', 10)
  // If only DATABASE_TRANSACTIONS is set, it is also the maximum: operators count connections by
  // it.
  const defaultMax = get('DATABASE_TRANSACTIONS') === undefined ? 30 : transactions
  const maxTransactions = connections('DATABASE_TRANSACTIONS_MAX', defaultMax)
  const config: Config = {
    production,
    serviceName: setting(() => nameOf('SERVICE_NAME', get('SERVICE_NAME') ?? 'Foyer'), 'Foyer'),
    brand: brandOf(get, setting),
    texts: setting(() => textsOf(get('BRAND_TEXTS')), {}),
    host: get('HOST') ?? '127.0.0.1',
    port,
    probes: setting(() => probesOf(get('PROBE_PORT'), port), null),
    authUrl,
    baseUrl,
    databaseUrl,
    databaseConnections: {
      lanes,
      transactions,
      maxTransactions: Math.max(transactions, maxTransactions),
    },
    dataDir: get('DATA_DIR') ?? './data',
    secretKey,
    formerSecretKey,
    legacyPasswordKey: setting(() => legacyKeyOf(get('LEGACY_PASSWORD_KEY')), undefined),
    findPlace: setting(() => placesOf(get('GEOIP_FILE')), undefined),
    trustedProxies: list('TRUSTED_PROXIES', checkNetwork),
    requireHttps: flag('REQUIRE_HTTPS', production),
    demo: setting(() => demoOf(get, production), undefined),
    demoSeed: setting(() => demoSeedOf(get('DEMO_SEED'), production), undefined),
    doesWork: flag('DO_WORK', true),
    drainDelayMs: setting(
      () => millisecondsOf('DRAIN_DELAY', get('DRAIN_DELAY') ?? String(defaultDelay)),
      defaultDelay,
    ),
    logLevel: setting(() => oneOf('LOG_LEVEL', get('LOG_LEVEL') ?? 'info', logLevels), 'info'),
    carrier: setting(() => carrierOf(get, production), 'none'),
    carrierName: get('CARRIER_NAME') ?? 'Foyer Carrier',
    carrierExcludedCountries: list('CARRIER_EXCLUDED_COUNTRIES', checkCountry),
    cardVault: setting(() => cardVaultOf(get, production, allowLocalVault), { name: 'local' }),
    mail: {
      smtpUrl: setting(() => smtpUrlOf(get('SMTP_URL'), production), undefined),
      from: setting(() => mailboxOf(get('MAIL_FROM') ?? `no-reply@${domainOf(authUrl)}`), ''),
      fromName: setting(() => senderOf(get), undefined),
    },
    breachedPasswords: setting(() => breachedPasswordsOf(get), { url: undefined, file: undefined }),
    emailSignIn: flag('EMAIL_SIGN_IN', false),
    passkeyOrigins: list('PASSKEY_ORIGINS', (item) => originOf('PASSKEY_ORIGINS', item)),
    providers: setting(() => providersOf(get, { allowLoopback: !production }), []),
    payPal: setting(() => payPalOf(get, { allowLoopback: !production }), undefined),
    listingsUrl: setting(() => listingsUrlOf(get('LISTINGS_URL')), undefined),
    webhooks: {
      ports: setting(() => portsOf('WEBHOOK_PORTS', get('WEBHOOK_PORTS') ?? '443,8443'), []),
      allowLoopback: !production,
    },
    rateLimits: {
      application: allowance('RATE_LIMIT_APPLICATION', '30000/60'),
      user: allowance('RATE_LIMIT_USER', '600/60'),
      network: allowance('RATE_LIMIT_NETWORK', '1200/60'),
    },
    cardLimits: {
      user: cardAllowance('CARD_LIMIT_USER', '60/3600'),
      network: cardAllowance('CARD_LIMIT_NETWORK', '1000/3600'),
      application: cardAllowance('CARD_LIMIT_APPLICATION', '5000/3600'),
      card: cardAllowance('CARD_LIMIT_CARD', '24/86400'),
    },
    developerRequestLog: flag('DEVELOPER_REQUEST_LOG', true),
    developerSignUp: flag('DEVELOPER_SIGNUP', !production),
    docs: flag('DOCS', !production),
    telemetry: setting(() => telemetryOf(get, 'foyer'), undefined),
    siblings: {
      sales: sibling('SALES', '/sales'),
      salesAggregates: sibling('SALES_AGGREGATES', '/salesaggregates'),
      sellerListings: sibling('SELLER_LISTINGS', '/sellerlistings'),
      purchases: sibling('PURCHASES', '/purchases'),
      countryEvents: sibling('COUNTRY_EVENTS', '/countries/{code}/events'),
      countryWebPage: sibling('COUNTRY_WEB_PAGE', '/countries/{code}/localwebpage'),
    },
  }
  if (reading.faults.length > 0) throw new ConfigError(reading.faults.join('\n'))
  return Object.freeze(config)
}

/**
 * Whether every request is refused with `https_required`. The service itself speaks only HTTP, so
 * without a trusted proxy no request counts as HTTPS.
 */
export const refusesAll = ({ requireHttps, trustedProxies }: Config): boolean =>
  requireHttps && trustedProxies.length === 0
