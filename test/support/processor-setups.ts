import type Stripe from 'stripe'
import { declineOf } from './processor-declines.ts'
import { type ErrorBody, missing, newId, Problem } from './processor-problems.ts'

/*
 * The processor's SetupIntents, which get a card ready for payments while its holder is away.
 */

/** What SetupIntents need to know of a card. */
export interface SetupCard {
  readonly id: string
  readonly card: { readonly number: string }
  customer: string | null
  wasAttached: boolean
}

/** What SetupIntents need to know of the processor. */
export interface Cards {
  hasCustomer(id: string): boolean
  find(id: string): SetupCard
  /** Makes a card of a confirmation token, which can be used once. */
  confirm(token: string): SetupCard
  /** Makes a card of the parameters that hosted fields have sent. */
  create(body: URLSearchParams, prefix: string): SetupCard
}

type Status = Stripe.SetupIntent['status']

export interface Setup {
  readonly id: string
  readonly secret: string
  readonly created: number
  readonly customer: string | null
  readonly usage: string
  readonly metadata: Record<string, string>
  status: Status
  method: string | null
  error: ErrorBody | null
  /** The holder's authentication, if there was one. */
  authentication: { readonly attempt: string; readonly transaction: string | null } | null
  cancellation: Stripe.SetupIntent.CancellationReason | null
}

const openStatuses: readonly Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]

/** Cards whose holders must authenticate when the card is set up. */
const authenticates = new Set(['4000002500003155', '4000002760003184'])

export class Setups {
  readonly #all = new Map<string, Setup>()
  readonly #cards: Cards
  constructor(cards: Cards) {
    this.#cards = cards
  }

  get all(): readonly Readonly<Setup>[] {
    return [...this.#all.values()]
  }

  /** The ids of the SetupIntents that can still be confirmed. */
  get open(): string[] {
    const open = this.all.filter(({ status }) => openStatuses.includes(status))
    return open.map(({ id }) => id).sort()
  }

  create(body: URLSearchParams, metadata: Record<string, string>): object {
    const customer = body.get('customer')
    if (customer !== null && !this.#cards.hasCustomer(customer)) throw missing('customer', 400)
    const id = newId('seti')
    const setup: Setup = {
      id,
      secret: `${id}_secret_${newId('x')}`,
      created: this.#all.size,
      customer,
      usage: body.get('usage') ?? 'off_session',
      metadata,
      status: 'requires_payment_method',
      method: null,
      error: null,
      authentication: null,
      cancellation: null,
    }
    const token = body.get('confirmation_token')
    const method = token === null ? body.get('payment_method') : this.#cards.confirm(token).id
    if (method !== null) {
      this.#cards.find(method)
      setup.method = method
      setup.status = 'requires_confirmation'
    }
    this.#all.set(id, setup)
    if (body.get('confirm') === 'true') this.confirm(id, new URLSearchParams())
    return shown(setup)
  }

  confirm(id: string, body: URLSearchParams): object {
    const setup = this.find(id)
    if (!openStatuses.includes(setup.status)) throw unexpected(setup)
    const method = this.#methodFor(setup, body)
    if (method.wasAttached && method.customer !== setup.customer) {
      const message = 'The payment method was attached to a customer before.'
      throw new Problem(400, { type: 'invalid_request_error', message })
    }
    setup.method = method.id
    const decline = declineOf(method.card.number)
    if (decline) {
      setup.status = 'requires_payment_method'
      setup.error = { type: 'card_error', ...decline }
      throw new Problem(402, { ...setup.error, setup_intent: shown(setup) })
    }
    if (authenticates.has(method.card.number)) setup.status = 'requires_action'
    else this.#succeed(setup, null)
    return shown(setup)
  }

  /** Ends the challenge of the card's issuer. */
  authenticate(id: string, isHolder: boolean): object {
    const setup = this.find(id)
    if (setup.status !== 'requires_action') throw unexpected(setup)
    if (isHolder) this.#succeed(setup, crypto.randomUUID())
    else {
      setup.status = 'requires_payment_method'
      setup.error = { type: 'invalid_request_error', code: 'setup_intent_authentication_failure' }
    }
    return shown(setup)
  }

  cancel(id: string, reason: string | null): object {
    const setup = this.find(id)
    if (!openStatuses.includes(setup.status)) throw unexpected(setup)
    setup.status = 'canceled'
    setup.cancellation = reason as Stripe.SetupIntent.CancellationReason | null
    return shown(setup)
  }

  retrieve(id: string, query: URLSearchParams): object {
    const setup = this.find(id)
    const expanded = [...query].some(([, value]) => value === 'latest_attempt')
    return shown(setup, expanded)
  }

  /** Newest first, and fewer than requested, so that the caller has to request another page. */
  list(query: URLSearchParams): object {
    const customer = query.get('customer')
    if (customer !== null && !this.#cards.hasCustomer(customer)) throw missing('customer')
    const method = query.get('payment_method')
    const all = [...this.#all.values()]
      .filter((setup) => customer === null || setup.customer === customer)
      .filter((setup) => method === null || setup.method === method)
      .reverse()
    const after = all.findIndex(({ id }) => id === query.get('starting_after'))
    const expanded = [...query].some(([, value]) => value === 'data.latest_attempt')
    const data = all.slice(after + 1, after + 4).map((setup) => shown(setup, expanded))
    return { object: 'list', data, has_more: after + 4 < all.length }
  }

  /** Whether a card is ready for payments while its holder is away. */
  isSetUp(method: string): boolean {
    return this.all.some((setup) => setup.method === method && setup.status === 'succeeded')
  }

  find(id: string): Setup {
    const setup = this.#all.get(id)
    if (setup === undefined) throw missing('setup_intent', 404, 'intent')
    return setup
  }

  #methodFor(setup: Setup, body: URLSearchParams): SetupCard {
    if (body.has('payment_method_data[type]'))
      return this.#cards.create(body, 'payment_method_data')
    return this.#cards.find(body.get('payment_method') ?? setup.method ?? '')
  }

  #succeed(setup: Setup, transaction: string | null): void {
    const method = this.#cards.find(setup.method ?? '')
    method.customer = setup.customer
    method.wasAttached = true
    setup.status = 'succeeded'
    setup.error = null
    setup.authentication = { attempt: newId('setatt'), transaction }
  }
}

const unexpected = ({ status }: Setup): Problem =>
  new Problem(400, {
    type: 'invalid_request_error',
    code: 'setup_intent_unexpected_state',
    message: `This SetupIntent has the status ${status}.`,
  })

/** The mandate that a holder's authentication makes. */
export const mandateOf = ({ id, authentication }: Pick<Setup, 'id' | 'authentication'>) =>
  authentication?.transaction ? `mandate_${id.slice('seti_'.length)}` : null

function shown(setup: Setup, isExpanded = false): object {
  const { id, status, authentication } = setup
  return {
    id,
    object: 'setup_intent',
    cancellation_reason: setup.cancellation,
    client_secret: setup.secret,
    created: setup.created,
    customer: setup.customer,
    last_setup_error: setup.error as Stripe.SetupIntent.LastSetupError | null,
    latest_attempt: authentication && (isExpanded ? attemptOf(setup) : authentication.attempt),
    mandate: mandateOf(setup),
    metadata: setup.metadata,
    next_action:
      status === 'requires_action' ? { type: 'use_stripe_sdk', use_stripe_sdk: {} } : null,
    payment_method: setup.method,
    payment_method_types: ['card'],
    status,
    usage: setup.usage,
  } satisfies Partial<Stripe.SetupIntent>
}

function attemptOf({ id, customer, method, usage, authentication }: Setup): Stripe.SetupAttempt {
  const attempt = {
    id: authentication?.attempt ?? '',
    object: 'setup_attempt',
    created: 0,
    customer,
    customer_account: null,
    flow_directions: null,
    livemode: false,
    application: null,
    on_behalf_of: null,
    payment_method: method ?? '',
    payment_method_details: {
      type: 'card',
      card: cardDetails(authentication?.transaction ?? null),
    },
    setup_error: null,
    setup_intent: id,
    status: 'succeeded',
    usage,
  } as const
  return attempt
}

const cardDetails = (
  transaction: string | null,
): Stripe.SetupAttempt.PaymentMethodDetails.Card => ({
  brand: null,
  checks: null,
  country: null,
  exp_month: null,
  exp_year: null,
  funding: null,
  last4: null,
  network: 'visa',
  wallet: null,
  three_d_secure:
    transaction === null
      ? null
      : {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          result: 'authenticated',
          result_reason: null,
          transaction_id: transaction,
          version: '2.2.0',
        },
})
