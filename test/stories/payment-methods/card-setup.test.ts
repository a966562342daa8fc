import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorBody, PaymentMethod } from '@foyer/client'
import { refreshSetups } from '../../../src/resources/payment-methods/custody/setups.ts'
import { reconcileUser } from '../../../src/resources/payment-methods/reconciliation/reconcile-user.ts'
import { newCard, newCardNumber, visa } from '../../support/cards.ts'
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { readConfig, sql } from '../../support/inside.ts'
import { browserWithSession } from '../../support/sign-in.ts'
import { onEveryStripeFoyer } from '../../support/stripe-foyer.ts'

interface CardSetup {
  id: number
  status: string
  next_action: string | null
  setup_intent: string
  client_secret: string | null
  publishable_key: string | null
  expires_at: string
  code?: string
  _links: Record<string, { href: string }>
}

const start = '/paymentmethods/creditcard/setup'
const create = '/paymentmethods/creditcard'
/** The issuer wants the holder to confirm this card. */
const challenged = '4000002500003155'

const setUp = async (user: TestUser): Promise<CardSetup> => {
  const { status, body, text } = await user.request<CardSetup>('POST', start)
  assert.equal(status, 201, text)
  return body
}

const readSetup = async (user: TestUser, { id }: CardSetup): Promise<CardSetup> =>
  (await user.request<CardSetup>('GET', `${start}/${id}`)).body

const add = (user: TestUser, card_token: string, more: object = {}) =>
  user.request<PaymentMethod & ErrorBody>('POST', create, {
    body: { full_name: 'Ada Lovelace', card_token, ...more },
  })

await onEveryStripeFoyer('the setup of a card', (of) => {
  const customersOf = ({ id }: TestUser) =>
    of.db.query(sql`select from vault_customers where user_id = ${id}`)
  const stateOf = async (user: TestUser, { id }: CardSetup) => {
    const [row] = await of.db.query<{ state: string }>(
      sql`select setup_state as state from vault_items where user_id = ${user.id} and id = ${id}`,
    )
    return row?.state
  }

  test('a card is confirmed by its holder, saved, and ready for charges off session', async () => {
    const user = await of.foyer.newUser()
    const setup = await setUp(user)
    assert.equal(setup.next_action, 'confirm')
    assert.equal(setup.publishable_key, 'pk_test_processor')
    assert.match(String(setup.client_secret), /^seti_\w+_secret_/)
    assert.deepEqual(of.processor.setups.at(-1)?.usage, 'off_session')

    const token = of.processor.confirmSetup(setup.setup_intent, challenged)
    const asked = await readSetup(user, setup)
    assert.deepEqual([asked.status, asked.next_action], ['requires_action', 'authenticate'])
    of.processor.authenticate(setup.setup_intent)
    const confirmed = await readSetup(user, setup)
    assert.deepEqual([confirmed.status, confirmed.next_action], ['succeeded', 'create_card'])
    const link = confirmed._links['paymentmethod:createcreditcard']?.href ?? ''
    assert.equal(new URL(link).pathname.endsWith(create), true)

    const { status, body } = await add(user, setup.setup_intent)
    assert.equal(status, 201)
    const details: Record<string, unknown> = { ...body._embedded?.type_details }
    assert.deepEqual([details.last4, details.expiry_month, details.expiry_year], ['3155', 11, 2098])
    assert.deepEqual([await stateOf(user, setup)], ['used'])
    assert.equal((await readSetup(user, setup)).next_action, null)
    const [row] = await of.db.query<Record<string, string | null>>(sql`
      select vault_token, setup_id, mandate, network_transaction from payment_methods
      where user_id = ${user.id}`)
    assert.equal(row?.vault_token, token)
    assert.equal(row?.setup_id, setup.setup_intent)
    assert.match(String(row?.mandate), /^mandate_/)
    assert.match(String(row?.network_transaction), /^[0-9a-f-]{36}$/)
    assert.equal((await add(user, setup.setup_intent)).status, 200, 'the same card again')
    await of.sweepMuchLater()
    assert.ok(of.processor.attached.includes(token))
  })

  test('the payment method of a setup is a token, too', async () => {
    const user = await of.foyer.newUser()
    const setup = await setUp(user)
    const token = of.processor.confirmSetup(setup.setup_intent, newCardNumber())
    const before = of.processor.setups.length
    assert.equal((await add(user, token)).status, 201)
    assert.equal(of.processor.setups.length, before, 'there is no second setup')
    assert.equal(await stateOf(user, setup), 'used')
  })

  test('a setup of another user, an unknown one and an unfinished one are refused', async () => {
    const [ada, bob] = [await of.foyer.newUser(), await of.foyer.newUser()]
    const setup = await setUp(ada)
    await setUp(bob)
    const incomplete = await add(ada, setup.setup_intent)
    assert.deepEqual([incomplete.status, incomplete.body.code], [400, 'setup_incomplete'])
    const early = await add(bob, setup.setup_intent)
    assert.deepEqual(Object.keys(early.body.errors), ['card_token'])
    assert.equal(early.body.code, 'validation_failed', 'the error does not reveal the state')
    const token = of.processor.confirmSetup(setup.setup_intent, newCardNumber())
    for (const card_token of [setup.setup_intent, token, 'seti_unknown', 'seti_1/cancel']) {
      const { status, body } = await add(bob, card_token)
      assert.equal(status, 400, card_token)
      assert.deepEqual(body.errors, {
        card_token: ['This card token is unknown or was already used.'],
      })
    }
    assert.equal((await bob.request('GET', `${start}/${setup.id}`)).status, 404)
    assert.equal((await add(ada, setup.setup_intent)).status, 201)
  })

  test('a setup only for payments on session is no card token, and its card is set up again', async () => {
    const user = await of.foyer.newUser()
    await setUp(user)
    const customer = of.processor.customerOf(user.id)
    const { id, method } = of.processor.startSetup(customer, 'on_session', newCardNumber())
    const { status, body } = await add(user, id)
    assert.deepEqual([status, Object.keys(body.errors)], [400, ['card_token']])
    const before = of.processor.setups.length
    assert.equal((await add(user, String(method))).status, 201)
    assert.equal(of.processor.setups.length, before + 1)
    assert.equal(of.processor.setups.at(-1)?.usage, 'off_session')
    const other = of.processor.startSetup(customer, 'off_session', newCardNumber())
    assert.equal((await add(user, other.id)).status, 201, 'a setup off session is one')
  })

  test('a card number whose holder must confirm it gets 400 and the next step', async () => {
    const user = await of.foyer.newUser()
    const { status, body } = await user.request<PaymentMethod & ErrorBody>('POST', create, {
      body: { ...visa, card_number: challenged },
    })
    assert.deepEqual([status, body.code], [400, 'authentication_required'])
    const next = String(body._links?.['paymentmethod:cardsetup']?.href)
    const path = next.slice(of.foyer.baseUrl.length)
    const { body: setup } = await user.request<CardSetup>('GET', path)
    assert.equal(setup.next_action, 'authenticate')
    assert.deepEqual(await of.openSetups(), of.processor.openSetups)
    assert.deepEqual(of.processor.attached, await of.named(), 'nothing is attached yet')

    const again = await add(user, setup.setup_intent)
    assert.equal(again.body.code, 'authentication_required')
    assert.equal(again.body._links?.['paymentmethod:cardsetup']?.href, next)
    of.processor.authenticate(setup.setup_intent)
    assert.equal((await add(user, setup.setup_intent)).status, 201)
    assert.deepEqual(of.processor.attached, await of.named())
  })

  test('a holder who fails to confirm gets an error, and may try again', async () => {
    const user = await of.foyer.newUser()
    const setup = await setUp(user)
    of.processor.confirmSetup(setup.setup_intent, challenged, false)
    const { status, body } = await add(user, setup.setup_intent)
    assert.deepEqual([status, body.code], [400, 'authentication_failed'])
    of.processor.confirmSetup(setup.setup_intent, challenged, true)
    assert.equal((await add(user, setup.setup_intent)).status, 201)
  })

  test('the page says how the confirmation on a page of the issuer ended', async () => {
    const user = await of.foyer.newUser()
    const browser = await browserWithSession(of.foyer, user)
    const { setup_intent } = await setUp(user)
    const page = async () => {
      const path = `/account/paymentmethods/card?setup_intent=${setup_intent}`
      return (await browser.get(path)).text
    }
    of.processor.confirmSetup(setup_intent, challenged, false)
    const failed = await page()
    assert.match(failed, /id="card_token-fault">/)
    assert.match(failed, /data-card-element/, 'another card may be entered')
    assert.doesNotMatch(failed, /Your card is confirmed/)
    of.processor.confirmSetup(setup_intent, challenged, true)
    assert.match(await page(), /Your card is confirmed/)
  })

  test('an unfinished setup is expired, abandoned or canceled', async () => {
    const user = await of.foyer.newUser()
    await of.sweepMuchLater()
    const [untouched, challengedOne, unsaved, gone, used] = [
      await setUp(user),
      await setUp(user),
      await setUp(user),
      await setUp(user),
      await setUp(user),
    ]
    of.processor.confirmSetup(challengedOne.setup_intent, challenged)
    of.processor.confirmSetup(unsaved.setup_intent, newCardNumber())
    of.processor.cancelSetup(gone.setup_intent)
    of.processor.confirmSetup(used.setup_intent, newCardNumber())
    assert.equal((await add(user, used.setup_intent)).status, 201)
    assert.equal(await of.sweepLater(), 0, 'open setups are kept for an hour')
    const told = await readSetup(user, gone)
    assert.deepEqual([told.status, told.next_action], ['canceled', 'start_again'])
    assert.equal((await add(user, gone.setup_intent)).status, 400)

    assert.equal(await of.sweepMuchLater(), 3)
    const states = []
    for (const setup of [untouched, challengedOne, unsaved, gone, used])
      states.push((await readSetup(user, setup)).status)
    assert.deepEqual(states, ['expired', 'abandoned', 'abandoned', 'canceled', 'used'])
    assert.deepEqual(of.processor.openSetups, [])
    assert.deepEqual(of.processor.attached, await of.named())
    const late = await add(user, unsaved.setup_intent)
    assert.equal(late.status, 400)
    assert.equal(await of.sweepMuchLater(), 0, 'nothing is left to do')
  })

  test('the nightly comparison does not remove a confirmed card of an open setup', async () => {
    const user = await of.foyer.newUser()
    const refused = await user.request<ErrorBody>('POST', create, {
      body: { ...visa, card_number: challenged },
    })
    assert.equal(refused.body.code, 'authentication_required')
    const [id] = await of.openSetups()
    of.processor.authenticate(String(id))
    await reconcileUser(of.wallet, user.id)
    await of.sweepLater()
    assert.equal((await add(user, String(id))).status, 201)
  })

  test('a declined card leaves no setup at the processor', async () => {
    const user = await of.foyer.newUser()
    const before = of.processor.openSetups
    const body = { ...visa, card_number: '4000000000000002' }
    assert.equal((await user.request('POST', create, { body })).status, 400)
    assert.deepEqual(of.processor.openSetups, before)
  })

  test('a user may have ten setups open, and one more ends the oldest that is not confirmed', async () => {
    const user = await of.foyer.newUser()
    const setups = []
    for (let count = 0; count < 10; count++) setups.push(await setUp(user))
    const [confirmed, oldest, ...others] = setups
    assert.ok(confirmed && oldest)
    of.processor.confirmSetup(confirmed.setup_intent, newCardNumber())
    await readSetup(user, confirmed)
    const newest = await setUp(user)
    await of.sweepLater()
    assert.equal((await readSetup(user, oldest)).status, 'expired')
    const open = [...others, newest].map(({ setup_intent }) => setup_intent).sort()
    const customer = of.processor.customerOf(user.id)
    const known = of.processor.setups.filter((setup) => setup.customer === customer)
    const openThere = known.filter(({ status }) => status === 'requires_payment_method')
    assert.deepEqual(openThere.map(({ id }) => id).sort(), open)
    assert.equal((await add(user, confirmed.setup_intent)).status, 201)
  })

  test('cards that their holder must confirm leave at most ten setups open, too', async () => {
    const user = await of.foyer.newUser()
    for (let count = 0; count < 11; count++) {
      const { body } = await add(user, of.processor.newMethod(challenged))
      assert.equal(body.code, 'authentication_required')
    }
    const open = await of.db.query(sql`
      select from vault_items
      where user_id = ${user.id} and ended_at is null and setup_id is not null and due_at > now()`)
    assert.equal(open.length, 10)
  })

  test('a card of a user who was erased meanwhile makes no customer', async () => {
    const user = await of.foyer.newUser()
    await of.foyer.command('user', 'erase', user.id, '--now')
    const card = { ...visa, card_number: newCardNumber() }
    const tried = of.wallet.vault.keep(user.id, 'erased-meanwhile', {
      number: card.card_number,
      token: undefined,
      fullName: card.full_name,
      expiryMonth: card.expiry_month,
      expiryYear: card.expiry_year,
    })
    await assert.rejects(tried, { name: 'VaultUnavailable' })
    assert.deepEqual(await customersOf(user), [])
    assert.ok(!of.processor.customers.some(({ foyer_user }) => foyer_user === String(user.id)))
  })

  test('an erasure ends the setups of a user at the processor, and then the customer', async () => {
    const user = await of.foyer.newUser()
    const setup = await setUp(user)
    of.processor.confirmSetup((await setUp(user)).setup_intent, newCardNumber())
    assert.equal((await user.request('POST', create, { body: newCard() })).status, 201)
    await of.foyer.command('user', 'erase', user.id, '--now')
    await of.sweepMuchLater()
    await of.sweepMuchLater()
    assert.ok(!of.processor.openSetups.includes(setup.setup_intent))
    assert.ok(!of.processor.customers.some(({ foyer_user }) => foyer_user === String(user.id)))
    const rows = await of.db.query(sql`select from vault_items where user_id = ${user.id}`)
    assert.equal(rows.length, 0)
  })

  test('an event about a setup of an erased user leaves nothing of that user', async () => {
    const user = await of.foyer.newUser()
    const setup = await setUp(user)
    await of.foyer.command('user', 'erase', user.id, '--now')
    of.processor.cancelSetup(setup.setup_intent)
    await refreshSetups(of.wallet, user.id)
    const rows = await of.db.query(sql`select from vault_items where user_id = ${user.id}`)
    assert.equal(rows.length, 0)
  })
})

await onEveryDatabase('the setup of a card without a processor', (foyer) => {
  test('a setup is refused', async () => {
    const user = await foyer.newUser()
    const { status, body } = await user.request<ErrorBody>('POST', start)
    assert.deepEqual([status, body.code], [403, 'setup_not_supported'])
    assert.equal((await user.request('GET', `${start}/1`)).status, 404)
  })
})

test('the keys and the script of the processor’s fields are checked at the start', () => {
  const production = {
    NODE_ENV: 'production',
    CARD_VAULT: 'stripe',
    STRIPE_SECRET_KEY: 'rk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  }
  const linesOf = (env: Record<string, string | undefined>): string => {
    try {
      readConfig(env)
      return ''
    } catch (error) {
      return String(error)
    }
  }
  assert.doesNotMatch(linesOf(production), /STRIPE/)
  const { STRIPE_PUBLISHABLE_KEY: _, ...without } = production
  assert.match(linesOf(without), /STRIPE_PUBLISHABLE_KEY must be a publishable key/)
  const mixed = { ...production, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  assert.match(linesOf(mixed), /must both be live keys or both be test keys/)
  const script = { ...production, STRIPE_SCRIPT_URL: 'http://127.0.0.1:1/stripe.js' }
  assert.match(linesOf(script), /STRIPE_SCRIPT_URL is for tests/)
  const elsewhere = { ...script, NODE_ENV: 'test', STRIPE_SCRIPT_URL: 'https://evil.example/a.js' }
  assert.match(linesOf(elsewhere), /must be a URL of this machine/)
})
