import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createClient, type OAuthErrorCode } from '@foyer/client'
import * as oauth from '@foyer/client/oauth'
import { committed, operations, resolve } from '../support/document.ts'

const foyer = createClient({ baseUrl: 'http://localhost/v2' })
const { addresses, countries, listings, paymentMethods, user, webhooks } = foyer

/** The method of the client for each operation of `openapi.json`. */
const methods: Readonly<Record<string, unknown>> = {
  getRoot: foyer.root,
  listCountries: countries.list,
  getCountry: countries.get,
  getAddressRules: countries.addressRules,
  listAddresses: addresses.list,
  createAddress: addresses.create,
  getAddress: addresses.get,
  updateAddress: addresses.update,
  deleteAddress: addresses.delete,
  getCarrier: addresses.carrier,
  listPaymentMethods: paymentMethods.list,
  listPaymentMethodsOfType: paymentMethods.ofType,
  getPaymentMethod: paymentMethods.get,
  updateDefaults: paymentMethods.updateDefaults,
  deletePaymentMethod: paymentMethods.delete,
  createCreditCard: paymentMethods.createCreditCard,
  replaceCreditCard: paymentMethods.replaceCreditCard,
  setUpCreditCard: paymentMethods.setUpCreditCard,
  getCardSetup: paymentMethods.cardSetup,
  createPayPal: paymentMethods.createPayPal,
  createBankAccount: paymentMethods.createBankAccount,
  replacePayPal: paymentMethods.replacePayPal,
  replaceBankAccount: paymentMethods.replaceBankAccount,
  getChargeReference: paymentMethods.chargeReference,
  getPayoutReference: paymentMethods.payoutReference,
  getSellerAccount: paymentMethods.sellerAccount,
  listPaymentMethodsForListing: listings.paymentMethods,
  getUser: user.get,
  updateUser: user.update,
  listWebhooks: webhooks.list,
  createWebhook: webhooks.create,
  getWebhook: webhooks.get,
  updateWebhook: webhooks.update,
  deleteWebhook: webhooks.delete,
  rotateWebhookSecret: webhooks.rotateSecret,
  pingWebhook: webhooks.ping,
  listWebhookDeliveries: webhooks.deliveries,
  getWebhookDelivery: webhooks.delivery,
  redeliverWebhookDelivery: webhooks.redeliver,
  exchangeToken: oauth.requestToken,
  introspectToken: oauth.introspect,
  revokeToken: oauth.revoke,
  // `createSignIn` sends this request if `pushed` is set.
  pushAuthorizationRequest: oauth.createSignIn,
  getUserInfo: oauth.userInfo,
  // Does the same as GET.
  postUserInfo: oauth.userInfo,
}

test('the client has a method for every operation', () => {
  const ids = operations.map(({ operationId }) => operationId)
  assert.deepEqual(Object.keys(methods).toSorted(), ids.toSorted())
  for (const [operation, method] of Object.entries(methods))
    assert.equal(typeof method, 'function', operation)
})

test('the README lists every method', () => {
  const readme = readFileSync(
    new URL('../../packages/client/README.md', import.meta.url),
    'utf8',
  ).split('\n')
  const groups = { addresses, countries, listings, paymentMethods, user, webhooks }
  const entries = Object.entries(groups).map(([name, group]) => [`foyer.${name}`, group] as const)
  for (const [name, group] of [...entries, ['@foyer/client/oauth', oauth] as const]) {
    const row = readme.find((line) => line.startsWith(`| \`${name}\` `)) ?? ''
    const [, ...listed] = [...row.matchAll(/`([^`]+)`/g)].map(([, text]) => text)
    assert.deepEqual(listed.toSorted(), Object.keys(group).toSorted(), name)
  }
})

/** Every code of the union, so that the compiler finds one that is missing here. */
const oauthCodes: Readonly<Record<OAuthErrorCode, true>> = {
  access_denied: true,
  consent_required: true,
  interaction_required: true,
  invalid_client: true,
  invalid_dpop_proof: true,
  invalid_grant: true,
  invalid_request: true,
  invalid_request_uri: true,
  invalid_scope: true,
  invalid_target: true,
  login_required: true,
  registration_not_supported: true,
  request_not_supported: true,
  request_uri_not_supported: true,
  server_error: true,
  temporarily_unavailable: true,
  unauthorized_client: true,
  unsupported_grant_type: true,
  unsupported_response_mode: true,
  unsupported_response_type: true,
  unsupported_token_type: true,
  use_dpop_nonce: true,
}

const examplesOf = (schema: string): string[] =>
  operations
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap((response) => Object.values(resolve(response).content ?? {}))
    .filter((media) => media.schema.$ref?.endsWith(`/${schema}`))
    .flatMap(({ examples = {} }) => Object.keys(examples))

test('the union of errors has every code of the service', () => {
  const file = new URL('../../packages/client/src/generated/documents.ts', import.meta.url)
  const [, statuses = ''] = readFileSync(file, 'utf8').split('export interface ErrorStatuses')
  const known = [...statuses.matchAll(/^ {2}(\w+): \d{3}( \| \d{3})*$/gm)].map(([, code]) => code)
  const { components } = JSON.parse(committed) as {
    components: { schemas: { Error: { properties: { code: { examples: string[] } } } } }
  }
  const { examples } = components.schemas.Error.properties.code
  assert.deepEqual(known.toSorted(), examples.toSorted())
  for (const code of examplesOf('OAuthError'))
    assert.ok(code in oauthCodes || known.includes(code), code)
})
