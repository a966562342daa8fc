import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createClient } from '@foyer/client'
import * as oauth from '@foyer/client/oauth'

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
  replacePayPal: paymentMethods.replacePayPal,
  getChargeReference: paymentMethods.chargeReference,
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
  // With `pushed`.
  pushAuthorizationRequest: oauth.createSignIn,
  getUserInfo: oauth.userInfo,
  // The same as GET.
  postUserInfo: oauth.userInfo,
}

test('the client has a method for every operation', () => {
  const file = new URL('../../openapi.json', import.meta.url)
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>
  }
  const operations = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId }) => operationId ?? [])
  assert.deepEqual(Object.keys(methods).toSorted(), operations.toSorted())
  for (const [operation, method] of Object.entries(methods))
    assert.equal(typeof method, 'function', operation)
})
