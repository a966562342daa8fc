import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInput } from '@foyer/client'
import { london } from './addresses.ts'
import { visa } from './cards.ts'
import type { Foyer, TestUser } from './foyer.ts'
import { callOutsideSoak, retryOutsideSoak } from './wire.ts'

/**
 * Creates a user with addresses, payment methods and a webhook, so that no link leads to an empty
 * list.
 */
export async function newHousehold(foyer: Foyer): Promise<TestUser> {
  const scopes = ['read:user', 'write:user', 'read:webhooks', 'write:webhooks'] as const
  const user = await foyer.newUser(scopes)
  const address = (body: AddressInput) => {
    const options = { idempotencyKey: randomUUID() }
    return callOutsideSoak(() => user.addresses.create(body, options))
  }
  const { id } = await address(london)
  await address({ ...london, full_name: 'Charles Babbage' })
  const post = async (path: string, body: object) => {
    const call = { body, idempotencyKey: randomUUID() }
    const response = await retryOutsideSoak(() => user.request('POST', path, call))
    assert.ok(response.status < 300, response.text)
    return response
  }
  await post('/paymentmethods/creditcard', { ...visa, billing_address_id: id })
  await post('/paymentmethods/paypal', { email: 'ada@example.com' })
  await post('/paymentmethods/bankaccount', {
    full_name: 'Ada Lovelace',
    iban: 'DE89 3704 0044 0532 0130 00',
  })
  const url = 'https://shop.example/hook'
  const webhook = await post('/webhooks', { name: 'Shop', url, topics: ['User'] })
  await post(`/webhooks/${(webhook.body as { id: number }).id}/ping`, {})
  return user
}

/** Starts a stand-in for the sibling services. @returns the settings of the links to it */
export async function startSiblings(): Promise<{
  readonly env: Readonly<Record<string, string>>
  stop(): void
}> {
  const server = createServer((request, response) => {
    const self = { href: `${origin}${request.url}`, title: 'This resource', templated: false }
    response.writeHead(200, { 'content-type': 'application/hal+json' })
    response.end(JSON.stringify({ _links: { self } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const origin = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
  return {
    env: {
      LINK_SALES: `${origin}/sales`,
      LINK_SALES_AGGREGATES: `${origin}/salesaggregates`,
      LINK_SELLER_LISTINGS: `${origin}/sellerlistings`,
      LINK_PURCHASES: `${origin}/purchases`,
      LINK_COUNTRY_EVENTS: `${origin}/countries/{code}/events`,
      LINK_COUNTRY_WEB_PAGE: `${origin}/countries/{code}/localwebpage`,
    },
    stop: () => server.close(),
  }
}
