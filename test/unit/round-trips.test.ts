import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createApplication } from '../../src/identity/applications/applications.ts'
import { berlin, london } from '../support/addresses.ts'
import { newCard } from '../support/cards.ts'
import { CountingDatabase } from '../support/counting-database.ts'
import { databases } from '../support/database.ts'
import { type Foyer, startFoyer, type TestUser } from '../support/foyer.ts'
import { issuerReady } from '../support/issuer-ready.ts'
import { keepListing } from '../support/listings.ts'
import { basicOf, keepCode, redirectUri, verifier } from '../support/oauth.ts'
import { repeatSlow } from '../support/slow-trials.ts'

/** A service with a user, who has an address that is not the default. */
interface Scene {
  readonly foyer: Foyer
  readonly user: TestUser
  readonly address: number
}

/** A request, and the status of its response. */
interface Sent {
  readonly url: string
  readonly init: RequestInit
  readonly status: number
}

type Prepare = (scene: Scene) => Promise<Sent> | Sent

const json = (status: number, method: string, path: string, body?: object) => {
  return ({ foyer, user }: Scene): Sent => ({
    url: foyer.baseUrl + path,
    init: {
      method,
      headers: {
        authorization: `Bearer ${user.accessToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    },
    status,
  })
}

let accounts = 0
const newAccount = () => ({ email: `account${accounts++}@example.com` })

const newCardOf = ({ user }: Scene) => user.paymentMethods.createCreditCard(newCard())
const newAccountOf = ({ user }: Scene) => user.paymentMethods.createPayPal(newAccount())

/** The details of a card without its number: the card in the vault stays the same. */
const { card_number: _, ...details } = newCard()

/**
 * Each operation with the maximum of its SQL statements, without BEGIN and COMMIT, and of its
 * sequential round trips. BEGIN and COMMIT travel with other statements, so they need none. The
 * access token is in the cache. When a count falls, lower its limit here.
 */
const limits: readonly [string, statements: number, roundTrips: number, Prepare][] = [
  ['GET /addresses', 1, 1, json(200, 'GET', '/addresses')],
  [
    'GET /addresses, cold token',
    2,
    2,
    async (s) => {
      const accessToken = await s.foyer.tokenFor(s.user.id, ['read:user', 'write:user'])
      return json(200, 'GET', '/addresses')({ ...s, user: { ...s.user, accessToken } })
    },
  ],
  ['GET an address', 1, 1, (s) => json(200, 'GET', `/addresses/${s.address}`)(s)],
  ['GET /user', 1, 1, json(200, 'GET', '/user')],
  ['GET /paymentmethods', 2, 1, json(200, 'GET', '/paymentmethods')],
  ['POST an address', 4, 2, json(201, 'POST', '/addresses', london)],
  ['POST a default address', 5, 2, json(201, 'POST', '/addresses', { ...london, default: true })],
  [
    'PATCH an address',
    4,
    2,
    (s) => json(200, 'PATCH', `/addresses/${s.address}`, { city: 'Bath' })(s),
  ],
  [
    'PATCH an address to the default',
    5,
    2,
    (s) => json(200, 'PATCH', `/addresses/${s.address}`, { default: true })(s),
  ],
  ['DELETE an address', 4, 2, (s) => json(204, 'DELETE', `/addresses/${s.address}`)(s)],
  [
    'DELETE the default address',
    5,
    2,
    async (s) => {
      const { id } = await s.user.addresses.create({ ...berlin, default: true })
      return json(204, 'DELETE', `/addresses/${id}`)(s)
    },
  ],
  [
    'DELETE an address again',
    3,
    2,
    async (s) => {
      await s.user.addresses.delete(s.address)
      return json(204, 'DELETE', `/addresses/${s.address}`)(s)
    },
  ],
  ['DELETE an unknown address', 3, 2, json(403, 'DELETE', '/addresses/2147483647')],
  ['PATCH /user', 3, 2, json(200, 'PATCH', '/user', { full_name: 'Ada King' })],
  // The attempt is counted, and the vault's work recorded in a transaction of its own, before the
  // vault is called. Then the attempt with this card is counted.
  ['POST a card', 11, 5, (s) => json(201, 'POST', '/paymentmethods/creditcard', newCard())(s)],
  [
    'POST the same card again',
    12,
    6,
    async (s) => {
      const card = newCard()
      await s.user.paymentMethods.createCreditCard(card)
      return json(200, 'POST', '/paymentmethods/creditcard', card)(s)
    },
  ],
  // One statement counts the email with the proof; two store its link and queue it.
  ['POST an account', 9, 3, (s) => json(201, 'POST', '/paymentmethods/paypal', newAccount())(s)],
  [
    'PUT a card',
    6,
    3,
    async (s) => {
      const { id } = await newCardOf(s)
      return json(200, 'PUT', `/paymentmethods/${id}/creditcard`, details)(s)
    },
  ],
  [
    'PUT an account',
    8,
    3,
    async (s) => {
      const { id } = await newAccountOf(s)
      return json(200, 'PUT', `/paymentmethods/${id}/paypal`, newAccount())(s)
    },
  ],
  [
    'PATCH a payment method',
    5,
    2,
    async (s) => {
      const { id } = await newAccountOf(s)
      return json(200, 'PATCH', `/paymentmethods/${id}`, { default_buyer_method: false })(s)
    },
  ],
  [
    'DELETE an account',
    5,
    2,
    async (s) => {
      const { id } = await newAccountOf(s)
      return json(204, 'DELETE', `/paymentmethods/${id}`)(s)
    },
  ],
  // The record of the vault's work is deleted after the vault has removed the card.
  [
    'DELETE a card',
    7,
    3,
    async (s) => {
      const { id } = await newCardOf(s)
      return json(204, 'DELETE', `/paymentmethods/${id}`)(s)
    },
  ],
  [
    'PUT the payment methods of a listing',
    3,
    1,
    async (s) => {
      await newAccountOf(s)
      const purchase = { number_of_tickets: 2, delivery_address_id: s.address }
      const path = `/listings/${await keepListing(s.foyer)}/paymentmethods`
      return json(200, 'PUT', path, purchase)(s)
    },
  ],
  ['token, client credentials', 2, 2, (s) => tokenRequest(s, { grant_type: 'client_credentials' })],
  [
    'token, client credentials again within 5 s',
    1,
    1,
    async (s) => {
      const { url, init, ...expected } = tokenRequest(s, { grant_type: 'client_credentials' })
      await (await fetch(url, init)).text()
      return { url, init, ...expected }
    },
  ],
  ['token, code', 4, 2, async (s) => tokenRequest(s, await codeOf(s, shop))],
  [
    'token, code of a public application',
    4,
    2,
    async (s) => tokenRequest(s, await codeOf(s, publicShop), publicShop),
  ],
  ['token, refresh', 4, 2, async (s) => tokenRequest(s, await refreshOf(s))],
]

interface Shop {
  id: string
  secret: string | null
}
const shop: Shop = { id: '', secret: null }
const publicShop: Shop = { id: '', secret: null }

function tokenRequest(
  { foyer }: Scene,
  form: Readonly<Record<string, string>>,
  { id, secret } = shop,
): Sent {
  const init: RequestInit = {
    method: 'POST',
    headers: secret === null ? {} : { authorization: basicOf(id, secret) },
    body: new URLSearchParams({ ...form, client_id: id }),
  }
  return { url: `${foyer.authUrl}/oauth2/token`, init, status: 200 }
}

const codeOf = async ({ foyer, user }: Scene, { id }: Shop) => ({
  grant_type: 'authorization_code',
  code: await keepCode(foyer.db, id, { userId: user.id }),
  redirect_uri: redirectUri,
  code_verifier: verifier,
})

async function refreshOf(scene: Scene) {
  const { url, init } = tokenRequest(scene, await codeOf(scene, shop))
  const { refresh_token } = (await (await fetch(url, init)).json()) as { refresh_token: string }
  return { grant_type: 'refresh_token', refresh_token }
}

/** Checks that a representation is what a GET of its resource returns. */
async function assertCurrent({ accessToken }: TestUser, response: Response, body: string) {
  const { _links } = JSON.parse(body) as { _links?: { self: { href: string } } }
  if (_links === undefined) return
  const headers = { authorization: `Bearer ${accessToken}` }
  const read = await fetch(_links.self.href, { headers })
  assert.equal(await read.text(), body)
  assert.equal(read.headers.get('etag'), response.headers.get('etag'))
}

describe('statements and round trips of an operation', async () => {
  // Both databases get the same statements, so one is enough.
  const database = (await databases()).at(-1)
  let db: CountingDatabase
  let foyer: Foyer & { stop(): Promise<void> }
  before(async () => {
    assert.ok(database)
    db = new CountingDatabase(await database.open())
    foyer = await startFoyer(db)
    // The signing keys are read again each minute of this clock, so it stands still.
    const moment = Date.now()
    foyer.clock.now = () => moment
    const properties = {
      redirectUris: [redirectUri],
      scopes: ['read:events', 'read:user'],
    } as const
    const own = await createApplication(db, { ...properties, name: 'Shop' })
    Object.assign(shop, { id: own.client_id, secret: own.client_secret })
    const other = await createApplication(db, { ...properties, name: 'Page', kind: 'spa' })
    publicShop.id = other.client_id
    await issuerReady(foyer.authUrl)
  })
  after(() => foyer.stop())

  for (const [name, maxStatements, maxRoundTrips, prepare] of limits)
    test(`${name}: ${maxStatements} statements, ${maxRoundTrips} round trips`, (t) =>
      repeatSlow(async () => {
        const user = await foyer.newUser()
        await user.addresses.create(berlin)
        const { id } = await user.addresses.create(london)
        const { url, init, status } = await prepare({ foyer, user, address: Number(id) })
        let response = new Response()
        let body = ''
        const { statements, roundTrips } = await db.during(async () => {
          response = await fetch(url, init)
          body = await response.text()
        })
        assert.equal(response.status, status)
        const counted = [statements.length, roundTrips]
        const text = `${counted.join(' statements, ')} round trips:\n${statements.join('\n')}`
        assert.ok(statements.length <= maxStatements && roundTrips <= maxRoundTrips, text)
        if (statements.length < maxStatements || roundTrips < maxRoundTrips)
          t.diagnostic(
            `${name} has ${counted.join(' statements, ')} round trips. Lower its limits.`,
          )
        if (url.startsWith(foyer.baseUrl) && !url.includes('/listings/') && body !== '')
          await assertCurrent(user, response, body)
      }))
})
