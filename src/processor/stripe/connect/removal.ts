import { lockUser } from '../../../identity/users/accounts/accounts.ts'
import * as customers from '../../customers/customers.ts'
import { VaultUnavailable } from '../../vault.ts'
import { readCustomer } from '../stripe-answers.ts'
import { type Ask, name as customersName, type StripeCalls } from '../stripe-calls.ts'
import { isMissing, unavailable } from '../stripe-errors.ts'
import {
  type ExternalAnswer,
  partsOf,
  readAccount,
  readDeleted,
  readExternal,
  readExternals,
} from './answers.ts'
import { isAccountMissing, isExternalMissing, isRefusedForGood } from './errors.ts'
import { name } from './seller-accounts.ts'
import * as store from './store.ts'

type RemovalDeps = Pick<StripeCalls, 'stripe' | 'db'>

/**
 * Removes a bank account from a connected account. The processor does not remove the default one of
 * a currency while there are others, nor one in the default currency of the account. So another
 * becomes the default first. With the last bank account, the connected account is deleted.
 * @param token of the bank account; without its id, only a connected account that is empty is
 *   deleted
 * @throws {VaultUnavailable} also if the connected account has money, or is being used
 */
export async function removeExternal(deps: RemovalDeps, ask: Ask, token: string): Promise<void> {
  const [account, id] = partsOf(token)
  try {
    const all = await listExternals(deps, ask, account)
    const own = all.find((external) => external.id === id)
    const others = all.filter((external) => external.id !== id)
    if (others.length === 0) return await removeEmptied(deps, ask, account, token, own)
    if (own === undefined) return
    if (own.default_for_currency) await replaceDefault(deps, ask, account, own, others)
    await deleteExternal(deps, ask, account, id)
  } catch (error) {
    // This bank account may still be there, for example because the other one was removed
    // meanwhile.
    if (!isAccountMissing(error)) throw unavailable(error)
    await requireAccess(deps, ask, account)
    await forget(deps, account)
  }
}

/** Deletes a bank account at the processor. Does nothing if it has gone. */
async function deleteExternal(
  { stripe }: RemovalDeps,
  ask: Ask,
  account: string,
  id: string,
): Promise<void> {
  try {
    await ask(readDeleted, (options) =>
      stripe.accounts.deleteExternalAccount(account, id, {}, options),
    )
  } catch (error) {
    if (!isExternalMissing(error)) throw error
  }
}

/** Makes another bank account the default, of the same currency if there is one. */
async function replaceDefault(
  { stripe }: RemovalDeps,
  ask: Ask,
  account: string,
  own: ExternalAnswer,
  others: readonly ExternalAnswer[],
): Promise<void> {
  const next = others.findLast(({ currency }) => currency === own.currency)
  if (next !== undefined) {
    const params = { default_for_currency: true }
    await ask(readExternal, (options) =>
      stripe.accounts.updateExternalAccount(account, next.id, params, options),
    )
    return
  }
  const { default_currency } = await ask(readAccount, (options) =>
    stripe.accounts.retrieve(account, {}, options),
  )
  const other = others.at(-1)
  if (default_currency !== own.currency || other === undefined) return
  const params = { default_currency: other.currency }
  await ask(readAccount, (options) => stripe.accounts.update(account, params, options))
}

/** Deletes a connected account with its last bank account, or without any. */
async function removeEmptied(
  deps: RemovalDeps,
  ask: Ask,
  account: string,
  token: string,
  own: ExternalAnswer | undefined,
): Promise<void> {
  const { db } = deps
  const userId = await store.findOwner(db, name, account)
  const isRetired = userId === undefined || (await retireEmpty(deps, userId, account, token))
  if (!isRetired && own === undefined) return
  if (!isRetired) throw busy()
  try {
    await deleteAccount(deps, ask, account).catch((error: unknown) => {
      // It was there a moment ago.
      if (!isAccountMissing(error)) throw error
    })
  } catch (error) {
    // Another bank account may be added until the money is paid out.
    if (userId !== undefined && isRefusedForGood(error))
      await db.transactionFor(userId, async (tx) => {
        await lockUser(tx, userId)
        await store.keepAccount(tx, userId, name, account)
      })
    throw error
  }
  await forget(deps, account)
}

/**
 * Marks the connected account of a user as retired, unless something else is in it.
 * @returns whether it is retired
 */
export const retireEmpty = (
  { db }: Pick<RemovalDeps, 'db'>,
  userId: number,
  account: string,
  token: string,
): Promise<boolean> =>
  db.transactionFor(userId, async (tx) => {
    await lockUser(tx, userId)
    return store.retireEmpty(tx, userId, name, { accountId: account, token })
  })

/**
 * Deletes a connected account at the processor. Does nothing if it has gone.
 * @throws {VaultUnavailable} also if our key may be that of another platform
 */
export async function removeAccount(deps: RemovalDeps, ask: Ask, account: string): Promise<void> {
  try {
    await deleteAccount(deps, ask, account)
  } catch (error) {
    if (!isAccountMissing(error)) throw unavailable(error)
    await requireAccess(deps, ask, account)
  }
}

const deleteAccount = ({ stripe }: RemovalDeps, ask: Ask, account: string) =>
  ask(readDeleted, (options) => stripe.accounts.del(account, {}, options))

/** How many other customers and accounts the processor is asked for. */
const maxOthers = 3

/**
 * Checks that our key is still that of the platform, after the processor has said that it has no
 * access to an account. With another platform's key, it denies access to everything that was made
 * with ours. So this asks for customers and accounts that were there before the account: later ones
 * may have been made with the other key. Customers come first, because the processor still answers
 * about deleted ones.
 * @throws {VaultUnavailable} if it has none of them, or does not answer
 */
export async function requireAccess(
  { stripe, db }: RemovalDeps,
  ask: Ask,
  account: string,
): Promise<void> {
  const own = { vault: name, accountId: account }
  const ofCustomers = await store.listEarlier(db, customersName, own, maxOthers)
  const ofAccounts = await store.listEarlier(db, name, own, maxOthers - ofCustomers.length)
  const askFor = [
    ...ofCustomers.map(({ customer_id: id }) => async () => {
      await ask(readCustomer, (options) => stripe.customers.retrieve(id, {}, options))
    }),
    ...ofAccounts.map(({ customer_id: id }) => async () => {
      await ask(readAccount, (options) => stripe.accounts.retrieve(id, {}, options))
    }),
  ]
  for (const askForOther of askFor) {
    try {
      return await askForOther()
    } catch (error) {
      if (!isAccountMissing(error) && !isMissing(error)) throw unavailable(error)
    }
  }
  throw noAccess()
}

/**
 * Forgets a connected account that the processor does not have any more.
 * @throws {VaultUnavailable} if payment methods are in it. Then our key may be that of another
 *   platform, and only an event can say that the account has gone
 */
async function forget({ db }: RemovalDeps, account: string): Promise<void> {
  const userId = await store.findOwner(db, name, account)
  if (userId === undefined) return
  await db.transactionFor(userId, async (tx) => {
    await lockUser(tx, userId)
    if (await store.hasBankAccounts(tx, userId, name, account)) throw noAccess()
    await customers.removeCustomer(tx, userId, name, account)
  })
}

/** Returns all external accounts of a connected account, page by page. */
export async function listExternals(
  { stripe }: Pick<RemovalDeps, 'stripe'>,
  ask: Ask,
  account: string,
): Promise<ExternalAnswer[]> {
  const all: ExternalAnswer[] = []
  let after: string | undefined
  do {
    const page = { limit: 100, ...(after && { starting_after: after }) } as const
    const { data, has_more } = await ask(readExternals, (options) =>
      stripe.accounts.listExternalAccounts(account, page, options),
    )
    all.push(...data)
    after = has_more ? data.at(-1)?.id : undefined
  } while (after !== undefined)
  return all
}

const noAccess = () =>
  new VaultUnavailable(new Error('The key has no access to the connected account.'), {
    concernsOne: true,
  })

const busy = () =>
  new VaultUnavailable(new Error('A bank account is being added.'), { concernsOne: true })
