import assert from 'node:assert/strict'
import { newIban } from '../../support/bank-accounts.ts'
import { sql } from '../../support/inside.ts'
import type { Actor, Task } from './actor.ts'

const path = '/account/paymentmethods'
const visa = {
  card_number: '4111 1111 1111 1111',
  full_name: 'Ada Lovelace',
  expiry_month: 4,
  expiry_year: 2031,
} as const

const nameOfCard = (actor: Actor, last4: string, brand = 'Visa'): string =>
  actor.say('page.name.card', { brand, last4 })
const nameOfPayPal = (actor: Actor): string =>
  `${actor.say('paymentmethod.type.PayPal')} a***@example.com`

/** The name of a control of one payment method. */
const on = (
  actor: Actor,
  action: 'edit' | 'delete' | 'default_buyer' | 'default_seller',
  method: string,
): string =>
  actor.say('page.label.action_on', { action: actor.say(`page.button.${action}`), name: method })

export const paymentMethodTasks: readonly Task[] = [
  {
    name: 'add a card',
    async run(actor) {
      await actor.open(path)
      await actor.press('link', actor.say('page.button.card_add'))
      const number = actor.say('page.label.card_number')
      await actor.fill(number, '4111 1111 1111 1112')
      const brand = await actor.page.locator('[data-brand]').textContent()
      assert.equal(brand, actor.hasScript ? 'Visa' : '')
      await actor.fill(actor.say('page.label.holder'), visa.full_name)
      await actor.choose(actor.say('page.label.expiry_month'), '4')
      await actor.choose(actor.say('page.label.expiry_year'), '2031')
      await actor.press('button', actor.say('page.button.save'))
      await actor.isRefusedAt(number)
      assert.equal(await actor.field(actor.say('page.label.holder')).inputValue(), visa.full_name)
      await actor.fill(number, visa.card_number)
      await actor.enter()
      await actor.sees('page.text.method_added')
      await actor.seesText(nameOfCard(actor, '1111'))
    },
  },
  {
    name: 'renew an expired card that the overview reports',
    async run(actor) {
      const { id } = await actor.user.paymentMethods.createCreditCard(visa)
      await actor.foyer.db.query(sql`
        update payment_methods set expiry_year = 2020 where user_id = ${actor.user.id} and id = ${id}`)
      await actor.open('/account')
      const card = nameOfCard(actor, '1111')
      await actor.sees('page.text.needs_card', { card })
      await actor.press('link', actor.say('page.button.need_card'))
      await actor.isAt('page.title.card_edit', { method: card })
      await actor.choose(actor.say('page.label.expiry_year'), '2031')
      await actor.press('button', actor.say('page.button.save'))
      await actor.sees('page.text.method_saved')
      await actor.seesText('04/2031')
    },
  },
  {
    name: 'make another method the default for purchases and for payouts',
    async run(actor) {
      const { paymentMethods } = actor.user
      await paymentMethods.createCreditCard(visa)
      await paymentMethods.createPayPal({
        email: 'ada@example.com',
        default_seller_method: false,
      })
      await actor.open(path)
      const method = nameOfPayPal(actor)
      await actor.openMenu(method, '[aria-labelledby=paying]')
      await actor.press('button', on(actor, 'default_buyer', method))
      await actor.sees('page.text.method_default')
      await actor.seesText(`${method} ${actor.say('page.name.default')}`)
      await actor.openMenu(method, '[aria-labelledby=being-paid]')
      await actor.press('link', on(actor, 'default_seller', method))
      await actor.prove()
      const email = 'a***@example.com'
      await actor.sees('page.text.default_seller_unproved', { method, email })
      await actor.press('button', actor.say('page.button.default_seller'))
      await actor.sees('page.text.method_default')
      await actor.sees('page.text.status_confirm_chosen', { email })
    },
  },
  {
    name: 'delete a card',
    async run(actor) {
      await actor.user.paymentMethods.createCreditCard(visa)
      await actor.open(path)
      const card = nameOfCard(actor, '1111')
      await actor.openMenu(card, '[aria-labelledby=paying]')
      await actor.press('link', on(actor, 'delete', card))
      await actor.sees('page.text.method_delete', { method: card })
      await actor.press('button', actor.say('page.button.delete'))
      await actor.sees('page.text.method_deleted')
      await actor.sees('page.text.paying_none')
    },
  },
  {
    name: 'add a PayPal account',
    async run(actor) {
      await actor.open(path)
      await actor.press('link', actor.say('page.button.paypal_add'))
      await actor.prove()
      await actor.fill(actor.say('page.label.paypal_email'), 'ada')
      await actor.enter()
      await actor.isRefusedAt(actor.say('page.label.paypal_email'))
      await actor.fill(actor.say('page.label.paypal_email'), 'ada@example.com')
      await actor.tick(actor.say('page.label.default_seller'))
      await actor.press('button', actor.say('page.button.save'))
      await actor.sees('page.text.method_added')
      await actor.seesText(nameOfPayPal(actor))
    },
  },
  {
    name: 'add a bank account',
    async run(actor) {
      await actor.open(path)
      await actor.press('link', actor.say('page.button.bank_add'))
      await actor.prove()
      const [label, iban] = [actor.say('page.label.iban'), newIban()]
      await actor.choose(actor.say('page.label.bank_country'), 'DE')
      await actor.press('button', actor.say('page.button.use_country'))
      await actor.fill(actor.say('page.label.account_holder'), visa.full_name)
      await actor.fill(label, `${iban}0`)
      await actor.press('button', actor.say('page.button.save'))
      await actor.isRefusedAt(label)
      const holder = actor.field(actor.say('page.label.account_holder'))
      assert.equal(await holder.inputValue(), visa.full_name)
      await actor.fill(label, iban)
      await actor.press('button', actor.say('page.button.save'))
      await actor.sees('page.text.method_added')
      await actor.seesText(iban.slice(-4))
      await actor.sees('page.text.status_confirm_chosen', { email: actor.user.email })
    },
  },
  {
    name: 'replace a PayPal account, and clear a default',
    async run(actor) {
      await actor.user.paymentMethods.createPayPal({ email: 'old@example.com' })
      await actor.open(path)
      const old = nameOfPayPal(actor).replace('a***', 'o***')
      await actor.openMenu(old, '[aria-labelledby=paying]')
      await actor.press('link', on(actor, 'edit', old))
      await actor.prove()
      await actor.fill(actor.say('page.label.paypal_email'), 'ada@example.com')
      await actor.tick(actor.say('page.label.default_buyer'))
      await actor.press('button', actor.say('page.button.save'))
      await actor.sees('page.text.method_saved')
      await actor.seesText(nameOfPayPal(actor))
      await actor.openMenu(nameOfPayPal(actor), '[aria-labelledby=paying]')
      await actor.seesText(actor.say('page.button.default_buyer'))
    },
  },
]
