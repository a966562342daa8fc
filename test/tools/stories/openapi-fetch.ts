import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.d.ts'

/** What somebody writes with openapi-typescript and openapi-fetch. */
export async function story(baseUrl: string, accessToken: string): Promise<void> {
  const headers = { Authorization: `Bearer ${accessToken}` }
  const client = createClient<paths>({ baseUrl, headers })
  const body: components['schemas']['AddressBody'] = {
    full_name: 'Ada Lovelace',
    address_1: '12 St James’s Square',
    city: 'London',
    postal_code: 'SW1Y 4JH',
    country_code: 'GB',
  }
  const made = await client.POST('/addresses', { body })
  assert.equal(made.response.status, 201)
  const addressId = made.data?.id ?? assert.fail('no address')
  const embedded: string | null | undefined = made.data?._embedded?.country?.name
  assert.equal(embedded, 'United Kingdom')

  const path = { params: { path: { addressId } } }
  const changed = await client.PATCH('/addresses/{addressId}', { ...path, body: { city: 'Bath' } })
  assert.equal(changed.data?.city, 'Bath')
  const query = { page: 1, page_size: 10, sort: '-city' }
  const list = await client.GET('/addresses', { params: { query } })
  assert.deepEqual(
    list.data?._embedded?.items.map(({ id }) => id),
    [addressId],
  )

  const refused = await client.POST('/addresses', { body: { ...body, city: null } })
  assert.equal(refused.data, undefined)
  assert.equal(refused.error?.code, 'validation_failed')
  assert.deepEqual(Object.keys(refused.error?.errors ?? {}), ['city'])

  const card = await client.POST('/paymentmethods/creditcard', {
    body: {
      full_name: 'Ada Lovelace',
      card_number: '4111111111111111',
      expiry_month: 12,
      expiry_year: 2099,
      billing_address_id: addressId,
    },
  })
  assert.equal(card.data?.details, '************1111')
  const kept = await client.DELETE('/addresses/{addressId}', path)
  assert.equal(kept.error?.code, 'invalid_delete')
  const user = await client.GET('/user')
  assert.equal(user.data?.email_optin, false)
}
