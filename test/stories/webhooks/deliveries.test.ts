import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { confirmNewEmail, requestNewEmail } from '../../../src/identity/users/accounts/new-email.ts'
import { london } from '../../support/addresses.ts'
import { newAccount } from '../../support/bank-accounts.ts'
import { newCard } from '../../support/cards.ts'
import { openDesk, tokenIn } from '../../support/credentials.ts'
import { type Foyer, onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { linkTo } from '../../support/mail.ts'
import { scrape } from '../../support/metrics.ts'
import { addPaid, follow, newPayPal } from '../../support/payouts.ts'
import { type Receiver, startReceiver, verify } from '../../support/receiver.ts'
import { browserWithSession } from '../../support/sign-in.ts'
import {
  createWebhook,
  deliveriesOf,
  newWebhookUser,
  settled,
  stopDeliveries,
} from '../../support/webhooks.ts'

/*
 * The deliveries that receivers of webhooks get.
 */

const dayMs = 24 * 60 * 60 * 1_000

await onEveryDatabase('deliveries', (foyer) => {
  let receiver: Receiver
  let user: TestUser
  before(() => foyer.startWorkers())
  beforeEach(async () => {
    receiver = await startReceiver()
    user = await newWebhookUser(foyer)
  })
  afterEach(async () => {
    // A later receiver may get the same port.
    await stopDeliveries(foyer)
    await receiver.close()
  })

  test('every change is delivered in order, signed, and with only ids and links', async () => {
    const webhook = await createWebhook(user, { url: `${receiver.url}/hook` })
    const { id } = await user.addresses.create(london)
    const second = await user.addresses.create(london)
    await user.addresses.update(second.id ?? 0, { default: true })
    await user.addresses.update(id ?? 0, { city: 'Bath' })
    await user.addresses.delete(id ?? 0)
    await user.user.update({ full_name: 'Countess of Lovelace' })
    const arrivals = await receiver.arrived(6)

    assert.deepEqual(
      arrivals.map(({ message }) => [message.topic, message.action, message.resource_id]),
      [
        ['Addresses', 'Created', id],
        ['Addresses', 'Created', second.id],
        ['Addresses', 'DefaultChanged', second.id],
        ['Addresses', 'Updated', id],
        ['Addresses', 'Deleted', id],
        ['User', 'Updated', null],
      ],
    )
    for (const arrival of arrivals) {
      assert.deepEqual(verify(arrival, webhook.secret), arrival.message)
      assert.equal(arrival.headers['webhook-id'], arrival.message.id)
      assert.ok(!/lovelace|london|bath|example\.com/i.test(arrival.body), arrival.body)
    }
    const [created, , , , deleted, profile] = arrivals.map(({ message }) => message)
    const hrefs = (links = {}) =>
      Object.fromEntries(Object.entries<{ href: string }>(links).map(([rel, l]) => [rel, l.href]))
    const self = `${foyer.baseUrl}/webhooks/${webhook.id}`
    assert.deepEqual(hrefs(created?._links), {
      webhook: self,
      resource: `${foyer.baseUrl}/addresses/${id}`,
    })
    assert.deepEqual(hrefs(deleted?._links), { webhook: self })
    assert.deepEqual(hrefs(profile?._links), { webhook: self, resource: `${foyer.baseUrl}/user` })
    assert.equal(new Set(arrivals.map(({ message }) => message.id)).size, 6)
  })

  /** What has arrived: topic, action, id, and the path of the link to the resource. */
  const arrived = async (count: number) =>
    (await receiver.arrived(count)).map(({ message: { topic, action, resource_id, _links } }) => [
      topic,
      action,
      resource_id,
      _links.resource?.href.replace(foyer.baseUrl, ''),
    ])

  test('each change of a payment method is delivered, with a link unless it is deleted', async () => {
    await createWebhook(user, { url: `${receiver.url}/hook` })
    const { paymentMethods } = user
    const details = newCard()
    const card = Number((await paymentMethods.createCreditCard(details)).id)
    await paymentMethods.createCreditCard(details)
    await paymentMethods.replaceCreditCard(card, newCard())
    await paymentMethods.updateDefaults(card, { default_buyer_method: false })
    await paymentMethods.delete(card)
    const account = newAccount()
    const bank = Number((await paymentMethods.createBankAccount(account)).id)
    await paymentMethods.createBankAccount(account)
    await paymentMethods.replaceBankAccount(bank, newAccount())
    const [first, second] = [newPayPal(), newPayPal()]
    const payPal = Number((await paymentMethods.createPayPal({ email: first })).id)
    await paymentMethods.createPayPal({ email: first })
    await paymentMethods.replacePayPal(payPal, { email: second })

    const change = (id: number, action: string) => [
      'PaymentMethods',
      action,
      id,
      action === 'Deleted' ? undefined : `/paymentmethods/${id}`,
    ]
    assert.deepEqual(await arrived(11), [
      change(card, 'Created'),
      change(card, 'Updated'),
      change(card, 'Updated'),
      change(card, 'DefaultChanged'),
      change(card, 'Deleted'),
      change(bank, 'Created'),
      change(bank, 'Updated'),
      change(bank, 'Updated'),
      change(payPal, 'Created'),
      change(payPal, 'Updated'),
      change(payPal, 'Updated'),
    ])
  })

  test('the proof of an account that is paid, and an undone change of it, are delivered', async () => {
    await createWebhook(user, { url: `${receiver.url}/hook` })
    const { id } = await addPaid(foyer, user)
    await user.paymentMethods.updateDefaults(id, { default_seller_method: false })
    await follow(foyer, await linkTo(foyer.db, user.email, 'payout_cleared'))
    assert.deepEqual(
      await arrived(4),
      ['Created', 'Updated', 'DefaultChanged', 'DefaultChanged'].map((action) => [
        'PaymentMethods',
        action,
        id,
        `/paymentmethods/${id}`,
      ]),
    )
  })

  test('a new email address and a phone number are delivered, and a language is not', async () => {
    await createWebhook(user, { url: `${receiver.url}/hook` })
    const browser = await browserWithSession(foyer, user)
    const save = async (fields: Record<string, string>) => {
      const form = await browser.get('/account/profile')
      const saved = await browser.follow(await browser.submit(form, fields, '/profile'))
      assert.equal(saved.status, 200)
    }
    await save({ language: 'de' })
    await save({ primary_phone: '+44 20 7946 0000' })
    const { credentials, from } = openDesk(foyer)
    const email = `new-${user.email}`
    await requestNewEmail(credentials, { userId: user.id, email, from })
    const token = tokenIn(await linkTo(foyer.db, email, 'confirm_new_email'))
    const changed = ['User', 'Updated', null, '/user']
    assert.deepEqual(await arrived(1), [changed])
    await confirmNewEmail(credentials, { userId: user.id, token, from })
    assert.deepEqual(await arrived(2), [changed, changed])
    const { primary_phone, email: shown } = await user.user.get()
    assert.deepEqual([primary_phone, shown], ['+442079460000', email])
  })

  test('a webhook gets only the subscribed topics of its own user', async () => {
    await createWebhook(user, { url: `${receiver.url}/hook`, topics: ['User'] })
    const other = await newWebhookUser(foyer)
    await createWebhook(other, { url: `${receiver.url}/other` })
    await user.addresses.create(london)
    await user.user.update({ full_name: 'Ada King' })
    await other.user.update({ full_name: 'Charles' })
    await receiver.arrived(1, '/other')
    const arrivals = await receiver.arrived(1, '/hook')
    assert.deepEqual(
      arrivals.map(({ message }) => message.topic),
      ['User'],
    )
  })

  test('no delivery is stored for a user without a webhook', async () => {
    const before = await rowsOf(foyer)
    await user.addresses.create(london)
    assert.equal(await rowsOf(foyer), before)
  })

  test('a refused change, and one that changes nothing, are not delivered', async () => {
    await createWebhook(user, { url: `${receiver.url}/hook` })
    await assert.rejects(user.addresses.create({ ...london, city: null }))
    await user.user.update({ full_name: 'Ada King' })
    await user.user.update({ full_name: 'Ada King' })
    const [first] = await receiver.arrived(1)
    assert.equal(first?.message.topic, 'User')
    assert.equal((await deliveriesOf(user)).length, 1)
  })

  test('a failing receiver is tried again, and gets everything in order', async () => {
    let failing = true
    receiver.answer = (_arrival, response) =>
      void response.writeHead(failing ? 500 : 200).end('<html>')
    const webhook = await createWebhook(user, { url: `${receiver.url}/hook` })
    await user.user.update({ full_name: 'First' })
    await user.user.update({ full_name: 'Second' })
    await receiver.arrived(1)
    const [second, first] = await settled(user, ([, first]) => first?.attempts === 1)
    assert.deepEqual([first?.http_status, first?.outcome], [500, 'refused'])
    assert.deepEqual([second?.attempts, second?.status], [0, 'waiting'])
    failing = false
    // A ping sends the waiting deliveries at once.
    await ping(user, webhook.id)
    const arrivals = await receiver.arrived(4)
    assert.deepEqual(
      arrivals.map(({ message }) => message.topic),
      ['User', 'User', 'User', 'Ping'],
    )
    assert.equal(arrivals[0]?.message.id, arrivals[1]?.message.id)
    assert.equal(arrivals[0]?.body, arrivals[1]?.body)
    const all = await settled(user, (log) => log.every(({ status }) => status === 'delivered'))
    assert.deepEqual(
      all.map(({ attempts }) => attempts),
      [1, 1, 2],
    )
  })

  const informational = {
    '101': 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
    '103': 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n',
  }
  for (const [status, answer] of Object.entries(informational))
    test(`a receiver that answers ${status} and nothing else is tried again`, async () => {
      receiver.answer = (_arrival, response) => void response.socket?.end(answer)
      await createWebhook(user, { url: `${receiver.url}/hook` })
      await user.user.update({ full_name: 'First' })
      const [delivery] = await settled(user, ([log]) => log?.attempts === 1)
      assert.deepEqual([delivery?.http_status, delivery?.outcome], [null, 'connection_failed'])
    })

  test('410 disables the webhook until it is enabled again', async () => {
    receiver.answer = (_arrival, response) => void response.writeHead(410).end()
    const webhook = await createWebhook(user, { url: `${receiver.url}/hook` })
    await user.user.update({ full_name: 'First' })
    await receiver.arrived(1)
    await settled(user, ([log]) => log?.outcome === 'gone')
    // The result is in the log just before the webhook is disabled.
    const body = await disabled(user, webhook.id)
    assert.deepEqual([body.enabled, body.disabled_reason], [false, 'gone'])
    const refused = await user.request('POST', `/webhooks/${webhook.id}/ping`)
    assert.equal(refused.status, 409)
    await user.user.update({ full_name: 'Second' })

    receiver.answer = (_arrival, response) => void response.writeHead(204).end()
    await user.request('PATCH', `/webhooks/${webhook.id}`, { body: { enabled: true } })
    const arrivals = await receiver.arrived(2)
    assert.equal(arrivals[0]?.message.id, arrivals[1]?.message.id)
  })

  test('a late answer of the former URL does not disable the webhook', async () => {
    const answer = Promise.withResolvers<ServerResponse>()
    receiver.answer = ({ path }, response) => {
      if (path === '/former') answer.resolve(response)
      else response.writeHead(204).end()
    }
    const webhook = await createWebhook(user, { url: `${receiver.url}/former` })
    await user.user.update({ full_name: 'First' })
    const former = await answer.promise
    const self = `/webhooks/${webhook.id}`
    await user.request('PATCH', self, { body: { url: `${receiver.url}/new` } })
    await receiver.arrived(1, '/new')
    await settled(user, ([log]) => log?.status === 'delivered')
    const gone = async () =>
      (await scrape(foyer)).value('foyer_webhook_attempts_total', { outcome: 'gone' })
    const before = await gone()
    former.writeHead(410).end()
    while ((await gone()) === before) await pause(10)
    await ping(user, webhook.id)
    await receiver.arrived(2, '/new')
    const { body } = await user.request<Record<string, unknown>>('GET', self)
    assert.equal(body.enabled, true)
    const log = await settled(user, ([last]) => last?.status === 'delivered')
    assert.deepEqual(
      log.map(({ http_status, attempts }) => [http_status, attempts]),
      [
        [204, 1],
        [204, 1],
      ],
    )
  })

  test('a delivery that waits stays in the log, until a week after its webhook was disabled', async () => {
    receiver.answer = (_arrival, response) =>
      void response.writeHead(503, { 'retry-after': '86400' }).end()
    const webhook = await createWebhook(user, { url: `${receiver.url}/hook` })
    await user.user.update({ full_name: 'First' })
    await settled(user, ([log]) => log?.attempts === 1)
    await foyer.db.query({
      name: 'make deliveries old',
      text: `update webhook_deliveries set happened_at = happened_at - interval '8 days' where user_id = $1`,
      values: [user.id],
    })
    const leftAfterCleanUp = async (aheadMs = 0) => {
      foyer.clock.offset += aheadMs
      await foyer.runChore('delete old deliveries of webhooks')
      foyer.clock.offset -= aheadMs
      return (await deliveriesOf(user)).length
    }
    assert.equal(await leftAfterCleanUp(), 1)
    assert.equal(await leftAfterCleanUp(28 * dayMs), 1)
    await user.request('PATCH', `/webhooks/${webhook.id}`, { body: { enabled: false } })
    assert.equal(await leftAfterCleanUp(), 1)
    assert.equal(await leftAfterCleanUp(8 * dayMs), 0)
  })

  test('a delivery waits for 37 days at most', async () => {
    receiver.answer = (_arrival, response) => void response.writeHead(503).end()
    await createWebhook(user, { url: `${receiver.url}/hook` })
    await user.user.update({ full_name: 'First' })
    await settled(user, ([log]) => log?.attempts === 1)
    foyer.clock.offset += 38 * dayMs
    await foyer.runChore('delete old deliveries of webhooks')
    foyer.clock.offset -= 38 * dayMs
    assert.equal((await deliveriesOf(user)).length, 0)
  })

  test('a redirect counts as a failure and is not followed', async (t) => {
    const inside = await startReceiver()
    t.after(() => inside.close())
    receiver.answer = (_arrival, response) =>
      void response.writeHead(307, { location: inside.url }).end()
    await createWebhook(user, { url: `${receiver.url}/hook` })
    await user.user.update({ full_name: 'First' })
    const [delivery] = await settled(user, ([log]) => log?.attempts === 1)
    assert.deepEqual([delivery?.http_status, delivery?.outcome], [307, 'redirected'])
    assert.equal(inside.arrivals.length, 0)
  })

  test('Retry-After is honoured', async () => {
    receiver.answer = (_arrival, response) =>
      void response.writeHead(503, { 'retry-after': '7200' }).end()
    await createWebhook(user, { url: `${receiver.url}/hook` })
    await user.user.update({ full_name: 'First' })
    await settled(user, ([log]) => log?.attempts === 1)
    const [row] = await foyer.db.query<{ seconds: number }>({
      name: 'seconds until due',
      text: `select extract(epoch from due_at - now())::float8 as seconds from jobs where user_id = $1`,
      values: [user.id],
    })
    assert.ok(row && row.seconds > 7_000 && row.seconds <= 7_200, JSON.stringify(row))
  })

  test('a large response counts by its status, and an incomplete one as a failed connection', async () => {
    await createWebhook(user, { url: `${receiver.url}/hook` })
    receiver.answer = (_arrival, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
      response.end('x'.repeat(1024 * 1024))
    }
    await user.user.update({ full_name: 'Large' })
    await settled(user, ([log]) => log?.status === 'delivered')
    receiver.answer = (_arrival, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      setTimeout(() => response.destroy(), 10)
    }
    await user.user.update({ full_name: 'Half' })
    const [half] = await settled(user, ([log]) => log?.attempts === 1)
    assert.deepEqual([half?.http_status, half?.outcome], [null, 'connection_failed'])
  })

  test('a delivery can be sent again, as the same event', async () => {
    await createWebhook(user, { url: `${receiver.url}/hook` })
    await user.user.update({ full_name: 'First' })
    const [first] = await settled(user, ([log]) => log?.status === 'delivered')
    const lags = async () => (await scrape(foyer)).value('foyer_webhook_delivery_lag_seconds_count')
    const before = await lags()
    const redeliver = first?._links['delivery:redeliver']?.href ?? ''
    const { status, body } = await user.request<{ id: number }>('POST', redeliver)
    assert.equal(status, 202)
    assert.equal(body.id, (first?.id ?? 0) + 1)
    const arrivals = await receiver.arrived(2)
    assert.equal(arrivals[0]?.body, arrivals[1]?.body)
    await settled(user, ([copy]) => copy?.status === 'delivered')
    // The time since the change says nothing about a copy.
    assert.equal(await lags(), before)
  })

  test('after a rotation both secrets verify', async () => {
    const webhook = await createWebhook(user, { url: `${receiver.url}/hook` })
    const path = `/webhooks/${webhook.id}/secret`
    const { status, body } = await user.request<{ secret: string }>('POST', path)
    assert.equal(status, 201)
    await ping(user, webhook.id)
    const [arrival] = await receiver.arrived(1)
    assert.ok(arrival)
    verify(arrival, webhook.secret)
    verify(arrival, body.secret)
  })

  test('the authorization header is sent, and never shown', async () => {
    const authorization_header = 'Bearer receiver-secret'
    const webhook = await createWebhook(user, { url: `${receiver.url}/hook`, authorization_header })
    assert.ok(!JSON.stringify(webhook).includes('receiver-secret'))
    await ping(user, webhook.id)
    const [arrival] = await receiver.arrived(1)
    assert.equal(arrival?.headers.authorization, authorization_header)
    const { text } = await user.request('GET', '/webhooks')
    assert.ok(!text.includes('receiver-secret') && !text.includes(webhook.secret))
  })

  test('a receiver that hangs delays nobody else', async (t) => {
    const hanging = await startReceiver()
    t.after(() => hanging.close())
    hanging.answer = () => {}
    for (let count = 0; count < 5; count++) {
      const slow = await newWebhookUser(foyer)
      await createWebhook(slow, { url: `${hanging.url}/hang` })
      await slow.user.update({ full_name: 'Slow' })
    }
    await hanging.arrived(5)
    await createWebhook(user, { url: `${receiver.url}/hook` })
    // Other work can only add to the time.
    let leastMs = Number.POSITIVE_INFINITY
    for (let trial = 1; trial <= 3 && leastMs >= 2_000; trial++) {
      const start = performance.now()
      await user.user.update({ full_name: `Fast ${trial}` })
      await receiver.arrived(trial)
      leastMs = Math.min(leastMs, performance.now() - start)
    }
    assert.ok(leastMs < 2_000, `${leastMs} ms`)
  })
})

const ping = (user: TestUser, id: number) => user.request('POST', `/webhooks/${id}/ping`)

async function rowsOf({ db }: Foyer): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: 'count deliveries',
    text: 'select count(*)::int as count from webhook_deliveries',
    values: [],
  })
  return row?.count ?? 0
}

/** Waits until a webhook is disabled. @returns the webhook */
async function disabled(user: TestUser, id: number): Promise<Record<string, unknown>> {
  for (let trial = 0; ; trial++) {
    const { body } = await user.request<Record<string, unknown>>('GET', `/webhooks/${id}`)
    if (body.enabled === false) return body
    assert.ok(trial < 3_000, 'the webhook is still enabled')
    await pause(20)
  }
}
