import Stripe from 'stripe'
import { StartRefused } from '../../platform/errors/start-refused.ts'
import type { HostedFields } from '../vault.ts'
import type { ServiceAgreement } from './connect/seller-accounts.ts'
import { isNumberNotAllowed, unavailable } from './stripe-errors.ts'
import { stripeHttpClient } from './stripe-http.ts'

/** The settings of this processor. */
export interface StripeSettings {
  readonly name: 'stripe'
  readonly secretKey: string
  /** The secrets that sign the processor's events. Two during a rotation, none without events. */
  readonly webhookSecrets: readonly string[]
  /** The key for pages. */
  readonly publishableKey: string | undefined
  /** The agreement of sellers with the processor. Undefined if bank accounts cannot be added. */
  readonly connect: ServiceAgreement | undefined
  /** Replaces the processor's own URL. */
  readonly url: string | undefined
  /** Replaces the URL of the processor's script for pages, in tests. */
  readonly scriptUrl: string | undefined
}

/** The version of the processor's interface that the requests are written for. */
const apiVersion = '2026-10-28.endive'

/**
 * The processor's own client. After a connection failure it repeats a request once, with the same
 * idempotency key. It sends no telemetry.
 */
export function openStripe({ secretKey, url }: StripeSettings): Stripe {
  return new Stripe(secretKey, {
    apiVersion,
    telemetry: false,
    httpClient: stripeHttpClient(),
    maxNetworkRetries: 1,
    ...(url && placeOf(new URL(url))),
  })
}

const placeOf = ({ protocol, hostname, port }: URL) => ({
  protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
  host: hostname,
  port: port || (protocol === 'http:' ? 80 : 443),
})

/** The script for pages, of the same version as the interface. */
const script = 'https://js.stripe.com/endive/stripe.js'

/**
 * What a page needs for the processor's fields. The origins are those that Stripe lists for
 * Stripe.js (docs.stripe.com/security/guide, "Content security policy"), without those of Google
 * Maps, which only the fields for addresses use.
 */
export function hostedFieldsOf({
  publishableKey,
  scriptUrl,
}: Pick<StripeSettings, 'publishableKey' | 'scriptUrl'>): HostedFields {
  const own = ['https://js.stripe.com', 'https://*.js.stripe.com']
  if (scriptUrl === undefined)
    return {
      publishableKey,
      script,
      sources: {
        'script-src': own,
        'frame-src': [...own, 'https://hooks.stripe.com'],
        'connect-src': ['https://api.stripe.com'],
      },
    }
  const origin = [new URL(scriptUrl).origin]
  const sources = { 'script-src': origin, 'frame-src': origin, 'connect-src': origin }
  return { publishableKey, script: scriptUrl, sources }
}

/** The time limit of the check at the start, in milliseconds. */
const checkTimeoutMs = 4_000

/** A card number with a wrong check digit, so it belongs to nobody and has no effect. */
const invalidCard = { number: '4242424242424241', exp_month: 12, exp_year: 2099 }

/**
 * Checks the key, and returns whether the account may send card numbers. Only a request with a card
 * number can test this.
 * @throws {StartRefused} if the key is wrong, or cannot create payment methods
 * @throws {VaultUnavailable}
 */
export async function acceptsCardNumbers(stripe: Stripe): Promise<boolean> {
  try {
    await stripe.paymentMethods.create(
      { type: 'card', card: invalidCard },
      { timeout: checkTimeoutMs },
    )
    return true
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      throw new StartRefused('Stripe does not accept STRIPE_SECRET_KEY.')
    if (error instanceof Stripe.errors.StripePermissionError)
      throw new StartRefused(
        'STRIPE_SECRET_KEY does not have permission to create payment methods.',
      )
    if (isNumberNotAllowed(error)) return false
    if (error instanceof Stripe.errors.StripeCardError) return true
    throw unavailable(error)
  }
}

/** No country has this code, so no account is created. */
const invalidCountry = 'ZZ'

/**
 * Checks that the key may create connected accounts. Only such a request can test this.
 * @throws {StartRefused} if it may not, or if the account is no platform
 * @throws {VaultUnavailable}
 */
export async function requireConnect(stripe: Stripe): Promise<void> {
  const account = {
    country: invalidCountry,
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      requirement_collection: 'application',
      stripe_dashboard: { type: 'none' },
    },
    capabilities: { transfers: { requested: true } },
  } as const
  try {
    await stripe.accounts.create(account, { timeout: checkTimeoutMs })
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError)
      throw new StartRefused(
        'STRIPE_SECRET_KEY does not have permission to create connected accounts, which ' +
          'STRIPE_CONNECT needs.',
      )
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw unavailable(error)
    if (error.param === 'country') return
    if (/signed up for connect/i.test(error.message))
      throw new StartRefused(
        'The Stripe account has not signed up for Connect, which STRIPE_CONNECT needs. Without it, ' +
          'nobody can add a bank account.',
      )
    if (/connect/i.test(error.message))
      throw new StartRefused(
        'Stripe refuses to create connected accounts, which STRIPE_CONNECT needs. Check the ' +
          "settings of Connect in Stripe's dashboard.",
      )
  }
}
