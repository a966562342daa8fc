import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reconcileUser } from '../../../src/resources/payment-methods/reconciliation/reconcile-user.ts'
import { newCard, newCardNumber } from '../../support/cards.ts'
import type { TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { onEveryStripeFoyer } from '../../support/stripe-foyer.ts'

/*
 * An earlier version imported customers and cards of the processor for several users. What one of
 * these users does must not remove the cards of the others.
 */

await onEveryStripeFoyer('cards and customers that several users have', (of) => {
  const tokenOf = async (user: TestUser, id: number | null) => {
    const [row] = await of.db.query<{ vault_token: string }>(sql`
      select vault_token from payment_methods where user_id = ${user.id} and id = ${id}`)
    return row?.vault_token ?? ''
  }
  const newHolder = async () => {
    const user = await of.foyer.newUser()
    const { id } = await user.paymentMethods.createCreditCard(newCard())
    const token = await tokenOf(user, id)
    return { user, id, token, customer: of.processor.customerOf(user.id) }
  }
  type Holder = Awaited<ReturnType<typeof newHolder>>
  const customerOf = ({ token }: Holder) => of.processor.method(token)?.customer
  const statusOf = async ({ user, id }: Holder) =>
    (await user.request('GET', `/paymentmethods/${id}`)).status

  /** Two users with a card each, at one customer. */
  const sharingCustomer = async () => {
    const [first, second] = [await newHolder(), await newHolder()]
    const { customer } = first
    Object.assign(of.processor.method(second.token) ?? {}, { customer })
    await of.db.query(sql`
      update vault_customers set customer_id = ${customer} where user_id = ${second.user.id}`)
    return [first, { ...second, customer }] as const
  }
  /** Two users with one card. */
  const sharingCard = async () => {
    const [first, second] = await sharingCustomer()
    await of.db.query(sql`
      update payment_methods set vault_token = ${first.token} where user_id = ${second.user.id}`)
    return [first, { ...second, token: first.token }] as const
  }

  test('the nightly comparison leaves the cards of another user at the same customer', async () => {
    const [first, second] = await sharingCustomer()
    const differences = await reconcileUser(of.wallet, first.user.id, { mends: false })
    assert.equal(differences.orphaned, 0)
    await of.foyer.runChore('compare cards with the processor')
    const [counts] = await of.db.query(sql`
      select detached, orphaned, failed, ended_at is not null as ended from card_reconciliations`)
    assert.deepEqual(counts, { detached: 0, orphaned: 0, failed: 0, ended: true })
    await of.sweepLater()
    for (const holder of [first, second]) {
      assert.equal(customerOf(holder), first.customer)
      assert.equal(await statusOf(holder), 200)
    }
  })

  test('the comparison leaves a card that another user at the customer has confirmed and may save', async () => {
    const [{ user: first, customer }, { user: second }] = await sharingCustomer()
    const add = (card: object) =>
      second.request('POST', '/paymentmethods/creditcard', {
        body: { full_name: 'Ada Lovelace', ...card },
      })
    const challenged = { card_number: '4000002500003155', expiry_month: 12, expiry_year: 2099 }
    assert.equal((await add(challenged)).status, 400)
    const setup = of.processor.setups.at(-1)
    assert.ok(setup?.method)
    of.processor.authenticate(setup.id)
    assert.equal((await reconcileUser(of.wallet, first.id)).orphaned, 0)
    await of.sweepLater()
    assert.equal(of.processor.method(setup.method)?.customer, customer)
    assert.equal((await add({ card_token: setup.id })).status, 201)
    await of.sweepMuchLater()
    assert.equal(of.processor.method(setup.method)?.customer, customer)
  })

  test('the comparison leaves a card that another user at the customer is adding', async () => {
    const [{ user: first, customer }, { user: second }] = await sharingCustomer()
    const attached = Promise.withResolvers<void>()
    const compared = Promise.withResolvers<void>()
    const wait = () => {
      attached.resolve()
      return compared.promise
    }
    of.processor.fail('setup_intents.create', { kind: 'answered after', wait }, 1)
    const added = second.paymentMethods.createCreditCard(newCard())
    await attached.promise
    const { orphaned } = await reconcileUser(of.wallet, first.id).finally(compared.resolve)
    assert.equal(orphaned, 0)
    const { id } = await added
    await of.sweepLater()
    const token = await tokenOf(second, id)
    assert.equal(of.processor.method(token)?.customer, customer)
  })

  test('the comparison removes a card at a shared customer that nobody has or may save', async () => {
    const [{ user, customer }] = await sharingCustomer()
    const lost = of.processor.give(customer, newCardNumber(), { foyer_reference: 'lost' })
    assert.equal((await reconcileUser(of.wallet, user.id)).orphaned, 1)
    await of.sweepLater()
    assert.equal(of.processor.method(lost)?.customer, null)
  })

  test('a card is removed with the last payment method that has it', async () => {
    const [first, second] = await sharingCard()
    await first.user.paymentMethods.delete(first.id)
    await of.sweepLater()
    assert.equal(customerOf(second), first.customer)
    assert.equal(await statusOf(second), 200)
    await second.user.paymentMethods.delete(second.id)
    assert.equal(customerOf(second), null)
  })

  const twoRowsOfOneCard = async () => {
    const holder = await newHolder()
    const other = await holder.user.paymentMethods.createCreditCard(newCard())
    await of.db.query(sql`
      update payment_methods set vault_token = ${holder.token}
      where user_id = ${holder.user.id} and id = ${other.id}`)
    return [holder, { ...holder, id: other.id }] as const
  }

  test('a card that a user has twice is removed with the last of both payment methods', async () => {
    const [first, second] = await twoRowsOfOneCard()
    await first.user.paymentMethods.delete(first.id)
    await of.sweepLater()
    assert.equal(customerOf(second), first.customer)
    assert.equal(await statusOf(second), 200)
    await second.user.paymentMethods.delete(second.id)
    assert.equal(customerOf(second), null)
  })

  test('a card that a user has twice stays if one payment method gets another card', async () => {
    const [first, second] = await twoRowsOfOneCard()
    await first.user.paymentMethods.replaceCreditCard(first.id, newCard())
    await of.sweepLater()
    assert.equal(customerOf(second), first.customer)
    await second.user.paymentMethods.delete(second.id)
    assert.equal(customerOf(second), null)
  })

  for (const which of ['other', 'changed'] as const)
    test(`a card that a user has twice has the details of its row if the ${which} payment method is deleted during a change`, async () => {
      const [first, second] = await twoRowsOfOneCard()
      const [deleted, left] = which === 'other' ? [first, second] : [second, first]
      const { user, token } = second
      const shown = async () => {
        const [row] = await of.db.query(sql`
          select full_name, expiry_month, expiry_year from payment_methods
          where user_id = ${user.id} and id = ${left.id}`)
        return row
      }
      const before = await shown()
      const changed = Promise.withResolvers<void>()
      const removed = Promise.withResolvers<void>()
      const wait = () => {
        changed.resolve()
        return removed.promise
      }
      of.processor.fail('payment_methods.update', { kind: 'answered after', wait }, 1)
      const body = { full_name: 'Ada King', expiry_month: 8, expiry_year: 2097 }
      const replaced = user.request('PUT', `/paymentmethods/${second.id}/creditcard`, { body })
      await changed.promise
      await user.paymentMethods.delete(deleted.id).finally(removed.resolve)
      assert.equal((await replaced).status, which === 'other' ? 200 : 403)
      await of.sweepLater()
      const expected = which === 'other' ? body : before
      assert.deepEqual(await shown(), expected)
      const { card, name, customer } = of.processor.method(token) ?? {}
      const there = { full_name: name, expiry_month: card?.exp_month, expiry_year: card?.exp_year }
      assert.deepEqual(there, expected)
      assert.equal(customer, left.customer)
      const work = await of.db.query(sql`
        select from vault_items where user_id = ${user.id} and ended_at is null`)
      assert.equal(work.length, 0)
    })

  test('if a user with one card twice is erased, the card is removed', async () => {
    const [{ user }, second] = await twoRowsOfOneCard()
    await of.foyer.command('user', 'erase', user.id, '--now')
    await of.sweepLater()
    assert.equal(customerOf(second), null)
  })

  test('the sweep does not remove a card that another user has got meanwhile', async () => {
    const [first, second] = [await newHolder(), await newHolder()]
    await of.db.query(sql`
      insert into vault_items (user_id, vault, state, reference, due_at)
      values (${first.user.id}, 'stripe', 'unwanted', ${second.token}, now())`)
    assert.equal(await of.sweepLater(), 1)
    assert.equal(customerOf(second), second.customer)
    const work = await of.db.query(sql`
      select from vault_items where user_id = ${first.user.id} and ended_at is null`)
    assert.equal(work.length, 0)
  })

  for (const order of ['first', 'last'] as const)
    test(`if the ${order} of two users of a customer is erased, the other one keeps the cards`, async () => {
      const pair = await sharingCustomer()
      const [erased, left] = order === 'first' ? pair : pair.toReversed()
      assert.ok(erased && left)
      await of.foyer.command('user', 'erase', erased.user.id, '--now')
      await of.sweepLater()
      assert.equal(customerOf(erased), null)
      assert.equal(customerOf(left), left.customer)
      assert.equal(await statusOf(left), 200)
      await of.foyer.command('user', 'erase', left.user.id, '--now')
      await of.sweepLater()
      assert.ok(!of.processor.customerIds.includes(left.customer))
    })

  test('if both users of a customer are erased, it is deleted', async () => {
    const [first, second] = await sharingCustomer()
    for (const { user } of [first, second])
      await of.foyer.command('user', 'erase', user.id, '--now')
    await of.sweepLater()
    assert.ok(!of.processor.customerIds.includes(first.customer))
    const rows = await of.db.query(sql`
      select from vault_customers where customer_id = ${first.customer}`)
    assert.equal(rows.length, 0)
  })
})
