import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { type Database, Unavailable } from '../../platform/database/db.ts'
import { awaitUntil } from '../../platform/database/deadline.ts'
import * as customers from '../customers/customers.ts'
import { VaultUnavailable } from '../vault.ts'
import { readCustomer } from './stripe-answers.ts'
import { isCustomerMissing, isStored, unavailable } from './stripe-errors.ts'

export const name = 'stripe'

/** Time limits and retries of requests to the processor. */
export interface StripeLimits {
  /** The time limit of one attempt at a request, in milliseconds. */
  readonly attemptTimeoutMs: number
  /** The time limit of all requests of a call together, in milliseconds. */
  readonly callTimeoutMs: number
  /** How often a request is repeated after a connection failure. */
  readonly retries: number
}

/**
 * Sends a request within the remaining time of its call, and reads the answer. A repeated request
 * with the same idempotency key has no further effect.
 */
export type Ask = <T>(
  read: (answer: unknown) => T,
  request: (options: Stripe.RequestOptions) => Promise<unknown>,
  idempotencyKey?: string,
) => Promise<T>

/** The parts that all calls to the processor share. */
export interface StripeCalls {
  readonly stripe: Stripe
  readonly db: Database
  /** Starts a call. All its requests together have one time limit. */
  startCall(): Ask
  /**
   * Returns the processor's customer for a user. Creates it if needed, once for all requests at the
   * same time.
   */
  customerOf(ask: Ask, userId: number): Promise<string>
  /**
   * Forgets a user's customer after a request that failed because the customer was deleted.
   * @throws the error, if it has another cause
   */
  forgetDeleted(ask: Ask, userId: number, customer: string, error: unknown): Promise<void>
  /**
   * Whether the processor says that a customer was deleted. It reports a customer that it never had
   * as missing, for example with the key of another account.
   * @throws {VaultUnavailable} also if it is missing
   */
  isDeleted(ask: Ask, customer: string): Promise<boolean>
}

export function stripeCalls(stripe: Stripe, db: Database, limits: StripeLimits): StripeCalls {
  async function isDeleted(ask: Ask, customer: string): Promise<boolean> {
    try {
      const { deleted } = await ask(readCustomer, (options) =>
        stripe.customers.retrieve(customer, {}, options),
      )
      return deleted === true
    } catch (error) {
      throw unavailable(error)
    }
  }

  return {
    stripe,
    db,
    startCall() {
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
          if (error instanceof Unavailable) throw timedOut()
          throw idempotencyKey && isStored(error) ? unavailable(error, { isRepeated: true }) : error
        })
        return read(await answer)
      }
    },
    async customerOf(ask, userId) {
      const known = await customers.findCustomer(db, userId, name)
      if (known !== undefined) return known
      const requested = await customers.requestCustomer(db, userId, name, randomUUID())
      if (requested === undefined) throw erased()
      if (requested.customer_id !== null) return requested.customer_id
      const { reference } = requested
      const metadata = { foyer_user: String(userId) }
      const { id } = await ask(
        readCustomer,
        (options) => stripe.customers.create({ metadata }, options),
        keyOf(reference, 'customer'),
      )
      const stored = await customers.saveCustomer(db, userId, name, { reference, customerId: id })
      if (stored !== id) await ask(readCustomer, (options) => stripe.customers.del(id, {}, options))
      if (stored !== undefined) return stored
      throw erased()
    },
    async forgetDeleted(ask, userId, customer, error) {
      if (!isCustomerMissing(error) || !(await isDeleted(ask, customer))) throw error
      await customers.removeCustomer(db, userId, name, customer)
    },
    isDeleted,
  }
}

const erased = () => new VaultUnavailable(new Error('The user was erased during the request.'))

const timedOut = () => new VaultUnavailable(new Error('The card processor took too long.'))

/** Makes the idempotency key of a step under a reference. */
export const keyOf = (reference: string, step: string): string => `foyer-${reference}-${step}`
