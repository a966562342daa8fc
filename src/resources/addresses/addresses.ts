import type { Database, Queryable } from '../../platform/database/db.ts'
import { type Faults, Refused, refusals } from '../../platform/errors/refusals.ts'
import type { Precondition } from '../../platform/http/api/hal.ts'
import type { Message } from '../../platform/i18n/catalogue.ts'
import { addFault, type Draft } from '../../platform/text/draft.ts'
import { obfuscatedCard, obfuscatedEmail } from '../../platform/text/obfuscate.ts'
import { record } from '../../support/audit/audit.ts'
import { checkAddress, upperCase } from '../countries/rules.ts'
import type { Address, AddressFields } from './address.ts'
import * as store from './store.ts'

export type { Address, AddressFields } from './address.ts'

/** What is asked for in a create or update. */
export type AddressInput = { [F in keyof AddressFields]: string | null } & {
  default: boolean | null
}

/** The most addresses that a user may have. */
export const mostAddresses = 100

export { findAddresses } from './store.ts'

// In a transaction, statements run in the order in which they are sent. Those that need no answer of each other
// go out together: the user's row is locked for fewer round trips.

/** @throws {Refused} not_found, the same for another user's address as for none */
export async function findAddress(db: Database, userId: number, id: number): Promise<Address> {
  const address = await store.findAddress(db, userId, id)
  if (address === undefined) throw new Refused(refusals.not_found)
  return address
}

/**
 * Creates an address. A user's first becomes the default, whatever was asked.
 * @throws {Refused} validation_failed, limit_reached
 */
export async function createAddress(
  db: Database,
  userId: number,
  { given, faults }: Draft<AddressInput>,
): Promise<Address> {
  const input = placed({ ...blank, ...given })
  const fields = checked(input, faults, checkAddress(input))
  return db.transactionFor(userId, async (tx) => {
    const [current, count] = await Promise.all([
      store.lockUser(tx, userId),
      store.countAddresses(tx, userId),
    ])
    if (count >= mostAddresses) throw new Refused(refusals.limit_reached)
    const id = await store.insert(tx, userId, fields)
    const isDefault = current === null || given.default
    const moved = isDefault && store.moveDefault(tx, userId, current, id)
    const found = store.findAddress(tx, userId, id)
    const details = { address: id, default: isDefault === true }
    const recorded = record(tx, { userId, action: 'address.created', details })
    const [created] = await tx.commitWith(Promise.all([found, moved, recorded]))
    return present(created)
  })
}

/**
 * Updates an address by a merge patch (RFC 7396): what is absent stays, and the result is what is checked.
 * @throws {Refused} forbidden, validation_failed, precondition_failed
 */
export async function updateAddress(
  db: Database,
  userId: number,
  id: number,
  { given, faults }: Draft<AddressInput>,
  precondition: Precondition,
): Promise<Address> {
  return db.transactionFor(userId, async (tx) => {
    const [current, address] = await Promise.all([
      store.lockUser(tx, userId),
      store.findAddress(tx, userId, id),
    ])
    if (address === undefined) throw new Refused(refusals.forbidden)

    const input = placed({ ...address, ...given })
    const broken = new Map(faultsOfChange(address, input))
    if (given.default === false && address.default)
      broken.set('default', [['address.default.required']])
    const fields = checked(input, faults, broken)
    if (precondition?.has(address.version) === false)
      throw new Refused(refusals.precondition_failed)

    const becomesDefault = given.default === true && !address.default
    const differing = keys.filter((key) => address[key] !== fields[key])
    if (differing.length === 0 && !becomesDefault) return address
    const moved = becomesDefault && store.moveDefault(tx, userId, current, id)
    const changed =
      differing.length > 0
        ? store.update(tx, userId, id, fields)
        : store.findAddress(tx, userId, id)
    const details = { address: id, changed: differing.join(' '), default: becomesDefault }
    const recorded = record(tx, { userId, action: 'address.updated', details })
    const [updated] = await tx.commitWith(Promise.all([changed, moved, recorded]))
    return present(updated)
  })
}

/**
 * Deletes an address; deleting it once more changes nothing. The default goes to the lowest remaining id.
 * @throws {Refused} forbidden, invalid_delete, precondition_failed
 */
export async function deleteAddress(
  db: Database,
  userId: number,
  id: number,
  precondition: Precondition,
): Promise<void> {
  await db.transactionFor(userId, async (tx) => {
    const [, address] = await Promise.all([
      store.lockUser(tx, userId),
      store.findAddress(tx, userId, id),
    ])
    if (address === undefined) {
      if (await store.wasRemoved(tx, userId, id)) return
      throw new Refused(refusals.forbidden)
    }
    if (address.billed) throw await addressInUse(tx, userId, id)
    if (precondition?.has(address.version) === false)
      throw new Refused(refusals.precondition_failed)
    if (address.default) await store.handOnDefault(tx, userId, id)
    const removed = store.remove(tx, userId, id)
    const details = { address: id }
    const recorded = record(tx, { userId, action: 'address.deleted', details })
    await tx.commitWith(Promise.all([removed, recorded]))
  })
}

/** The most payment methods that a message names. */
const mostNamed = 3

/** The refusal to delete an address, which names the payment methods that bill to it. */
async function addressInUse(tx: Queryable, userId: number, id: number): Promise<Refused> {
  const methods = await store.findBilled(tx, userId, id)
  const named = methods
    .slice(0, mostNamed)
    .map(({ last4, email }) =>
      last4 === null ? obfuscatedEmail(email ?? '') : obfuscatedCard(last4),
    )
  if (methods.length > mostNamed) named.push('…')
  const told = ['error.invalid_delete.billed', { methods: named.join(', ') }] as const
  return new Refused(refusals.invalid_delete, { message: told })
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
/** A recipient's new name does not make old rows answer to new rules of their country. */
const keysOfPlace = keys.filter((key) => key !== 'full_name')

type Input = Omit<AddressInput, 'default'>

/** Country codes are taken in any letter case. */
const placed = (input: Input): Input => ({
  ...input,
  country_code: input.country_code && upperCase(input.country_code),
})

/** What a changed address gets wrong: its country's rules count only where the place itself changes. */
function faultsOfChange(before: Address, after: Input): Faults {
  const faults = checkAddress(after)
  if (keysOfPlace.some((key) => before[key] !== after[key])) return faults
  return new Map([...faults].filter(([property]) => property === 'full_name'))
}

/**
 * The fields, where there is no fault. Rules are not held against a property that could not even be read.
 * @throws {Refused} validation_failed
 */
function checked(input: Input, unreadable: Faults, broken: Faults): AddressFields {
  const faults = new Map<string, Message[]>()
  for (const [property, messages] of unreadable) {
    for (const message of messages) addFault(faults, property, message)
  }
  for (const [property, messages] of broken) {
    if (!unreadable.has(property)) faults.set(property, [...messages])
  }
  const { full_name, address_1, country_code } = input
  if (faults.size > 0 || full_name === null || address_1 === null || country_code === null) {
    throw new Refused(refusals.validation_failed, { faults })
  }
  return { ...input, full_name, address_1, country_code }
}

function present(address: Address | undefined): Address {
  if (address === undefined) throw new Error('the address just written is not there')
  return address
}
