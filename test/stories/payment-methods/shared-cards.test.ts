import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eraseNow } from '../../../src/identity/privacy/erasure.ts'
import { sql } from '../../../src/platform/database/sql.ts'
import { reconcileUser } from '../../../src/resources/payment-methods/vault/reconciliation/reconcile-user.ts'
import { newCard } from '../../support/cards.ts'
import { onEveryStripeFoyer } from '../../support/stripe-foyer.ts'

/*
 * An earlier version imported customers and cards of the processor for several users. What one of
 * these users does must not remove the cards of the others.
 */

await onEveryStripeFoyer('cards and customers that several users have', (of) => {
  const newHolder = async () => {
    const user = await of.foyer.newUser()
    const { id } = await user.paymentMethods.createCreditCard(newCard())
    const [row] = await of.db.query<{ vault_token: string }>(sql`
      select vault_token from payment_methods where user_id = ${user.id} and id = ${id}`)
    const token = row?.vault_token ?? ''
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

  test('if a user with one card twice is erased, the card is removed', async () => {
    const [{ user }, second] = await twoRowsOfOneCard()
    await eraseNow(of.foyer.privacy, user.id)
    await of.sweepLater()
    assert.equal(customerOf(second), null)
  })

  test('the sweep does not remove a card that another user has got meanwhile', async () => {
    const [first, second] = [await newHolder(), await newHolder()]
    await of.db.query(sql`
      insert into vault_work (user_id, vault, kind, reference)
      values (${first.user.id}, 'stripe', 'remove', ${second.token})`)
    assert.equal(await of.sweepLater(), 1)
    assert.equal(customerOf(second), second.customer)
    const work = await of.db.query(sql`select from vault_work where user_id = ${first.user.id}`)
    assert.equal(work.length, 0)
  })

  for (const order of ['first', 'last'] as const)
    test(`if the ${order} of two users of a customer is erased, the other one keeps the cards`, async () => {
      const pair = await sharingCustomer()
      const [erased, left] = order === 'first' ? pair : pair.toReversed()
      assert.ok(erased && left)
      await eraseNow(of.foyer.privacy, erased.user.id)
      await of.sweepLater()
      assert.equal(customerOf(erased), null)
      assert.equal(customerOf(left), left.customer)
      assert.equal(await statusOf(left), 200)
      await eraseNow(of.foyer.privacy, left.user.id)
      await of.sweepLater()
      assert.ok(!of.processor.customerIds.includes(left.customer))
    })

  test('if both users of a customer are erased, it is deleted', async () => {
    const [first, second] = await sharingCustomer()
    for (const { user } of [first, second]) await eraseNow(of.foyer.privacy, user.id)
    await of.sweepLater()
    assert.ok(!of.processor.customerIds.includes(first.customer))
    const rows = await of.db.query(sql`
      select from vault_customers where customer_id = ${first.customer}`)
    assert.equal(rows.length, 0)
  })
})
