// Buys tickets: lists the payment methods of the buyer for a listing, and charges a card.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createClient } from '@foyer/client'
import { clientCredentials } from '@foyer/client/oauth'
import Stripe from 'stripe'

const { FOYER_URL = 'http://localhost:8080', CLIENT_ID, CLIENT_SECRET, ACCESS_TOKEN } = process.env
const { USER_ID, LISTING_ID, TICKETS = '2', AMOUNT, CURRENCY = 'gbp', PURCHASE_ID } = process.env
const { METHOD_ID, ORDERS_FILE = 'orders.json' } = process.env
const baseUrl = `${FOYER_URL}/v2`
const { paymentIntents } = new Stripe(
  process.env.STRIPE_SECRET_KEY,
  processorAt(process.env.STRIPE_URL),
)

// The orders of the shop, each with its payment. A shop has them in its database.
const orders = existsSync(ORDERS_FILE) ? JSON.parse(readFileSync(ORDERS_FILE, 'utf8')) : {}
const order = orders[PURCHASE_ID]

// An earlier run may have charged the order. The processor knows.
let payment = order && (await paymentIntents.retrieve(order.payment))
if (payment === undefined || payment.status === 'requires_payment_method') {
  const card = await chooseCard()
  payment = await charge(await readReference(card))
}
if (payment?.status === 'succeeded') console.log(`${PURCHASE_ID} is paid: ${payment.id}`)
else if (payment?.status === 'requires_action')
  console.log(`Confirm in the page: stripe.handleNextAction({ clientSecret }) for ${payment.id}`)
else if (payment) console.log(`${PURCHASE_ID} is ${payment.status}: ${payment.id}`)

/** The page of the shop: with the token of the buyer, who sees the methods and chooses one. */
async function chooseCard() {
  const buyer = createClient({ baseUrl, accessToken: ACCESS_TOKEN })
  const offered = buyer.listings.paymentMethods(LISTING_ID, { number_of_tickets: Number(TICKETS) })
  const methods = await offered.toArray()
  for (const { id, type, details } of methods) console.log(`Offered: ${id}, ${type} ${details}`)
  const cards = methods.filter(({ type }) => type === 'CreditCard')
  // The best card is the first.
  const card = METHOD_ID ? cards.find(({ id }) => String(id) === METHOD_ID) : cards[0]
  if (card === undefined) throw new Error('This card cannot pay for this listing.')
  return card
}

/** The purchase service, which no browser reaches: with a token of its own, renewed by itself. */
async function readReference(card) {
  const token = clientCredentials({
    authUrl: FOYER_URL,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    scope: 'read:charge',
  })
  const service = createClient({ baseUrl, accessToken: token })
  return service.paymentMethods.chargeReference(card, {
    userId: Number(USER_ID),
    listingId: LISTING_ID,
    purchaseId: PURCHASE_ID,
  })
}

/**
 * Charges a card. The order has one payment for all attempts, which the processor charges at most
 * once. Returns the payment; nothing if the card was declined.
 */
async function charge({ customer, payment_method, brand, last4 }) {
  const id = order?.payment ?? (await createPayment(customer))
  // If the payment was created before, the response of the creation is the old one.
  const current = await paymentIntents.retrieve(id)
  if (current.status !== 'requires_payment_method') return current
  console.log(`Charging ${brand} ${last4}`)
  try {
    // The buyer is here, and can confirm the payment if the bank asks for it.
    return await paymentIntents.confirm(id, { payment_method })
  } catch (error) {
    if (error.type !== 'StripeCardError') throw error
    console.log(`Declined: ${error.code}. Run this again with another METHOD_ID.`)
    process.exitCode = 1
  }
}

async function createPayment(customer) {
  const { id } = await paymentIntents.create(
    {
      amount: Number(AMOUNT),
      currency: CURRENCY,
      customer,
      payment_method_types: ['card'],
      metadata: { purchase: PURCHASE_ID, listing: LISTING_ID },
    },
    // If the shop stops before it has written the order, the next run gets this payment again.
    { idempotencyKey: `purchase-${PURCHASE_ID}` },
  )
  orders[PURCHASE_ID] = { payment: id }
  writeFileSync(ORDERS_FILE, JSON.stringify(orders))
  return id
}

/** Where the processor is, if it is not Stripe itself but a stand-in for tests. */
function processorAt(url) {
  if (url === undefined) return {}
  const { protocol, hostname, port } = new URL(url)
  return { protocol: protocol.slice(0, -1), host: hostname, port }
}
