import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { newCard } from './cards.ts'
import { type Operation, operations } from './document.ts'
import type { Foyer, TestUser } from './foyer.ts'
import { createWebhook, newWebhookUser } from './webhooks.ts'
import { callOutsideSoak } from './wire.ts'

/*
 * The operations that can change something, each with a request for it.
 */

/** Part of every text that these tests send. No record may contain it. */
export const canary = 'Zaphod Beeblebrox'
export const email = () => `Zaphod.${randomUUID()}@beeblebrox.example`
export const place = () => ({
  full_name: canary,
  address_1: canary,
  address_2: canary,
  city: canary,
  country_code: 'HK',
})

interface Expected {
  /** The action of the record. Missing if the operation changes nothing. */
  readonly action?: string
  readonly body?: () => object
  /** A body that the operation refuses, if its body can be wrong. */
  readonly refused?: () => object
  /** The resource in the path, if its name differs from the path parameter. */
  readonly about?: string
}

const card = () => ({ ...newCard(), full_name: canary })
const bankAccount = () => ({ full_name: canary, iban: 'DE89 3704 0044 0532 0130 00' })
const cvv = () => ({ ...card(), cvv: '123' })

/** Every operation that can change something. If one is missing here, a test fails. */
export const expected: Readonly<Record<string, Expected>> = {
  createAddress: {
    action: 'address.created',
    body: place,
    refused: () => ({ ...place(), country_code: 'XX' }),
  },
  updateAddress: {
    action: 'address.updated',
    body: () => ({ city: `${canary} City`, default: true }),
    refused: () => ({ full_name: null }),
  },
  deleteAddress: { action: 'address.deleted' },
  createCreditCard: { action: 'payment_method.created', body: card, refused: cvv },
  createPayPal: {
    action: 'payment_method.created',
    body: () => ({ email: email() }),
    refused: () => ({ email: canary }),
  },
  createBankAccount: {
    action: 'payment_method.created',
    body: bankAccount,
    refused: () => ({ ...bankAccount(), iban: canary }),
  },
  replaceBankAccount: {
    action: 'payment_method.replaced',
    body: bankAccount,
    refused: () => ({ ...bankAccount(), iban: canary }),
    about: 'bankAccountId',
  },
  replaceCreditCard: { action: 'payment_method.replaced', body: card, refused: cvv },
  replacePayPal: {
    action: 'payment_method.replaced',
    body: () => ({ email: email() }),
    refused: () => ({ email: canary }),
    about: 'payPalId',
  },
  updateDefaults: {
    action: 'payment_method.defaults_changed',
    body: () => ({ default_buyer_method: false }),
    refused: () => ({ default_seller_method: true }),
  },
  deletePaymentMethod: { action: 'payment_method.deleted' },
  listPaymentMethodsForListing: { body: () => ({ number_of_tickets: 1 }) },
  updateUser: {
    action: 'profile.updated',
    body: () => ({ full_name: `${canary} II`, email_optin: true }),
    refused: () => ({ full_name: 7 }),
  },
  createWebhook: {
    action: 'webhook.created',
    body: () => ({ url: 'https://example.com/other' }),
    refused: () => ({ url: 'http://example.com/' }),
  },
  updateWebhook: {
    action: 'webhook.updated',
    body: () => ({ name: `${canary} II` }),
    refused: () => ({ topics: [canary] }),
  },
  deleteWebhook: { action: 'webhook.deleted' },
  rotateWebhookSecret: { action: 'webhook.secret_rotated' },
  pingWebhook: {},
  redeliverWebhookDelivery: {},
}

/**
 * The issuer’s own server is left out: it handles tokens, and other tests cover what users do
 * there. A card is set up at a processor, which these services do not have, and the record comes
 * with the card.
 */
export const unsafe = operations.filter(
  ({ method, server, operationId }) =>
    method !== 'GET' && server === undefined && operationId !== 'setUpCreditCard',
)

type Ids = Readonly<Record<string, number>>

export interface Owner {
  readonly user: TestUser
  readonly ids: Ids
}

/** A user who has one resource of each kind. The service needs listing 7 for all operations. */
export const newOwner = (foyer: Foyer): Promise<Owner> => callOutsideSoak(() => makeOwner(foyer))

async function makeOwner(foyer: Foyer): Promise<Owner> {
  const user = await newWebhookUser(foyer)
  const webhook = await createWebhook(user, { url: 'https://example.com/', name: canary })
  await user.user.update({ full_name: canary })
  const billed = await user.addresses.create(place())
  const other = await user.addresses.create(place())
  const card = await user.paymentMethods.createCreditCard({
    ...newCard(),
    full_name: canary,
    billing_address_id: billed.id,
    default_buyer_method: true,
  })
  const payPal = await user.paymentMethods.createPayPal({ email: email() })
  const account = await user.paymentMethods.createBankAccount({
    full_name: canary,
    iban: 'GB29 NWBK 6016 1331 9268 19',
  })
  const ids = {
    billedId: billed.id,
    addressId: other.id,
    paymentMethodId: card.id,
    payPalId: payPal.id,
    bankAccountId: account.id,
    listingId: 7,
    webhookId: webhook.id,
    deliveryId: 1,
  }
  return { user, ids: ids as Ids }
}

/** The path of an operation on the resources of a user. */
export function pathOf({ ids }: Owner, { operationId, template }: Operation): string {
  const { about } = expected[operationId] ?? {}
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(ids[about ?? name] ?? assert.fail(`${name} is missing`)),
  )
}

/** Sends the request of an operation, with the body that the table has for it. */
export function ask(
  owner: Owner,
  operation: Operation,
  headers: Record<string, string> = {},
  body = expected[operation.operationId]?.body?.(),
) {
  const path = pathOf(owner, operation)
  return owner.user.request(operation.method, path, { headers, ...(body && { body }) })
}
