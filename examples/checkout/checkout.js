// Buys tickets: lists the payment methods of the buyer for a listing, and charges the best card.
import { createClient } from '@foyer/client'
import { clientCredentials } from '@foyer/client/oauth'
import Stripe from 'stripe'

const { FOYER_URL = 'http://localhost:8080', CLIENT_ID, CLIENT_SECRET, ACCESS_TOKEN } = process.env
const { USER_ID, LISTING_ID, TICKETS = '2', AMOUNT, CURRENCY = 'gbp', PURCHASE_ID } = process.env
const baseUrl = `${FOYER_URL}/v2`

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
const query = new URLSearchParams({
  user_id: USER_ID,
  listing_id: LISTING_ID,
  purchase_id: PURCHASE_ID,
})
const { status, body: reference } = await service.request(
  'GET',
  `/paymentmethods/${card.id}/charge-reference?${query}`,
)
if (status !== 200) throw new Error(`The card cannot be charged: ${reference.code}`)

const stripe = new Stripe(process.env.STRIPE_SECRET_KEY, processorAt(process.env.STRIPE_URL))
const payment = await stripe.paymentIntents.create(
  {
    amount: Number(AMOUNT),
    currency: CURRENCY,
    customer: reference.customer,
    payment_method: reference.payment_method,
    confirm: true,
    off_session: true,
    metadata: { purchase: PURCHASE_ID, listing: LISTING_ID },
  },
  // The same purchase is never charged twice.
  { idempotencyKey: PURCHASE_ID },
)
console.log(`Charged ${reference.brand} ${reference.last4}: ${payment.status}`)

/** Where the processor is, if it is not Stripe itself but a stand-in for tests. */
function processorAt(url) {
  if (url === undefined) return {}
  const { protocol, hostname, port } = new URL(url)
  return { protocol: protocol.slice(0, -1), host: hostname, port }
}
