import { BlockList, isIP } from 'node:net'
import { isCountryCode, upperCase } from './countries/rules.ts'
import { mayBeEmail } from './platform/email.ts'
import { isHostile } from './platform/text.ts'

/** Where the pages and resources of sibling services are; `{code}` in them is a country's code. */
export interface SiblingLinks {
  readonly sales: string
  readonly salesAggregates: string
  readonly sellerListings: string
  readonly purchases: string
  readonly webhooks: string
  readonly countryEvents: string
  readonly countryWebPage: string
}

/** Where card numbers go. */
export type CardVaultConfig =
  | { readonly name: 'local' }
  /** `url` stands in for the processor's own. */
  | { readonly name: 'stripe'; readonly secretKey: string; readonly url: string | undefined }

/** Where letters go. */
export interface MailConfig {
  /** The mail server; absent in development: letters become files in `dataDir`. */
  readonly smtpUrl: string | undefined
  /** The address that they are from. */
  readonly from: string
}

export interface Config {
  readonly production: boolean
  /** What people know the service by: on pages and in letters. */
  readonly serviceName: string
  readonly host: string
  readonly port: number
  /** The port of the probes, and whether it was asked for by name. */
  readonly probes: { readonly port: number; readonly explicit: boolean } | null
  /** Without a slash at its end, as `baseUrl`. */
  readonly authUrl: string
  readonly baseUrl: string
  /** Absent: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Connections of this instance: for single statements, and for transactions. */
  readonly databaseConnections: { readonly lanes: number; readonly transactions: number }
  readonly dataDir: string
  /** Absent in development: one is made and kept in `dataDir`. */
  readonly secretKey: string | undefined
  readonly trustedProxies: readonly string[]
  readonly requireHttps: boolean
  /** Whether to fill the database with the demo; unsaid, an empty embedded one is. */
  readonly demo: boolean | undefined
  /** How long requests are still taken after the signal to stop, in milliseconds. */
  readonly drainDelay: number
  readonly logLevel: string
  readonly carrierName: string
  readonly carrierExcludedCountries: readonly string[]
  readonly cardVault: CardVaultConfig
  readonly mail: MailConfig
  /** Where a listing is, with `{id}` for its id; absent: in this service's own table. */
  readonly listingsUrl: string | undefined
  readonly siblings: SiblingLinks
}

/** Settings are wrong. The message has a line for each, which names it and says what would be right. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads settings and gathers everything that is wrong with them. */
class Reading {
  readonly faults: string[] = []

  /** @param standIn the value to go on with, so that all faults are reported at once */
  setting<T>(read: () => T, standIn: T): T {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      this.faults.push(error.message)
      return standIn
    }
  }
}

/**
 * Reads and checks all settings. An empty variable counts as absent.
 * @throws {ConfigError} with all faults
 */
export function readConfig(env: Environment): Config {
  const get = (name: string): string | undefined => env[name]?.trim() || undefined
  const reading = new Reading()
  const setting: Reading['setting'] = (read, standIn) => reading.setting(read, standIn)
  const production = setting(
    () => oneOf('NODE_ENV', get('NODE_ENV') ?? 'development', environments) === 'production',
    false,
  )
  const port = setting(() => portOf('PORT', get('PORT') ?? '8080'), 8080)
  const flag = (name: string, usual: boolean): boolean =>
    setting(() => flagOf(name, get, usual), usual)
  const allowLoopback = flag('ALLOW_INSECURE_AUTH_URL', false)
  const address = (name: string, usual: string): string =>
    setting(() => {
      const url = urlOf(name, get(name) ?? usual)
      // A fault of a derived default is reported for the setting that it derives from.
      if (production && (name === 'AUTH_URL' || get(name) !== undefined))
        checkHttps(name, url, allowLoopback)
      return url
    }, usual)
  const authUrl = address('AUTH_URL', `http://localhost:${port}`)
  const baseUrl = address('BASE_URL', `${authUrl}/v2`)
  const databaseUrl = get('DATABASE_URL')
  const secretKey = get('SECRET_KEY')
  const allowEmbedded = flag('ALLOW_EMBEDDED_DATABASE', false)
  setting(() => checkDatabase(databaseUrl, production, allowEmbedded), undefined)
  setting(() => checkSecretKey(secretKey, production), undefined)
  const sibling = (name: string, path: string): string =>
    setting(() => templateOf(`LINK_${name}`, get(`LINK_${name}`) ?? baseUrl + path), '')
  const list = (name: string, check: (item: string) => string): string[] =>
    listOf(get(name)).map((item) => setting(() => check(item), item))
  const connections = (name: string, usual: number): number =>
    setting(() => countOf(name, get(name) ?? String(usual)), usual)
  const usualDelay = production ? 1_000 : 0
  const config: Config = {
    production,
    serviceName: setting(() => nameOf('SERVICE_NAME', get('SERVICE_NAME') ?? 'Foyer'), 'Foyer'),
    host: get('HOST') ?? '127.0.0.1',
    port,
    probes: setting(() => probesOf(get('PROBE_PORT'), port), null),
    authUrl,
    baseUrl,
    databaseUrl,
    databaseConnections: {
      lanes: connections('DATABASE_LANES', 3),
      transactions: connections('DATABASE_TRANSACTIONS', 10),
    },
    dataDir: get('DATA_DIR') ?? './data',
    secretKey,
    trustedProxies: list('TRUSTED_PROXIES', checkNetwork),
    requireHttps: flag('REQUIRE_HTTPS', production),
    demo: setting(() => demoOf(get, production), undefined),
    drainDelay: setting(
      () => millisecondsOf('DRAIN_DELAY', get('DRAIN_DELAY') ?? String(usualDelay)),
      usualDelay,
    ),
    logLevel: setting(() => oneOf('LOG_LEVEL', get('LOG_LEVEL') ?? 'info', logLevels), 'info'),
    carrierName: get('CARRIER_NAME') ?? 'Foyer Carrier',
    carrierExcludedCountries: list('CARRIER_EXCLUDED_COUNTRIES', checkCountry),
    cardVault: setting(() => cardVaultOf(get), { name: 'local' }),
    mail: {
      smtpUrl: setting(() => smtpUrlOf(get('SMTP_URL'), production), undefined),
      from: setting(() => mailboxOf(get('MAIL_FROM') ?? `no-reply@${domainOf(authUrl)}`), ''),
    },
    listingsUrl: setting(() => listingsUrlOf(get('LISTINGS_URL')), undefined),
    siblings: {
      sales: sibling('SALES', '/sales'),
      salesAggregates: sibling('SALES_AGGREGATES', '/salesaggregates'),
      sellerListings: sibling('SELLER_LISTINGS', '/sellerlistings'),
      purchases: sibling('PURCHASES', '/purchases'),
      webhooks: sibling('WEBHOOKS', '/webhooks'),
      countryEvents: sibling('COUNTRY_EVENTS', '/countries/{code}/events'),
      countryWebPage: sibling('COUNTRY_WEB_PAGE', '/countries/{code}/localwebpage'),
    },
  }
  if (reading.faults.length > 0) throw new ConfigError(reading.faults.join('\n'))
  return Object.freeze(config)
}

const environments = ['development', 'test', 'production']
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const proxyNames = ['loopback', 'linklocal', 'uniquelocal']

function oneOf(name: string, value: string, allowed: readonly string[]): string {
  if (allowed.includes(value)) return value
  throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}".`)
}

function portOf(name: string, value: string): number {
  const port = Number(value)
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port
  throw new ConfigError(`${name} must be a port number from 0 to 65535, not "${value}".`)
}

/** Beside the main port by default, and out of the way of a second instance on the next one. */
function probesOf(value: string | undefined, port: number): Config['probes'] {
  if (value === 'off') return null
  if (value !== undefined) {
    const own = portOf('PROBE_PORT', value)
    if (own !== 0 && own === port)
      throw new ConfigError(`PROBE_PORT must be another port than PORT, ${port}.`)
    return { port: own, explicit: true }
  }
  return { port: port === 0 ? 0 : (port + 1000) % 65_536, explicit: false }
}

/** Half a minute is what orchestrators usually wait before they kill; all must be over before. */
function millisecondsOf(name: string, value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 15_000) return Number(value)
  throw new ConfigError(`${name} must be 0 to 15000 milliseconds, not "${value}".`)
}

function countOf(name: string, value: string): number {
  if (/^[1-9]\d{0,2}$/.test(value)) return Number(value)
  throw new ConfigError(`${name} must be 1 to 999 connections, not "${value}".`)
}

function demoOf(
  get: (name: string) => string | undefined,
  production: boolean,
): boolean | undefined {
  const demo = get('DEMO') === undefined ? undefined : flagOf('DEMO', get, false)
  if (demo && production) throw new ConfigError('DEMO must not be true in production.')
  return demo
}

function flagOf(name: string, get: (name: string) => string | undefined, usual: boolean): boolean {
  const value = get(name)?.toLowerCase()
  if (value === undefined) return usual
  if (value === 'true' || value === 'false') return value === 'true'
  throw new ConfigError(`${name} must be true or false, not "${value}".`)
}

function urlOf(name: string, value: string): string {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || /[?#]/.test(value)) {
    throw new ConfigError(
      `${name} must be an http or https URL without credentials, query or fragment, not "${value}".`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Production needs HTTPS: over HTTP, cookies lose `Secure` and `__Host-`, and tokens can be read on the way. Only a
 * loopback address may be HTTP, if that is allowed explicitly.
 */
function checkHttps(name: string, value: string, allowLoopback: boolean): void {
  const { protocol, hostname } = new URL(value)
  if (protocol === 'https:' || (allowLoopback && loopbackHosts.has(hostname))) return
  throw new ConfigError(
    `${name} must be an https URL in production, not "${value}"; ALLOW_INSECURE_AUTH_URL=true allows http on localhost alone.`,
  )
}

/** A URL in which `{code}` may stand for a country's code, or another name in braces for something else. */
const templateOf = (name: string, value: string, hole = '{code}'): string =>
  urlOf(name, value.replaceAll(hole, filled)).replaceAll(filled, hole)

const filled = 'something-goes-here'

const listOf = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

function checkNetwork(value: string): string {
  const [address = '', prefix, ...rest] = value.split('/')
  const family = isIP(address)
  if (proxyNames.includes(value)) return value
  try {
    if (family === 0 || rest.length > 0) throw new Error('no address')
    if (prefix !== undefined)
      new BlockList().addSubnet(address, Number(prefix), `ipv${family as 4 | 6}`)
  } catch {
    throw new ConfigError(
      `TRUSTED_PROXIES must list addresses, networks such as 10.0.0.0/8, or ${proxyNames.join(', ')}; "${value}" is none.`,
    )
  }
  return value
}

function checkCountry(value: string): string {
  const code = upperCase(value)
  if (isCountryCode(code)) return code
  throw new ConfigError(
    `CARRIER_EXCLUDED_COUNTRIES must list ISO 3166-1 codes such as GB; "${value}" is none.`,
  )
}

function checkDatabase(url: string | undefined, production: boolean, embedded: boolean): void {
  if (url === undefined && production && !embedded) {
    throw new ConfigError(
      'DATABASE_URL must name a PostgreSQL database in production; ALLOW_EMBEDDED_DATABASE=true allows the embedded one.',
    )
  }
  const parsed = url === undefined ? undefined : URL.parse(url)
  if (parsed === null || (parsed !== undefined && !/^postgres(ql)?:$/.test(parsed.protocol))) {
    throw new ConfigError(
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/foyer.',
    )
  }
}

function checkSecretKey(key: string | undefined, production: boolean): void {
  if (key === undefined && production) {
    throw new ConfigError('SECRET_KEY must be set in production: at least 32 random characters.')
  }
  if (key !== undefined && (key.length < 32 || new Set(key).size < 8)) {
    throw new ConfigError('SECRET_KEY must be at least 32 random characters long.')
  }
}

function cardVaultOf(get: (name: string) => string | undefined): CardVaultConfig {
  const name = oneOf('CARD_VAULT', get('CARD_VAULT') ?? 'local', ['local', 'stripe'])
  if (name === 'local') return { name }
  const secretKey = get('STRIPE_SECRET_KEY')
  if (secretKey === undefined || !/^[sr]k_/.test(secretKey)) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY must be a secret or restricted key where CARD_VAULT is stripe.',
    )
  }
  const url = get('STRIPE_URL')
  return { name: 'stripe', secretKey, url: url && urlOf('STRIPE_URL', url) }
}

function nameOf(name: string, value: string): string {
  if ([...value].length <= 64 && !isHostile(value)) return value
  throw new ConfigError(`${name} must be one line of at most 64 characters.`)
}

function mailboxOf(value: string): string {
  if (isMailbox(value)) return value
  throw new ConfigError(
    `MAIL_FROM must be an e-mail address such as no-reply@example.com, not "${value}".`,
  )
}

function smtpUrlOf(value: string | undefined, production: boolean): string | undefined {
  if (value === undefined && production) {
    throw new ConfigError(
      'SMTP_URL must name a mail server in production: without mail nobody can sign up.',
    )
  }
  if (value !== undefined && !isSmtpUrl(value)) {
    throw new ConfigError(
      'SMTP_URL must be a URL such as smtps://user:password@host:465, or smtp://host:587 with ?requireTLS=false at most.',
    )
  }
  return value
}

/** An address that needs no quotes (RFC 5321, 4.1.2), or one in brackets behind the `@`. */
const isMailbox = (value: string): boolean =>
  mayBeEmail(value) && /^[^<>()[\],;:\\"]+@(?:[^<>()[\],;:\\"]+|\[[\da-f.:IPv]+\])$/.test(value)

/** What may stand behind the `@`: an address is written in brackets there (RFC 5321, 4.1.3). */
function domainOf(url: string): string {
  const { hostname } = new URL(url)
  if (isIP(hostname) === 4) return `[${hostname}]`
  return hostname.replace(/^\[/, '[IPv6:')
}

function isSmtpUrl(value: string): boolean {
  const url = URL.parse(value)
  return (
    url !== null &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    /^\/?$/.test(url.pathname) &&
    /^(?:\?requireTLS=(?:true|false))?$/.test(url.search) &&
    url.hash === ''
  )
}

function listingsUrlOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = templateOf('LISTINGS_URL', value, '{id}')
  if (url.split('{id}').length === 2) return url
  throw new ConfigError(
    `LISTINGS_URL must say once, as {id}, where the listing’s id goes, not "${value}".`,
  )
}
