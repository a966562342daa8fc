import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import type { Database } from '../../platform/database/db.ts'
import * as customers from '../customers/customers.ts'
import {
  type AttachedCard,
  type Card,
  type CardVault,
  cardDeclined,
  type HostedFields,
  type KeptCard,
} from '../vault.ts'
import { connectVault } from './connect/connect-vault.ts'
import type { ServiceAgreement } from './connect/seller-accounts.ts'
import {
  cardOf,
  idOf,
  ownerOf,
  type PaymentMethodAnswer,
  readConfirmationToken,
  readCustomer,
  readPaymentMethod,
  readPaymentMethods,
} from './stripe-answers.ts'
import { type Ask, keyOf, name, type StripeLimits, stripeCalls } from './stripe-calls.ts'
import { convertError, isMissing, unavailable } from './stripe-errors.ts'
import { attachedUnder, listSetups, listSetupsOf, setUp, stripeSetups } from './stripe-setups.ts'

const defaultLimits: StripeLimits = { attemptTimeoutMs: 4_000, callTimeoutMs: 8_000, retries: 1 }

export interface StripeVaultOptions {
  readonly hostedFields: HostedFields
  /** The agreement of sellers with the processor. Undefined if bank accounts cannot be added. */
  readonly connect: ServiceAgreement | undefined
}

/** Called with the identity of a card before its issuer is asked. */
type IsOf = (identity: string) => Promise<void>

/**
 * A vault that keeps cards as payment methods of the processor. Each user is a customer of the
 * processor. A card comes from its number, from a token (`tok_…`), or is a payment method of the
 * processor already (`pm_…`) and is only attached to the customer.
 */
export function stripeVault(
  stripe: Stripe,
  db: Database,
  { hostedFields, connect }: StripeVaultOptions,
  limits = defaultLimits,
): CardVault {
  const calls = stripeCalls(stripe, db, limits)
  const { startCall, customerOf, forgetDeleted, isDeleted } = calls

  /**
   * Creates a payment method with the reference in its metadata, and sets it up for the customer.
   */
  async function createAttached(
    ask: Ask,
    customer: string,
    userId: number,
    reference: string,
    card: Card,
    isOf: IsOf,
  ): Promise<KeptCard> {
    const paymentMethod = await ask(
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
    // A setup asks the issuer of the card.
    if (paymentMethod.card) await isOf(cardOf(paymentMethod).identity)
    const named = { userId, reference, paymentMethod: paymentMethod.id }
    const { agreement } = await setUp(calls, ask, customer, named)
    return { ...cardOf(paymentMethod), agreement, references: [reference] }
  }

  /**
   * Sets up an existing payment method, unless that was done before. The reference can only be
   * added after that.
   */
  async function attachExisting(
    ask: Ask,
    customer: string,
    userId: number,
    reference: string,
    { token = '', fullName, setup: read }: Card,
    isOf: IsOf,
  ): Promise<KeptCard> {
    const paymentMethod = await ask(readPaymentMethod, (options) =>
      stripe.paymentMethods.retrieve(token, {}, options),
    )
    const owner = ownerOf(paymentMethod)
    if (!paymentMethod.card || (owner !== undefined && owner !== customer))
      throw cardDeclined('card_token', ['card.token.unknown'])
    await isOf(cardOf(paymentMethod).identity)
    const isAttached = owner === customer
    const setups =
      isAttached && !read ? await listSetupsOf(calls, ask, customer, paymentMethod.id) : []
    const before = read ?? setups.find(({ agreement }) => agreement !== undefined)
    const references = !isAttached
      ? [reference]
      : attachedUnder(referenceIn(paymentMethod), read ? [read] : setups)
    const isForeign = references.length === 0
    const named = { userId, reference, paymentMethod: paymentMethod.id, isForeign }
    const agreement =
      (isAttached && before?.agreement) || (await setUp(calls, ask, customer, named)).agreement
    return nameKept(ask, paymentMethod.id, { references, fullName }, agreement)
  }

  /**
   * Sets up the payment method that a confirmation token of the hosted fields makes. The reference
   * can only be added after that.
   */
  async function createConfirmed(
    ask: Ask,
    customer: string,
    userId: number,
    reference: string,
    { token = '', fullName }: Card,
    isOf: IsOf,
  ): Promise<KeptCard> {
    const { payment_method_preview: preview } = await ask(readConfirmationToken, (options) =>
      stripe.confirmationTokens.retrieve(token, {}, options),
    )
    if (!preview?.card) throw cardDeclined('card_token', ['card.token.unknown'])
    if (preview.card.fingerprint) await isOf(preview.card.fingerprint)
    const named = { userId, reference, confirmationToken: token }
    const setup = await setUp(calls, ask, customer, named)
    const references = [reference]
    return nameKept(ask, setup.token ?? '', { references, fullName }, setup.agreement)
  }

  /**
   * Gives an attached payment method its holder's name, and our reference unless somebody else has
   * attached it.
   */
  async function nameKept(
    ask: Ask,
    id: string,
    { references, fullName }: Pick<KeptCard, 'references'> & Pick<Card, 'fullName'>,
    agreement: KeptCard['agreement'],
  ): Promise<KeptCard> {
    const [reference] = references
    const details = {
      billing_details: { name: fullName },
      ...(reference !== undefined && { metadata: { foyer_reference: reference } }),
    }
    try {
      const kept = await ask(readPaymentMethod, (options) =>
        stripe.paymentMethods.update(id, details, options),
      )
      return { ...cardOf(kept), agreement, references }
    } catch (error) {
      // The payment method is attached now, so this error is not a decline.
      throw unavailable(error)
    }
  }

  /**
   * Keeps a card for a user's customer. If the customer was deleted at the processor, creates a new
   * one, once.
   */
  async function keepFor(
    ask: Ask,
    userId: number,
    reference: string,
    card: Card,
    isOf: IsOf,
    isRepeated = false,
  ): Promise<KeptCard> {
    const customer = await customerOf(ask, userId).catch(refuse)
    const keep = keeperOf(card.token)
    try {
      return await keep(ask, customer, userId, reference, card, isOf)
    } catch (error) {
      await forgetDeleted(ask, userId, customer, error)
      if (isRepeated) throw error
      return keepFor(ask, userId, reference, card, isOf, true)
    }
  }

  function keeperOf(token = '') {
    if (token.startsWith('pm_')) return attachExisting
    return token.startsWith('ctoken_') ? createConfirmed : createAttached
  }

  return {
    name,
    setups: stripeSetups(calls, hostedFields),
    accounts: connectVault(calls, connect),

    referenceOf: ({ token }) =>
      token !== undefined && isPaymentMethodId(token) ? token : randomUUID(),

    async keep(userId, reference, card, isOf = async () => {}) {
      const { token } = card
      if (token !== undefined && !/^(pm|tok|ctoken)_\w+$/.test(token))
        throw cardDeclined('card_token', ['card.token.unknown'])
      try {
        return await keepFor(startCall(), userId, reference, card, isOf)
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

    async finishCustomer(userId) {
      try {
        await customerOf(startCall(), userId)
      } catch (error) {
        // The processor repeats such an answer for a day to all requests with the same reference.
        if (error instanceof Stripe.errors.StripeAPIError)
          await customers.renewRequest(db, userId, name, randomUUID())
        throw unavailable(error)
      }
    },

    async removeCustomer(customerId) {
      const ask = startCall()
      try {
        await ask(readCustomer, (options) => stripe.customers.del(customerId, {}, options))
      } catch (error) {
        if (!isMissing(error) || !(await isDeleted(ask, customerId))) throw unavailable(error)
      }
    },

    async find(userId, reference) {
      const customer = await customers.findCustomer(db, userId, name)
      if (customer === undefined) return []
      const ask = startCall()
      try {
        if (isPaymentMethodId(reference)) {
          const paymentMethod = await ask(readPaymentMethod, (options) =>
            stripe.paymentMethods.retrieve(reference, {}, options),
          )
          if (ownerOf(paymentMethod) !== customer) return []
          const setups = await listSetupsOf(calls, ask, customer, paymentMethod.id)
          const references = attachedUnder(referenceIn(paymentMethod), setups)
          return references.length > 0 ? [{ token: paymentMethod.id, references }] : []
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
          .map((one) => ({ ...cardOf(one), reference: referenceIn(one) }))
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

  /**
   * Returns a customer's cards with this reference, or of a setup with it: the card of a
   * confirmation token gets the reference only after it is set up.
   */
  async function findByReference(
    ask: Ask,
    customer: string,
    reference: string,
  ): Promise<AttachedCard[]> {
    const [attached, setups] = [
      await listAttached(ask, customer),
      await listSetups(calls, ask, { customer }),
    ]
    const setUpWith = new Set(
      setups
        .filter(({ metadata }) => metadata?.foyer_reference === reference)
        .map(({ payment_method }) => idOf(payment_method)),
    )
    return attached
      .filter((one) => referenceIn(one) === reference || setUpWith.has(one.id))
      .map(({ id }) => ({ token: id, references: [reference] }))
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
}

const referenceIn = ({ metadata }: PaymentMethodAnswer): string | undefined =>
  metadata?.foyer_reference

const refuse = (error: unknown): never => {
  throw unavailable(error)
}

/**
 * Whether a token is the id of a payment method. Names of test cards (`pm_card_visa`) are not: each
 * use creates another payment method.
 */
const isPaymentMethodId = (token: string): boolean => /^pm_[A-Za-z0-9]+$/.test(token)
