import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { formsOf } from '../../support/browser.ts'
import { newCard, newCardNumber } from '../../support/cards.ts'
import type { TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { declinedPrefix } from '../../support/processor-declines.ts'
import { newEvent, sendEvent } from '../../support/processor-events.ts'
import { browserWithSession } from '../../support/sign-in.ts'
import { onEveryStripeFoyer } from '../../support/stripe-foyer.ts'

/*
 * The client secret of a setup is enough to confirm cards at the processor, without a request to
 * the service. The processor sends an event for each declined card, and these cards count like
 * those that are sent to the service.
 */

const env = {
  CARD_LIMIT_USER: '17/600',
  CARD_LIMIT_NETWORK: '18/600',
  CARD_LIMIT_APPLICATION: '400/600',
  CARD_LIMIT_CARD: '9/86400',
  TRUSTED_PROXIES: 'loopback',
}

await onEveryStripeFoyer(
  'cards that are tested with the secret of a setup',
  (of) => {
    before(() => of.foyer.startWorkers())
    beforeEach(() => of.db.query(sql`delete from attempts`))
    let networks = 0
    const newNetwork = () => `2001:db8:${(++networks).toString(16)}::1`

    const post = async (user: TestUser, path: string, network: string, body?: object) => {
      const response = await fetch(`${of.foyer.baseUrl}/paymentmethods/creditcard${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${user.accessToken}`,
          'X-Forwarded-For': network,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as { setup_intent?: string; code?: string }
      const limits = response.headers.get('ratelimit-policy') ?? ''
      return { ...answer, status: response.status, limits, setup: String(answer.setup_intent) }
    }
    const setUp = async (user: TestUser, network = newNetwork()) => {
      const { status, setup } = await post(user, '/setup', network)
      assert.equal(status, 201)
      return setup
    }
    const add = (user: TestUser, network = newNetwork(), card: object = newCard()) =>
      post(user, '', network, card)

    /** Confirms a card as the processor's script does, and sends the event of the processor. */
    const decline = async (setup: string, number = newCardNumber(declinedPrefix)) => {
      assert.throws(() => of.processor.confirmSetup(setup, number))
      const event = newEvent('setup_intent.setup_failed', of.processor.failedSetup(setup))
      assert.equal(await sendEvent(of.foyer, event), 204)
      await idle()
      return event
    }
    const idle = async () => {
      for (let trial = 0; trial < 3_000; trial++) {
        const rows = await of.db.query(sql`select from jobs where queue = 'changed cards'`)
        if (rows.length === 0) return
        await pause(10)
      }
      assert.fail('The work after an event is not done.')
    }
    /** Waits until the work after an event has failed to end a setup. */
    const postponed = async (setup: string) => {
      for (let trial = 0; trial < 3_000; trial++) {
        const rows = await of.db.query(sql`select from vault_items
          where setup_id = ${setup} and due_at between now() + interval '1 second'
            and now() + interval '5 minutes'`)
        if (rows.length === 1) return
        await pause(10)
      }
      assert.fail('Nothing has tried to end the setup.')
    }
    const statusOf = (id: string) => of.processor.setups.find((setup) => setup.id === id)?.status

    test('four declined cards end the setup, and count for the user', async () => {
      const user = await of.foyer.newUser()
      const setup = await setUp(user)
      for (let count = 1; count <= 3; count++) {
        await decline(setup)
        assert.equal(statusOf(setup), 'requires_payment_method', `${count}`)
      }
      await decline(setup)
      assert.equal(statusOf(setup), 'canceled')
      const limited = await add(user)
      assert.equal(limited.status, 429)
      assert.match(limited.limits, /"card-user"/)
      // The page’s script gets the reason, so that it can show it to the user.
      const browser = await browserWithSession(of.foyer, user)
      const [form] = formsOf(await browser.get('/account/paymentmethods/card'))
      const csrf = form?.fields.csrf ?? ''
      const answer = await browser.post('/account/paymentmethods/card/setup', { csrf })
      assert.equal(answer.status, 429)
      assert.match(JSON.parse(answer.text).message, /^Too many attempts\./)
      const [row] = await of.db.query<{ state: string; address: string | null }>(
        sql`select setup_state as state, address from vault_items
          where setup_id = ${setup} and user_id = ${user.id}`,
      )
      assert.deepEqual(row, { state: 'abandoned', address: null })
    })

    test('a declined card counts once, however often the setup is sent after that', async () => {
      const user = await of.foyer.newUser()
      const setup = await setUp(user)
      await decline(setup)
      for (let count = 0; count < 5; count++) {
        const card = { full_name: 'Ada Lovelace', card_token: setup }
        assert.equal((await add(user, newNetwork(), card)).code, 'card_declined')
      }
      // One for the setup, four for the card.
      const [row] = await of.db.query<{ most: number }>(
        sql`select max(count)::integer as most from attempts`,
      )
      assert.equal(row?.most, 5)
    })

    test('a setup that has ended does not count, unless its card was declined without an event', async () => {
      const most = async () => {
        const [row] = await of.db.query<{ most: number }>(
          sql`select coalesce(max(count), 0)::integer as most from attempts`,
        )
        return row?.most
      }
      const user = await of.foyer.newUser()
      const [ended, declined] = [await setUp(user), await setUp(user)]
      assert.throws(() => of.processor.confirmSetup(declined, newCardNumber(declinedPrefix)))
      for (const setup of [ended, declined]) of.processor.cancelSetup(setup)
      const send = async (card_token: string, code: string) => {
        const answer = await add(user, newNetwork(), { full_name: 'Ada Lovelace', card_token })
        assert.deepEqual([answer.status, answer.code], [400, code])
      }
      for (let count = 0; count < 5; count++) await send(ended, 'setup_ended')
      assert.equal(await most(), 2, 'one for each setup')
      await send(declined, 'card_declined')
      assert.equal(await most(), 6)
    })

    test('declined cards count for the network that has started the setup', async () => {
      const network = newNetwork()
      const setup = await setUp(await of.foyer.newUser(), network)
      for (let count = 0; count < 4; count++) await decline(setup)
      const other = await of.foyer.newUser()
      assert.equal((await add(other, network)).status, 201)
      const limited = await add(other, network)
      assert.equal(limited.status, 429)
      assert.match(limited.limits, /"card-network"/)
      assert.equal((await add(other)).status, 201)
    })

    test('a declined card counts for its number, and the setup ends when a limit is reached', async () => {
      const number = newCardNumber(declinedPrefix)
      const setups = []
      for (let user = 0; user < 3; user++) setups.push(await setUp(await of.foyer.newUser()))
      for (const setup of setups) await decline(setup, number)
      assert.deepEqual(setups.map(statusOf), [
        'requires_payment_method',
        'requires_payment_method',
        'canceled',
      ])
      const card = { ...newCard(), card_number: number }
      const limited = await add(await of.foyer.newUser(), newNetwork(), card)
      assert.equal(limited.status, 429)
      assert.match(limited.limits, /"card";/)
    })

    test('when a limit is reached, all setups of the user end', async () => {
      const user = await of.foyer.newUser()
      const setups = [await setUp(user), await setUp(user), await setUp(user)]
      const [first = '', second = ''] = setups
      for (let count = 0; count < 3; count++) await decline(first)
      assert.deepEqual(setups.map(statusOf), Array(3).fill('requires_payment_method'))
      await decline(second)
      assert.deepEqual(setups.map(statusOf), Array(3).fill('canceled'))
    })

    test('a repeated event, a temporary failure and a setup that the service did not start do not count', async () => {
      const user = await of.foyer.newUser()
      const setup = await setUp(user)
      const event = await decline(setup)
      for (let count = 0; count < 3; count++) assert.equal(await sendEvent(of.foyer, event), 204)
      for (let count = 0; count < 3; count++) await decline(setup, '4000000000000119')
      const customer = of.processor.customerOf(user.id)
      const foreign = of.processor.startSetup(customer)
      const told = { id: foreign.id, object: 'setup_intent', customer }
      for (let count = 0; count < 4; count++)
        await sendEvent(of.foyer, newEvent('setup_intent.setup_failed', told))
      await idle()
      assert.equal(statusOf(setup), 'requires_payment_method')
      assert.equal((await add(user)).status, 201)
    })

    test('if the processor does not answer, the sweep ends the setup', async () => {
      const setup = await setUp(await of.foyer.newUser())
      for (let count = 0; count < 3; count++) await decline(setup)
      assert.throws(() => of.processor.confirmSetup(setup, newCardNumber(declinedPrefix)))
      const event = newEvent('setup_intent.setup_failed', of.processor.failedSetup(setup))
      of.processor.fail('setup_intents.cancel', { kind: 'dropped' })
      assert.equal(await sendEvent(of.foyer, event), 204)
      await postponed(setup)
      of.processor.heal()
      await of.sweepLater()
      assert.equal(statusOf(setup), 'canceled')
    })
  },
  env,
)
