import assert from 'node:assert/strict'
import { test } from 'node:test'
import { london } from '../../support/addresses.ts'
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { keepCard } from '../../support/payment-methods.ts'

await onEveryDatabase('sparse fieldsets', (foyer) => {
  const get = async (user: TestUser, path: string) => {
    const { status, headers, text } = await user.request('GET', path)
    // biome-ignore lint/suspicious/noExplicitAny: the test looks into bodies of any shape.
    return { status, headers, body: JSON.parse(text) as any }
  }

  test('a resource has the properties that the request names, and its links', async () => {
    const user = await foyer.newUser()
    const { body } = await get(user, '/user?fields=full_name,email')
    assert.deepEqual(Object.keys(body).sort(), ['_links', 'email', 'full_name'])
    assert.ok(body._links.self)
    const { id } = await user.addresses.create(london)
    const address = (await get(user, `/addresses/${id}?fields=city,_embedded&fields[country]=name`))
      .body
    assert.deepEqual(Object.keys(address).sort(), ['_embedded', '_links', 'city'])
    assert.deepEqual(Object.keys(address._embedded.country).sort(), ['_links', 'name'])
  })

  test('the items of a collection, and its pages, have them', async () => {
    const user = await foyer.newUser()
    await user.addresses.create(london)
    await user.addresses.create({ ...london, city: 'Bath' })
    const { body } = await get(user, '/addresses?page_size=1&fields=city&sort=city')
    assert.equal(body.total_items, 2)
    assert.deepEqual(Object.keys(body._embedded.items[0]).sort(), ['_links', 'city'])
    const next = await get(user, body._links.next.href.slice(foyer.baseUrl.length))
    assert.deepEqual(Object.keys(next.body._embedded.items[0]).sort(), ['_links', 'city'])
    await keepCard(foyer, user.id)
    const methods = (await get(user, '/paymentmethods?fields=details')).body
    const [cards] = methods._embedded.items
    assert.equal(cards.total_items, 1)
    assert.deepEqual(Object.keys(cards._embedded.items[0]).sort(), ['_links', 'details'])
    const whole = (await get(user, '/addresses?fields[country]=code')).body._embedded.items[0]
    assert.equal(whole.city, 'London')
    assert.deepEqual(Object.keys(whole._embedded.country).sort(), ['_links', 'code'])
  })

  test('unknown fields and types are refused, and the error names the known ones', async () => {
    const user = await foyer.newUser()
    for (const [query, key, known] of [
      ['fields=city', 'fields', 'full_name'],
      ['fields=email,', 'fields', 'email'],
      ['fields[address]=city', 'fields[address]', 'fields[user]'],
      ['fields[user]=x', 'fields[user]', 'email_optin'],
    ] as const) {
      const { status, body } = await get(user, `/user?${query}`)
      assert.deepEqual([status, body.code], [400, 'validation_failed'], query)
      assert.ok(body.errors[key][0].includes(known), JSON.stringify(body.errors))
    }
    assert.equal((await get(user, '/user?fields=email&fields=id')).status, 400)
    assert.equal(Object.keys((await get(user, '/user?fields=')).body).length, 5)
  })

  test('the entity tag has the version of the resource, so it guards updates', async () => {
    const user = await foyer.newUser()
    const part = await get(user, '/user?fields=email')
    const whole = await get(user, '/user')
    const [tag, other] = [part, whole].map(({ headers }) => headers.get('etag') ?? '')
    assert.notEqual(tag, other)
    assert.equal(tag?.split('-')[0], other?.split('-')[0])
    const headers = { 'If-None-Match': tag ?? '' }
    const again = await user.request('GET', '/user?fields=email', { headers })
    assert.equal(again.status, 304)
    await user.user.update({ full_name: 'Ada' }, { ifMatch: tag ?? '' })
  })
})
