import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ErrorBody, PaymentMethod } from '@foyer/client'
import { checkVault } from '../../../src/processor/open-vault.ts'
import { openStripe } from '../../../src/processor/stripe/stripe.ts'
import { convertError, unavailable } from '../../../src/processor/stripe/stripe-errors.ts'
import { newCard, visa } from '../../support/cards.ts'
import type { TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { Processor } from '../../support/processor.ts'
import { newDirectory, foyer as run } from '../../support/program.ts'
import { onEveryStripeFoyer, type StripeFoyer, settingsOf } from '../../support/stripe-foyer.ts'

const create = '/paymentmethods/creditcard'
const { card_number: _, ...byToken } = visa
const newExpiry = { expiry_month: 1, expiry_year: 2096 }

const add = (user: TestUser, body: object) =>
  user.request<PaymentMethod & ErrorBody>('POST', create, { body })

const details = ({ _embedded }: PaymentMethod): Record<string, unknown> => ({
  ..._embedded?.type_details,
})

await onEveryStripeFoyer('cards at the processor', (of) => {
  test('a customer counts as removed only if it was deleted', async () => {
    const user = await of.foyer.newUser()
    const { id } = await user.paymentMethods.createCreditCard(newCard())
    await user.paymentMethods.delete(id)
    const customer = of.processor.customerOf(user.id)
    const { vault } = of.wallet
    of.processor.keys.isOther = true
    const removed = vault.removeCustomer(customer)
    await assert.rejects(removed, { name: 'VaultUnavailable', concernsOne: true }).finally(() => {
      of.processor.keys.isOther = false
    })
    assert.ok(of.processor.customerIds.includes(customer))
    for (let trial = 0; trial < 2; trial++) await vault.removeCustomer(customer)
    assert.ok(!of.processor.customerIds.includes(customer))
  })

  test('the processor has one customer for each user, and one payment method with a reference for each card', async () => {
    const user = await of.foyer.newUser()
    const customers = of.processor.customers.length
    const first = await add(user, { ...visa, card_number: '3782 822463 10005' })
    assert.equal(first.status, 201)
    assert.equal((await add(user, newCard())).status, 201)
    assert.equal(of.processor.customers.length, customers + 1)
    assert.deepEqual(of.processor.customers.at(-1), { foyer_user: String(user.id) })

    const { brand, last4, expiry_month, expiry_year } = details(first.body)
    assert.deepEqual(
      { brand, last4, expiry_month, expiry_year },
      { brand: 'american-express', last4: '0005', expiry_month: 12, expiry_year: 2099 },
    )
    for (const id of await named(of)) {
      const { name, metadata } = of.processor.method(id) ?? {}
      assert.equal(name, 'Ada Lovelace')
      assert.match(metadata?.foyer_reference ?? '', /^[\da-f-]{36}$/)
    }
  })

  for (const [kind, tokenOf] of Object.entries({
    'a token of the hosted fields': (number: string) => of.processor.newToken(number),
    'a payment method of the hosted fields': (number: string) => of.processor.newMethod(number),
  })) {
    test(`${kind} adds its card, with the expiry that the processor knows`, async () => {
      const user = await of.foyer.newUser()
      const card_token = tokenOf('4000056655665556')
      const { status, body } = await add(user, { ...byToken, full_name: 'Ada King', card_token })
      assert.equal(status, 201)
      const { last4, expiry_month, expiry_year, full_name } = details(body)
      assert.deepEqual(
        { last4, expiry_month, expiry_year, full_name },
        { last4: '5556', expiry_month: 11, expiry_year: 2098, full_name: 'Ada King' },
      )
      const [id] = (await named(of)).filter(
        (token) => of.processor.method(token)?.name === 'Ada King',
      )
      assert.ok(id)
      of.processor.detach(id)
      await user.request('DELETE', `/paymentmethods/${body.id}`)
    })
  }

  test('the name of a test card can be used again', async () => {
    const user = await of.foyer.newUser()
    const body = { ...byToken, card_token: 'pm_card_visa' }
    assert.equal((await add(user, body)).status, 201)
    assert.equal((await add(user, body)).status, 200)
    assert.deepEqual(of.processor.attached, await named(of))
  })

  test('a used or unknown token, and another user’s token, are refused', async () => {
    const [ada, bob] = [await of.foyer.newUser(), await of.foyer.newUser()]
    const used = of.processor.newToken('4000056655665556')
    const theirs = of.processor.newMethod('4000056655665556')
    assert.equal((await add(ada, { ...byToken, card_token: used })).status, 201)
    assert.equal((await add(ada, { ...byToken, card_token: theirs })).status, 200)
    for (const card_token of [used, theirs, 'pm_unknown', 'tok_unknown', '../customers', 'x']) {
      const { status, body } = await add(bob, { ...byToken, card_token })
      assert.equal(status, 400, card_token)
      assert.deepEqual(body.errors, {
        card_token: ['This card token is unknown or was already used.'],
      })
    }
    assert.deepEqual(of.processor.attached, await named(of))
  })

  test('a payment method that the user already has returns the existing card', async () => {
    const user = await of.foyer.newUser()
    const body = { ...byToken, card_token: of.processor.newMethod('4000056655665556') }
    const first = await add(user, body)
    const again = await add(user, { ...body, full_name: 'Ada King' })
    assert.deepEqual([first.status, again.status], [201, 200])
    assert.equal(again.body.id, first.body.id)
    assert.ok(
      of.processor.attached.includes(body.card_token),
      'the payment method is still attached',
    )
    assert.equal(of.processor.method(body.card_token)?.name, 'Ada King')
  })

  test('adding the same card again replaces the stored one', async () => {
    const user = await of.foyer.newUser()
    const first = await add(user, visa)
    const again = await add(user, { ...visa, ...newExpiry })
    assert.deepEqual([first.status, again.status], [201, 200])
    assert.equal(again.body.id, first.body.id)
    assert.equal(details(again.body).expiry_year, 2096)
    assert.deepEqual(of.processor.attached, await named(of))
  })

  test('a renewal updates the card at the processor', async () => {
    const user = await of.foyer.newUser()
    const card_token = of.processor.newMethod('4000056655665556')
    const { body: card } = await add(user, { ...byToken, card_token })
    const body = { full_name: 'Ada King', ...newExpiry }
    const path = `/paymentmethods/${card.id}/creditcard`
    assert.equal((await user.request('PUT', path, { body })).status, 200)
    const { name, card: kept } = of.processor.method(card_token) ?? {}
    assert.deepEqual([name, kept?.exp_month, kept?.exp_year], ['Ada King', 1, 2096])

    of.processor.detach(card_token)
    const gone = await user.request<ErrorBody>('PUT', path, { body })
    assert.equal(gone.status, 400)
    assert.deepEqual(Object.keys(gone.body.errors), ['card_number'])
    assert.equal((await user.request('PUT', path, { body: newCard() })).status, 200)
  })

  test('deleting a card detaches it, and works if it is already detached', async () => {
    const user = await of.foyer.newUser()
    for (const isDetached of [false, true]) {
      const card_token = of.processor.newMethod('4000056655665556')
      const { body } = await add(user, { ...byToken, card_token })
      if (isDetached) of.processor.detach(card_token)
      const { status } = await user.request('DELETE', `/paymentmethods/${body.id}`)
      assert.equal(status, 204)
      assert.equal(of.processor.method(card_token)?.customer, null)
    }
    assert.equal(await of.sweepLater(), 0)
  })

  test('a customer that the processor has lost is created again in the same request', async () => {
    for (const cardOf of [
      newCard,
      () => ({ ...byToken, card_token: of.processor.newToken('4000056655665556') }),
      () => ({ ...byToken, card_token: of.processor.newMethod('4000056655665556') }),
    ]) {
      const user = await of.foyer.newUser()
      const { body } = await add(user, newCard())
      await user.request('DELETE', `/paymentmethods/${body.id}`)
      of.processor.forgetCustomer(user.id)
      const added = await add(user, cardOf())
      assert.equal(added.status, 201, added.text)
      assert.equal(of.processor.customers.at(-1)?.foyer_user, String(user.id))
      assert.equal(await of.sweepLater(), 0, 'nothing must be left over')
      assert.deepEqual(of.processor.attached, await named(of))
    }
  })

  test('a request ends with 503 if the customer is lost again and again', async () => {
    const user = await of.foyer.newUser()
    of.processor.onRequest = (step) => {
      if (step === 'setup_intents.create') of.processor.forgetCustomer(user.id)
    }
    const before = of.processor.received.length
    try {
      assert.equal((await add(user, newCard())).status, 503)
    } finally {
      of.processor.onRequest = undefined
    }
    assert.ok(of.processor.received.length - before <= 8)
    assert.equal((await add(user, newCard())).status, 201)
    await of.sweepLater()
    assert.deepEqual(of.processor.attached, await named(of))
  })

  test('with the key of another account, the customer of a user is not forgotten', async () => {
    const user = await of.foyer.newUser()
    assert.equal((await add(user, newCard())).status, 201)
    const customer = of.processor.customerOf(user.id)
    const known = sql`select customer_id from vault_customers where user_id = ${user.id}`
    of.processor.keys.isOther = true
    try {
      assert.equal((await add(user, newCard())).status, 503)
      const card_token = of.processor.newMethod('4000056655665556')
      assert.equal((await add(user, { ...byToken, card_token })).status, 503)
      assert.equal((await user.request('POST', '/paymentmethods/creditcard/setup')).status, 503)
    } finally {
      of.processor.keys.isOther = false
    }
    assert.deepEqual(await of.db.query(known), [{ customer_id: customer }])
    assert.equal((await add(user, newCard())).status, 201)
    assert.equal(of.processor.customerOf(user.id), customer)
    await of.sweepLater()
    assert.deepEqual(of.processor.attached, await named(of))
  })

  for (const step of ['payment_methods.create', 'setup_intents.create'] as const) {
    test(`a card that ${step} refuses without a code gets 400`, async () => {
      const user = await of.foyer.newUser()
      const type = 'invalid_request_error'
      const error = { type, message: 'This card cannot be saved.' }
      of.processor.fail(step, { kind: 'refused', status: 400, error })
      const { status, body } = await add(user, newCard())
      assert.deepEqual([status, body.code], [400, 'card_declined'])
      assert.deepEqual(body.errors, { card_number: ['The card was declined.'] })
      assert.equal(await of.sweepLater(), 0, 'nothing must be left over')
      for (const code of ['parameter_unknown', 'account_invalid', 'api_key_expired']) {
        of.processor.fail(step, { kind: 'refused', status: 400, error: { type, code } })
        assert.equal((await add(user, newCard())).status, 503, code)
      }
      of.processor.heal()
      await of.sweepLater()
    })
  }

  for (const [number, code, property, message] of [
    ['4000000000000002', 'card_declined', 'card_number', 'The card was declined.'],
    ['4000000000009979', 'card_declined', 'card_number', 'The card was declined.'],
    ['4000000000009987', 'card_declined', 'card_number', 'The card was declined.'],
    [
      '4000000000009995',
      'insufficient_funds',
      'card_number',
      'The card has insufficient funds. Use another card.',
    ],
    [
      '4000000000000069',
      'card_expired',
      'expiry_month',
      'The card issuer says that the card has expired.',
    ],
    [
      '4000000000000127',
      'incorrect_security_code',
      'card_number',
      'The security code of the card is wrong. Enter the card again.',
    ],
    [
      '4000000000000036',
      'incorrect_postal_code',
      'billing_address_id',
      'The card issuer knows another postal code. Choose the billing address of the card.',
    ],
    [
      '4000002760003184',
      'authentication_required',
      'card_token',
      'The card issuer requires that you confirm this card. Enter it in the payment processor’s fields, and send the card token.',
    ],
  ] as const) {
    test(`a decline is reported: ${number.slice(-4)}, ${code}`, async () => {
      const user = await of.foyer.newUser()
      const { status, body } = await add(user, { ...visa, card_number: number })
      assert.deepEqual([status, body.code], [400, code])
      assert.equal(body.message, message)
      assert.deepEqual(body.errors, { [property]: [message] })
      const card_token = of.processor.newMethod(number)
      const byItsToken = await add(user, { ...byToken, card_token })
      assert.equal(byItsToken.body.code, code)
      const named = property === 'card_number' ? 'card_token' : property
      assert.deepEqual(byItsToken.body.errors, { [named]: [message] })
      assert.equal(await of.sweepLater(), 0, 'nothing must be left over')
    })
  }

  test('a temporary failure is not a decline: it gets 503 with Retry-After', async () => {
    const user = await of.foyer.newUser()
    const answer = await add(user, { ...visa, card_number: '4000000000000119' })
    assert.equal(answer.status, 503)
    assert.ok(answer.headers.get('retry-after'))
  })

  test('if the processor’s account may not send numbers, the error requests a token', async () => {
    of.processor.takesNumbers = false
    try {
      const { status, body } = await add(await of.foyer.newUser(), visa)
      assert.equal(status, 400)
      assert.deepEqual(body.errors, {
        card_number: ['Card numbers are not accepted here. Send a card token.'],
      })
    } finally {
      of.processor.takesNumbers = true
    }
  })

  test('a limit that is reached only after the processor’s response leaves no card there', async () => {
    const user = await of.foyer.newUser()
    for (let index = 0; index < 50; index++) {
      const body = { email: `ada.${index}@example.com` }
      assert.equal((await user.request('POST', '/paymentmethods/paypal', { body })).status, 201)
    }
    const before = of.processor.attached
    const { status, body } = await add(user, visa)
    assert.deepEqual([status, body.code], [403, 'limit_reached'])
    assert.deepEqual(of.processor.attached, before)
  })

  test('requests have a version and an idempotency key, and no data about this machine', async () => {
    await add(await of.foyer.newUser(), visa)
    const changes = of.processor.received.filter(({ step }) => step !== undefined)
    assert.ok(changes.length > 3)
    for (const { step, headers } of changes) {
      assert.equal(headers['stripe-version'], '2026-10-28.endive')
      if (/create|attach|update|detach/.test(step ?? '')) assert.ok(headers['idempotency-key'])
      assert.equal(headers['x-stripe-client-telemetry'], undefined)
      assert.ok(!String(headers['x-stripe-client-user-agent']).includes('"platform"'))
    }
  })
})

const named = ({ named: all }: StripeFoyer) => all()

describe('errors of the processor', () => {
  test('an error contains nothing that was sent', async (t) => {
    const processor = await Processor.start()
    t.after(() => processor.stop())
    const stripe = openStripe(settingsOf(processor))
    const number = visa.card_number
    const echo = { type: 'api_error', message: `No such card: ${number}`, code: number }
    for (const status of [400, 401, 402, 403, 404, 409, 429, 500]) {
      processor.fail('payment_methods.create', { kind: 'refused', status, error: echo })
      const card = { number, exp_month: 1, exp_year: 2099 }
      const error: unknown = await stripe.paymentMethods
        .create({ type: 'card', card }, { maxNetworkRetries: 0 })
        .catch((thrown: unknown) => thrown)
      for (const told of [convertError(error, { token: undefined }), unavailable(error)]) {
        const { message, stack, cause } = told
        const said = [message, stack, cause instanceof Error && [cause.message, cause.stack]]
        assert.ok(!JSON.stringify([said, told]).includes(number), `${status}`)
      }
    }
  })
})

describe('the check at start', () => {
  let processor: Processor
  before(async () => {
    processor = await Processor.start()
  })
  beforeEach(() => {
    processor.heal()
    processor.takesNumbers = true
  })
  after(() => processor.stop())

  const warnings = async (settings = settingsOf(processor)): Promise<string[]> => {
    const said: string[] = []
    await checkVault(settings, (message) => said.push(message))
    return said
  }

  test('the check gives no warning if numbers may be sent, and stores nothing', async () => {
    assert.deepEqual(await warnings(), [])
    assert.deepEqual(processor.attached, [])
  })

  test('the check ends a start with connected accounts that the marketplace may not have', async () => {
    const settings = { ...settingsOf(processor, { STRIPE_CONNECT: 'recipient' }) }
    assert.deepEqual(await warnings(settings), [])
    assert.deepEqual(processor.accounts.all, [])
    processor.accounts.isPlatform = false
    await assert.rejects(warnings(settings), { message: /has not signed up for Connect/ })
    processor.accounts.isPlatform = true
    const message = 'Please review https://dashboard.stripe.com/settings/connect/platform-profile.'
    const unfinished = { type: 'invalid_request_error', message }
    processor.fail('accounts.create', { kind: 'refused', status: 400, error: unfinished })
    await assert.rejects(warnings(settings), { message: /Check the settings of Connect/ })
    const error = { type: 'invalid_request_error' }
    processor.fail('accounts.create', { kind: 'refused', status: 403, error })
    await assert.rejects(warnings(settings), { message: /permission to create connected accounts/ })
    processor.fail('accounts.create', { kind: 'dropped' })
    assert.match((await warnings(settings)).join(), /does not answer/)
    const wrong = () => settingsOf(processor, { STRIPE_CONNECT: 'yes' })
    assert.throws(wrong, /STRIPE_CONNECT must be off, full or recipient|STRIPE_CONNECT/)
  })

  test('the check warns if no secret signs events', async () => {
    const settings = { ...settingsOf(processor), webhookSecrets: [] }
    assert.match((await warnings(settings)).join(), /STRIPE_WEBHOOK_SECRET is not set/)
  })

  test('the check warns if numbers may not be sent', async () => {
    processor.takesNumbers = false
    assert.match((await warnings()).join(), /card_token is the way/)
  })

  test('the check warns if the processor does not answer, and the start goes on', async () => {
    processor.fail('payment_methods.create', { kind: 'dropped' })
    assert.match((await warnings()).join(), /does not answer/)
  })

  test('the start fails with one line if the key is wrong, and changes nothing', async () => {
    const env = { PORT: '0', DATA_DIR: newDirectory(), CARD_VAULT: 'stripe' }
    const wrong = { STRIPE_SECRET_KEY: 'sk_test_wrong', STRIPE_URL: processor.url }
    const { status, stderr } = await run(['serve'], { ...env, ...wrong })
    assert.equal(status, 1)
    assert.match(stderr, /Stripe does not accept STRIPE_SECRET_KEY\./)
    assert.equal(stderr.trim().split('\n').length, 1)
    assert.ok(!stderr.includes('sk_test_wrong'))
  })
})
