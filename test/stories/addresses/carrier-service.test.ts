import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import type { ErrorBody } from '@foyer/client'
import { Breaker } from '../../../src/platform/http/outgoing/breaker.ts'
import { CarrierUnavailable } from '../../../src/resources/addresses/carrier/carrier.ts'
import { httpCarrier } from '../../../src/resources/addresses/carrier/http-carrier.ts'
import { berlin, london } from '../../support/addresses.ts'
import { answers, CarrierServer, documented } from '../../support/carrier-server.ts'
import { onEveryDatabase, secretKey, type TestUser } from '../../support/foyer.ts'

const server = await CarrierServer.start()
after(() => server.goAway())

beforeEach(() => {
  server.manner = answers(200)
  server.asked.length = 0
})

const winnipeg = {
  full_name: 'Margaret Laurence',
  address_1: '510 Main Street',
  address_2: 'Suite 7',
  city: 'Winnipeg',
  state_province: 'MB',
  country_code: 'CA',
}

let next = 0
/** A new place, about which nobody has asked yet. */
const newPlace = () => ({ ...winnipeg, postal_code: `R3B ${next % 10}B${Math.trunc(next++ / 10)}` })

async function carrierOf(user: TestUser, address: object) {
  const { id } = await user.addresses.create(address as typeof london)
  return user.request<ErrorBody>('GET', `/addresses/${id}/carrier`)
}

await onEveryDatabase(
  'a carrier with a service of its own',
  (foyer) => {
    test('its pickup windows are shown, in UTC', async () => {
      const user = await foyer.newUser()
      const address = await user.addresses.create(newPlace())
      assert.ok(address._links?.['address:carrier'])
      const carrier = await user.addresses.carrier(address)
      assert.deepEqual([carrier.id, carrier.name], [4, 'Night Riders'])
      assert.deepEqual(carrier.pickup_windows, [
        { start_date: '2026-12-01T17:00:00Z', end_date: '2026-12-01T20:00:00Z' },
        { start_date: '2026-12-02T17:30:00.250Z', end_date: '2026-12-02T20:00:00Z' },
      ])
    })

    test('it learns the place and its time zone, and neither the person nor the street', async () => {
      const place = newPlace()
      const user = await foyer.newUser()
      assert.equal((await carrierOf(user, place)).status, 200)
      assert.equal(server.asked.length, 1)
      const [{ method, headers, body } = assert.fail('not asked')] = server.asked
      assert.equal(method, 'POST')
      assert.equal(headers['content-type'], 'application/json')
      assert.deepEqual(body, {
        country_code: 'CA',
        state_province: 'MB',
        city: 'Winnipeg',
        postal_code: place.postal_code,
        time_zone: 'America/Winnipeg',
      })
      for (const secret of [user.email, user.accessToken, 'Laurence', 'Main Street'])
        assert.ok(!JSON.stringify(server.asked).includes(secret), secret)
    })

    test('one answer serves all addresses at a place for a while', async () => {
      const place = newPlace()
      const [one, other] = [await foyer.newUser(), await foyer.newUser()]
      for (const user of [one, one, other])
        assert.equal((await carrierOf(user, { ...place, address_1: 'Elsewhere' })).status, 200)
      assert.equal(server.asked.length, 1)
    })

    for (const status of [404, 410])
      test(`where it does not come (${status}), there is no carrier`, async () => {
        server.manner = answers(status, { code: 'not_found' })
        const answer = await carrierOf(await foyer.newUser(), newPlace())
        assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'])
      })

    test('it is not asked about a country that the settings exclude', async () => {
      const user = await foyer.newUser()
      const address = await user.addresses.create(berlin)
      assert.ok(!('address:carrier' in (address._links ?? {})))
      assert.equal((await carrierOf(user, berlin)).status, 404)
      assert.equal(server.asked.length, 0)
    })

    test('an answer that cannot be used causes 503, for that place alone', async () => {
      const user = await foyer.newUser()
      const [first] = documented.pickup_windows
      const wrong: [string, ReturnType<typeof answers>][] = [
        ['a status of 400', answers(400)],
        ['a redirect', (response) => response.writeHead(302, { location: '/' }).end()],
        ['no JSON', answers(200, 'no')],
        ['no windows', answers(200, { id: 1, name: 'Post' })],
        ['no name', answers(200, { ...documented, name: '' })],
        ['an id that is no int32', answers(200, { ...documented, id: 2 ** 40 })],
        [
          'no times',
          answers(200, { ...documented, pickup_windows: [{ ...first, end_date: 'x' }] }),
        ],
        [
          'a day that does not exist',
          answers(200, {
            ...documented,
            pickup_windows: [
              { start_date: '2026-02-30T09:00:00Z', end_date: '2026-03-04T17:00:00Z' },
            ],
          }),
        ],
        [
          'a second that clocks of computers do not have',
          answers(200, {
            ...documented,
            pickup_windows: [
              { start_date: '2026-12-31T17:00:00Z', end_date: '2026-12-31T23:59:60Z' },
            ],
          }),
        ],
        [
          'an end before its start',
          answers(200, {
            ...documented,
            pickup_windows: [{ start_date: first?.end_date, end_date: first?.start_date }],
          }),
        ],
        ['more than 64 KiB', answers(200, { ...documented, more: 'x'.repeat(70_000) })],
      ]
      for (const [what, manner] of wrong) {
        server.manner = manner
        server.asked.length = 0
        const { id } = await user.addresses.create(newPlace())
        for (const _ of [1, 2]) {
          const path = `/addresses/${id}/carrier`
          const { status, body } = await user.request<ErrorBody>('GET', path)
          assert.deepEqual([status, body.code], [503, 'service_unavailable'], what)
        }
        // It counts as an answer, and is cached.
        assert.equal(server.asked.length, 1, what)
      }
      server.manner = answers(200)
      assert.equal((await carrierOf(user, newPlace())).status, 200)
    })

    test('while it is away the response is 503, and it is used again when it is back', async () => {
      const user = await foyer.newUser()
      const { id } = await user.addresses.create(newPlace())
      const ask = () => user.request<ErrorBody>('GET', `/addresses/${id}/carrier`)
      const { port } = server
      await server.goAway()
      const away = await ask()
      assert.deepEqual([away.status, away.body.code], [503, 'service_unavailable'])
      // The address itself does not depend on the carrier.
      assert.equal((await user.request('GET', `/addresses/${id}`)).status, 200)
      await server.comeBack(port)
      assert.equal((await ask()).status, 200)
    })
  },
  { CARRIER_URL: server.url, CARRIER_EXCLUDED_COUNTRIES: 'DE' },
)

/** Settings of production, on the database of the test. */
const production = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtp://127.0.0.1:9',
  ALLOW_EMBEDDED_DATABASE: 'true',
  ALLOW_INSECURE_AUTH_URL: 'true',
  REQUIRE_HTTPS: 'false',
  CARD_VAULT: 'local',
  ALLOW_LOCAL_VAULT: 'true',
  SECRET_KEY: secretKey,
}

await onEveryDatabase(
  'production without a carrier',
  (foyer) => {
    test('addresses have no link to a carrier, and no pickup is invented', async () => {
      const user = await foyer.newUser()
      const { id, _links } = await user.addresses.create(london)
      assert.deepEqual(Object.keys(_links ?? {}).sort(), [
        'address:delete',
        'address:update',
        'self',
      ])
      const { status, body } = await user.request<ErrorBody>('GET', `/addresses/${id}/carrier`)
      assert.deepEqual([status, body.code], [404, 'not_found'])
    })
  },
  production,
)

await onEveryDatabase(
  'production with the local carrier, on purpose',
  (foyer) => {
    test('addresses have pickups on working days', async () => {
      const user = await foyer.newUser()
      const address = await user.addresses.create({ ...winnipeg, postal_code: 'R3C 4T3' })
      assert.ok(address._links?.['address:carrier'])
      const { pickup_windows } = await user.addresses.carrier(address)
      assert.equal(pickup_windows.length, 5)
      // Manitoba stays on -05: tzdata 2026e.
      for (const { start_date } of pickup_windows) assert.match(start_date, /T14:00:00Z$/)
    })

    test('places with a time of their own have it', async () => {
      const user = await foyer.newUser()
      const person = { full_name: 'Ada', address_1: 'Main Street 1' }
      for (const [place, opens] of [
        [{ city: 'Kenora', state_province: 'ON', postal_code: 'P9N 1A1', country_code: 'CA' }, 14],
        [{ city: 'Saint-Denis', postal_code: '97400', country_code: 'FR' }, 5],
        [{ city: 'Cayenne', postal_code: '97300', country_code: 'FR' }, 12],
        [{ city: 'Nouméa', postal_code: '98800', country_code: 'FR' }, 22],
        [{ city: 'La Habana', postal_code: '10100', country_code: 'CU' }, 13],
      ] as const) {
        const { pickup_windows } = await user.addresses.carrier(
          await user.addresses.create({ ...person, ...place }),
        )
        const hours = pickup_windows.map(({ start_date }) => new Date(start_date).getUTCHours())
        assert.equal(hours[0], opens, place.city)
      }
    })
  },
  { ...production, CARRIER: 'local' },
)

describe('the carrier over HTTP', () => {
  const place = (postal_code: string) => ({
    country_code: 'CA',
    state_province: 'MB',
    city: 'Winnipeg',
    postal_code,
  })

  test('a slow answer is not waited for', async () => {
    const carrier = httpCarrier({ url: server.url, excludedCountries: [], timeoutMs: 200 })
    server.manner = () => undefined
    const begun = performance.now()
    await assert.rejects(carrier.pickup(place('A'), 0, 1), CarrierUnavailable)
    await assert.rejects(carrier.pickup(place('A'), 0, 1), CarrierUnavailable)
    assert.ok(performance.now() - begun < 5_000)
    // After two missing answers the place is not asked about for a while.
    await assert.rejects(carrier.pickup(place('A'), 0, 1), CarrierUnavailable)
    assert.equal(server.asked.length, 2)
  })

  test('after failures for three users it is not asked for a while', async () => {
    let now = 0
    const breaker = new Breaker({ restMs: 1_000, now: () => now })
    const carrier = httpCarrier({ url: server.url, excludedCountries: [], breaker })
    server.manner = answers(503)
    for (const userId of [1, 2, 3])
      await assert.rejects(carrier.pickup(place(`B${userId}`), 0, userId), CarrierUnavailable)
    await assert.rejects(carrier.pickup(place('B4'), 0, 4), CarrierUnavailable)
    assert.equal(server.asked.length, 3)
    now = 1_000
    server.manner = answers(200)
    assert.equal((await carrier.pickup(place('B5'), 0, 5))?.name, 'Night Riders')
  })
})
