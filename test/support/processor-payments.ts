import type Stripe from 'stripe'
import { declineOf } from './processor-declines.ts'
import { type ErrorBody, missing, newId, Problem } from './processor-problems.ts'
import type { SetupCard } from './processor-setups.ts'

/*
 * The processor's PaymentIntents, which charge a card while its holder is present or away.
 */

/** What PaymentIntents need to know of the processor. */
export interface Wallet {
  find(id: string): SetupCard
  /** Whether a SetupIntent got the card ready for payments while its holder is away. */
  isSetUp(id: string): boolean
}

interface Payment {
  readonly id: string
  readonly secret: string
  readonly amount: number
  readonly currency: string
  readonly customer: string | null
  status: Stripe.PaymentIntent['status']
  method: string | null
}

/**
 * Cards whose holder must authenticate: unless the card is set up, always, and whenever the holder
 * is present.
 */
const authenticates = new Set(['4000002500003155', '4000002760003184'])
const alwaysAuthenticates = new Set(['4000002760003184'])
const authenticatesHolder = new Set(['4000002760003184', '4000003800000446'])
/** This card can be attached to a customer, but is declined when it is charged. */
const declinedWhenCharged = '4000000000000341'

const openStatuses: readonly Stripe.PaymentIntent['status'][] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]

export class Payments {
  readonly #all = new Map<string, Payment>()
  readonly #wallet: Wallet
  constructor(wallet: Wallet) {
    this.#wallet = wallet
  }

  create(body: URLSearchParams): object {
    const method = body.get('payment_method')
    const id = newId('pi')
    const payment: Payment = {
      id,
      secret: `${id}_secret_${newId('x')}`,
      amount: Number(body.get('amount')),
      currency: body.get('currency') ?? '',
      customer: body.get('customer'),
      status: method === null ? 'requires_payment_method' : 'requires_confirmation',
      method,
    }
    this.#all.set(id, payment)
    return body.get('confirm') === 'true' ? this.confirm(id, body) : shown(payment)
  }

  retrieve(id: string): object {
    return shown(this.#find(id))
  }

  confirm(id: string, body: URLSearchParams): object {
    const payment = this.#find(id)
    if (!openStatuses.includes(payment.status)) throw unexpected(payment)
    const card = this.#wallet.find(body.get('payment_method') ?? payment.method ?? '')
    if (card.customer === null || card.customer !== payment.customer)
      throw missing('payment_method', 400)
    const { number } = card.card
    payment.method = card.id
    const declined = number === declinedWhenCharged ? { code: 'card_declined' } : declineOf(number)
    if (declined) throw this.#decline(payment, declined)
    const isSetUp = this.#wallet.isSetUp(card.id)
    const mustAuthenticate =
      alwaysAuthenticates.has(number) || (authenticates.has(number) && !isSetUp)
    if (body.get('off_session') === 'true' && mustAuthenticate)
      throw this.#decline(payment, {
        code: 'authentication_required',
        decline_code: 'authentication_required',
      })
    const isAsked = mustAuthenticate || authenticatesHolder.has(number)
    const isHere = body.get('off_session') !== 'true'
    payment.status = isHere && isAsked ? 'requires_action' : 'succeeded'
    return shown(payment)
  }

  /** The holder confirms the payment in the page. */
  authenticate(id: string): void {
    const payment = this.#find(id)
    if (payment.status !== 'requires_action') throw unexpected(payment)
    payment.status = 'succeeded'
  }

  #find(id: string): Payment {
    const payment = this.#all.get(id)
    if (payment === undefined) throw missing('payment_intent', 404, 'intent')
    return payment
  }

  #decline(payment: Payment, reason: Omit<ErrorBody, 'type'>): Problem {
    payment.status = 'requires_payment_method'
    return new Problem(402, {
      type: 'card_error',
      ...reason,
      payment_intent: shown({ ...payment, method: null }),
    })
  }
}

const unexpected = ({ status }: Payment): Problem =>
  new Problem(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent has the status ${status}.`,
  })

const shown = ({ id, secret, amount, status, method, currency, customer }: Payment) =>
  ({
    id,
    object: 'payment_intent',
    status,
    amount,
    amount_received: status === 'succeeded' ? amount : 0,
    client_secret: secret,
    currency,
    customer,
    payment_method: method,
  }) satisfies Partial<Stripe.PaymentIntent>
