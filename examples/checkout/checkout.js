// Buys tickets: lists the payment methods of the buyer for a listing, and charges the best card.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createClient } from '@foyer/client'
import { clientCredentials } from '@foyer/client/oauth'
import Stripe from 'stripe'

const { FOYER_URL = 'http://localhost:8080', CLIENT_ID, CLIENT_SECRET, ACCESS_TOKEN } = process.env
const { USER_ID, LISTING_ID, TICKETS = '2', AMOUNT, CURRENCY = 'gbp', PURCHASE_ID } = process.env
const { ORDERS_FILE = 'orders.json' } = process.env
const baseUrl = `${FOYER_URL}/v2`

// The orders of the shop, with what was paid. A shop has them in its database.
const orders = existsSync(ORDERS_FILE) ? JSON.parse(readFileSync(ORDERS_FILE, 'utf8')) : {}
if (orders[PURCHASE_ID]) {
  console.log(`${PURCHASE_ID} is paid: ${orders[PURCHASE_ID].payment}`)
  process.exit()
}

// The page of the shop: with the token of the buyer, who sees the methods and chooses one.
const buyer = createClient({ baseUrl, accessToken: ACCESS_TOKEN })
const offered = buyer.listings.paymentMethods(LISTING_ID, { number_of_tickets: Number(TICKETS) })
const methods = await offered.toArray()
for (const { type, details } of methods) console.log(`Offered: ${type} ${details}`)
const card = methods.find(({ type }) => type === 'CreditCard')
if (card === undefined) throw new Error('No card can pay for this listing.')

// The purchase service, which no browser reaches: with a token of its own, renewed by itself.
const token = clientCredentials({
  authUrl: FOYER_URL,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  scope: 'read:charge',
})
const service = createClient({ baseUrl, accessToken: token })
const reference = await service.paymentMethods.chargeReference(card, {
  userId: Number(USER_ID),
  listingId: LISTING_ID,
  purchaseId: PURCHASE_ID,
})

const stripe = new Stripe(process.env.STRIPE_SECRET_KEY, processorAt(process.env.STRIPE_URL))
const payment = await stripe.paymentIntents.create(
  {
    amount: Number(AMOUNT),
    currency: CURRENCY,
    customer: reference.customer,
    payment_method: reference.payment_method,
    payment_method_types: ['card'],
    // The buyer is here, and can confirm the payment if the bank asks for it.
    confirm: true,
    metadata: { purchase: PURCHASE_ID, listing: LISTING_ID },
  },
  // The key is that of the order. If the shop stops before it has written the order, the next run
  // gets this payment again, and charges nothing. Another card for the same key is refused.
  { idempotencyKey: `purchase-${PURCHASE_ID}` },
)
if (payment.status === 'requires_action') {
  console.log(`Confirm in the page: stripe.handleNextAction({ clientSecret }) for ${payment.id}`)
} else {
  orders[PURCHASE_ID] = { payment: payment.id }
  writeFileSync(ORDERS_FILE, JSON.stringify(orders))
  console.log(`Charged ${reference.brand} ${reference.last4}: ${payment.status}, ${payment.id}`)
}

/** Where the processor is, if it is not Stripe itself but a stand-in for tests. */
function processorAt(url) {
  if (url === undefined) return {}
  const { protocol, hostname, port } = new URL(url)
  return { protocol: protocol.slice(0, -1), host: hostname, port }
}
