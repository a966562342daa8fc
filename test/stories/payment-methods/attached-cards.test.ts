import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { reconcileUser } from '../../../src/resources/payment-methods/reconciliation/reconcile-user.ts'
import { newCard, newCardNumber } from '../../support/cards.ts'
import type { TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { onEveryStripeFoyer } from '../../support/stripe-foyer.ts'

/*
 * When a card cannot be saved, it is removed from the customer only if the service gave it to the
 * customer, and if its holder cannot come back to save it.
 */

const create = '/paymentmethods/creditcard'

await onEveryStripeFoyer('a card that cannot be saved', (of) => {
  /** A user with a customer, who has a card, and whom the marketplace's own service knows. */
  const newHolder = async () => {
    const user = await of.foyer.newUser()
    const { id } = await user.paymentMethods.createCreditCard(newCard())
    return { user, id: Number(id), customer: of.processor.customerOf(user.id) }
  }
  const add = (user: TestUser, card_token: string) =>
    user.request('POST', create, { body: { full_name: 'Ada Lovelace', card_token } })
  const isAttached = (token: string) => of.processor.attached.includes(token)
  const sweepAll = async (user: TestUser) => {
    of.processor.heal()
    await of.sweepLater()
    await of.sweepMuchLater()
    await reconcileUser(of.wallet, user.id)
    await of.sweepLater()
  }
  /** Adds a card whose request to the processor is dropped after the setup, so it is not saved. */
  const failToSave = async (user: TestUser, token: string) => {
    of.processor.fail('payment_methods.update', { kind: 'dropped' })
    assert.equal((await add(user, token)).status, 503)
    of.processor.heal()
  }
  const stepsOf = (number: string) => ({
    'that the marketplace attached': (customer: string) => of.processor.give(customer, number),
    'of a setup of the marketplace': (customer: string) =>
      String(of.processor.startSetup(customer, 'off_session', number).method),
    'of a setup of the marketplace for payments on session': (customer: string) =>
      String(of.processor.startSetup(customer, 'on_session', number).method),
  })

  for (const what of Object.keys(stepsOf('')) as (keyof ReturnType<typeof stepsOf>)[])
    test(`stays attached if it is a card ${what}`, async () => {
      const { user, id, customer } = await newHolder()
      const token = stepsOf(newCardNumber())[what](customer)
      await failToSave(user, token)
      await sweepAll(user)
      assert.ok(isAttached(token), 'after a failure')

      const other = newCard()
      await user.paymentMethods.createCreditCard(other)
      const same = stepsOf(String(other.card_number))[what](customer)
      const { status } = await user.request('PUT', `/paymentmethods/${id}/creditcard`, {
        body: { full_name: 'Ada Lovelace', card_token: same },
      })
      assert.equal(status, 400, 'the user has this card')
      await sweepAll(user)
      assert.ok(isAttached(same), 'after a refusal')

      // Once the card is saved, the user can delete it.
      const saved = await user.request<{ id: number }>('POST', create, {
        body: { full_name: 'Ada Lovelace', card_token: token },
      })
      assert.equal(saved.status, 201)
      await user.paymentMethods.delete(saved.body.id)
      await sweepAll(user)
      assert.ok(!isAttached(token))
    })

  test('stays attached if the marketplace attached it and its holder had to confirm it', async () => {
    const challenged = '4000002500003155'
    const confirm = async (user: TestUser, token: string) => {
      const { status } = await add(user, token)
      assert.equal(status, 400, 'its holder must confirm it')
      const setup = of.processor.setups.at(-1)
      assert.equal(setup?.method, token)
      of.processor.authenticate(setup.id)
      return setup.id
    }
    const { user, id, customer } = await newHolder()
    const token = of.processor.give(customer, challenged)
    await failToSave(user, await confirm(user, token))
    await sweepAll(user)
    assert.ok(isAttached(token), 'after a failure')

    const own = of.processor.newMethod(challenged)
    assert.equal((await add(user, await confirm(user, own))).status, 201)
    const same = of.processor.give(customer, challenged)
    const { status } = await user.request('PUT', `/paymentmethods/${id}/creditcard`, {
      body: { full_name: 'Ada Lovelace', card_token: await confirm(user, same) },
    })
    assert.equal(status, 400, 'the user has this card')
    await sweepAll(user)
    assert.ok(isAttached(same), 'after a refusal')
  })

  test('is detached if the request sent its token and it is in no open setup', async () => {
    const { user } = await newHolder()
    const token = of.processor.newMethod(newCardNumber())
    await failToSave(user, token)
    assert.ok(isAttached(token))
    await of.sweepLater()
    assert.ok(!isAttached(token))
  })

  for (const by of ['setup', 'payment method'] as const)
    test(`stays attached while its setup is open, and is saved later by its ${by}`, async () => {
      const { user } = await newHolder()
      const { body } = await user.request<{ setup_intent: string }>('POST', `${create}/setup`)
      const method = of.processor.confirmSetup(body.setup_intent, newCardNumber())
      const token = by === 'setup' ? body.setup_intent : method
      await failToSave(user, token)
      // The user comes back after some minutes, more than once.
      for (let count = 0; count < 2; count++) {
        await of.sweepLater()
        await reconcileUser(of.wallet, user.id)
        await of.sweepLater()
        assert.ok(isAttached(method))
      }
      await failToSave(user, token)
      assert.equal((await add(user, token)).status, 201)
      await sweepAll(user)
      assert.ok(isAttached(method))
    })

  test('is the same payment method as an imported one with its token, whose fingerprint nobody told', async () => {
    const { user, id, customer } = await newHolder()
    const number = newCardNumber()
    const token = of.processor.give(customer, number)
    const [imported] = await of.db.query<{ id: number }>(sql`
      insert into payment_methods (user_id, type, full_name, brand, last4, expiry_month,
        expiry_year, vault, vault_token, fingerprint)
      values (${user.id}, 'CreditCard', 'Ada Lovelace', 'visa', ${number.slice(-4)}, 11, 2098,
        'stripe', ${token}, ${randomBytes(32)})
      returning id`)
    const body = { full_name: 'Ada Lovelace', card_token: token }
    const replaced = await user.request('PUT', `/paymentmethods/${id}/creditcard`, { body })
    assert.equal(replaced.status, 400, 'the user has this card')
    // The user has added the same number, too.
    const alike = await user.request<{ id: number }>('POST', create, {
      body: { ...newCard(), card_number: number },
    })
    assert.equal(alike.status, 201)
    for (const _ of [1, 2]) {
      const added = await user.request<{ id: number }>('POST', create, { body })
      assert.deepEqual([added.status, added.body.id], [200, imported?.id])
    }
    await user.paymentMethods.delete(alike.body.id)
    assert.ok(isAttached(token))
    const added = await user.request<{ id: number }>('POST', create, { body })
    assert.deepEqual([added.status, added.body.id], [200, imported?.id])
    // Now the fingerprint is known, so the number is recognized.
    const again = await user.request<{ id: number }>('POST', create, {
      body: { ...newCard(), card_number: number },
    })
    assert.deepEqual([again.status, again.body.id], [200, imported?.id])
    assert.equal((await user.paymentMethods.list().toArray()).length, 2)
  })

  test('stays attached after a refusal while its setup is open, and is detached when the setup ends', async () => {
    const { user, id } = await newHolder()
    const other = newCard()
    await user.paymentMethods.createCreditCard(other)
    const { body } = await user.request<{ setup_intent: string }>('POST', `${create}/setup`)
    const method = of.processor.confirmSetup(body.setup_intent, String(other.card_number))
    const { status } = await user.request('PUT', `/paymentmethods/${id}/creditcard`, {
      body: { full_name: 'Ada Lovelace', card_token: body.setup_intent },
    })
    assert.equal(status, 400, 'the user has this card')
    await of.sweepLater()
    assert.ok(isAttached(method))
    await sweepAll(user)
    assert.ok(!isAttached(method))
    const left = await of.db.query(sql`
      select from vault_items where user_id = ${user.id} and ended_at is null`)
    assert.equal(left.length, 0)
  })
})
