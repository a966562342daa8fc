import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/db.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import type { Message } from '../../platform/i18n/catalogue.ts'
import { holdsCardNumber } from '../../platform/text/card-number/card-number.ts'
import { addFault, type Draft, requireValid } from '../../platform/text/draft.ts'
import { InvalidJson, parseJson } from '../../platform/text/json.ts'
import { record } from '../../support/audit/audit.ts'
import {
  findMethodsAndAddresses,
  maxPaymentMethodsPerUser,
  type PaymentMethod,
} from '../payment-methods/payment-methods.ts'
import { isListingId, type Listing, type ListingDirectory } from './directory/directory.ts'
import { InvalidListing, readOwnListing } from './directory/document.ts'
import { byPreference, ineligibilityReason, isForSale, type Reason } from './eligibility.ts'
import { faultsOf, type Purchase } from './purchase.ts'
import { listingRefusals } from './refusals.ts'
import * as store from './store.ts'

export { findListing } from './store.ts'

/** The dependencies of finding the payment methods for a listing. */
export interface ListingDeps {
  readonly db: Database
  readonly directory: ListingDirectory
  readonly clock: Clock
  /** The name of the configured card vault. */
  readonly vault: string
}

/** The payment methods of a user for a listing. */
export interface Choice {
  /** Best first. */
  readonly eligible: readonly PaymentMethod[]
  readonly ineligible: readonly { readonly method: PaymentMethod; readonly reason: Reason }[]
  /** Whether the user may add payment methods. */
  readonly mayCreate: boolean
}

const emptyPurchase: Purchase = {
  number_of_tickets: null,
  delivery_address_id: null,
  delivery_method_id: null,
  coupons: null,
  pickup_full_name: null,
}

/**
 * Finds the payment methods of a user that can pay for a purchase.
 * @param listingId as received; an invalid id is answered like an unknown one
 * @throws {Refused} purchase_not_allowed, validation_failed
 * @throws {Unavailable} if the directory cannot answer
 */
export async function findChoice(
  { db, directory, clock, vault }: ListingDeps,
  userId: number,
  listingId: string,
  draft: Draft<Purchase>,
): Promise<Choice> {
  const now = clock.now()
  const [listing, { methods, addresses }] = await Promise.all([
    isListingId(listingId) ? directory.find(listingId, userId) : null,
    findMethodsAndAddresses(db, userId, now, vault),
  ])
  if (listing === null || !isForSale(listing, userId))
    throw new Refused(listingRefusals.purchase_not_allowed)
  const purchase = { ...emptyPurchase, ...draft.given }
  const faults = new Map<string, Message[]>()
  for (const [property, message] of faultsOf(purchase, listing, addresses, now)) {
    // A property that could not be read has a fault already.
    if (!draft.faults.has(property)) addFault(faults, property, message)
  }
  requireValid({ given: purchase, faults: new Map([...draft.faults, ...faults]) })
  const { eligible, ineligible } = splitByEligibility(methods, listing)
  return { eligible, ineligible, mayCreate: methods.length < maxPaymentMethodsPerUser }
}

function splitByEligibility(methods: readonly PaymentMethod[], listing: Listing) {
  const eligible: PaymentMethod[] = []
  const ineligible: Choice['ineligible'][number][] = []
  for (const method of methods.toSorted(byPreference)) {
    const reason = ineligibilityReason(method, listing)
    if (reason === null) eligible.push(method)
    else ineligible.push({ method, reason })
  }
  return { eligible, ineligible }
}

/**
 * The most listings of one import. One statement writes all of them, well within its time limit.
 */
export const maxListingsPerImport = 10_000

/**
 * Imports listings, one JSON document per line: all of them, or nothing if one is invalid. Listings
 * with known ids are replaced.
 * @returns the number of listings
 * @throws {Refused} validation_failed, with a text that names the line and the reason
 */
export async function importListings(db: Database, lines: Iterable<string>): Promise<number> {
  const listings = new Map<string, Listing>()
  let line = 0
  for (const text of lines) {
    line++
    if (text.trim() === '') continue
    const listing = readLine(text, line)
    if (listings.has(listing.id)) refuseLine(line, 'an earlier line has the same id')
    if (listings.size === maxListingsPerImport)
      refuseLine(line, `there are more than ${maxListingsPerImport} listings`)
    listings.set(listing.id, listing)
  }
  await putListings(db, [...listings.values()])
  return listings.size
}

/** Saves listings in the table of this service. Listings with known ids are replaced. */
export const putListings = (db: Database, listings: readonly Listing[]): Promise<void> =>
  db.transaction(async (tx) => {
    await store.putListings(tx, listings)
    const details = { listings: listings.length }
    await record(tx, { userId: null, action: 'listings.imported', details })
  })

function readLine(text: string, line: number): Listing {
  try {
    const { value, repeated } = parseJson(Buffer.from(text))
    if (repeated.length > 0) refuseLine(line, `${repeated[0]} appears twice`)
    return readOwnListing(value)
  } catch (error) {
    if (error instanceof InvalidListing || error instanceof InvalidJson)
      refuseLine(line, error.message)
    throw error
  }
}

function refuseLine(line: number, reason: string): never {
  // The reason may name a property, and the name may hold a card number.
  const shown = holdsCardNumber(reason) ? 'it contains a card number' : reason
  const text = `Line ${line}: ${shown}. Nothing was imported.`
  throw new Refused(refusals.validation_failed, { text })
}
