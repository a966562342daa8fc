import { emailFault } from '../../../identity/users/accounts/faults.ts'
import {
  type ForeignHash,
  readForeignHash,
} from '../../../identity/users/credentials/foreign-hashes.ts'
import { openHashCosts } from '../../../identity/users/credentials/hash-costs.ts'
import { phcOf } from '../../../identity/users/credentials/other-forms.ts'
import { languages, lookUpLanguage, say } from '../../../platform/i18n/catalogue.ts'
import { compileDraft } from '../../../platform/text/compile-draft.ts'
import type { ParsedBody } from '../../../platform/text/draft.ts'
import { emailKey } from '../../../platform/text/email.ts'
import { isInCalendar } from '../../../platform/text/iso-time.ts'
import {
  type AddressFields,
  checkNewAddress,
  maxAddressesPerUser,
} from '../../../resources/addresses/addresses.ts'
import { AddressBody } from '../../../resources/addresses/body.ts'
import { maxPaymentMethodsPerUser } from '../../../resources/payment-methods/payment-methods.ts'
import { checkOwnProfile } from '../../../resources/user/own-profile.ts'
import type { FaultList } from '../parse-line.ts'
import { openMethodCheck } from './check-methods.ts'
import { firstStep, type LeftOut } from './left-out.ts'
import { namesIn, requiredNames, type UserInput, UserLine } from './line.ts'
import type { ImportedUser } from './user.ts'

export interface CheckOptions {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The longest time of one check of a password hash on this machine, in milliseconds. */
  readonly maxHashMs: number
  /** Called with each hash that is accepted, and the time of a check of it, in milliseconds. */
  onHash(hash: ForeignHash, ms: number): void
}

/** The paths of optional properties whose values other users have, with the messages. */
export type Taken = ReadonlyMap<string, string>

/**
 * Checks a line. What is wrong with required properties and with the line itself becomes a fault.
 * Optional values that are wrong are left out.
 * @returns undefined if the line has a fault, which is then in the list
 */
export type CheckUser = (
  line: ParsedBody,
  taken: Taken,
  faults: FaultList,
  left: LeftOut,
) => Promise<ImportedUser | undefined>

const optionalNames: ReadonlySet<string> = new Set(
  namesIn(UserLine).filter((name) => !requiredNames.some((required) => required === name)),
)

/** Makes the function that checks lines by the rules of the interface. */
export function openUserCheck({ now, ...ofHashes }: CheckOptions): CheckUser {
  const checkHash = openHashCheck(ofHashes)
  const readUser = compileDraft(UserLine)
  const checkAddresses = openAddressCheck()
  const checkMethods = openMethodCheck(now)

  return async ({ value, repeated }, taken, faults, left) => {
    const checked = await checkOwnProfile(readUser({ value: withoutItems(value), repeated }))
    const given: Partial<UserInput> = { ...checked.given }
    const leaveOut = (name: keyof UserInput, message: string) => {
      delete given[name]
      left.add(name, message)
    }
    for (const [path, messages] of checked.faults) {
      const name = firstStep(path)
      const [message = ['rule.invalid']] = messages
      if (optionalNames.has(name)) leaveOut(name as keyof UserInput, say('en', ...message))
      else for (const one of messages) faults.addMessage(path, ...one)
    }
    for (const name of requiredNames)
      if (!given[name] && !checked.faults.has(name)) faults.addMessage(name, 'rule.required')
    const { external_id: externalId, email } = given
    const wrongEmail = email ? emailFault(email) : undefined
    if (wrongEmail) faults.addMessage('email', ...wrongEmail)

    const wrongTime = given.created_at ? timeFault(given.created_at, now) : undefined
    if (wrongTime !== undefined) leaveOut('created_at', wrongTime)
    const language = given.language ? lookUpLanguage(given.language) : 'en'
    if (language === undefined)
      leaveOut('language', say('en', 'rule.one_of', { values: languages.join(', ') }))
    const hash = given.password_hash ? await checkHash(given.password_hash) : null
    if (hash !== null && 'fault' in hash) leaveOut('password_hash', hash.fault)
    const wrongCustomer = taken.get('vault_customer')
    if (wrongCustomer !== undefined) leaveOut('vault_customer', wrongCustomer)

    const isWrong = (name: string) => left.found.some(({ property }) => property === name)
    const itemsOf = (name: 'addresses' | 'payment_methods', max: number): readonly unknown[] => {
      const list = (value as Record<string, unknown>)[name]
      if (!Array.isArray(list) || isWrong(name)) return []
      if (list.length > max)
        left.add(name, `At most ${max} are imported, and the rest is left out.`)
      return list.slice(0, max)
    }
    const { places, ...ofAddresses } = checkAddresses(
      itemsOf('addresses', maxAddressesPerUser),
      left,
    )
    const isCustomerLeftOut = isWrong('vault_customer')
    const items = itemsOf('payment_methods', maxPaymentMethodsPerUser)
    const methods = { items, addresses: places, isCustomerLeftOut, taken }
    const ofMethods = checkMethods(methods, left)
    if (faults.found.length > 0 || !externalId || !email) return undefined
    return {
      externalId,
      email,
      emailKey: emailKey(email),
      emailConfirmed: given.email_confirmed ?? false,
      fullName: given.full_name ?? null,
      emailOptin: given.email_optin ?? false,
      primaryPhone: checked.phone || null,
      language: language ?? 'en',
      timeZone: given.time_zone || null,
      createdAt: given.created_at || null,
      passwordHash: hash !== null && 'text' in hash ? hash.text : null,
      vaultCustomer: given.vault_customer || null,
      ...ofAddresses,
      ...ofMethods,
    }
  }
}

/** The items of the lists are checked one by one, so that a fault names its item. */
function withoutItems(value: object): object {
  const entries = Object.entries(value).map(([name, item]) =>
    Array.isArray(item) && ['addresses', 'payment_methods'].includes(name)
      ? [name, []]
      : [name, item],
  )
  return Object.fromEntries(entries)
}

/**
 * Makes the function that checks the addresses of a line. An address is imported as a whole or not at
 * all: without one of its lines, mail would not arrive.
 */
function openAddressCheck() {
  const read = compileDraft(AddressBody)
  return (items: readonly unknown[], left: LeftOut) => {
    const addresses: AddressFields[] = []
    // As if they were created one after the other: the first one, or the last that asks for it.
    let defaultAddress = 0
    const places = items.map((item, index) => {
      const path = `addresses.${index}`
      const value = left.object(path, item)
      const draft = value && read({ value, repeated: [] })
      const fields =
        draft &&
        left.item(path, draft, [['default']], (tried, faults) =>
          faults.try(() => checkNewAddress(tried)),
        )
      if (fields === undefined) return null
      if (draft?.given.default) defaultAddress = addresses.length
      return addresses.push(fields) - 1
    })
    return { addresses, places, defaultAddress: addresses.length === 0 ? null : defaultAddress }
  }
}

const newPassword = 'The user chooses a new password by email.'

/** Makes the function that checks the form of a hash, and how long a check of it takes here. */
function openHashCheck({ maxHashMs, onHash }: Omit<CheckOptions, 'now'>) {
  const costs = openHashCosts()
  return async (given: string): Promise<{ text: string } | { fault: string }> => {
    const text = phcOf(given)
    const hash = readForeignHash(text)
    if (hash === undefined)
      return { fault: `Must be a hash in one of the forms that the guide lists. ${newPassword}` }
    const ms = await costs.timeOf(hash.work)
    if (ms > maxHashMs) {
      const [took, most] = [ms, maxHashMs].map((time) => `${(time / 1_000).toPrecision(2)} s`)
      const fault = `A check of this hash takes ${took} on this machine, and may take ${most}.`
      return { fault: `${fault} ${newPassword}` }
    }
    onHash(hash, ms)
    return { text }
  }
}

/** A date and a time with a zone (RFC 3339, 5.6). PostgreSQL has zones of less than 16 hours. */
const timeForm =
  /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:0\d|1[0-5]):[0-5]\d)$/

function timeFault(text: string, now: number): string | undefined {
  const time = timeForm.test(text) && isInCalendar(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) return 'Must be a time such as 2019-05-01T12:00:00Z.'
  return time > now ? 'Must not be in the future.' : undefined
}
