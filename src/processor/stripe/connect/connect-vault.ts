import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import type { Account } from '../../account-vault.ts'
import * as customers from '../../customers/customers.ts'
import { bankDeclines } from '../../refusals.ts'
import { type AccountVault, cardDeclined, cardDeclinedBy, VaultUnavailable } from '../../vault.ts'
import { keyOf, type StripeCalls } from '../stripe-calls.ts'
import { unavailable } from '../stripe-errors.ts'
import {
  partsOf,
  readAccount,
  readExternal,
  readToken,
  referenceIn,
  sellerOf,
  tokenOf,
  vaultAccountOf,
} from './answers.ts'
import { currencyOf, stateOf } from './currencies.ts'
import {
  accountDeclined,
  convertAccountError,
  isAccountMissing,
  isCountryRefused,
  isExternalMissing,
  isRefusedForGood,
} from './errors.ts'
import {
  listExternals,
  removeAccount,
  removeExternal,
  requireAccess,
  retireEmpty,
} from './removal.ts'
import { accountOf, name, type ServiceAgreement } from './seller-accounts.ts'

/**
 * A vault that keeps bank accounts as external accounts of connected accounts of the processor, one
 * for each user, so that they can be paid. What it knows of a bank account is its id, with that of
 * the connected account. docs/decisions/payouts.md has the reasons.
 * @param agreement of new sellers. Undefined if bank accounts cannot be added: then it removes and
 *   compares those that it has
 */
export function connectVault(
  calls: StripeCalls,
  agreement: ServiceAgreement | undefined,
): AccountVault {
  const { stripe, db, startCall } = calls

  /** Finishes a request. It may be from before the setting was changed. */
  async function finishAccount(userId: number): Promise<string> {
    const ask = startCall()
    const likely = agreement ?? 'full'
    try {
      return await accountOf(calls, likely, ask, userId, undefined)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error
      const other = likely === 'full' ? 'recipient' : 'full'
      return accountOf(calls, other, ask, userId, undefined)
    }
  }

  return {
    name,
    takesNew: agreement !== undefined,

    async keep(userId, reference, account) {
      const currency = currencyOf(account.country)
      if (currency === undefined) throw countryDeclined(account)
      const residence = stateOf(account.residence)
      if (agreement === undefined) throw new VaultUnavailable(new Error('STRIPE_CONNECT is off.'))
      const ask = startCall()
      try {
        // A number that is declined leaves no connected account.
        const { id: external_account } = await ask(
          readToken,
          (options) => stripe.tokens.create(tokenParams(account, currency), options),
          keyOf(reference, 'token'),
        )
        const seller = await accountOf(calls, agreement, ask, userId, residence).catch((error) => {
          if (!isCountryRefused(error)) throw unavailable(error)
          throw residence === account.country ? countryDeclined(account) : residenceDeclined()
        })
        const metadata = { foyer_reference: reference }
        const kept = await ask(
          readExternal,
          (options) =>
            stripe.accounts.createExternalAccount(seller, { external_account, metadata }, options),
          keyOf(reference, 'attach'),
        )
        const { token, status } = vaultAccountOf(seller, kept)
        return { token, references: [reference], identity: kept.fingerprint ?? kept.id, status }
      } catch (error) {
        throw convertAccountError(error, account)
      }
    },

    async change(token, { fullName }) {
      const [account, id] = partsOf(token)
      const details = { account_holder_name: fullName }
      try {
        await startCall()(readExternal, (options) =>
          stripe.accounts.updateExternalAccount(account, id, details, options),
        )
      } catch (error) {
        throw isExternalMissing(error)
          ? cardDeclined('iban', ['bankaccount.gone'])
          : unavailable(error)
      }
    },

    remove: (token) => removeExternal(calls, startCall(), token),

    async finishCustomer(userId) {
      try {
        const account = await finishAccount(userId)
        // The request that wanted it has failed. The sweep deletes what is retired.
        await retireEmpty(calls, userId, account, emptyToken(account))
      } catch (error) {
        // The processor repeats such an answer for a day to all requests with the same reference.
        if (error instanceof Stripe.errors.StripeAPIError)
          await customers.renewRequest(db, userId, name, randomUUID())
        // The processor has not created it, and nothing of it is recorded any more.
        if (!isRefusedForGood(error)) throw unavailable(error)
      }
    },

    removeCustomer: (account) => removeAccount(calls, startCall(), account),

    async find(userId, reference) {
      const account = await customers.findCustomer(db, userId, name)
      if (account === undefined) return []
      const ask = startCall()
      try {
        const all = await listExternals(calls, ask, account)
        // An empty account is given up, too: otherwise the user could not add a bank account in
        // another country.
        if (all.length === 0) return [{ token: emptyToken(account), references: [reference] }]
        return all
          .map((one) => ({ token: tokenOf(account, one.id), known: referenceIn(one) }))
          .filter(({ token, known }) => known === reference || token === reference)
          .map(({ token }) => ({ token, references: [reference] }))
      } catch (error) {
        if (!isAccountMissing(error)) throw unavailable(error)
        await requireAccess(calls, ask, account)
        return []
      }
    },

    async readSeller(account) {
      const ask = startCall()
      try {
        const answer = await ask(readAccount, (options) =>
          stripe.accounts.retrieve(account, {}, options),
        )
        const all = await listExternals(calls, ask, account)
        const accounts = all.filter(({ object }) => object === 'bank_account')
        const seller = sellerOf(answer)
        return { seller, accounts: accounts.map((one) => vaultAccountOf(account, one)) }
      } catch (error) {
        if (isAccountMissing(error)) return undefined
        throw unavailable(error)
      }
    },
  }
}

const countryDeclined = (account: Account) =>
  accountDeclined(account, bankDeclines.bank_country_not_supported)

/** The processor takes no sellers in the country of the user's address. */
const residenceDeclined = () =>
  cardDeclinedBy(bankDeclines.seller_country_not_supported, 'billing_address_id')

/** The token for a connected account without a bank account. */
const emptyToken = (account: string): string => tokenOf(account, '')

const tokenParams = (
  { country, number, routingNumber, accountType, holder }: Account,
  currency: string,
): Stripe.TokenCreateParams => ({
  bank_account: {
    country,
    currency,
    account_holder_name: holder,
    account_number: number,
    ...(routingNumber !== null && { routing_number: routingNumber }),
    ...(accountType !== null && { account_type: accountType }),
  },
})
