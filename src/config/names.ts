import { distance } from '../platform/text/suggest.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The names of all settings, as `readConfig` reads them. `NAME` stands for a provider. To ask
 * `readConfig` itself would take 50 ms of each start.
 */
export const settingNames: readonly string[] = `
  ALLOW_EMBEDDED_DATABASE ALLOW_INSECURE_AUTH_URL ALLOW_LOCAL_VAULT AUTH_URL BASE_URL
  BRAND_COLOR BRAND_COLOR_DARK BRAND_LOGO
  BRAND_LOGO_HAS_NAME BRAND_PRIVACY_URL BRAND_SUPPORT_URL BRAND_TERMS_URL BRAND_TEXTS
  BREACHED_PASSWORDS_FILE BREACHED_PASSWORDS_URL
  CARD_LIMIT_APPLICATION CARD_LIMIT_CARD CARD_LIMIT_NETWORK CARD_LIMIT_USER CARD_VAULT
  CARRIER CARRIER_EXCLUDED_COUNTRIES CARRIER_NAME CARRIER_URL DATABASE_LANES DATABASE_TRANSACTIONS
  DATABASE_TRANSACTIONS_MAX DATABASE_URL DATABASE_URL_FILE DATA_DIR DEMO DEMO_SEED
  DEVELOPER_REQUEST_LOG DEVELOPER_SIGNUP DOCS DO_WORK DRAIN_DELAY EMAIL_SIGN_IN GEOIP_FILE HOST
  IDENTITY_PROVIDERS IDENTITY_PROVIDER_NAME_CLIENT_ID IDENTITY_PROVIDER_NAME_CLIENT_SECRET
  IDENTITY_PROVIDER_NAME_CLIENT_SECRET_FILE IDENTITY_PROVIDER_NAME_ISSUER
  IDENTITY_PROVIDER_NAME_KEY_ID IDENTITY_PROVIDER_NAME_NAME IDENTITY_PROVIDER_NAME_PRIVATE_KEY
  IDENTITY_PROVIDER_NAME_PRIVATE_KEY_FILE IDENTITY_PROVIDER_NAME_TEAM_ID LEGACY_PASSWORD_KEY
  LEGACY_PASSWORD_KEY_FILE LINK_COUNTRY_EVENTS LINK_COUNTRY_WEB_PAGE LINK_PURCHASES LINK_SALES
  LINK_SALES_AGGREGATES LINK_SELLER_LISTINGS LISTINGS_URL LOG_LEVEL MAIL_FROM MAIL_FROM_NAME
  NODE_ENV OTEL_EXPORTER_OTLP_ENDPOINT OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL
  OTEL_EXPORTER_OTLP_TIMEOUT OTEL_LOGS_EXPORTER OTEL_RESOURCE_ATTRIBUTES OTEL_SDK_DISABLED
  OTEL_SERVICE_NAME OTEL_TRACES_EXPORTER OTEL_TRACES_SAMPLER OTEL_TRACES_SAMPLER_ARG
  PASSKEY_ORIGINS PAYPAL_CLIENT_ID PAYPAL_CLIENT_SECRET PAYPAL_CLIENT_SECRET_FILE PAYPAL_ISSUER PORT PROBE_PORT
  RATE_LIMIT_APPLICATION RATE_LIMIT_NETWORK RATE_LIMIT_USER REQUIRE_HTTPS SECRET_KEY
  SECRET_KEY_FILE SECRET_KEY_PREVIOUS SECRET_KEY_PREVIOUS_FILE SERVICE_NAME SMTP_URL
  SMTP_URL_FILE STRIPE_CONNECT STRIPE_PUBLISHABLE_KEY STRIPE_SCRIPT_URL STRIPE_SECRET_KEY
  STRIPE_SECRET_KEY_FILE STRIPE_URL STRIPE_WEBHOOK_SECRET STRIPE_WEBHOOK_SECRET_FILE
  TRUSTED_PROXIES WEBHOOK_PORTS
`
  .trim()
  .split(/\s+/)

/** Prefixes that only settings of Foyer have, or that say for which service a setting is. */
const prefixes = [
  'BRAND_',
  'CARD_LIMIT_',
  'IDENTITY_PROVIDER_',
  'PAYPAL_',
  'RATE_LIMIT_',
  'STRIPE_',
]

/** A variable that is no setting, and probably meant to be one. */
export interface Misspelt {
  readonly name: string
  /** The setting that has nearly the same name. */
  readonly meant: string | undefined
}

/**
 * Finds variables that are no settings and look like one: nearly the same name, a known name with
 * `_FILE` that has no such form, or a known prefix.
 */
export function misspeltSettings(env: Environment): Misspelt[] {
  const known = new Set(settingNames)
  const found: Misspelt[] = []
  for (const [name, value] of Object.entries(env)) {
    const [, provider = 'NAME'] = /^IDENTITY_PROVIDER_([A-Z\d]+)_/.exec(name) ?? []
    const general = name.replace(`PROVIDER_${provider}_`, 'PROVIDER_NAME_')
    if (!value || known.has(general)) continue
    const near = known.has(name.replace(/_FILE$/, ''))
      ? name.replace(/_FILE$/, '')
      : settingNames.find((one) => isNear(general, one))
    const meant = near?.replace('PROVIDER_NAME_', `PROVIDER_${provider}_`)
    const hasPrefix = prefixes.some((prefix) => name.startsWith(prefix))
    if (meant !== undefined || hasPrefix) found.push({ name, meant })
  }
  return found
}

/** Short names have near neighbours that mean something else, as `HOME` is for `HOST`. */
const isNear = (name: string, known: string): boolean =>
  Math.abs(name.length - known.length) <= 2 && distance(name, known) <= (known.length < 8 ? 1 : 2)

/** One line for people. */
export const misspeltText = ({ name, meant }: Misspelt): string =>
  `${name} is not a setting${meant === undefined ? '' : `. Did you mean ${meant}?`}`
