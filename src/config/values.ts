import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { BreachedPasswordSettings } from '../identity/users/credentials/breached/breached-passwords.ts'
import { hashFileFault } from '../identity/users/credentials/breached/hash-file.ts'
import { splitHosts } from '../platform/database/postgres/hosts.ts'
import { StartRefused } from '../platform/errors/start-refused.ts'
import { type FindPlace, openPlaces } from '../platform/i18n/places.ts'
import { hasForbiddenCharacter } from '../platform/text/text.ts'
import type { CarrierSettings } from '../resources/addresses/carrier/open-carrier.ts'
import { isCountryCode, upperCase } from '../resources/countries/rules.ts'
import type { Allowance } from '../support/limits/limits.ts'

/*
 * Parsers for each kind of setting. Every function throws a ConfigError that names the setting and
 * its correct format.
 */

/**
 * Some settings are wrong. The message has a line for each wrong setting, with its name and correct
 * format.
 */
export class ConfigError extends StartRefused {
  override name = 'ConfigError'
}

/** The port of the probes, and whether it was configured. */
export interface ProbesConfig {
  readonly port: number
  readonly explicit: boolean
}

/** Returns the value of a setting, without white space around it. Undefined if it is not set. */
export type Get = (name: string) => string | undefined

/** Reads a secret from the variable, or from the file that the variable with `_FILE` names. */
export function secretIn(get: Get, name: string): string | undefined {
  const file = get(`${name}_FILE`)
  const value = get(name)
  if (file === undefined) return value
  if (value !== undefined) throw new ConfigError(`${name} and ${name}_FILE must not both be set.`)
  try {
    const content = readFileSync(file, 'utf8').trim()
    if (content !== '') return content
  } catch {
    // The file is not shown, because its name may be the secret itself.
  }
  throw new ConfigError(`${name}_FILE must name a file that the service can read, with the secret.`)
}

const proxyNames = ['loopback', 'linklocal', 'uniquelocal']

export function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value)
  if (found !== undefined) return found
  throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}".`)
}

export function portOf(name: string, value: string): number {
  const port = Number(value)
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port
  throw new ConfigError(`${name} must be a port number from 0 to 65535, not "${value}".`)
}

export function portsOf(name: string, value: string): number[] {
  const ports = value.split(',').map((item) => portOf(name, item.trim()))
  if (ports.every((port) => port > 0)) return ports
  throw new ConfigError(`${name} must be port numbers separated by commas, not "${value}".`)
}

/**
 * Returns the port of the probes. The default is the main port + 1000, so that a second instance on
 * the next port has another one.
 */
export function probesOf(value: string | undefined, port: number): ProbesConfig | null {
  if (value === 'off') return null
  if (value !== undefined) {
    const probePort = portOf('PROBE_PORT', value)
    if (probePort !== 0 && probePort === port)
      throw new ConfigError(`PROBE_PORT must not be the same port as PORT (${port}).`)
    return { port: probePort, explicit: true }
  }
  return { port: port === 0 ? 0 : (port + 1000) % 65_536, explicit: false }
}

/**
 * Parses a delay at shutdown. Orchestrators usually kill a process half a minute after the signal,
 * so the limit leaves time for the rest of the shutdown.
 */
export function millisecondsOf(name: string, value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 15_000) return Number(value)
  throw new ConfigError(`${name} must be 0 to 15000 milliseconds, not "${value}".`)
}

export function countOf(name: string, value: string): number {
  if (/^[1-9]\d{0,2}$/.test(value)) return Number(value)
  throw new ConfigError(`${name} must be 1 to 999 connections, not "${value}".`)
}

/** Parses a limit: `600/60` for 600 requests in 60 seconds. */
export function allowanceOf(name: string, value: string, maxSeconds = 3_600): Allowance | null {
  if (value === 'off') return null
  const [, max, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})$/.exec(value) ?? []
  if (max !== undefined && Number(seconds) <= maxSeconds)
    return { max: Number(max), windowMs: Number(seconds) * 1_000 }
  throw new ConfigError(
    `${name} must be requests and seconds, such as 600/60, with 1 to ${maxSeconds} seconds, or off, not "${value}".`,
  )
}

export function demoOf(
  get: (name: string) => string | undefined,
  production: boolean,
): boolean | undefined {
  const demo = get('DEMO') === undefined ? undefined : flagOf('DEMO', get, false)
  if (demo && production) throw new ConfigError('DEMO must not be true in production.')
  return demo
}

/**
 * Reads the name of the demo's data.
 * @throws {ConfigError} in production, which never has a demo
 */
export function demoSeedOf(seed: string | undefined, production: boolean): string | undefined {
  if (seed === undefined) return undefined
  if (production) throw new ConfigError('DEMO_SEED must not be set in production.')
  if (!/^[\w-]{1,64}$/.test(seed))
    throw new ConfigError('DEMO_SEED must be 1 to 64 letters, digits, hyphens and underscores.')
  return seed
}

export function flagOf(
  name: string,
  get: (name: string) => string | undefined,
  defaultValue: boolean,
): boolean {
  const value = get(name)?.toLowerCase()
  if (value === undefined) return defaultValue
  if (value === 'true' || value === 'false') return value === 'true'
  throw new ConfigError(`${name} must be true or false, not "${value}".`)
}

export function urlOf(name: string, value: string): string {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || /[?#]/.test(value)) {
    throw new ConfigError(
      `${name} must be an http or https URL without credentials, query or fragment, not "${value}".`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

/** Parses an origin (RFC 6454): a scheme, a host and a port. */
export function originOf(name: string, value: string): string {
  const { protocol, origin } = URL.parse(value) ?? {}
  if (protocol === 'https:' && origin === value.toLowerCase().replace(/\/$/, '')) return origin
  throw new ConfigError(
    `${name} must list https origins such as https://www.example.com, not "${value}".`,
  )
}

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Refuses HTTP in production. Over HTTP, cookies lose `Secure` and `__Host-`, and others can read
 * tokens in transit. HTTP is possible only for a loopback address, and only if it is allowed
 * explicitly.
 */
export function checkHttps(name: string, value: string, allowLoopback: boolean): void {
  const { protocol, hostname } = new URL(value)
  if (protocol === 'https:' || (allowLoopback && loopbackHosts.has(hostname))) return
  throw new ConfigError(
    `${name} must be an https URL in production, not "${value}". ` +
      'ALLOW_INSECURE_AUTH_URL=true allows http on localhost only.',
  )
}

/** Parses a URL template, with a placeholder such as `{code}` for a country code. */
export const templateOf = (name: string, value: string, placeholder = '{code}'): string =>
  urlOf(name, value.replaceAll(placeholder, sampleValue)).replaceAll(sampleValue, placeholder)

const sampleValue = 'something-goes-here'

export const listOf = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

export function checkNetwork(value: string): string {
  if (proxyNames.includes(value)) return value
  const [address = '', prefix = '1', ...rest] = value.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (/^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= bits && rest.length === 0)
    return value
  throw new ConfigError(
    'TRUSTED_PROXIES must list addresses, networks such as 10.0.0.0/8 with a prefix from 1 to 32 ' +
      `(IPv6: 128), or ${proxyNames.join(', ')}, not "${value}".`,
  )
}

export function checkCountry(value: string): string {
  const code = upperCase(value)
  if (isCountryCode(code)) return code
  throw new ConfigError(
    `CARRIER_EXCLUDED_COUNTRIES must list ISO 3166-1 codes such as GB, not "${value}".`,
  )
}

export function checkDatabase(
  url: string | undefined,
  production: boolean,
  embedded: boolean,
): void {
  if (url === undefined && production && !embedded) {
    throw new ConfigError(
      'DATABASE_URL must be set to a PostgreSQL database in production. ' +
        'ALLOW_EMBEDDED_DATABASE=true allows the embedded database.',
    )
  }
  if (url !== undefined) checkDatabaseUrl('DATABASE_URL', url)
}

/** @param name what the URL is given as */
export function checkDatabaseUrl(name: string, url: string): void {
  const { urls, target } = splitHosts(url)
  const isPostgres = (one: string) => /^postgres(ql)?:$/.test(URL.parse(one)?.protocol ?? '')
  if (!urls.every(isPostgres))
    throw new ConfigError(`${name} must be a URL such as postgres://user:password@host:5432/foyer.`)
  if (target !== undefined && !/^(?:any|primary|read-write)$/.test(target))
    throw new ConfigError(
      `${name} must have target_session_attrs=read-write, primary or any: Foyer writes.`,
    )
  // pg takes a percent sign as it is, if the URL has no escapes.
  if (/%[\da-f]{2}/i.test(url)) checkEscapes(name, url)
}

/** @throws {ConfigError} if the part of a URL before its query cannot be decoded */
export function checkEscapes(name: string, url: string): void {
  try {
    decodeURIComponent(url.replace(/\?.*/s, ''))
  } catch {
    // The URL may have a password, so it is not shown.
    throw new ConfigError(
      `${name} must have its user name and password percent-encoded: write %25 for a percent sign.`,
    )
  }
}

export function checkSecretKey(key: string | undefined, production: boolean): void {
  if (key === undefined && production) {
    throw new ConfigError(
      'SECRET_KEY must be set in production. Use at least 32 random characters.',
    )
  }
  if (key !== undefined && (key.length < 32 || new Set(key).size < 8)) {
    throw new ConfigError('SECRET_KEY must be at least 32 random characters long.')
  }
}

export function checkFormerKey(former: string | undefined, key: string | undefined): void {
  if (former !== undefined && key === undefined) {
    throw new ConfigError('SECRET_KEY_PREVIOUS also needs SECRET_KEY, with the new key.')
  }
  if (former !== undefined && former === key) {
    throw new ConfigError('SECRET_KEY_PREVIOUS must be the former key, not the same as SECRET_KEY.')
  }
}

/** Opens the file that names the places of networks. */
export function placesOf(path: string | undefined): FindPlace | undefined {
  if (path === undefined) return undefined
  try {
    return openPlaces(readFileSync(path))
  } catch (error) {
    throw new ConfigError(
      `GEOIP_FILE must be a file in the MaxMind DB format, such as GeoLite2-City.mmdb. ` +
        `${path}: ${(error as Error).message}`,
    )
  }
}

/** Parses a key: a text, or bytes in Base64 after `base64:`. */
export function legacyKeyOf(value: string | undefined): Buffer | undefined {
  if (value === undefined) return undefined
  const [, base64] = /^base64:(.*)$/.exec(value) ?? []
  if (base64 === undefined) return Buffer.from(value)
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > 0 && bytes.toString('base64') === base64) return bytes
  throw new ConfigError('LEGACY_PASSWORD_KEY must be a text, or base64: and bytes in Base64.')
}

export function nameOf(name: string, value: string): string {
  if ([...value].length <= 64 && !hasForbiddenCharacter(value)) return value
  throw new ConfigError(`${name} must be at most 64 characters long, without line breaks.`)
}

/** Without a carrier's own service, production invents no pickups unless `CARRIER` says so. */
export function carrierOf(get: Get, production: boolean): CarrierSettings['carrier'] {
  const [given, url] = [get('CARRIER'), get('CARRIER_URL')]
  const name = given === undefined ? given : oneOf('CARRIER', given, ['local', 'none'])
  if (url === undefined) return name ?? (production ? 'none' : 'local')
  if (name === undefined) return new URL(urlOf('CARRIER_URL', url))
  throw new ConfigError('CARRIER and CARRIER_URL must not both be set.')
}

/** Where the list of stolen passwords is. */
export function breachedPasswordsOf(get: Get): BreachedPasswordSettings {
  const [url, file] = [get('BREACHED_PASSWORDS_URL'), get('BREACHED_PASSWORDS_FILE')]
  if (url !== undefined && file !== undefined)
    throw new ConfigError(
      'BREACHED_PASSWORDS_URL and BREACHED_PASSWORDS_FILE must not both be set.',
    )
  const fault = file && hashFileFault(file)
  if (fault)
    throw new ConfigError(
      `BREACHED_PASSWORDS_FILE must name a file of "foyer passwords build" that the service can read, not "${file}".`,
    )
  return { url: url && urlOf('BREACHED_PASSWORDS_URL', url), file }
}

export function listingsUrlOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = templateOf('LISTINGS_URL', value, '{id}')
  if (url.split('{id}').length === 2) return url
  throw new ConfigError(
    `LISTINGS_URL must contain {id} exactly once, where the listing id goes, not "${value}".`,
  )
}
