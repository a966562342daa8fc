import assert from 'node:assert/strict'
import { createClient } from './client/client/index.ts'
import {
  createAddress,
  createCreditCard,
  deleteAddress,
  getUser,
  listAddresses,
  listPaymentMethodsOfType,
  updateAddress,
  updateUser,
} from './client/sdk.gen.ts'
import type { AddressBody } from './client/types.gen.ts'

/** What somebody writes with @hey-api/openapi-ts. */
export async function story(baseUrl: string, accessToken: string): Promise<void> {
  const client = createClient({ baseUrl, auth: accessToken })
  const body: AddressBody = {
    full_name: 'Ada Lovelace',
    address_1: '12 St James’s Square',
    city: 'London',
    postal_code: 'SW1Y 4JH',
    country_code: 'GB',
  }
  const made = await createAddress({ client, body })
  assert.equal(made.response?.status, 201)
  const addressId = made.data?.id ?? assert.fail('no address')
  assert.equal(made.data?._embedded?.country?.name, 'United Kingdom')

  const path = { addressId }
  const changed = await updateAddress({ client, path, body: { city: 'Bath' } })
  assert.equal(changed.data?.city, 'Bath')
  const list = await listAddresses({ client, query: { page: 1, page_size: 10, sort: '-city' } })
  assert.deepEqual(
    list.data?._embedded?.items.map(({ id }) => id),
    [addressId],
  )

  const refused = await createAddress({ client, body: { ...body, city: null } })
  assert.equal(refused.data, undefined)
  assert.equal(refused.error?.code, 'validation_failed')
  assert.deepEqual(Object.keys(refused.error?.errors ?? {}), ['city'])

  const card = await createCreditCard({
    client,
    body: {
      full_name: 'Ada Lovelace',
      card_number: '4111111111111111',
      expiry_month: 12,
      expiry_year: 2099,
      billing_address_id: addressId,
    },
  })
  assert.equal(card.data?.details, '************1111')
  const kept = await deleteAddress({ client, path })
  assert.equal(kept.error?.code, 'invalid_delete')
  const user = await getUser({ client })
  assert.equal(user.data?.email_optin, false)

  // The type says what a client gets that names no media type in `Accept`.
  const updated = await updateUser({ client, body: { email_optin: true } })
  const nothing: Blob | undefined = updated.data
  assert.deepEqual([updated.response?.status, nothing?.size], [200, 0])
  assert.equal((await getUser({ client })).data?.email_optin, true)

  // The type of a payment method is the parameter of the list of its type.
  const { type } = card.data ?? assert.fail('no card')
  const cards = await listPaymentMethodsOfType({ client, path: { type } })
  assert.equal(cards.data?.total_items, 1)
}
