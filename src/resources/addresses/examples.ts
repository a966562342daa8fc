import type { View } from '../../platform/http/api/view.ts'
import type { Address } from './addresses.ts'
import { addressCollection, addressResource, carrierResource } from './resource.ts'

const fields = {
  full_name: 'Ada Lovelace',
  address_1: '12 St James’s Square',
  address_2: null,
  address_3: null,
  city: 'London',
  state_province: null,
  postal_code: 'SW1Y 4LB',
  country_code: 'GB',
}

export const exampleAddress: Address = { ...fields, id: 7, version: 1, default: true, billed: true }

const pickup = {
  id: 1,
  windows: [
    { start: '2026-01-08T09:00:00Z', end: '2026-01-08T17:00:00Z' },
    { start: '2026-01-09T09:00:00Z', end: '2026-01-09T17:00:00Z' },
  ],
}

/** An example of each resource and body, by the name of its schema. */
export const addressExamples = (view: View, carrierName: string) => ({
  Address: addressResource(exampleAddress, view),
  AddressBody: { ...fields, default: true },
  AddressCollection: addressCollection(
    [exampleAddress],
    undefined,
    { page: 1, pageSize: 100 },
    view,
  ),
  Carrier: carrierResource(exampleAddress.id, { ...pickup, name: carrierName }, view),
})
