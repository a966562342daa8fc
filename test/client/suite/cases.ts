import {
  type ClientOptions,
  etagOf,
  type Foyer,
  FoyerError,
  type PageRelation,
  type Relation,
  type Relations,
  responseOf,
  verifyWebhook,
} from '@foyer/client'
import { equal, ok, rejection } from './expect.ts'
import type { Arrived, Fault, Setting } from './setting.ts'

/** A case of the suite. Each has its own user. */
export interface Case {
  readonly name: string
  run(given: Given): Promise<void>
}

export interface Given {
  readonly setting: Setting
  readonly token: string
  readonly foyer: Foyer
  client(options?: Partial<ClientOptions>): Foyer
  /** What happens to the next requests of this user, one after the other. */
  faults(...faults: Fault[]): Promise<void>
  arrived(): Promise<Arrived[]>
}

const london = {
  full_name: 'Ada Lovelace',
  address_1: '12 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country_code: 'GB',
}

/** Relations that no entry of `Relations` describes. The compiler checks that there are none. */
type Missing = Exclude<Relation, keyof Relations | PageRelation>
type Nothing<T extends never> = T
export const missing: Nothing<Missing>[] = []

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await rejection(work)
  ok(error instanceof FoyerError, `${error} is a FoyerError`)
  return error.code
}

/**
 * Without the browser's cache. When requests of several users race for an entry of the cache,
 * Chromium sends one of them again by itself. Then the first of the two takes the fault, and the
 * test sees none.
 */
const uncached: Pick<ClientOptions, 'fetch'> = {
  fetch: (input, init) => fetch(input, { ...init, cache: 'no-store' }),
}

export const cases: readonly Case[] = [
  {
    name: 'an address is created, found by iterating, changed and deleted',
    async run({ foyer }) {
      for (const city of ['Bath', 'York', 'Ely']) await foyer.addresses.create({ ...london, city })
      const cities: unknown[] = []
      for await (const { city } of foyer.addresses.list({ sort: '-city', pageSize: 2 }))
        cities.push(city)
      equal(cities, ['York', 'Ely', 'Bath'])
      const [first] = await foyer.addresses.list({ sort: 'city' }).toArray()
      const address = await foyer.addresses.get(first?.id ?? null)
      const moved = await foyer.addresses.update(
        address,
        { city: 'Wells' },
        { ifMatch: etagOf(address) },
      )
      equal([moved.city, responseOf(moved).status], ['Wells', 200])
      await foyer.addresses.delete(moved)
      equal(await codeOf(foyer.addresses.get(moved)), 'not_found')
    },
  },
  {
    name: 'links are followed by the names of their relations',
    async run({ foyer }) {
      const user = await foyer.follow(await foyer.root(), 'user')
      const page = await foyer.follow(user, 'user:addresses')
      const address = await foyer.follow(page, 'address:create', { body: london })
      const { name } = await foyer.follow(address, 'address:carrier')
      ok(name.length > 0, 'a carrier has a name')
      const { city } = await foyer.follow(address, 'address:update', { body: { city: 'Bath' } })
      const again = await foyer.follow(address, 'self')
      equal([city, again.city], ['Bath', 'Bath'])
      const country = await foyer.countries.get('GB')
      const rules = await foyer.follow(country, 'country:addressrules')
      equal((await foyer.follow(rules, 'country')).code, 'GB')
      equal((await foyer.follow(again._embedded.country, 'self')).code, 'GB')
      const second = await rejection(foyer.follow(page, 'next'))
      ok(second instanceof TypeError, 'a single page has no next one')
      equal(await foyer.follow(await foyer.addresses.create(london), 'address:delete'), undefined)
    },
  },
  {
    name: 'a refusal has a code, which says what else the error has',
    async run({ foyer }) {
      const error = await rejection(foyer.addresses.create({ city: 'x'.repeat(1_000) }))
      ok(error instanceof FoyerError, 'it is a FoyerError')
      switch (error.code) {
        case 'validation_failed': {
          const status: 400 = error.status
          equal(status, 400)
          ok((error.errors.city?.length ?? 0) > 0, 'the error names the property')
          ok(error.response.headers.get('request-id') === error.requestId, 'it has the request id')
          break
        }
        case 'connection_failed':
          throw new Error(`${error.cause} ${error.response satisfies undefined}`)
        default:
          throw error
      }
      const name = await rejection(foyer.addresses.get(2_000_000_000))
      equal(`${name}`.startsWith('FoyerError'), true)
    },
  },
  {
    name: 'an update that conflicts with another is made again on the newer version',
    async run({ foyer, client, arrived }) {
      const { id } = await foyer.addresses.create(london)
      const other = client()
      let calls = 0
      const changed = await foyer.addresses.update(id, async (current) => {
        calls += 1
        if (calls === 1) await other.addresses.update(id, { address_2: 'First floor' })
        return { ...current, address_3: `${current.address_2 ?? ''}, left` }
      })
      equal([calls, changed.address_2, changed.address_3], [2, 'First floor', 'First floor, left'])
      const writes = async () => (await arrived()).filter(({ method }) => method === 'PATCH').length
      const before = await writes()
      await foyer.addresses.update(id, (current) => ({ ...current }))
      equal(await writes(), before, 'The number of writes without a change')
      const name = await foyer.user.update(() => ({ full_name: 'Ada King' }))
      equal(name.full_name, 'Ada King')
    },
  },
  {
    name: 'a write is sent again with its key after lost connections, and takes effect once',
    async run({ foyer, faults, arrived }) {
      await foyer.root()
      await faults('lost response', 'lost request')
      const address = await foyer.addresses.create(london)
      const sent = (await arrived()).filter(({ method }) => method === 'POST')
      equal([sent.length, new Set(sent.map(({ key }) => key)).size], [3, 1])
      ok((sent[0]?.key?.length ?? 0) >= 32, 'the key has 128 bits')
      equal((await foyer.addresses.list().toArray()).length, 1)
      equal(responseOf(address).headers.get('idempotency-replayed'), 'true')
    },
  },
  {
    name: 'a request is sent again after 429 and 503, as often and as late as the settings allow',
    async run({ client, faults, arrived }) {
      const delays: number[] = []
      const hooks = { retry: (_: unknown, delay: number) => void delays.push(delay) }
      const retries = { limit: 2, delay: 20 }
      await faults('too many requests', 'unavailable')
      equal((await client({ ...uncached, hooks, retries }).user.get()).email_optin, false)
      ok(delays.length === 2 && delays.every((delay) => delay > 0), `two waits: ${delays}`)
      await faults('unavailable')
      equal(await codeOf(client({ ...uncached, retries: 0 }).user.get()), 'service_unavailable')
      await faults('unavailable', 'unavailable', 'unavailable')
      equal(await codeOf(client({ ...uncached, retries }).user.get()), 'service_unavailable')
      await faults('too many requests')
      const impatient = { ...retries, longestDelay: -1 }
      equal(
        await codeOf(client({ ...uncached, retries: impatient }).user.get()),
        'too_many_requests',
      )
      const keys = (await arrived()).map(({ key }) => key)
      equal([...new Set(keys)], [null], 'The key of a read')
    },
  },
  {
    name: 'a timeout, a lost connection and an abort have different errors',
    async run({ client, faults }) {
      const once = client({ ...uncached, retries: 0 })
      await once.root()
      await faults('no response')
      equal(await codeOf(once.user.get({ timeout: 50 })), 'timed_out')
      await faults('no response')
      equal((await client({ ...uncached, timeout: 1_000 }).user.get()).email_optin, false)
      await faults('half a response')
      const error = await rejection(once.user.get())
      ok(error instanceof FoyerError && error.code === 'connection_failed', `${error}`)
      equal([error.status, error.response, error.cause instanceof Error], [0, undefined, true])
      const reason = new Error('enough')
      equal(await rejection(once.user.get({ signal: AbortSignal.abort(reason) })), reason)
      await faults('no response')
      const signal = AbortSignal.timeout(50)
      const aborted = await rejection(once.user.get({ signal, timeout: 0 }))
      equal((aborted as Error).name, 'TimeoutError')
    },
  },
  {
    name: 'hooks see each attempt, without the token, and add headers',
    async run({ client, token, arrived, setting }) {
      const seen: string[] = []
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
      const traced = client({
        hooks: {
          request({ method, url, headers, number }) {
            ok(!JSON.stringify([...headers]).includes(token), 'the token is hidden')
            headers.set('traceparent', traceparent)
            seen.push(`${method} ${url.slice(setting.baseUrl.length)} ${number}`)
          },
          response: (_, { status }, milliseconds) =>
            void seen.push(`${status} ${milliseconds > 0}`),
        },
        fetch: (input, init) => {
          seen.push('fetch')
          return fetch(input, init)
        },
      })
      await traced.user.get()
      equal(seen, ['GET  1', 'fetch', '200 true', 'GET /user 1', 'fetch', '200 true'])
      const last = (await arrived()).at(-1)
      equal(last?.traceparent, traceparent)
    },
  },
  {
    name: 'a payment method and a page of one type have their types',
    async run({ foyer }) {
      await foyer.paymentMethods.createPayPal({ email: 'ada@example.com' })
      for await (const method of foyer.paymentMethods.list()) {
        if (method.type !== 'PayPal') throw new Error(method.type)
        equal(method._embedded.type_details.email, 'a***@example.com')
      }
      equal((await foyer.paymentMethods.ofType('PayPal').page()).total_items, 1)
    },
  },
  {
    name: 'pages that depend on a purchase keep it when links are followed',
    async run({ foyer, setting }) {
      for (const email of ['ada', 'bob', 'cy'])
        await foyer.paymentMethods.createPayPal({ email: `${email}@example.com` })
      const purchase = { number_of_tickets: 2 }
      const { listingId } = setting
      const offered = foyer.listings.paymentMethods(listingId, purchase, { pageSize: 1 })
      const all = (await offered.toArray()).map(({ id }) => id)
      equal(all.length, 3, 'The number of methods')
      const followed: unknown[] = []
      let page = await offered.page()
      for (;;) {
        followed.push(page._embedded.items[0]?.id)
        if (page._links.next === undefined) break
        page = await foyer.follow(page, 'next')
      }
      equal(followed, all)
      equal((await foyer.follow(page, 'first'))._embedded.items[0]?.id, all[0])
      ok(!JSON.stringify({ ...page }).includes('number_of_tickets'), 'the purchase is hidden')
    },
  },
  {
    name: 'a webhook’s delivery is verified by the platform’s cryptography',
    async run() {
      const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
      const delivery = {
        headers: {
          'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
          'webhook-timestamp': '1614265330',
          'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        },
        body: '{"test": 2432232314}',
      }
      const now = () => 1_614_265_330_000
      equal(await verifyWebhook(delivery, secret, { now }), { test: 2432232314 })
      const changed = { ...delivery, body: '{"test": 1}' }
      equal(`${await rejection(verifyWebhook(changed, secret, { now }))}`.slice(0, 9), 'WebhookVe')
    },
  },
]
