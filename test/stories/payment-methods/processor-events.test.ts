import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as after } from 'node:timers/promises'
import { newCard } from '../../support/cards.ts'
import { at, endOfLastMonth } from '../../support/clock.ts'
import type { TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { eventSecrets, newEvent, sendEvent, signed } from '../../support/processor-events.ts'
import { onEveryStripeFoyer } from '../../support/stripe-foyer.ts'
import { createWebhook, deliveriesOf, newWebhookUser, settled } from '../../support/webhooks.ts'

/*
 * The processor sends events about cards. The service then reads the cards from the processor, so
 * that an event which is forged, repeated, late or about other cards cannot store a wrong state.
 */

interface Shown {
  readonly buyer_method: boolean
  readonly _embedded: {
    readonly type_details: {
      readonly last4: string
      readonly expiry_month: number
      readonly expiry_year: number
      readonly expired: boolean
    }
  }
}

await onEveryStripeFoyer('events of the processor', (of) => {
  before(() => of.foyer.startWorkers())

  /** A user with one card, and the processor’s id of the card. */
  const newHolder = async (user?: TestUser) => {
    const holder = user ?? (await of.foyer.newUser())
    const { id } = await holder.paymentMethods.createCreditCard(newCard())
    const [row] = await of.db.query<{ vault_token: string }>(
      sql`select vault_token from payment_methods where user_id = ${holder.id} and id = ${id}`,
    )
    const token = row?.vault_token ?? ''
    const customer = of.processor.customerOf(holder.id)
    return {
      holder,
      id,
      token,
      customer,
      method: { id: token, object: 'payment_method', customer },
    }
  }
  type Card = Awaited<ReturnType<typeof newHolder>>
  const shown = async ({ holder, id }: Card) => {
    const { headers, body } = await holder.request<Shown>('GET', `/paymentmethods/${id}`)
    const etag = headers.get('etag')
    return { etag, offered: body.buyer_method, ...body._embedded.type_details }
  }
  const isListed = async ({ holder, id }: Card): Promise<boolean> =>
    (await holder.request('GET', `/paymentmethods/${id}`)).status === 200
  const send = (...given: Parameters<typeof sendEvent> extends [unknown, ...infer R] ? R : never) =>
    sendEvent(of.foyer, ...given)
  /** Waits until no work is left. */
  const idle = async () => {
    for (let trial = 0; ; trial++) {
      const rows = await of.db.query(sql`select from jobs where queue = 'changed cards'`)
      if (rows.length === 0) return
      assert.ok(trial < 3_000, 'the work after an event is not done')
      await after(10)
    }
  }
  const recorded = async ({ holder }: Card) => {
    const rows = await of.db.query<{ action: string; actor: string }>(sql`
      select action, actor from audit_records where user_id = ${holder.id} order by seq`)
    return rows.filter(({ action }) => /renewed|detached/.test(action))
  }
  const automatically = 'payment_method.automatically_updated'

  test('a card that its issuer has renewed is offered again, with its new number', async () => {
    const user = await newWebhookUser(of.foyer)
    await createWebhook(user, { url: 'https://127.0.0.1:8443/', topics: ['PaymentMethods'] })
    const card = await newHolder(user)
    const { over, expiryMonth, expiryYear } = endOfLastMonth()
    of.processor.renew(card.token, { exp_month: expiryMonth, exp_year: expiryYear })
    assert.equal(await send(newEvent('payment_method.updated', card.method)), 204)
    await idle()
    const expired = await at(of.foyer, over, () => shown(card))
    assert.deepEqual([expired.offered, expired.expired], [false, true])

    of.processor.renew(card.token, { number: '4000056655665556', exp_month: 8, exp_year: 2031 })
    const event = newEvent(automatically, card.method, {
      previous_attributes: { card: { exp_month: expiryMonth } },
    })
    assert.equal(await send(event), 204)
    await idle()
    const renewed = await shown(card)
    const { offered, last4, expiry_month, expiry_year } = renewed
    assert.deepEqual([offered, last4, expiry_month, expiry_year], [true, '5556', 8, 2031])
    assert.notEqual(renewed.etag, expired.etag)
    assert.deepEqual(await recorded(card), [
      { action: 'payment_method.renewed', actor: 'service' },
      { action: 'payment_method.renewed', actor: 'service' },
    ])
    const log = await settled(user, (found) => found.length >= 3)
    assert.deepEqual(
      log.map(({ action, resource_id }) => [action, resource_id]),
      ['Updated', 'Updated', 'Created'].map((action) => [action, card.id]),
    )
    // The renewed card is the same payment method if the user adds it.
    const again = { ...newCard(), card_number: '4000056655665556', expiry_year: 2031 }
    assert.equal((await card.holder.paymentMethods.createCreditCard(again)).id, card.id)
  })

  test('a repeated event is answered and has no effect', async () => {
    const card = await newHolder()
    of.processor.renew(card.token, { exp_year: 2040 })
    const event = newEvent(automatically, card.method)
    assert.equal(await send(event), 204)
    await idle()
    const { length } = of.processor.received
    assert.deepEqual(await Promise.all([send(event), send(event), send(event)]), [204, 204, 204])
    await idle()
    assert.equal(of.processor.received.length, length)
    assert.equal((await recorded(card)).length, 1)
  })

  test('concurrent copies of an event count as one event', async () => {
    const card = await newHolder()
    of.processor.renew(card.token, { exp_year: 2040 })
    const { length } = of.processor.received
    const event = newEvent(automatically, card.method)
    await Promise.all(Array.from({ length: 8 }, () => send(event)))
    await idle()
    assert.equal(of.processor.received.length, length + 1)
  })

  test('events in the wrong order leave the state that the processor has now', async () => {
    const card = await newHolder()
    const [older, newer] = [2041, 2042].map((exp_year, index) =>
      newEvent(
        automatically,
        { ...card.method, card: { exp_year } },
        { created: 1_800_000_000 + index },
      ),
    )
    of.processor.renew(card.token, { exp_year: 2042 })
    assert.ok(older && newer)
    assert.equal(await send(newer), 204)
    await idle()
    assert.equal(await send(older), 204)
    await idle()
    assert.equal((await shown(card)).expiry_year, 2042)
    assert.equal((await recorded(card)).length, 1)
  })

  test('a late response of the processor does not undo a change that was made meanwhile', async () => {
    const card = await newHolder()
    of.processor.renew(card.token, { exp_year: 2043 })
    of.processor.fail('customers.payment_methods', { kind: 'lost late', by: 0 }, 0)
    let isFirst = true
    of.processor.onRequest = async (step) => {
      if (step !== 'customers.payment_methods' || !isFirst) return
      isFirst = false
      // Somebody else changes the row before the answer.
      await of.db.query(sql`
        update payment_methods set version = version + 1
        where user_id = ${card.holder.id} and id = ${card.id}`)
    }
    const { length } = of.processor.received
    assert.equal(await send(newEvent(automatically, card.method)), 204)
    await idle()
    assert.equal((await shown(card)).expiry_year, 2043)
    assert.equal(of.processor.received.length, length + 2)
  })

  test('forged, old, altered and unsigned events are refused', async () => {
    const card = await newHolder()
    of.processor.renew(card.token, { exp_year: 2044 })
    const { length } = of.processor.received
    const event = newEvent(automatically, card.method)
    const text = JSON.stringify(event)
    const forgeries = {
      'another secret': { secret: 'whsec_somebodyElse' },
      'signed six minutes ago': { at: Date.now() - 6 * 60_000 },
      unsigned: { signature: '' },
      'of an older scheme': { signature: signed(text).replace('v1=', 'v0=') },
      'another body': { signature: signed(text), body: text.replace('2026', '2027') },
      'signed, but no JSON': { signature: signed('{'), body: '{' },
      'signed, but no event': { signature: signed('[]'), body: '[]' },
      'signed, but null': { signature: signed('null'), body: 'null' },
    }
    for (const [name, sending] of Object.entries(forgeries))
      assert.equal(await send(event, sending), 400, name)
    const bare = await fetch(`${of.foyer.authUrl}/processor/stripe`, { method: 'POST' })
    assert.equal(bare.status, 400)
    const large = { signature: 't=1,v1=0', body: ' '.repeat(300_000) }
    assert.equal(await send(event, large), 413)
    await idle()
    assert.equal(of.processor.received.length, length)
    assert.notEqual((await shown(card)).expiry_year, 2044)
  })

  test('during a rotation of the secret, both secrets sign', async () => {
    for (const [index, secret] of eventSecrets.entries()) {
      const card = await newHolder()
      of.processor.renew(card.token, { exp_year: 2050 + index })
      assert.equal(await send(newEvent(automatically, card.method), { secret }), 204)
      await idle()
      assert.equal((await shown(card)).expiry_year, 2050 + index)
    }
  })

  test('events for another customer, account or mode are ignored', async () => {
    const [card, other] = [await newHolder(), await newHolder()]
    of.processor.renew(card.token, { exp_year: 2045 })
    const { length } = of.processor.received
    const events = [
      newEvent(automatically, { ...card.method, customer: 'cus_ofSomebodyElse' }),
      newEvent(automatically, { ...card.method, customer: null }),
      newEvent(automatically, card.method, { account: 'acct_connected' }),
      newEvent(automatically, card.method, { livemode: true }),
      newEvent('payment_method.attached', card.method),
      newEvent('charge.succeeded', { ...card.method, object: 'charge' }),
    ]
    for (const event of events) assert.equal(await send(event), 204)
    await idle()
    assert.equal(of.processor.received.length, length)
    // The event is about its customer, whatever card it names.
    const mixed = newEvent(automatically, { ...card.method, customer: other.customer })
    assert.equal(await send(mixed), 204)
    await idle()
    assert.notEqual((await shown(card)).expiry_year, 2045)
    assert.deepEqual(await recorded(other), [])
  })

  test('a card that is detached at the processor is deleted, and one that is not stays', async () => {
    const user = await newWebhookUser(of.foyer)
    await createWebhook(user, { url: 'https://127.0.0.1:8443/', topics: ['PaymentMethods'] })
    const card = await newHolder(user)
    const told = { ...card.method, customer: null }
    const previous_attributes = { customer: card.customer }
    // The event says that the card is detached, but the processor still has it.
    await send(newEvent('payment_method.detached', told, { previous_attributes }))
    await idle()
    assert.ok(await isListed(card))
    of.processor.detach(card.token)
    await send(newEvent('payment_method.detached', told, { previous_attributes }))
    await idle()
    assert.ok(!(await isListed(card)))
    assert.deepEqual(await recorded(card), [
      { action: 'payment_method.detached', actor: 'service' },
    ])
    const [last] = await deliveriesOf(user)
    assert.deepEqual([last?.action, last?.resource_id], ['Deleted', card.id])
    // The user deleted it already: deleting it again changes nothing.
    assert.equal((await card.holder.request('DELETE', `/paymentmethods/${card.id}`)).status, 204)
  })

  test('the cards of a deleted customer are deleted, and the next card makes a new customer', async () => {
    const card = await newHolder()
    await card.holder.paymentMethods.createCreditCard(newCard())
    const keptByPayPal = await card.holder.paymentMethods.createPayPal({ email: 'a@example.com' })
    of.processor.forgetCustomer(card.holder.id)
    await send(newEvent('customer.deleted', { id: card.customer, object: 'customer' }))
    await idle()
    assert.equal((await recorded(card)).length, 2)
    const { body } = await card.holder.request<{ total_items: number }>(
      'GET',
      '/paymentmethods/types/creditcard',
    )
    assert.equal(body.total_items, 0)
    assert.ok(await isListed({ ...card, id: keptByPayPal.id }))
    await card.holder.paymentMethods.createCreditCard(newCard())
    assert.notEqual(of.processor.customerOf(card.holder.id), card.customer)
  })

  test('if the processor does not answer, the work is done later', async () => {
    const card = await newHolder()
    of.processor.renew(card.token, { exp_year: 2046 })
    const refused = { kind: 'refused', status: 500, error: { type: 'api_error' } } as const
    of.processor.fail('customers.payment_methods', refused, 2)
    assert.equal(await send(newEvent(automatically, card.method)), 204)
    // A lease is longer: the failure is stored.
    const isPostponed = async () => {
      const postponed = await of.db.query(sql`select from jobs
        where queue = 'changed cards' and attempts = 1 and due_at < now() + interval '1 minute'`)
      return postponed.length === 1
    }
    for (let trial = 0; !(await isPostponed()); trial++) {
      assert.ok(trial < 3_000, 'the work after an event has not failed')
      await after(10)
    }
    assert.notEqual((await shown(card)).expiry_year, 2046)
    await of.db.query(sql`update jobs set due_at = now() where queue = 'changed cards'`)
    await of.db.query(sql`select pg_notify('foyer_jobs', 'changed cards')`)
    await idle()
    assert.equal((await shown(card)).expiry_year, 2046)
  })
})
