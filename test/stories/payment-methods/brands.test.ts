import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import cardValidator from 'card-validator'
import { brandOf } from '../../../src/processor/brands.ts'
import { newCardNumber } from '../../support/cards.ts'
import type { TestUser } from '../../support/foyer.ts'
import { newEvent, sendEvent } from '../../support/processor-events.ts'
import { onEveryStripeFoyer } from '../../support/stripe-foyer.ts'

/*
 * Each brand has one spelling, and type_details contain the wallet and the networks of a card.
 */

test('every spelling of a brand becomes the one of card-validator', () => {
  const expected = {
    'american-express': ['amex', 'American Express', 'AMERICAN_EXPRESS', 'americanexpress'],
    'cartes-bancaires': ['cartes_bancaires', 'Cartes Bancaires', 'cb'],
    'diners-club': ['diners', 'diners_club', 'Diners Club', 'Diners Club International'],
    'eftpos-australia': ['eftpos_au', 'eftpos australia'],
    mastercard: ['MasterCard', 'master_card', 'mc', 'Mastercard'],
    unionpay: ['UnionPay', 'union_pay', 'China Union Pay', 'cup'],
    visa: ['Visa', 'VISA'],
    'some-new-brand': ['some_new_brand'],
  }
  for (const [brand, names] of Object.entries(expected))
    for (const name of [brand, ...names]) assert.equal(brandOf(name), brand, name)
  for (const { type, niceType } of Object.values(cardValidator.creditCardType.types).map((type) =>
    cardValidator.creditCardType.getTypeInfo(type),
  ))
    assert.deepEqual([brandOf(type), brandOf(niceType)], [type, type])
})

await onEveryStripeFoyer('brands, wallets and networks', (of) => {
  const detailsOf = async (user: TestUser, id: number | null) => {
    const path = `/paymentmethods/${id}`
    const { body } = await user.request<{ _embedded: { type_details: Details } }>('GET', path)
    return body._embedded.type_details
  }
  interface Details {
    readonly brand: string
    readonly last4: string
    readonly wallet: string | null
    readonly networks: readonly string[]
  }
  const add = (user: TestUser, card_token: string) =>
    user.paymentMethods.createCreditCard({ full_name: 'Ada Lovelace', card_token })

  test('a confirmation token of a wallet becomes a card, once', async () => {
    for (const wallet of ['apple_pay', 'google_pay', 'link']) {
      const user = await of.foyer.newUser()
      const networks = ['cartes_bancaires', 'visa']
      const number = newCardNumber()
      const token = of.processor.newConfirmation({ number, wallet, networks })
      const { id } = await add(user, token)
      const { brand, last4, ...details } = await detailsOf(user, id)
      assert.deepEqual([brand, last4], ['visa', number.slice(-4)])
      assert.equal(details.wallet, wallet)
      assert.deepEqual(details.networks, ['cartes-bancaires', 'visa'])
      await assert.rejects(add(user, token), { status: 400, code: 'validation_failed' })
    }
    assert.deepEqual(await of.named(), of.processor.attached)
  })

  test('a confirmation token that is unknown, or whose card is declined, adds no card', async () => {
    const user = await of.foyer.newUser()
    const declined = of.processor.newConfirmation({ number: '4000000000000002' })
    await assert.rejects(add(user, declined), { status: 400, code: 'card_declined' })
    await assert.rejects(add(user, 'ctoken_unknown'), { status: 400, code: 'validation_failed' })
    assert.deepEqual(await of.named(), of.processor.attached)
  })

  test('if the response to a confirmation is lost, the sweep removes the card', async () => {
    const user = await of.foyer.newUser()
    const token = of.processor.newConfirmation({ number: newCardNumber() })
    of.processor.fail('setup_intents.create', { kind: 'lost' })
    await assert.rejects(add(user, token), { status: 503 })
    of.processor.heal()
    assert.notDeepEqual(await of.named(), of.processor.attached)
    await of.sweepLater()
    assert.deepEqual(await of.named(), of.processor.attached)
  })

  test('a co-branded card of the processor has the one spelling, also after an event', async () => {
    await of.foyer.startWorkers()
    const user = await of.foyer.newUser()
    const number = newCardNumber()
    const token = of.processor.newConfirmation({ number, brand: 'cartes_bancaires' })
    const { id } = await add(user, token)
    const before = await detailsOf(user, id)
    assert.deepEqual([before.brand, before.networks], ['cartes-bancaires', ['cartes-bancaires']])
    const customer = of.processor.customerOf(user.id)
    const [card = ''] = of.processor.attached.filter(
      (one) => of.processor.method(one)?.customer === customer,
    )
    of.processor.renew(card, { exp_year: 2060, brand: 'eftpos_au', networks: ['eftpos_au'] })
    const event = newEvent('payment_method.automatically_updated', { id: card, customer })
    assert.equal(await sendEvent(of.foyer, event), 204)
    for (let trial = 0; (await detailsOf(user, id)).brand !== 'eftpos-australia'; trial++) {
      assert.ok(trial < 3_000, 'the card is not renewed')
      await pause(10)
    }
    assert.deepEqual((await detailsOf(user, id)).networks, ['eftpos-australia'])
  })
})
