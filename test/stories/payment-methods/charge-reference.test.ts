import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Answer, createClient, type PaymentMethod } from '@foyer/client'
import { requestToken } from '@foyer/client/oauth'
import { london } from '../../support/addresses.ts'
import { relyingParty } from '../../support/authorize.ts'
import { newCard } from '../../support/cards.ts'
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { listRecords, type Scope } from '../../support/inside.ts'
import { issuerReady } from '../../support/issuer-ready.ts'
import { onEveryStripeFoyer, type StripeFoyer } from '../../support/stripe-foyer.ts'
import { halFetch } from '../../support/validate-response.ts'

/** The properties that a response about a charge reference may have. */
interface Body {
  code?: string
  id?: number
  user_id?: number
  processor?: string
  customer?: string
  payment_method?: string
  expired?: boolean
  errors?: Record<string, string[]>
  _embedded?: { billing_address?: { city?: string } }
}

type Send = (path: string) => Promise<Answer<Body>>

/** Sends requests with an application's own token. */
async function applicationOf(
  { newApplication, authUrl, baseUrl }: StripeFoyer['foyer'],
  scopes: readonly Scope[],
): Promise<Send> {
  const { clientId, clientSecret } = await newApplication({ name: 'Purchases', scopes })
  await issuerReady(authUrl)
  const { access_token } = await requestToken({
    authUrl,
    clientId,
    clientSecret,
    scope: scopes.join(' '),
  })
  const { request } = createClient({ baseUrl, accessToken: access_token, fetch: halFetch })
  return (path) => request<Body>('GET', path)
}

/** Adds a payment method. @returns its id */
async function add(user: TestUser, kind: 'creditcard' | 'paypal', body: object): Promise<number> {
  const path = `/paymentmethods/${kind}`
  const { status, body: method, text } = await user.request<PaymentMethod>('POST', path, { body })
  assert.equal(status, 201, text)
  return Number(method.id)
}

await onEveryStripeFoyer('charge references', (of) => {
  let user: TestUser
  let cardId = 0
  let payPalId = 0
  let service: Send
  before(async () => {
    user = await of.foyer.newUser()
    const address = await user.addresses.create(london)
    cardId = await add(user, 'creditcard', { ...newCard(), billing_address_id: address.id })
    payPalId = await add(user, 'paypal', { email: 'ada@example.com' })
    service = await applicationOf(of.foyer, ['read:events', 'read:charge'])
  })

  const pathOf = (id: number, userId: number, rest = '') =>
    `/paymentmethods/${id}/charge-reference?user_id=${userId}${rest}`

  test('the purchase service reads what it needs, and the audit trail records the purpose', async () => {
    const { status, body } = await service(
      pathOf(cardId, user.id, '&listing_id=4711&purchase_id=order-7'),
    )
    assert.equal(status, 200)
    const [attached] = of.processor.attached
    assert.deepEqual(
      [body.id, body.user_id, body.processor, body.payment_method, body.expired],
      [cardId, user.id, 'stripe', attached, false],
    )
    assert.match(String(body.customer), /^cus_/)
    assert.equal(body._embedded?.billing_address?.city, london.city)
    const [record] = await listRecords(of.foyer.db, user.id, 1)
    assert.equal(record?.action, 'payment_method.charge_read')
    assert.deepEqual(JSON.parse(String(record?.details)), {
      payment_method: cardId,
      listing: '4711',
      purchase: 'order-7',
    })
  })

  test('only a service with the scope reads a charge reference, and only of a user’s own card', async () => {
    const other = await of.foyer.newUser()
    const applicationAlone = await applicationOf(of.foyer, ['read:events'])
    const nobody = createClient({ ...of.foyer, fetch: halFetch })
    const callers: Readonly<Record<string, Send>> = {
      service,
      'an application without the scope': applicationAlone,
      'the owner': (path) => user.request<Body>('GET', path),
      'another user': (path) => other.request<Body>('GET', path),
      nobody: (path) => nobody.request<Body>('GET', path),
    }
    const wanted: Readonly<Record<string, string>> = {
      'the card': pathOf(cardId, user.id),
      'the card as that of another user': pathOf(cardId, other.id),
      'a PayPal account': pathOf(payPalId, user.id),
      'an unknown card': pathOf(2_147_483_647, user.id),
      'a card of an unknown user': pathOf(cardId, 2_147_483_647),
    }
    const got: Record<string, Record<string, number>> = {}
    for (const [caller, send] of Object.entries(callers))
      for (const [what, path] of Object.entries(wanted)) {
        const { status } = await send(path)
        got[caller] = { ...got[caller], [what]: status }
      }
    const all = (status: number) =>
      Object.fromEntries(Object.keys(wanted).map((what) => [what, status]))
    assert.deepEqual(got, {
      service: { ...all(404), 'the card': 200 },
      'an application without the scope': all(403),
      'the owner': all(403),
      'another user': all(403),
      nobody: all(401),
    })
  })

  test('an invalid parameter is refused by name', async () => {
    for (const [rest, property] of [
      ['&listing_id=a/b', 'listing_id'],
      ['&purchase_id=a%20b', 'purchase_id'],
      [`&purchase_id=${'a'.repeat(65)}`, 'purchase_id'],
    ] as const) {
      const { status, body } = await service(pathOf(cardId, user.id, rest))
      assert.equal(status, 400)
      const message = 'Must be 1 to 64 letters, digits, hyphens and underscores.'
      assert.deepEqual(body.errors, { [property]: [message] })
    }
    const { status, body } = await service(`/paymentmethods/${cardId}/charge-reference`)
    assert.deepEqual([status, Object.keys(body.errors ?? {})], [400, ['user_id']])
  })

  test('a card number as the id of a purchase is not stored', async () => {
    const path = pathOf(cardId, user.id, '&purchase_id=4111111111111111')
    assert.equal((await service(path)).status, 400)
    const [last] = await listRecords(of.foyer.db, user.id, 1)
    assert.doesNotMatch(String(last?.details), /4111/)
  })

  test('the number of a bank account as the id of a purchase is refused', async () => {
    for (const property of ['listing_id', 'purchase_id']) {
      const path = pathOf(cardId, user.id, `&${property}=DE89370400440532013000`)
      const { status, body } = await service(path)
      assert.deepEqual([status, Object.keys(body.errors ?? {})], [400, [property]])
    }
  })

  test('the card of a disabled user is not found', async () => {
    const gone = await of.foyer.newUser()
    const path = pathOf(await add(gone, 'creditcard', newCard()), gone.id)
    assert.equal((await service(path)).status, 200)
    await of.foyer.command('user', 'disable', gone.id)
    assert.equal((await service(path)).status, 404)
  })

  test('no resource of a user links to a charge reference', async () => {
    for (const path of ['', '/paymentmethods', `/paymentmethods/${cardId}`]) {
      const { text } = await user.request('GET', path)
      assert.doesNotMatch(text, /charge/)
    }
  })
})

await onEveryDatabase('the scope read:charge', (foyer) => {
  test('no user can allow the scope', async () => {
    const party = await relyingParty(foyer, { scopes: ['read:user', 'read:charge'] })
    const asked = await fetch(party.authorizeUrl({ scope: 'read:charge' }), { redirect: 'manual' })
    assert.match(String(asked.headers.get('location')), /error=invalid_scope/)
  })

  test('only an application with a secret or a key can have the scope', async () => {
    await assert.rejects(
      foyer.newApplication({
        kind: 'spa',
        redirectUris: ['https://shop.example/callback'],
        scopes: ['read:charge'],
      }),
      /The scope read:charge needs the client credentials grant/,
    )
  })

  test('a card of the local vault cannot be charged', async () => {
    const user = await foyer.newUser()
    const id = await add(user, 'creditcard', newCard())
    const send = await applicationOf(foyer, ['read:charge'])
    const answer = await send(`/paymentmethods/${id}/charge-reference?user_id=${user.id}`)
    assert.deepEqual([answer.status, answer.body.code], [403, 'not_chargeable'])
  })
})
