import { type Links, links, type Representation, version } from '../../platform/http/api/hal.ts'
import type { SharedJson } from '../../platform/http/api/json.ts'
import { type Collection, collection, type Paging, pageOf } from '../../platform/http/api/paging.ts'
import {
  collectionSchema,
  linksSchema,
  nullableFlag,
  nullableInt32,
  nullableText,
  ref,
  resourceSchema,
} from '../../platform/http/api/schema.ts'
import type { View } from '../../platform/http/api/view.ts'
import { Type } from '../../platform/schema/type.ts'
import { type CountryResource, countryResource } from '../countries/resource.ts'
import { type Address, maxAddressesPerUser } from './addresses.ts'
import { city, line, name, postalCode, state } from './body.ts'
import type { Pickup } from './carrier/carrier.ts'

/** An address in the interface (2.2). The country is embedded, so its code has no property. */
export interface AddressResource extends Representation {
  id: number
  full_name: string
  default: boolean
  address_1: string
  address_2: string | null
  address_3: string | null
  city: string | null
  state_province: string | null
  postal_code: string | null
  _links: Links
  _embedded: { country: SharedJson<CountryResource> }
}

export const addressPath = (id: number, { baseUrl }: View): string => `${baseUrl}/addresses/${id}`

export function addressResource(address: Address, view: View): AddressResource {
  const self = addressPath(address.id, view)
  return {
    [version]: address.version,
    id: address.id,
    full_name: address.full_name,
    default: address.default,
    address_1: address.address_1,
    address_2: address.address_2,
    address_3: address.address_3,
    city: address.city,
    state_province: address.state_province,
    postal_code: address.postal_code,
    _links: links(view.language, {
      self,
      'address:carrier': view.collectsIn(address.country_code) ? `${self}/carrier` : undefined,
      'address:delete': view.mayWrite && !address.billed ? self : undefined,
      'address:update': view.mayWrite ? self : undefined,
    }),
    _embedded: { country: countryResource(address.country_code, view) },
  }
}

/**
 * One page of a user's addresses.
 * @param addresses all addresses of the user, sorted
 */
export function addressCollection(
  addresses: readonly Address[],
  sort: string | undefined,
  paging: Paging,
  view: View,
): Collection<AddressResource> {
  const path = `${view.baseUrl}/addresses`
  return collection(view.language, {
    path,
    parameters: { sort },
    paging,
    total: addresses.length,
    items: pageOf(addresses, paging).map((address) => addressResource(address, view)),
    links: {
      'address:create': view.mayWrite && addresses.length < maxAddressesPerUser ? path : undefined,
    },
  })
}

export interface CarrierResource extends Representation {
  id: number
  name: string
  pickup_windows: { start_date: string; end_date: string }[]
  _links: Links
}

export function carrierResource(addressId: number, pickup: Pickup, view: View): CarrierResource {
  return {
    id: pickup.id,
    name: pickup.name,
    pickup_windows: pickup.windows.map(({ start, end }) => ({ start_date: start, end_date: end })),
    _links: links(view.language, { self: `${addressPath(addressId, view)}/carrier` }),
  }
}

// Schemas.

export const AddressSchema = resourceSchema('Address', {
  id: nullableInt32({ description: 'The address identifier' }),
  full_name: nullableText(name),
  default: nullableFlag({ description: 'True if this is the user’s default address' }),
  address_1: nullableText(line('First', ['12 St James’s Square'])),
  address_2: nullableText(line('Second', [])),
  address_3: nullableText(line('Third', [])),
  city: nullableText(city),
  state_province: nullableText(state),
  postal_code: nullableText(postalCode),
  _links: linksSchema('self', 'address:carrier', 'address:delete', 'address:update'),
  _embedded: Type.Object({ country: ref('Country') }, { additionalProperties: false }),
})

const AddressCollectionSchema = collectionSchema(
  'AddressCollection',
  ref('Address'),
  'address:create',
)

const CarrierSchema = resourceSchema('Carrier', {
  id: nullableInt32({ description: 'The carrier’s identifier' }),
  name: Type.String({ description: 'The carrier’s name' }),
  pickup_windows: Type.Array(
    Type.Object({
      start_date: Type.String({ format: 'date-time', description: 'In UTC' }),
      end_date: Type.String({ format: 'date-time', description: 'In UTC' }),
    }),
  ),
  _links: linksSchema('self'),
})

/** The schemas that other schemas refer to by `$id`. */
export const addressSchemas = [AddressSchema, AddressCollectionSchema, CarrierSchema]
