import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { nightlyReconciliation } from '../../../src/resources/payment-methods/reconciliation/nightly.ts'
import { newCard, newCardNumber } from '../../support/cards.ts'
import { Metrics, sql, Unavailable } from '../../support/inside.ts'
import { scrape } from '../../support/metrics.ts'
import { onEveryStripeFoyer } from '../../support/stripe-foyer.ts'

/*
 * Each night the cards of all users are compared with the processor. Differences are corrected to
 * the state of the processor, and no card is lost by a mistake or an outage.
 */

await onEveryStripeFoyer('the nightly comparison', (of) => {
  const run = () => of.foyer.runChore('compare cards with the processor')
  /** Makes the last comparison so many hours older. */
  const later = (hours: number) =>
    of.db.query(sql`
      update card_reconciliations
      set began_at = began_at - ${hours}::integer * interval '1 hour'`)
  /** Excludes the users of earlier tests. */
  beforeEach(async () => {
    await later(24)
    await of.db.query(sql`update vault_customers set retired_at = now()`)
  })

  const newHolder = async () => {
    const user = await of.foyer.newUser()
    const { id } = await user.paymentMethods.createCreditCard(newCard())
    const [row] = await of.db.query<{ vault_token: string }>(sql`
      select vault_token from payment_methods where user_id = ${user.id} and id = ${id}`)
    const read = () => user.request<Shown>('GET', `/paymentmethods/${id}`)
    return { user, id, token: row?.vault_token ?? '', read }
  }
  type Shown = { _embedded: { type_details: { expiry_year: number } } }
  const state = async () => {
    const [row] = await of.db.query(sql`
      select users, renewed, detached, orphaned, customers, failed, ended_at is not null as ended
      from card_reconciliations`)
    return row
  }
  const asked = () => of.processor.received.length

  test('differences are corrected once, and counted', async () => {
    const [renewed, detached, equal, gone] = [
      await newHolder(),
      await newHolder(),
      await newHolder(),
      await newHolder(),
    ]
    of.processor.renew(renewed.token, { exp_year: 2041 })
    of.processor.detach(detached.token)
    of.processor.forgetCustomer(gone.user.id)
    const customer = of.processor.customerOf(equal.user.id)
    const orphan = of.processor.give(customer, '4242424242424242', { foyer_reference: 'lost' })
    const foreign = of.processor.give(customer, '4242424242424242')
    await run()
    assert.deepEqual(await state(), {
      users: 4,
      renewed: 1,
      detached: 2,
      orphaned: 1,
      customers: 1,
      failed: 0,
      ended: true,
    })
    const details = (await renewed.read()).body._embedded.type_details
    assert.equal(details.expiry_year, 2041)
    for (const { read } of [detached, gone]) assert.equal((await read()).status, 404)
    assert.equal((await equal.read()).status, 200)
    assert.equal(await of.sweepLater(), 1)
    assert.equal(of.processor.method(orphan)?.customer, null)
    assert.equal(of.processor.method(foreign)?.customer, customer)
    const { text } = await scrape(of.foyer)
    assert.match(text, /foyer_card_differences_total\{.*kind="detached".*\} 2/)
    assert.match(text, /foyer_card_reconciliation_last_end_timestamp_seconds \d/)

    // The same night the processor is not asked again. The next night nothing differs.
    const before = asked()
    await run()
    assert.equal(asked(), before)
    await later(24)
    await run()
    assert.deepEqual(await state(), {
      users: 3,
      renewed: 0,
      detached: 0,
      orphaned: 0,
      customers: 0,
      failed: 0,
      ended: true,
    })
  })

  test('two cards that get the same number are both renewed, and later users are compared', async () => {
    const first = await newHolder()
    const { id } = await first.user.paymentMethods.createCreditCard(newCard())
    const later = await newHolder()
    const [added] = await of.db.query<{ vault_token: string }>(sql`
      select vault_token from payment_methods where user_id = ${first.user.id} and id = ${id}`)
    const number = newCardNumber()
    of.processor.renew(first.token, { number })
    of.processor.renew(added?.vault_token ?? '', { number })
    of.processor.renew(later.token, { exp_year: 2042 })
    await run()
    const { renewed, failed, ended } = (await state()) ?? {}
    assert.deepEqual({ renewed, failed, ended }, { renewed: 3, failed: 0, ended: true })
    for (const { details } of await first.user.paymentMethods.list().toArray())
      assert.equal(details?.slice(-4), number.slice(-4))
    // Whoever adds the number again gets one of them.
    const again = await first.user.paymentMethods.createCreditCard({
      ...newCard(),
      card_number: number,
    })
    assert.ok([first.id, id].includes(again.id))
  })

  test('an unexpected error of one user is logged, and does not stop the comparison of others', async () => {
    const warnings: unknown[] = []
    const nightly = nightlyReconciliation({
      wallet: of.wallet,
      metrics: new Metrics(),
      log: { info() {}, warn: (details, message) => warnings.push(details, message) },
      count() {},
    })
    const bad = await newHolder()
    const good = await newHolder()
    for (const { token } of [bad, good]) of.processor.renew(token, { exp_year: 2043 })
    const fault = new TypeError('unexpected')
    const { transactionFor } = of.db
    of.db.transactionFor = async (userId, work) => {
      if (userId === bad.user.id) throw fault
      return transactionFor(userId, work)
    }
    await nightly().finally(() => Object.assign(of.db, { transactionFor }))
    const { users, renewed, failed, ended } = (await state()) ?? {}
    assert.deepEqual(
      { users, renewed, failed, ended },
      { users: 1, renewed: 1, failed: 1, ended: true },
    )
    assert.deepEqual(warnings, [{ err: fault }, 'the cards of a user could not be compared'])
  })

  test('without the database the comparison stops', async () => {
    const { user } = await newHolder()
    const { transactionFor } = of.db
    of.processor.forgetCustomer(user.id)
    of.db.transactionFor = async (userId, work) => {
      if (userId === user.id) throw new Unavailable(new Error('gone'))
      return transactionFor(userId, work)
    }
    await assert.rejects(
      run().finally(() => Object.assign(of.db, { transactionFor })),
      { name: 'Unavailable' },
    )
    assert.deepEqual([(await state())?.failed, (await state())?.ended], [0, false])
  })

  test('a card that is being added is not removed', async () => {
    const { user } = await newHolder()
    const attached = Promise.withResolvers<void>()
    const compared = Promise.withResolvers<void>()
    const wait = () => {
      attached.resolve()
      return compared.promise
    }
    of.processor.fail('setup_intents.create', { kind: 'answered after', wait }, 1)
    const added = user.paymentMethods.createCreditCard(newCard())
    await attached.promise
    await run()
    compared.resolve()
    assert.equal((await state())?.orphaned, 0)
    const { id } = await added
    assert.equal((await user.request('GET', `/paymentmethods/${id}`)).status, 200)
  })

  test('with the key of another account, nothing is deleted', async () => {
    const holder = await newHolder()
    await of.db.query(sql`
      update vault_customers set customer_id = 'cus_ofAnotherAccount'
      where user_id = ${holder.user.id}`)
    await run()
    const { users, failed, ended } = (await state()) ?? {}
    assert.deepEqual({ users, failed, ended }, { users: 0, failed: 1, ended: true })
    assert.equal((await holder.read()).status, 200)
    // The customer is right, and the card is unknown.
    const customer = of.processor.customerOf(holder.user.id)
    await of.db.query(sql`
      update vault_customers set customer_id = ${customer} where user_id = ${holder.user.id}`)
    await of.db.query(sql`
      update payment_methods set vault_token = 'pm_ofAnotherAccount'
      where user_id = ${holder.user.id}`)
    await later(24)
    await run()
    assert.deepEqual((await state())?.failed, 1)
    assert.equal((await holder.read()).status, 200)
  })

  test('users who cannot be compared do not stop the comparison of others', async () => {
    const bad = []
    for (let user = 0; user < 7; user++) bad.push(await newHolder())
    const good = await newHolder()
    of.processor.renew(good.token, { exp_year: 2048 })
    for (const [index, { user }] of bad.entries()) {
      // Some have a customer of another account. For the others the processor answers with 500.
      if (index < 3)
        await of.db.query(sql`
          update vault_customers set customer_id = ${`cus_other${index}`}
          where user_id = ${user.id}`)
      else
        of.processor.failFor(String(user.id), 'customers.payment_methods', {
          kind: 'refused',
          status: 500,
          error: { type: 'api_error' },
        })
    }
    await run()
    const { users, renewed, failed, ended } = (await state()) ?? {}
    assert.deepEqual(
      { users, renewed, failed, ended },
      { users: 1, renewed: 1, failed: 7, ended: true },
    )
    assert.equal((await good.read()).body._embedded.type_details.expiry_year, 2048)
    // The next night they are compared, too.
    of.processor.heal()
    await later(24)
    await run()
    assert.deepEqual((await state())?.failed, 3)
  })

  test('after an outage the comparison continues with the first user who was not compared', async () => {
    const holders = []
    for (let user = 0; user < 6; user++) holders.push(await newHolder())
    for (const { token } of holders) of.processor.renew(token, { exp_year: 2049 })
    let answers = 0
    of.processor.onRequest = (step) => {
      const error = { type: 'api_error' }
      if (step === 'customers.payment_methods' && ++answers === 2)
        of.processor.fail(step, { kind: 'refused', status: 500, error })
    }
    await assert.rejects(run(), { name: 'VaultUnavailable' })
    of.processor.heal()
    assert.deepEqual([(await state())?.users, (await state())?.failed], [2, 0])
    const before = asked()
    await run()
    assert.equal(asked() - before, 4)
    assert.deepEqual([(await state())?.renewed, (await state())?.failed], [6, 0])
  })

  test('the comparison stops if the processor fails, and continues later where it stopped', async () => {
    const holders = [await newHolder(), await newHolder(), await newHolder(), await newHolder()]
    for (const { token } of holders) of.processor.renew(token, { exp_year: 2047 })
    const refused = { kind: 'refused', status: 500, error: { type: 'api_error' } } as const
    of.processor.fail('customers.payment_methods', refused)
    const before = asked()
    await assert.rejects(run(), { name: 'VaultUnavailable' })
    // It asked for three users and then for another one, twice for each.
    assert.equal(asked() - before, 8)
    of.processor.heal()
    await run()
    assert.equal((await state())?.renewed, 4)
  })
})
