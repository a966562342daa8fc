import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorBody, ListingPaymentMethodPage } from '@foyer/client'
import { checkCards } from '../../../src/commands/doctor/services.ts'
import { formsOf } from '../../support/browser.ts'
import { newCard, newCardNumber } from '../../support/cards.ts'
import type { TestUser } from '../../support/foyer.ts'
import { readConfig, sql } from '../../support/inside.ts'
import { keepListing } from '../../support/listings.ts'
import { signedInBrowser } from '../../support/sign-in.ts'
import { envOf, onEveryStripeFoyer } from '../../support/stripe-foyer.ts'

await onEveryStripeFoyer('cards from before the vault was changed', (of) => {
  /** Adds a card, as if that was while the vault was `local`. @returns its id */
  const addFormer = async (user: TestUser, last4 = '1111') => {
    const { id } = await user.paymentMethods.createCreditCard(newCard())
    await of.db.query(sql`
      update payment_methods set vault = 'local', vault_token = 'former', setup_id = null,
        last4 = ${last4}
      where user_id = ${user.id} and id = ${id}`)
    return Number(id)
  }
  const flagsOf = async (user: TestUser, id: number) => {
    const { buyer_method, default_buyer_method } = await user.paymentMethods.get(id)
    return [buyer_method, default_buyer_method]
  }

  test('such a card cannot buy, and a renewal with its number makes it usable again', async () => {
    const user = await of.foyer.newUser()
    const listing = await keepListing(of.foyer)
    const id = await addFormer(user)
    const { buyer_method, default_buyer_method, _links } = await user.paymentMethods.get(id)
    assert.deepEqual([buyer_method, default_buyer_method], [false, false])
    assert.deepEqual(Object.keys(_links).sort(), [
      'paymentmethod:delete',
      'paymentmethod:updatecreditcard',
      'self',
    ])
    const buyers = await Array.fromAsync(user.paymentMethods.list({ buyerMethod: true }))
    assert.deepEqual(buyers, [])
    const offered = await user.request<ListingPaymentMethodPage>(
      'PUT',
      `/listings/${listing}/paymentmethods?embed=ineligible`,
    )
    assert.equal(offered.body.total_items, 0)
    assert.match(offered.text, /"code":"not_for_buying"/)
    const refused = await user.request<ErrorBody>('PATCH', `/paymentmethods/${id}`, {
      body: { default_buyer_method: true },
    })
    assert.deepEqual(Object.keys(refused.body.errors ?? {}), ['default_buyer_method'])

    const renewed = { ...newCard(), card_number: newCardNumber() }
    await user.paymentMethods.replaceCreditCard(id, renewed)
    // It is stored as the default still, as an expired card is.
    assert.deepEqual(await flagsOf(user, id), [true, true])
  })

  test('the next card becomes the default, and the former one can be deleted', async () => {
    const user = await of.foyer.newUser()
    const former = await addFormer(user)
    const { id } = await user.paymentMethods.createCreditCard(newCard())
    assert.deepEqual(await flagsOf(user, Number(id)), [true, true])
    await user.paymentMethods.delete(former)
    const left = await Array.fromAsync(user.paymentMethods.list())
    assert.deepEqual(
      left.map((method) => method.id),
      [id],
    )
  })

  test('a PayPal account becomes the default', async () => {
    const user = await of.foyer.newUser()
    await addFormer(user)
    const { id } = await user.paymentMethods.createPayPal({ email: 'ada@example.com' })
    assert.deepEqual(await flagsOf(user, Number(id)), [true, true])
  })

  test('the account pages offer to add it again, and no form without its number', async () => {
    const user = await of.foyer.newUser()
    const id = await addFormer(user, '4321')
    const browser = await signedInBrowser(of.foyer.authUrl, user.email)
    const list = await browser.get('/account/paymentmethods')
    assert.match(list.text, /class="status warning">Can no longer be used/)
    assert.match(
      list.text,
      /href="[^"]*\/account\/paymentmethods\/card"\s+aria-label="Add it again/,
    )
    assert.doesNotMatch(list.text, new RegExp(`paymentmethods/${id}"`))
    assert.doesNotMatch(list.text, /Make default for purchases/)
    const form = await browser.get(`/account/paymentmethods/${id}`)
    assert.deepEqual([form.status, form.location], [303, list.url])
    const { csrf = '' } = formsOf(list)[0]?.fields ?? {}
    const sent = {
      csrf,
      version: '1',
      full_name: 'Ada King',
      expiry_month: '4',
      expiry_year: '2031',
    }
    const edited = await browser.post(`/account/paymentmethods/${id}`, sent)
    assert.deepEqual([edited.status, edited.location], [303, list.url])
    const overview = await browser.get('/account')
    assert.match(overview.text, /ending 4321 can no longer be used\. Add it again, or delete it\./)
    const deletion = `/account/paymentmethods/${id}/delete`
    const asked = await browser.get(deletion)
    assert.match(asked.text, /ending 4321/)
    assert.equal((await browser.submit(asked, {}, deletion)).status, 303)
    assert.deepEqual(await Array.fromAsync(user.paymentMethods.list()), [])
  })

  test('the doctor counts such cards', async () => {
    const config = readConfig(envOf(of.processor))
    const told = async () => (await checkCards(of.db, config)).map(({ text }) => text)
    await of.db.query(sql`update payment_methods set vault = 'stripe' where type = 'CreditCard'`)
    assert.deepEqual(await told(), [])
    await addFormer(await of.foyer.newUser())
    assert.deepEqual(await told(), [
      'Cards in another vault than stripe, which cannot be used for purchases: 1',
    ])
  })
})
