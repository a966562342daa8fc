import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { type Database, Unavailable } from '../platform/db.ts'
import { before } from '../platform/deadline.ts'
import * as store from './store.ts'
import { isMissing, isOfCustomer, judge, unavailable } from './stripe-errors.ts'
import {
  type Card,
  CardDeclined,
  type CardVault,
  type KeptCard,
  VaultUnavailable,
} from './vault.ts'

const name = 'stripe'

/** In milliseconds: one attempt at one request, and all requests of a call together. */
export interface StripeLimits {
  readonly attempt: number
  readonly call: number
}

const usualLimits: StripeLimits = { attempt: 4_000, call: 8_000 }

/** Runs a request in the time that its call has left; one that changes something twice under one key changes it once. */
type Ask = <T>(
  request: (options: Stripe.RequestOptions) => Promise<T>,
  idempotencyKey?: string,
) => Promise<T>

/**
 * Keeps cards as payment methods of the processor, each user a customer of its own. A card is kept from its number, from a
 * token (`tok_…`), or is there already under a name of its own (`pm_…`) and only attached.
 */
export function stripeVault(stripe: Stripe, db: Database, limits = usualLimits): CardVault {
  const asking = (): Ask => {
    const deadline = performance.now() + limits.call
    return (request, idempotencyKey) => {
      const left = Math.ceil(deadline - performance.now())
      if (left <= 0) return Promise.reject(tooLate())
      const timeout = Math.min(limits.attempt, left)
      const answer = request({ timeout, ...(idempotencyKey && { idempotencyKey }) })
      return before(deadline, answer).catch((error: unknown) => {
        throw error instanceof Unavailable ? tooLate() : error
      })
    }
  }

  /** @returns the customer that a user is, made where there is none. */
  async function customerOf(ask: Ask, userId: number, reference: string): Promise<string> {
    const known = await store.findCustomer(db, userId, name)
    if (known !== undefined) return known
    const metadata = { foyer_user: String(userId) }
    const { id } = await ask(
      (options) => stripe.customers.create({ metadata }, options),
      keyOf(reference, 'customer'),
    )
    return store.keepCustomer(db, userId, name, id)
  }

  /** Makes a payment method that is marked from the beginning, then attaches it. */
  async function make(ask: Ask, customer: string, reference: string, card: Card) {
    const { id } = await ask(
      (options) =>
        stripe.paymentMethods.create(
          {
            type: 'card',
            card:
              card.token === undefined
                ? {
                    number: card.number ?? '',
                    exp_month: card.expiryMonth,
                    exp_year: card.expiryYear,
                  }
                : { token: card.token },
            billing_details: { name: card.fullName },
            metadata: { foyer_reference: reference },
          },
          options,
        ),
      keyOf(reference, 'create'),
    )
    return ask(
      (options) => stripe.paymentMethods.attach(id, { customer }, options),
      keyOf(reference, 'attach'),
    )
  }

  /** Attaches a payment method that was made elsewhere; it can be marked only after that. */
  async function adopt(
    ask: Ask,
    customer: string,
    reference: string,
    { token = '', fullName }: Card,
  ): Promise<Stripe.PaymentMethod> {
    const given = await ask((options) => stripe.paymentMethods.retrieve(token, {}, options))
    const owner = ownerOf(given)
    if (given.card === undefined || (owner !== undefined && owner !== customer))
      throw new CardDeclined('card_token', ['card.token.unknown'])
    const { id } =
      owner === customer
        ? given
        : await ask((options) => stripe.paymentMethods.attach(token, { customer }, options))
    const details = {
      billing_details: { name: fullName },
      metadata: { foyer_reference: reference },
    }
    try {
      return await ask((options) => stripe.paymentMethods.update(id, details, options))
    } catch (error) {
      // It is attached by now, so whatever this was, it was not declined.
      throw unavailable(error)
    }
  }

  return {
    name,

    referenceOf: ({ token }) => (token !== undefined && isOwnName(token) ? token : randomUUID()),

    async keep(userId, reference, card) {
      const { token } = card
      if (token !== undefined && !/^(pm|tok)_\w+$/.test(token))
        throw new CardDeclined('card_token', ['card.token.unknown'])
      const ask = asking()
      const customer = await customerOf(ask, userId, reference).catch(refuse)
      try {
        const keep = token?.startsWith('pm_') ? adopt : make
        return keptOf(await keep(ask, customer, reference, card))
      } catch (error) {
        // A customer that the processor has lost is made anew by the next attempt.
        if (isOfCustomer(error)) await store.forgetCustomer(db, userId, name, customer)
        throw judge(error, card)
      }
    },

    async change(token, { fullName, expiryMonth, expiryYear }) {
      const details = {
        billing_details: { name: fullName },
        card: { exp_month: expiryMonth, exp_year: expiryYear },
      }
      try {
        await asking()((options) => stripe.paymentMethods.update(token, details, options))
      } catch (error) {
        if (isMissing(error)) throw new CardDeclined('card_number', ['card.gone'])
        throw judge(error, { token: undefined })
      }
    },

    async remove(token) {
      try {
        await asking()((options) => stripe.paymentMethods.detach(token, {}, options))
      } catch (error) {
        if (!isMissing(error)) throw unavailable(error)
      }
    },

    async find(userId, reference) {
      const customer = await store.findCustomer(db, userId, name)
      if (customer === undefined) return []
      const ask = asking()
      try {
        if (isOwnName(reference)) {
          const given = await ask((options) =>
            stripe.paymentMethods.retrieve(reference, {}, options),
          )
          return ownerOf(given) === customer ? [given.id] : []
        }
        return await marked(ask, customer, reference)
      } catch (error) {
        if (isMissing(error)) return []
        throw unavailable(error)
      }
    },
  }

  /** The names of a customer's cards with a mark. */
  async function marked(ask: Ask, customer: string, reference: string): Promise<string[]> {
    const found: string[] = []
    let after: string | undefined
    do {
      const page = { limit: 100, type: 'card', ...(after && { starting_after: after }) } as const
      const { data, has_more } = await ask((options) =>
        stripe.customers.listPaymentMethods(customer, page, options),
      )
      for (const { id, metadata } of data)
        if (metadata?.foyer_reference === reference) found.push(id)
      after = has_more ? data.at(-1)?.id : undefined
    } while (after !== undefined)
    return found
  }
}

const tooLate = () => new VaultUnavailable(new Error('The card processor took too long.'))

const refuse = (error: unknown): never => {
  throw unavailable(error)
}

const keyOf = (reference: string, step: string): string => `foyer-${reference}-${step}`

/** A payment method's name, which those that stand for test cards (`pm_card_visa`) are not: each use makes another. */
const isOwnName = (token: string): boolean => /^pm_[A-Za-z0-9]+$/.test(token)

const ownerOf = ({ customer }: Stripe.PaymentMethod): string | undefined =>
  typeof customer === 'string' ? customer : customer?.id

/** The processor's names of brands that differ from ours. */
const brands: Readonly<Record<string, string>> = { amex: 'american-express', diners: 'diners-club' }

function keptOf({ id, card }: Stripe.PaymentMethod): KeptCard {
  if (card === undefined) throw new CardDeclined('card_token', ['card.token.unknown'])
  return {
    token: id,
    brand: brands[card.brand] ?? card.brand,
    last4: card.last4,
    expiryMonth: card.exp_month,
    expiryYear: card.exp_year,
    identity: card.fingerprint ?? id,
  }
}
