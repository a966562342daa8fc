import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import * as customers from '../../customers/customers.ts'
import { VaultUnavailable } from '../../vault.ts'
import { type Ask, keyOf, type StripeCalls } from '../stripe-calls.ts'
import { readAccount, readDeleted } from './answers.ts'
import { isCountryRefused, isRefusedForGood } from './errors.ts'
import * as store from './store.ts'

/** The name of the vault, which stands in rows. */
export const name = 'stripe-connect'

/**
 * The agreement of sellers with the processor. `recipient` is for sellers who only get money, also
 * in other countries than the marketplace's.
 */
export type ServiceAgreement = 'full' | 'recipient'

/**
 * Returns the connected account of a user. Creates it if needed, once for all requests at the same
 * time.
 * @param country where the seller lives. It decides only if no account is recorded; undefined to
 *   create only what is recorded
 * @throws {VaultUnavailable} also while the account is being deleted
 */
export async function accountOf(
  { stripe, db }: Pick<StripeCalls, 'stripe' | 'db'>,
  agreement: ServiceAgreement,
  ask: Ask,
  userId: number,
  country: string | undefined,
): Promise<string> {
  const wanted = country === undefined ? undefined : { country, reference: randomUUID() }
  const requested = await store.requestAccount(db, userId, name, wanted)
  if (requested === undefined) throw gone('The user was erased during the request.')
  if (requested.retired && requested.customer_id !== null)
    throw gone('The connected account is being deleted.')
  if (requested.customer_id !== null) return requested.customer_id
  const { reference } = requested
  const created = await ask(
    readAccount,
    (options) => stripe.accounts.create(newAccount(userId, requested.country, agreement), options),
    keyOf(reference, 'account'),
  ).catch(async (error: unknown) => {
    if (isRefusedForGood(error)) await store.forgetRequest(db, userId, name, reference)
    // An earlier request has recorded another country. Its refusal says nothing about this one.
    if (isCountryRefused(error) && country !== undefined && country !== requested.country)
      return undefined
    throw error
  })
  if (created === undefined) return accountOf({ stripe, db }, agreement, ask, userId, country)
  const saved = { reference, customerId: created.id }
  const stored = await customers.saveCustomer(db, userId, name, saved)
  if (stored !== created.id)
    await ask(readDeleted, (options) => stripe.accounts.del(created.id, {}, options))
  if (stored === undefined) throw gone('The user was erased during the request.')
  return stored
}

/**
 * The account of a seller who only gets money. The marketplace collects what the processor requires
 * of the seller, and owes what the account owes. Nothing is paid out by itself: the service that
 * pays names the bank account each time, so a hold of a change holds there, too.
 */
const newAccount = (
  userId: number,
  country: string,
  agreement: ServiceAgreement,
): Stripe.AccountCreateParams => ({
  country,
  controller: {
    fees: { payer: 'application' },
    losses: { payments: 'application' },
    requirement_collection: 'application',
    stripe_dashboard: { type: 'none' },
  },
  capabilities: { transfers: { requested: true } },
  settings: { payouts: { schedule: { interval: 'manual' } } },
  ...(agreement === 'recipient' && { tos_acceptance: { service_agreement: agreement } }),
  metadata: { foyer_user: String(userId) },
})

const gone = (reason: string) => new VaultUnavailable(new Error(reason), { concernsOne: true })
