import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Listing } from '../../../src/resources/listings/directory/directory.ts'
import {
  byPreference,
  ineligibilityReason,
  isForSale,
} from '../../../src/resources/listings/eligibility.ts'
import { faultsOf, type Purchase } from '../../../src/resources/listings/purchase.ts'
import type { PaymentMethod } from '../../../src/resources/payment-methods/payment-methods.ts'
import { newListing } from '../../support/listings.ts'

/*
 * A second, literal and slow implementation of the rules for paying for a listing. The tests
 * compare it with the service’s code.
 */

const runs = { numRuns: 10_000 }
const now = Date.parse('2026-05-01T00:00:00Z')

const coupon = fc.record({
  code: fc.constantFrom('A', 'B', 'C'),
  expires_at: fc.constantFrom(
    null,
    '2026-04-30T23:59:59.999Z',
    '2026-05-01T00:00:00Z',
    '2026-05-01T02:00:00+02:00',
    '2026-05-01T00:00:00.001Z',
  ),
})

const deliveryMethod = fc.record({
  id: fc.integer({ min: 1, max: 3 }),
  name: fc.constant('Any'),
  type: fc.constant('any'),
  countries: fc.option(fc.subarray(['GB', 'DE', 'US'])),
  pickup: fc.boolean(),
})

const listing: fc.Arbitrary<Listing> = fc
  .record({
    status: fc.constantFrom('available', 'available', 'sold', 'withdrawn'),
    number_of_tickets: fc.integer({ min: 0, max: 5 }),
    splits: fc.option(fc.subarray([1, 2, 3, 4, 5], { minLength: 1 })),
    accepted_payment_types: fc.subarray(['CreditCard', 'PayPal', 'Cheque']),
    delivery_methods: fc.uniqueArray(deliveryMethod, { maxLength: 3, selector: ({ id }) => id }),
    seller_id: fc.constantFrom(null, '1', '2', '11'),
    coupons: fc.uniqueArray(coupon, { maxLength: 3, selector: ({ code }) => code }),
  })
  .map((told) => newListing(told))

const purchase: fc.Arbitrary<Purchase> = fc.record({
  number_of_tickets: fc.option(fc.integer({ min: -1, max: 7 })),
  delivery_address_id: fc.option(fc.integer({ min: 1, max: 4 })),
  delivery_method_id: fc.option(fc.integer({ min: 1, max: 4 })),
  coupons: fc.option(fc.array(fc.constantFrom('A', 'B', 'C', 'D', 'a'), { maxLength: 4 })),
  pickup_full_name: fc.constantFrom(null, '', 'Ada Lovelace'),
})

const addresses = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 3 }),
    country_code: fc.constantFrom('GB', 'DE', 'FR'),
  }),
  { selector: ({ id }) => id },
)

/** The properties that the rules refuse. Each rule is written separately. */
function expectedFaults(
  asked: Purchase,
  of: Listing,
  mine: { id: number; country_code: string }[],
) {
  const wrong = new Set<string>()
  const count = asked.number_of_tickets
  if (count !== null) {
    if (count < 1) wrong.add('number_of_tickets')
    if (count > of.number_of_tickets) wrong.add('number_of_tickets')
    if (of.splits !== null && of.splits.indexOf(count) === -1) wrong.add('number_of_tickets')
  }
  let ways = [...of.delivery_methods]
  let isKnownWay = true
  if (asked.delivery_method_id !== null) {
    ways = ways.filter((way) => way.id === asked.delivery_method_id)
    isKnownWay = ways.length === 1
    if (!isKnownWay) wrong.add('delivery_method_id')
    if (ways[0]?.pickup === true && (asked.pickup_full_name ?? '') === '')
      wrong.add('pickup_full_name')
  }
  if (asked.delivery_address_id !== null) {
    const [address] = mine.filter(({ id }) => id === asked.delivery_address_id)
    if (address === undefined) wrong.add('delivery_address_id')
    else if (isKnownWay) {
      let reached = 0
      for (const { countries } of ways) {
        if (countries === null || countries.indexOf(address.country_code) >= 0) reached++
      }
      if (reached === 0) wrong.add('delivery_address_id')
    }
  }
  for (const code of asked.coupons ?? []) {
    let good = 0
    for (const known of of.coupons) {
      if (known.code !== code) continue
      if (known.expires_at === null) good++
      else if (new Date(known.expires_at) > new Date(now)) good++
    }
    if (good === 0) wrong.add('coupons')
  }
  return wrong
}

const method = fc
  .record({
    id: fc.integer({ min: 1, max: 9 }),
    type: fc.constantFrom('CreditCard', 'PayPal'),
    expired: fc.boolean(),
    buyer_method: fc.boolean(),
    default_buyer_method: fc.boolean(),
    created_at: fc.constantFrom(
      '2026-01-01 10:00:00+00',
      '2026-01-01 10:00:00.1+00',
      '2026-01-01 10:00:00.12+00',
      '2026-01-02 09:00:00+00',
    ),
  })
  .map((told) => told as unknown as PaymentMethod)

describe('the rules for paying for a listing', () => {
  test('faultsOf finds every error of a purchase, and no others', () => {
    const property = fc.property(purchase, listing, addresses, (asked, of, mine) => {
      const found = new Set(faultsOf(asked, of, mine, now).map(([name]) => name))
      assert.deepEqual(found, expectedFaults(asked, of, mine))
    })
    fc.assert(property, runs)
  })

  test('faultsOf reports each error once', () => {
    const property = fc.property(purchase, listing, addresses, (asked, of, mine) => {
      const told = faultsOf(asked, of, mine, now).map((fault) => JSON.stringify(fault))
      assert.equal(new Set(told).size, told.length)
    })
    fc.assert(property, runs)
  })

  test('a method is offered if it can buy, has not expired and its type is accepted, and not otherwise', () => {
    const property = fc.property(method, listing, (one, of) => {
      const types: string[] = [...of.accepted_payment_types]
      const isOffered = one.buyer_method && !one.expired && types.indexOf(one.type) >= 0
      const reason = ineligibilityReason(one, of)
      assert.equal(reason === null, isOffered)
      if (reason === 'expired') assert.ok(one.expired)
      if (reason === 'not_for_buying') assert.ok(!one.buyer_method)
      // A type that is not accepted is always the reason, whatever else is wrong.
      assert.equal(reason === 'type_not_accepted', types.indexOf(one.type) === -1)
    })
    fc.assert(property, runs)
  })

  test('an available listing is for sale to everybody but its seller', () => {
    const property = fc.property(listing, fc.constantFrom(1, 2, 3), (of, userId) => {
      const isLeft = of.status === 'available' && of.number_of_tickets !== 0
      assert.equal(isForSale(of, userId), isLeft && Number(of.seller_id) !== userId)
    })
    fc.assert(property, runs)
  })

  test('the default is first, then the newest method', () => {
    const several = fc.uniqueArray(method, { maxLength: 6, selector: ({ id }) => id })
    const property = fc.property(several, (methods) => {
      const sorted = methods.toSorted(byPreference)
      for (const [index, later] of sorted.entries()) {
        const earlier = sorted[index - 1]
        if (earlier === undefined) continue
        if (later.default_buyer_method) assert.ok(earlier.default_buyer_method)
        if (later.default_buyer_method !== earlier.default_buyer_method) continue
        const at = ({ created_at }: PaymentMethod) =>
          Number(created_at.slice(9, 10)) * 100_000 + Number(created_at.slice(17, -3))
        assert.ok(at(earlier) > at(later) || (at(earlier) === at(later) && earlier.id > later.id))
      }
    })
    fc.assert(property, runs)
  })
})
