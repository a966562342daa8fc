import type { CardVaultSettings } from '../processor/open-vault.ts'
import { ConfigError, listOf, oneOf, urlOf } from './values.ts'

/* The settings of the card vault. */

/** @param allowLocal whether production may use the local vault, which cannot charge cards */
export function cardVaultOf(
  get: (name: string) => string | undefined,
  production: boolean,
  allowLocal: boolean,
): CardVaultSettings {
  const given = get('CARD_VAULT')
  const name = oneOf('CARD_VAULT', given ?? 'local', ['local', 'stripe'])
  if (name === 'local') {
    if (production && !(given && allowLocal)) {
      throw new ConfigError(
        'CARD_VAULT must be stripe in production, because local cannot charge cards. ' +
          'ALLOW_LOCAL_VAULT=true allows CARD_VAULT=local.',
      )
    }
    return { name }
  }
  const secretKey = get('STRIPE_SECRET_KEY')
  if (secretKey === undefined || !/^[sr]k_/.test(secretKey)) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY must be a secret key or a restricted key if CARD_VAULT is stripe.',
    )
  }
  const url = get('STRIPE_URL')
  return {
    name: 'stripe',
    secretKey,
    webhookSecrets: listOf(get('STRIPE_WEBHOOK_SECRET')).map(webhookSecretOf),
    publishableKey: publishableKeyOf(get('STRIPE_PUBLISHABLE_KEY'), secretKey, production),
    connect: connectOf(get('STRIPE_CONNECT')),
    url: url && urlOf('STRIPE_URL', url),
    scriptUrl: scriptUrlOf(get('STRIPE_SCRIPT_URL'), production),
  }
}

/** The agreement of sellers with the processor. */
function connectOf(value = 'off'): 'full' | 'recipient' | undefined {
  const name = oneOf('STRIPE_CONNECT', value, ['off', 'full', 'recipient'])
  if (name === 'off') return undefined
  return name === 'full' ? 'full' : 'recipient'
}

/** The key for pages. Without it, users can add cards neither on a page nor by a setup. */
function publishableKeyOf(
  value: string | undefined,
  secretKey: string,
  production: boolean,
): string | undefined {
  if (value === undefined && !production) return undefined
  if (value === undefined || !/^pk_\w{1,255}$/.test(value)) {
    throw new ConfigError(
      'STRIPE_PUBLISHABLE_KEY must be a publishable key (pk_…) if CARD_VAULT is stripe.',
    )
  }
  const isLive = (key: string): boolean => /^[srp]k_live_/.test(key)
  if (isLive(value) === isLive(secretKey)) return value
  throw new ConfigError(
    'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be live keys or both be test keys.',
  )
}

/**
 * Only a script on this machine may replace Stripe's script, and never in production, because the
 * script sees the cards of users.
 */
function scriptUrlOf(value: string | undefined, production: boolean): string | undefined {
  if (value === undefined) return undefined
  if (production)
    throw new ConfigError('STRIPE_SCRIPT_URL is for tests. It must not be set in production.')
  const url = new URL(urlOf('STRIPE_SCRIPT_URL', value))
  if (['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)) return value
  throw new ConfigError(`STRIPE_SCRIPT_URL must be a URL of this machine, not "${value}".`)
}

function webhookSecretOf(secret: string): string {
  if (/^whsec_\w+$/.test(secret)) return secret
  throw new ConfigError(
    'STRIPE_WEBHOOK_SECRET must be a secret that begins with whsec_. During a rotation, separate ' +
      'two with a comma.',
  )
}
