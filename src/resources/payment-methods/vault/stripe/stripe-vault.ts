import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { type Database, Unavailable } from '../../../../platform/database/db.ts'
import { awaitUntil } from '../../../../platform/database/deadline.ts'
import * as store from '../store.ts'
import { type Card, type CardVault, cardDeclined, VaultUnavailable } from '../vault.ts'
import {
  keptOf,
  ownerOf,
  type PaymentMethodAnswer,
  readCustomer,
  readPaymentMethod,
  readPaymentMethods,
} from './stripe-answers.ts'
import { convertError, isCustomerMissing, isMissing, unavailable } from './stripe-errors.ts'

const name = 'stripe'

/** Time limits and retries of requests to the processor. */
export interface StripeLimits {
  /** The time limit of one attempt at a request, in milliseconds. */
  readonly attemptTimeoutMs: number
  /** The time limit of all requests of a call together, in milliseconds. */
  readonly callTimeoutMs: number
  /** How often a request is repeated after a connection failure. */
  readonly retries: number
}

const defaultLimits: StripeLimits = { attemptTimeoutMs: 4_000, callTimeoutMs: 8_000, retries: 1 }

/**
 * Sends a request within the remaining time of its call, and reads the answer. A repeated request
 * with the same idempotency key has no further effect.
 */
type Ask = <T>(
  read: (answer: unknown) => T,
  request: (options: Stripe.RequestOptions) => Promise<unknown>,
  idempotencyKey?: string,
) => Promise<T>

/**
 * A vault that keeps cards as payment methods of the processor. Each user is a customer of the
 * processor. A card comes from its number, from a token (`tok_…`), or is a payment method of the
 * processor already (`pm_…`) and is only attached to the customer.
 */
export function stripeVault(stripe: Stripe, db: Database, limits = defaultLimits): CardVault {
  const startCall = (): Ask => {
    const deadline = performance.now() + limits.callTimeoutMs
    return async (read, request, idempotencyKey) => {
      const left = Math.ceil(deadline - performance.now())
      if (left <= 0) throw timedOut()
      const options = {
        timeout: Math.min(limits.attemptTimeoutMs, left),
        maxNetworkRetries: limits.retries,
        ...(idempotencyKey && { idempotencyKey }),
      }
      const answer = awaitUntil(deadline, request(options)).catch((error: unknown) => {
        throw error instanceof Unavailable ? timedOut() : error
      })
      return read(await answer)
    }
  }

  /** Returns the processor's customer for a user. Creates it if needed. */
  async function customerOf(ask: Ask, userId: number, reference: string): Promise<string> {
    const known = await store.findCustomer(db, userId, name)
    if (known !== undefined) return known
    const metadata = { foyer_user: String(userId) }
    const { id } = await ask(
      readCustomer,
      (options) => stripe.customers.create({ metadata }, options),
      keyOf(reference, 'customer'),
    )
    return store.saveCustomer(db, userId, name, id)
  }

  /**
   * Creates a payment method with the reference in its metadata, and attaches it to the customer.
   */
  async function createAttached(ask: Ask, customer: string, reference: string, card: Card) {
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

  /** Attaches an existing payment method. The reference can only be added after that. */
  async function attachExisting(
    ask: Ask,
    customer: string,
    reference: string,
    { token = '', fullName }: Card,
  ): Promise<PaymentMethodAnswer> {
    const paymentMethod = await ask(readPaymentMethod, (options) =>
      stripe.paymentMethods.retrieve(token, {}, options),
    )
    const owner = ownerOf(paymentMethod)
    if (!paymentMethod.card || (owner !== undefined && owner !== customer))
      throw cardDeclined('card_token', ['card.token.unknown'])
    const { id } =
      owner === customer
        ? paymentMethod
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
      // The payment method is attached now, so this error is not a decline.
      throw unavailable(error)
    }
  }

  /**
   * Keeps a card for a user's customer. If the processor no longer has the customer, creates a new
   * one, once.
   */
  async function keepFor(
    ask: Ask,
    userId: number,
    reference: string,
    card: Card,
    isRepeated = false,
  ): Promise<PaymentMethodAnswer> {
    const customer = await customerOf(ask, userId, reference).catch(refuse)
    const keep = card.token?.startsWith('pm_') ? attachExisting : createAttached
    try {
      return await keep(ask, customer, reference, card)
    } catch (error) {
      if (!isCustomerMissing(error)) throw error
      await store.removeCustomer(db, userId, name, customer)
      if (isRepeated) throw error
      return keepFor(ask, userId, reference, card, true)
    }
  }

  return {
    name,

    referenceOf: ({ token }) =>
      token !== undefined && isPaymentMethodId(token) ? token : randomUUID(),

    async keep(userId, reference, card) {
      const { token } = card
      if (token !== undefined && !/^(pm|tok)_\w+$/.test(token))
        throw cardDeclined('card_token', ['card.token.unknown'])
      try {
        return keptOf(await keepFor(startCall(), userId, reference, card))
      } catch (error) {
        throw convertError(error, card)
      }
    },

    async change(token, { fullName, expiryMonth, expiryYear }) {
      const details = {
        billing_details: { name: fullName },
        card: { exp_month: expiryMonth, exp_year: expiryYear },
      }
      try {
        await startCall()(readPaymentMethod, (options) =>
          stripe.paymentMethods.update(token, details, options),
        )
      } catch (error) {
        if (isMissing(error)) throw cardDeclined('card_number', ['card.gone'])
        throw convertError(error, { token: undefined })
      }
    },

    async remove(token) {
      try {
        await startCall()(readPaymentMethod, (options) =>
          stripe.paymentMethods.detach(token, {}, options),
        )
      } catch (error) {
        if (!isMissing(error)) throw unavailable(error)
      }
    },

    async removeCustomer(customerId) {
      try {
        await startCall()(readCustomer, (options) => stripe.customers.del(customerId, {}, options))
      } catch (error) {
        if (!isMissing(error)) throw unavailable(error)
      }
    },

    async find(userId, reference) {
      const customer = await store.findCustomer(db, userId, name)
      if (customer === undefined) return []
      const ask = startCall()
      try {
        if (isPaymentMethodId(reference)) {
          const paymentMethod = await ask(readPaymentMethod, (options) =>
            stripe.paymentMethods.retrieve(reference, {}, options),
          )
          return ownerOf(paymentMethod) === customer ? [paymentMethod.id] : []
        }
        return await findByReference(ask, customer, reference)
      } catch (error) {
        if (isMissing(error)) return []
        throw unavailable(error)
      }
    },

    async cardsOf(customerId) {
      const ask = startCall()
      try {
        const attached = await listAttached(ask, customerId)
        return attached
          .filter(({ card }) => card)
          .map((one) => ({ ...keptOf(one), reference: referenceIn(one) }))
      } catch (error) {
        if (isMissing(error) && (await isDeleted(ask, customerId))) return undefined
        throw unavailable(error)
      }
    },

    async isAttached(token) {
      const paymentMethod = await startCall()(readPaymentMethod, (options) =>
        stripe.paymentMethods.retrieve(token, {}, options),
      ).catch(refuse)
      return ownerOf(paymentMethod) !== undefined
    },
  }

  /** Returns the ids of a customer's cards with this reference. */
  async function findByReference(ask: Ask, customer: string, reference: string): Promise<string[]> {
    const attached = await listAttached(ask, customer)
    return attached.filter((one) => referenceIn(one) === reference).map(({ id }) => id)
  }

  /** Returns all payment methods of a customer, page by page. */
  async function listAttached(ask: Ask, customer: string): Promise<PaymentMethodAnswer[]> {
    const attached: PaymentMethodAnswer[] = []
    let after: string | undefined
    do {
      const page = { limit: 100, ...(after && { starting_after: after }) } as const
      const { data, has_more } = await ask(readPaymentMethods, (options) =>
        stripe.customers.listPaymentMethods(customer, page, options),
      )
      attached.push(...data)
      after = has_more ? data.at(-1)?.id : undefined
    } while (after !== undefined)
    return attached
  }

  /**
   * Whether a customer was deleted. The processor says so of a deleted customer. Of one that it has
   * never had, as with the key of another account, it says that it is missing.
   */
  async function isDeleted(ask: Ask, customer: string): Promise<boolean> {
    const { deleted } = await ask(readCustomer, (options) =>
      stripe.customers.retrieve(customer, {}, options),
    ).catch(refuse)
    return deleted === true
  }
}

const referenceIn = ({ metadata }: PaymentMethodAnswer): string | undefined =>
  metadata?.foyer_reference

const timedOut = () => new VaultUnavailable(new Error('The card processor took too long.'))

const refuse = (error: unknown): never => {
  throw unavailable(error)
}

const keyOf = (reference: string, step: string): string => `foyer-${reference}-${step}`

/**
 * Whether a token is the id of a payment method. Names of test cards (`pm_card_visa`) are not: each
 * use creates another payment method.
 */
const isPaymentMethodId = (token: string): boolean => /^pm_[A-Za-z0-9]+$/.test(token)
