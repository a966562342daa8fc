import type { Database, Queryable } from '../../platform/database/db.ts'
import { type Faults, Refused, refusals } from '../../platform/errors/refusals.ts'
import type { Precondition } from '../../platform/http/api/hal.ts'
import type { Message } from '../../platform/i18n/catalogue.ts'
import { addFault, type Draft } from '../../platform/text/draft.ts'
import {
  obfuscatedAccount,
  obfuscatedCard,
  obfuscatedEmail,
} from '../../platform/text/obfuscate.ts'
import type { Writer } from '../../support/idempotency/writer.ts'
import { recordAndAnnounce } from '../../support/outbox/outbox.ts'
import { checkAddress, upperCase } from '../countries/rules.ts'
import type { Address, AddressFields } from './address.ts'
import * as store from './store.ts'

export type { Address, AddressFields } from './address.ts'

/** The input of a create or update. */
export type AddressInput = { [F in keyof AddressFields]: string | null } & {
  default: boolean | null
}

/** The most addresses that a user may have. */
export const maxAddressesPerUser = 100

export { findAddresses } from './store.ts'

// Every change takes two round trips: the lock and what the rules need, then all writes with
// COMMIT. A transaction runs statements in the order in which they are sent. The lock prevents
// other changes of the user's addresses, so the result of the writes is known without reading it.

/** @throws {Refused} not_found, also for an address of another user */
export async function findAddress(db: Database, userId: number, id: number): Promise<Address> {
  const address = await store.findAddress(db, userId, id)
  if (address === undefined) throw new Refused(refusals.not_found)
  return address
}

/** Returns the fields of a new address. @throws {Refused} validation_failed */
export function checkNewAddress({ given, faults }: Draft<AddressInput>): AddressFields {
  const input = withUpperCaseCountry({ ...blank, ...given })
  return requireValidFields(input, faults, checkAddress(input))
}

/**
 * Creates an address. The first address of a user always becomes the default.
 * @throws {Refused} validation_failed, limit_reached
 */
export async function createAddress(
  writer: Writer<Address>,
  userId: number,
  draft: Draft<AddressInput>,
): Promise<Address> {
  const fields = checkNewAddress(draft)
  const { given } = draft
  return writer.transactionFor(userId, async (tx) => {
    const [current, id] = await Promise.all([
      store.lockUser(tx, userId),
      store.reserveId(tx, userId, maxAddressesPerUser),
    ])
    if (id === null) throw new Refused(refusals.limit_reached)
    const isDefault = current === null || given.default === true
    const details = { address: id, default: isDefault }
    const event = { topic: 'Addresses', action: 'Created', resourceId: id } as const
    return tx.commitAfter(
      Promise.all([
        store.insert(tx, userId, id, fields),
        isDefault && store.moveDefault(tx, userId, current, id),
        recordAndAnnounce(tx, { userId, action: 'address.created', details }, event),
      ]),
      { ...fields, id, version: 1, default: isDefault, billed: false },
    )
  })
}

/**
 * Updates an address by a merge patch (RFC 7396). Omitted fields keep their values, and the
 * resulting address is checked.
 * @throws {Refused} forbidden, validation_failed, precondition_failed
 */
export async function updateAddress(
  writer: Writer<Address>,
  userId: number,
  id: number,
  { given, faults }: Draft<AddressInput>,
  precondition: Precondition,
): Promise<Address> {
  return writer.transactionFor(userId, async (tx) => {
    const [current, address] = await Promise.all([
      store.lockUser(tx, userId),
      store.findAddress(tx, userId, id),
    ])
    if (address === undefined) throw new Refused(refusals.forbidden)

    const input = withUpperCaseCountry({ ...address, ...given })
    const ruleFaults = new Map(faultsOfChange(address, input))
    if (given.default === false && address.default)
      ruleFaults.set('default', [['address.default.required']])
    const fields = requireValidFields(input, faults, ruleFaults)
    if (precondition?.has(address.version) === false)
      throw new Refused(refusals.precondition_failed)

    const becomesDefault = given.default === true && !address.default
    const changedKeys = keys.filter((key) => address[key] !== fields[key])
    if (changedKeys.length === 0 && !becomesDefault) return address
    const details = { address: id, changed: changedKeys.join(' '), default: becomesDefault }
    const change = changedKeys.length > 0 ? 'Updated' : 'DefaultChanged'
    const event = { topic: 'Addresses', action: change, resourceId: id } as const
    const isDefault = address.default || becomesDefault
    return tx.commitAfter(
      Promise.all([
        store.update(tx, userId, id, fields),
        becomesDefault && store.moveDefault(tx, userId, current, id),
        recordAndAnnounce(tx, { userId, action: 'address.updated', details }, event),
      ]),
      { ...address, ...fields, version: address.version + 1, default: isDefault },
    )
  })
}

/**
 * Deletes an address. Deleting it again changes nothing. If it was the default, the address with
 * the lowest id becomes the default.
 * @throws {Refused} forbidden, invalid_delete, precondition_failed
 */
export async function deleteAddress(
  writer: Writer<void>,
  userId: number,
  id: number,
  precondition: Precondition,
): Promise<void> {
  await writer.transactionFor(userId, async (tx) => {
    const [, address] = await Promise.all([
      store.lockUser(tx, userId),
      store.findAddress(tx, userId, id),
    ])
    if (address === undefined) {
      if (await tx.commitWith(store.wasRemoved(tx, userId, id))) return
      throw new Refused(refusals.forbidden)
    }
    if (address.billed) throw await addressInUse(tx, userId, id)
    if (precondition?.has(address.version) === false)
      throw new Refused(refusals.precondition_failed)
    const details = { address: id }
    const event = { topic: 'Addresses', action: 'Deleted', resourceId: id } as const
    await tx.commitAfter(
      Promise.all([
        address.default && store.reassignDefault(tx, userId, id),
        store.remove(tx, userId, id),
        recordAndAnnounce(tx, { userId, action: 'address.deleted', details }, event),
      ]),
      undefined,
    )
  })
}

/** The most payment methods that a message names. */
const maxNamedMethods = 3

/**
 * Returns the refusal to delete an address. It names the payment methods with this billing address.
 */
async function addressInUse(tx: Queryable, userId: number, id: number): Promise<Refused> {
  const methods = await store.findPaymentMethodsOf(tx, userId, id)
  const named = methods.slice(0, maxNamedMethods).map(shownMethod)
  if (methods.length > maxNamedMethods) named.push('…')
  const message = ['error.invalid_delete.billed', { methods: named.join(', ') }] as const
  return new Refused(refusals.invalid_delete, { message })
}

/** Shows a payment method as its own representation does. */
function shownMethod({ last4, bank_country: country, email }: store.BilledMethod): string {
  if (last4 === null) return obfuscatedEmail(email ?? '')
  return country === null ? obfuscatedCard(last4) : obfuscatedAccount(country, last4)
}

const blank: AddressInput = {
  full_name: null,
  address_1: null,
  address_2: null,
  address_3: null,
  city: null,
  state_province: null,
  postal_code: null,
  country_code: null,
  default: null,
}

const keys = Object.keys(blank).filter((key) => key !== 'default') as (keyof AddressFields)[]
/**
 * The fields of the location. A change of only the name must not fail because of address rules that
 * are newer than the address.
 */
const locationKeys = keys.filter((key) => key !== 'full_name')

type Input = Omit<AddressInput, 'default'>

/** Converts the country code to upper case. */
const withUpperCaseCountry = (input: Input): Input => ({
  ...input,
  country_code: input.country_code && upperCase(input.country_code),
})

/**
 * Returns the faults of a changed address. If only the name changes, the rules for the other fields
 * do not apply.
 */
function faultsOfChange(before: Address, after: Input): Faults {
  const faults = checkAddress(after)
  if (locationKeys.some((key) => before[key] !== after[key])) return faults
  return new Map([...faults].filter(([property]) => property === 'full_name'))
}

/**
 * Returns the fields if there are no faults. Properties that could not be read have no other
 * faults.
 * @throws {Refused} validation_failed
 */
function requireValidFields(input: Input, unreadable: Faults, ruleFaults: Faults): AddressFields {
  const faults = new Map<string, Message[]>()
  for (const [property, messages] of unreadable) {
    for (const message of messages) addFault(faults, property, message)
  }
  for (const [property, messages] of ruleFaults) {
    if (!unreadable.has(property)) faults.set(property, [...messages])
  }
  const { full_name, address_1, country_code } = input
  if (faults.size > 0 || full_name === null || address_1 === null || country_code === null) {
    throw new Refused(refusals.validation_failed, { faults })
  }
  return { ...input, full_name, address_1, country_code }
}
