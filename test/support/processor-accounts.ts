import { createHash } from 'node:crypto'
import type { Keys } from './processor-keys.ts'
import { missing, newId, Problem } from './processor-problems.ts'

/** The bank account that a token represents. */
interface BankData {
  readonly country: string
  readonly currency: string
  readonly number: string
  readonly routing: string | null
  readonly holder: string | null
}

interface External extends BankData {
  readonly id: string
  holder: string | null
  isDefault: boolean
  status: string
  readonly metadata: Record<string, string>
}

interface Account {
  readonly id: string
  readonly body: URLSearchParams
  readonly metadata: Record<string, string>
  readonly country: string
  currency: string
  externals: External[]
  /** Whether money is in it, so that it cannot be deleted. */
  hasMoney: boolean
  requirements: readonly string[]
  isActive: boolean
}

/** The countries in which the platform may create accounts, with their currencies. */
const currencies: Readonly<Record<string, string>> = { DE: 'eur', FR: 'eur', GB: 'gbp', US: 'usd' }

/** A valid routing number that belongs to no bank. */
export const unknownRouting = '322271627'
/** The ending of account numbers that the processor does not know. */
export const unknownEnd = '0404'
/** The ending of account numbers that the processor refuses without a reason. */
export const refusedEnd = '0403'
/** All endings of account numbers that the processor does not accept. */
export const refusedEnds: readonly string[] = [unknownEnd, refusedEnd]

const invalid = (param: string, code?: string, message = 'Invalid'): Problem =>
  new Problem(400, { type: 'invalid_request_error', param, message, ...(code && { code }) })

/** The connected accounts at the processor, with their bank accounts. */
export class Accounts {
  /** Whether the marketplace may have connected accounts. */
  isPlatform = true
  /** Whether an account refuses a bank account that it already has. */
  refusesKnown = false
  readonly #all = new Map<string, Account>()
  readonly #tokens = new Map<string, BankData>()
  readonly #usedTokens = new Set<string>()
  readonly #keys: Keys

  constructor(keys: Keys) {
    this.#keys = keys
  }

  get all(): readonly Readonly<Account>[] {
    return [...this.#all.values()]
  }

  /** All bank accounts, by their names in the vault, in order. */
  get attached(): string[] {
    return this.all
      .flatMap(({ id, externals }) => externals.map((external) => `${id}/${external.id}`))
      .sort()
  }

  /** The bank account with this name. */
  external(token: string): Readonly<External> | undefined {
    const [account = '', id] = token.split('/')
    return this.#all.get(account)?.externals.find((external) => external.id === id)
  }

  /** The account of a user. */
  of(userId: number): Account {
    const found = this.all.find(({ metadata }) => metadata.foyer_user === String(userId))
    if (found === undefined) throw new Error(`The user ${userId} has no account.`)
    return found
  }

  /** Deletes an account, as on the processor's own pages, or as if the seller disconnected it. */
  disconnect(id: string): void {
    this.#all.delete(id)
  }

  /** Adds a bank account to an account, as the marketplace's own service may. */
  give(id: string, number: string): string {
    const bank = { country: 'DE', currency: 'eur', number, routing: null, holder: null }
    return this.#attach(this.#find(id), bank, {}).id
  }

  /** Removes a bank account, as on the processor's own pages. */
  take(token: string): void {
    const [account = '', id] = token.split('/')
    const of = this.#find(account)
    of.externals = of.externals.filter((external) => external.id !== id)
  }

  create(body: URLSearchParams, metadata: Record<string, string>): object {
    if (!this.isPlatform)
      throw invalid('', undefined, 'You can only create accounts if you have signed up for Connect')
    const country = body.get('country') ?? ''
    const currency = currencies[country]
    if (currency === undefined) throw invalid('country', 'country_unsupported')
    const account = {
      id: newId('acct'),
      body,
      metadata,
      country,
      currency,
      externals: [],
      hasMoney: false,
      requirements: ['individual.dob.day', 'tos_acceptance.date'],
      isActive: false,
    }
    this.#keys.made(account.id)
    this.#all.set(account.id, account)
    return shown(account)
  }

  retrieve = (id: string): object => shown(this.#find(id))

  update(id: string, body: URLSearchParams): object {
    const account = this.#find(id)
    account.currency = body.get('default_currency') ?? account.currency
    return shown(account)
  }

  delete(id: string): object {
    if (this.#find(id).hasMoney)
      throw invalid('', undefined, 'This account has a balance that is not zero.')
    this.#all.delete(id)
    return { id, object: 'account', deleted: true }
  }

  createToken(body: URLSearchParams): object {
    const given = (name: string) => body.get(`bank_account[${name}]`)
    const number = given('account_number') ?? ''
    const country = given('country') ?? ''
    const routing = given('routing_number')
    if (routing === unknownRouting)
      throw invalid('bank_account[routing_number]', 'routing_number_invalid')
    if (number.endsWith(unknownEnd))
      throw invalid('bank_account[account_number]', 'account_number_invalid')
    if (number.endsWith(refusedEnd)) throw invalid('', 'bank_account_declined')
    if ((country === 'US') !== (routing !== null)) throw invalid('bank_account[routing_number]')
    const id = newId('btok')
    const currency = given('currency') ?? ''
    this.#tokens.set(id, {
      country,
      currency,
      number,
      routing,
      holder: given('account_holder_name'),
    })
    return { id, object: 'token', type: 'bank_account', used: false }
  }

  attach(id: string, body: URLSearchParams, metadata: Record<string, string>): object {
    const account = this.#find(id)
    const token = body.get('external_account') ?? ''
    const bank = this.#tokens.get(token)
    if (this.#usedTokens.has(token)) throw invalid('external_account', 'token_already_used')
    if (bank === undefined) throw missing('token', 400)
    const isKnown = account.externals.some((one) => fingerprintOf(one) === fingerprintOf(bank))
    if (this.refusesKnown && isKnown) throw invalid('', 'bank_account_exists')
    if (bank.currency !== account.currency && bank.currency !== 'eur')
      throw invalid('external_account[currency]')
    this.#tokens.delete(token)
    this.#usedTokens.add(token)
    return shownExternal(account, this.#attach(account, bank, metadata))
  }

  #attach(account: Account, bank: BankData, metadata: Record<string, string>): External {
    const isDefault = !account.externals.some(({ currency }) => currency === bank.currency)
    const external = { id: newId('ba'), ...bank, isDefault, status: 'new', metadata }
    account.externals.push(external)
    return external
  }

  /** Returns fewer than requested, so that the caller has to request another page. */
  list(id: string, query: URLSearchParams): object {
    const account = this.#find(id)
    const after = account.externals.findIndex(({ id }) => id === query.get('starting_after'))
    const data = account.externals.slice(after + 1, after + 3)
    const has_more = after + 3 < account.externals.length
    return { object: 'list', data: data.map((one) => shownExternal(account, one)), has_more }
  }

  updateExternal(id: string, externalId: string, body: URLSearchParams): object {
    const account = this.#find(id)
    const external = this.#findExternal(account, externalId)
    external.holder = body.get('account_holder_name') ?? external.holder
    if (body.get('default_for_currency') === 'true') {
      for (const other of account.externals)
        if (other.currency === external.currency) other.isDefault = other === external
    }
    return shownExternal(account, external)
  }

  deleteExternal(id: string, externalId: string): object {
    const account = this.#find(id)
    const external = this.#findExternal(account, externalId)
    const others = account.externals.filter((other) => other !== external)
    const isLastDefault =
      external.isDefault &&
      (external.currency === account.currency ||
        others.some(({ currency }) => currency === external.currency))
    if (isLastDefault)
      throw invalid('', undefined, 'You cannot delete the default external account of a currency.')
    account.externals = others
    return { id: externalId, object: 'bank_account', deleted: true }
  }

  #find(id: string): Account {
    const account = this.#all.get(id)
    if (account !== undefined && this.#keys.hasAccess(id)) return account
    throw new Problem(403, {
      type: 'invalid_request_error',
      code: 'account_invalid',
      message: `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    })
  }

  #findExternal(account: Account, id: string): External {
    const external = account.externals.find((known) => known.id === id)
    if (external === undefined) throw missing('external_account', 404, 'id')
    return external
  }
}

const shown = ({ id, country, currency, requirements, isActive, metadata }: Account): object => ({
  id,
  object: 'account',
  country,
  default_currency: currency,
  charges_enabled: false,
  payouts_enabled: isActive,
  capabilities: { transfers: isActive ? 'active' : 'inactive' },
  requirements: {
    currently_due: requirements,
    disabled_reason: isActive ? null : 'requirements.past_due',
  },
  metadata,
})

const shownExternal = ({ id: account }: Account, external: External): object => {
  const { id, country, currency, number, holder, isDefault, status, metadata } = external
  return {
    id,
    object: 'bank_account',
    account,
    account_holder_name: holder,
    country,
    currency,
    default_for_currency: isDefault,
    fingerprint: fingerprintOf(external),
    last4: number.slice(-4),
    metadata,
    status,
  }
}

/** The fingerprint of a bank account. It does not reveal the number. */
const fingerprintOf = ({ number, routing }: BankData): string =>
  createHash('sha256').update(`${routing} ${number}`).digest('base64url').slice(0, 16)
