import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { type Database, Unavailable } from '../../../../platform/database/db.ts'
import { awaitUntil } from '../../../../platform/database/deadline.ts'
import * as store from '../../store.ts'
import { type Card, type CardVault, cardDeclined, VaultUnavailable } from '../vault.ts'
import {
  keptOf,
  ownerOf,
  type PaymentMethodAnswer,
  readCustomer,
  readPaymentMethod,
  readPaymentMethods,
} from './stripe-answers.ts'
import { isMissing, isOfCustomer, judge, unavailable } from './stripe-errors.ts'

const name = 'stripe'

/** Time limits and retries of requests to the processor. */
export interface StripeLimits {
  /** One attempt at one request, in milliseconds. */
  readonly attempt: number
  /** All requests of a call together, in milliseconds. */
  readonly call: number
  /** How often a request is repeated after a connection failure. */
  readonly retries: number
}

const usualLimits: StripeLimits = { attempt: 4_000, call: 8_000, retries: 1 }

/**
 * Sends a request within the time that its call has left, and reads the answer. A request that is repeated with the
 * same idempotency key changes nothing more.
 */
type Ask = <T>(
  read: (answer: unknown) => T,
  request: (options: Stripe.RequestOptions) => Promise<unknown>,
  idempotencyKey?: string,
) => Promise<T>

/**
 * Keeps cards as payment methods of the processor, each user a customer of its own. A card is kept from its number, from a
 * token (`tok_…`), or is there already under a name of its own (`pm_…`) and only attached.
 */
export function stripeVault(stripe: Stripe, db: Database, limits = usualLimits): CardVault {
  const asking = (): Ask => {
    const deadline = performance.now() + limits.call
    return async (read, request, idempotencyKey) => {
      const left = Math.ceil(deadline - performance.now())
      if (left <= 0) throw tooLate()
      const options = {
        timeout: Math.min(limits.attempt, left),
        maxNetworkRetries: limits.retries,
        ...(idempotencyKey && { idempotencyKey }),
      }
      const answer = awaitUntil(deadline, request(options)).catch((error: unknown) => {
        throw error instanceof Unavailable ? tooLate() : error
      })
      return read(await answer)
    }
  }

  /** @returns the customer that a user is, made where there is none. */
  async function customerOf(ask: Ask, userId: number, reference: string): Promise<string> {
    const known = await store.findCustomer(db, userId, name)
    if (known !== undefined) return known
    const metadata = { foyer_user: String(userId) }
    const { id } = await ask(
      readCustomer,
      (options) => stripe.customers.create({ metadata }, options),
      keyOf(reference, 'customer'),
    )
    return store.keepCustomer(db, userId, name, id)
  }

  /** Makes a payment method that is marked from the beginning, then attaches it. */
  async function make(ask: Ask, customer: string, reference: string, card: Card) {
    const { id } = await ask(
      readPaymentMethod,
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
      readPaymentMethod,
      (options) => stripe.paymentMethods.attach(id, { customer }, options),
      keyOf(reference, `attach-${customer}`),
    )
  }

  /** Attaches a payment method that was made elsewhere; it can be marked only after that. */
  async function adopt(
    ask: Ask,
    customer: string,
    reference: string,
    { token = '', fullName }: Card,
  ): Promise<PaymentMethodAnswer> {
    const given = await ask(readPaymentMethod, (options) =>
      stripe.paymentMethods.retrieve(token, {}, options),
    )
    const owner = ownerOf(given)
    if (!given.card || (owner !== undefined && owner !== customer))
      throw cardDeclined('card_token', ['card.token.unknown'])
    const { id } =
      owner === customer
        ? given
        : await ask(readPaymentMethod, (options) =>
            stripe.paymentMethods.attach(token, { customer }, options),
          )
    const details = {
      billing_details: { name: fullName },
      metadata: { foyer_reference: reference },
    }
    try {
      return await ask(readPaymentMethod, (options) =>
        stripe.paymentMethods.update(id, details, options),
      )
    } catch (error) {
      // It is attached by now, so whatever this was, it was not declined.
      throw unavailable(error)
    }
  }

  /** Keeps a card for a user's customer. A customer that the processor has lost is replaced, once. */
  async function keepFor(
    ask: Ask,
    userId: number,
    reference: string,
    card: Card,
    isRepeated = false,
  ): Promise<PaymentMethodAnswer> {
    const customer = await customerOf(ask, userId, reference).catch(refuse)
    const keep = card.token?.startsWith('pm_') ? adopt : make
    try {
      return await keep(ask, customer, reference, card)
    } catch (error) {
      if (!isOfCustomer(error)) throw error
      await store.forgetCustomer(db, userId, name, customer)
      if (isRepeated) throw error
      return keepFor(ask, userId, reference, card, true)
    }
  }

  return {
    name,

    referenceOf: ({ token }) => (token !== undefined && isOwnName(token) ? token : randomUUID()),

    async keep(userId, reference, card) {
      const { token } = card
      if (token !== undefined && !/^(pm|tok)_\w+$/.test(token))
        throw cardDeclined('card_token', ['card.token.unknown'])
      try {
        return keptOf(await keepFor(asking(), userId, reference, card))
      } catch (error) {
        throw judge(error, card)
      }
    },

    async change(token, { fullName, expiryMonth, expiryYear }) {
      const details = {
        billing_details: { name: fullName },
        card: { exp_month: expiryMonth, exp_year: expiryYear },
      }
      try {
        await asking()(readPaymentMethod, (options) =>
          stripe.paymentMethods.update(token, details, options),
        )
      } catch (error) {
        if (isMissing(error)) throw cardDeclined('card_number', ['card.gone'])
        throw judge(error, { token: undefined })
      }
    },

    async remove(token) {
      try {
        await asking()(readPaymentMethod, (options) =>
          stripe.paymentMethods.detach(token, {}, options),
        )
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
          const given = await ask(readPaymentMethod, (options) =>
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
      const { data, has_more } = await ask(readPaymentMethods, (options) =>
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
