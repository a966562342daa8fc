import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { ClientSecret, ProviderSettings } from '../identity/sign-in/providers/settings.ts'
import { ConfigError, checkHttps, type Get, listOf, nameOf, secretIn, urlOf } from './values.ts'

/** What is known of providers, so that operators need not set it. */
const known: Readonly<Record<string, { readonly name: string; readonly issuer: string }>> = {
  apple: { name: 'Apple', issuer: 'https://appleid.apple.com' },
  google: { name: 'Google', issuer: 'https://accounts.google.com' },
}

/**
 * Reads the OpenID Connect providers that users can sign in with. `IDENTITY_PROVIDERS` lists their
 * short names. The settings of each begin with `IDENTITY_PROVIDER_` and its name.
 * @param options.allowLoopback whether a provider may run on this machine, over HTTP
 */
export function providersOf(
  get: Get,
  { allowLoopback }: { readonly allowLoopback: boolean },
): readonly ProviderSettings[] {
  const ids = listOf(get('IDENTITY_PROVIDERS'))
  const providers = ids.map((id) => providerOf(get, id, allowLoopback))
  for (const [what, values] of [
    ['name', ids],
    ['issuer', providers.map(({ issuer }) => issuer)],
  ] as const)
    if (new Set(values).size < values.length)
      throw new ConfigError(`IDENTITY_PROVIDERS must not list the same ${what} twice.`)
  return providers
}

/**
 * Reads the settings of PayPal, with which owners of PayPal accounts confirm them. Undefined if
 * they are not set.
 */
export function payPalOf(
  get: Get,
  { allowLoopback }: { readonly allowLoopback: boolean },
): ProviderSettings | undefined {
  const clientId = get('PAYPAL_CLIENT_ID')
  const value = secretIn(get, 'PAYPAL_CLIENT_SECRET')
  const given = get('PAYPAL_ISSUER')
  if (clientId === undefined && value === undefined && given === undefined) return undefined
  if (clientId === undefined || value === undefined)
    throw new ConfigError('PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET must both be set, or neither.')
  const issuer = urlOf('PAYPAL_ISSUER', given ?? 'https://www.paypal.com')
  checkHttps('PAYPAL_ISSUER', issuer, allowLoopback)
  const secret = { kind: 'fixed', value } as const
  return {
    id: 'paypal',
    name: 'PayPal',
    issuer,
    clientId,
    secret,
    scope: 'openid email',
    isPayPal: true,
  }
}

function providerOf(get: Get, id: string, allowLoopback: boolean): ProviderSettings {
  if (!/^[a-z][a-z\d]{0,31}$/.test(id))
    throw new ConfigError(
      `IDENTITY_PROVIDERS must list names of lower-case letters and digits, not "${id}".`,
    )
  const prefix = `IDENTITY_PROVIDER_${id.toUpperCase()}`
  const required = (setting: string, value: string | undefined): string => {
    if (value !== undefined) return value
    throw new ConfigError(`${setting} must be set, because IDENTITY_PROVIDERS lists "${id}".`)
  }
  const issuerName = `${prefix}_ISSUER`
  const issuer = urlOf(issuerName, required(issuerName, get(issuerName) ?? known[id]?.issuer))
  checkHttps(issuerName, issuer, allowLoopback)
  const label = get(`${prefix}_NAME`) ?? known[id]?.name ?? id
  const clientName = `${prefix}_CLIENT_ID`
  return {
    id,
    issuer,
    name: nameOf(`${prefix}_NAME`, label),
    clientId: required(clientName, get(clientName)),
    secret: secretOf(get, prefix, required),
  }
}

/**
 * Apple expects a token that is signed with the team's key. Other providers have a fixed secret.
 */
function secretOf(
  get: Get,
  prefix: string,
  required: (setting: string, value: string | undefined) => string,
): ClientSecret {
  const teamId = get(`${prefix}_TEAM_ID`)
  const keyId = get(`${prefix}_KEY_ID`)
  const key = secretIn(get, `${prefix}_PRIVATE_KEY`)
  const value = secretIn(get, `${prefix}_CLIENT_SECRET`)
  if (teamId === undefined && !prefix.endsWith('_APPLE'))
    return { kind: 'fixed', value: required(`${prefix}_CLIENT_SECRET`, value) }
  return {
    kind: 'apple',
    teamId: required(`${prefix}_TEAM_ID`, teamId),
    keyId: required(`${prefix}_KEY_ID`, keyId),
    key: keyOf(`${prefix}_PRIVATE_KEY`, required(`${prefix}_PRIVATE_KEY`, key)),
  }
}

/** Line breaks of a key in one line are written as `\n`. */
function keyOf(name: string, pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'))
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {
    // The key is not shown, because it is a secret.
  }
  throw new ConfigError(
    `${name} must be a private key for ES256 in PEM, as Apple's .p8 file has it.`,
  )
}
