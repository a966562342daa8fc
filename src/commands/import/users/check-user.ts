import { emailFault } from '../../../identity/accounts/faults.ts'
import { readForeignHash } from '../../../identity/credentials/foreign-hashes.ts'
import { openHashCosts } from '../../../identity/credentials/hash-costs.ts'
import { compileDraft } from '../../../platform/text/compile-draft.ts'
import type { Draft, ParsedBody } from '../../../platform/text/draft.ts'
import { emailKey } from '../../../platform/text/email.ts'
import { isInCalendar } from '../../../platform/text/iso-time.ts'
import {
  type AddressFields,
  type AddressInput,
  checkNewAddress,
  maxAddressesPerUser,
} from '../../../resources/addresses/addresses.ts'
import { AddressBody } from '../../../resources/addresses/body.ts'
import { maxPaymentMethodsPerUser } from '../../../resources/payment-methods/payment-methods.ts'
import { checkOwnProfile } from '../../../resources/user/own-profile.ts'
import { type FaultList, objectOf } from '../parse-line.ts'
import { openMethodCheck } from './check-methods.ts'
import { type UserInput, UserLine } from './line.ts'
import type { ImportedUser } from './user.ts'

export interface CheckOptions {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Whether the key of HMAC hashes is configured. */
  readonly hasLegacyKey: boolean
  /** The longest time of one check of a password hash on this machine, in milliseconds. */
  readonly maxHashMs: number
  /** Called with the time of each hash that is accepted, in milliseconds. */
  onHash(ms: number): void
}

/** @returns undefined if the line has a fault, which is then in the list */
export type CheckUser = (line: ParsedBody, faults: FaultList) => Promise<ImportedUser | undefined>

/** Makes the function that checks lines by the rules of the interface. */
export function openUserCheck({ now, ...ofHashes }: CheckOptions): CheckUser {
  const checkHash = openHashCheck(ofHashes)
  const readUser = compileDraft(UserLine) as (body: ParsedBody) => Draft<UserInput>
  const checkAddresses = openAddressCheck()
  const checkMethods = openMethodCheck(now)

  return async ({ value, repeated }, faults) => {
    const { addresses, payment_methods } = value as Record<string, unknown>
    const checked = await checkOwnProfile(readUser({ value: withoutItems(value), repeated }))
    faults.addAll(checked.faults)
    const { given } = checked
    for (const name of ['external_id', 'email'] as const)
      if (!given[name] && !checked.faults.has(name)) faults.addMessage(name, 'rule.required')
    const { external_id: externalId, email, password_hash: hash, created_at: createdAt } = given
    const wrongEmail = email ? emailFault(email) : undefined
    if (wrongEmail) faults.addMessage('email', ...wrongEmail)
    if (hash) await checkHash(hash, faults)
    if (createdAt) addTimeFault(createdAt, now, faults)
    const lists = {
      addresses: itemsOf(addresses, 'addresses', maxAddressesPerUser, faults),
      methods: itemsOf(payment_methods, 'payment_methods', maxPaymentMethodsPerUser, faults),
    }
    const ofAddresses = checkAddresses(lists.addresses, faults)
    const ofMethods = checkMethods(lists.methods, lists.addresses.length, faults)
    if (faults.found.length > 0 || !externalId || !email) return undefined
    return {
      externalId,
      email,
      emailKey: emailKey(email),
      emailConfirmed: given.email_confirmed ?? false,
      fullName: given.full_name ?? null,
      emailOptin: given.email_optin ?? false,
      primaryPhone: checked.phone || null,
      language: given.language ?? 'en',
      timeZone: given.time_zone ?? null,
      createdAt: createdAt ?? null,
      passwordHash: hash ?? null,
      vaultCustomer: given.vault_customer ?? null,
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

function itemsOf(list: unknown, name: string, max: number, faults: FaultList): readonly unknown[] {
  if (!Array.isArray(list)) return []
  if (list.length <= max) return list
  faults.addMessage(name, 'error.limit_reached')
  return []
}

/** Makes the function that checks the addresses of a line. */
function openAddressCheck() {
  const read = compileDraft(AddressBody) as (body: ParsedBody) => Draft<AddressInput>
  return (items: readonly unknown[], faults: FaultList) => {
    const addresses: AddressFields[] = []
    // As if they were created one after the other: the first one, or the last that asks for it.
    let place = 0
    items.forEach((item, index) => {
      const own = faults.at(`addresses.${index}`)
      const value = objectOf(item, own)
      const draft = value && read({ value, repeated: [] })
      const fields = draft && own.try(() => checkNewAddress(draft))
      if (fields) addresses.push(fields)
      if (draft?.given.default) place = index
    })
    return { addresses, defaultAddress: items.length === 0 ? null : place }
  }
}

/** Makes the function that checks the form of a hash, and how long a check of it takes here. */
function openHashCheck({ hasLegacyKey, maxHashMs, onHash }: Omit<CheckOptions, 'now'>) {
  const costs = openHashCosts()
  return async (passwordHash: string, faults: FaultList): Promise<void> => {
    const add = (message: string) => faults.add('password_hash', message)
    const hash = readForeignHash(passwordHash)
    if (hash === undefined) return add('Must be a hash in one of the forms that the guide lists.')
    if (hash.scheme === 'hmac' && !hasLegacyKey)
      return add('The setting LEGACY_PASSWORD_KEY is needed to verify this hash.')
    const ms = await costs.timeOf(hash.work)
    if (ms <= maxHashMs) return onHash(ms)
    const [took, most] = [ms, maxHashMs].map((time) => `${(time / 1_000).toPrecision(2)} s`)
    add(
      `A check of this hash takes ${took} on this machine, and may take ${most}. ` +
        'Without the hash, the user chooses a new password by email.',
    )
  }
}

/** A date and a time with a zone (RFC 3339, 5.6). PostgreSQL has zones of less than 16 hours. */
const timeForm =
  /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:0\d|1[0-5]):[0-5]\d)$/

function addTimeFault(text: string, now: number, faults: FaultList): void {
  const time = timeForm.test(text) && isInCalendar(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) faults.add('created_at', 'Must be a time such as 2019-05-01T12:00:00Z.')
  else if (time > now) faults.add('created_at', 'Must not be in the future.')
}
