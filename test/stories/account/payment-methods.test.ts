import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localVault } from '../../../src/processor/local-vault.ts'
import { london } from '../../support/addresses.ts'
import { newIban, newUsAccount } from '../../support/bank-accounts.ts'
import { formsOf, type Page } from '../../support/browser.ts'
import { newCard } from '../../support/cards.ts'
import { anyOne } from '../../support/database.ts'
import { onEveryDatabase, startFoyer, type TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { emailsTo } from '../../support/mail.ts'
import { endHold, isChosen, newPayPal, prove, shown } from '../../support/payouts.ts'
import { proveAt, signedInBrowser } from '../../support/sign-in.ts'

const visa = {
  card_number: '4111 1111 1111 1111',
  full_name: 'Ada Lovelace',
  expiry_month: '4',
  expiry_year: '2031',
}

type Fields = Readonly<Record<string, string>>

const methodsOf = async ({ paymentMethods }: TestUser) => Array.fromAsync(paymentMethods.list())

await onEveryDatabase('the payment methods on the account pages', (foyer) => {
  const signedIn = async () => {
    const user = await foyer.newUser()
    return { user, browser: await signedInBrowser(foyer.authUrl, user.email) }
  }

  test('a user adds a card, renews it without its number, and deletes it', async () => {
    const { user, browser } = await signedIn()
    const page = await browser.get('/account/paymentmethods/card')
    const added = await browser.follow(await browser.submit(page, visa, '/card'))
    assert.match(added.text, /The payment method was added\./)
    assert.match(added.text, /Visa ending 1111/)
    assert.match(added.text, /Visa ending 1111 <span class="tag">Default<\/span>/)
    const [card] = await methodsOf(user)
    assert.ok(card?.id)

    const edit = await browser.get(`/account/paymentmethods/${card.id}`)
    assert.doesNotMatch(edit.text, /4111/)
    const saved = await browser.submit(edit, { expiry_year: '2033' }, `/${card.id}`)
    assert.match((await browser.follow(saved)).text, /04\/2033/)

    const ask = await browser.get(`/account/paymentmethods/${card.id}/delete`)
    assert.match(ask.text, /Visa ending 1111 will no longer be offered at checkout/)
    const deleted = await browser.follow(await browser.submit(ask, {}, '/delete'))
    assert.match(deleted.text, /The payment method was deleted\./)
    assert.deepEqual(await methodsOf(user), [])
  })

  test('the start date and the issue number of an older card stay when its form is saved', async () => {
    const { user, browser } = await signedIn()
    const start = { start_month: 3, start_year: 2024, issue_number: '05' }
    const { id } = await user.paymentMethods.createCreditCard({ ...newCard(), ...start })
    const path = `/account/paymentmethods/${id}`
    const page = await browser.get(path)
    assert.doesNotMatch(page.text, /start_month|issue_number/)
    await browser.submit(page, { expiry_year: '2034' }, path)
    const rows = await foyer.db.query<Record<string, unknown>>(sql`
      select start_month, start_year, issue_number, expiry_year from payment_methods
       where user_id = ${user.id} and id = ${id}`)
    assert.deepEqual(rows, [{ ...start, expiry_year: 2034 }])
  })

  test('the form of a refused card keeps every field except for the number', async () => {
    const { user, browser } = await signedIn()
    const page = await browser.get('/account/paymentmethods/card')
    const wrong = { ...visa, full_name: 'Grace Hopper', card_number: '4111 1111 1111 1112' }
    const refused = await browser.submit(page, wrong, '/card')
    assert.equal(refused.status, 400)
    assert.match(refused.text, /id="card_number-fault">The check digit/)
    assert.match(refused.text, /value="Grace Hopper"/)
    const late = await browser.submit(refused, { ...visa, full_name: '' }, '/card')
    assert.match(late.text, /id="full_name-fault">Fill in “Name on the card”\./)
    assert.doesNotMatch(refused.text + late.text, /4111/)
    const elsewhere = await browser.submit(page, { ...visa, full_name: visa.card_number }, '/card')
    assert.equal(elsewhere.status, 400)
    assert.doesNotMatch(elsewhere.text, /4111/)
    assert.deepEqual(await methodsOf(user), [])
  })

  test('a user chooses other defaults for purchases and for being paid', async () => {
    const { user, browser } = await signedIn()
    await user.paymentMethods.createCreditCard({ ...visa, expiry_month: 4, expiry_year: 2031 })
    const form = await proveAt(browser, '/account/paymentmethods/paypal')
    const account = { email: 'ada@example.com', default_seller_method: 'true' }
    const list = await browser.follow(await browser.submit(form, account, '/paypal'))
    assert.match(list.text, /PayPal a\*\*\*@example\.com/)
    assert.match(list.text, /sent to a\*\*\*@example\.com\. It gets your money 48 hours later\./)
    const [, paypal] = await methodsOf(user)
    const moved = await browser.submit(list, {}, `/${paypal?.id}/default`)
    assert.match((await browser.follow(moved)).text, /Your default was changed\./)
    assert.equal((await user.paymentMethods.get(Number(paypal?.id))).default_buyer_method, true)
  })

  test('a user replaces the details of a PayPal account, and clears a default', async () => {
    const { user, browser } = await signedIn()
    const { id } = await user.paymentMethods.createPayPal({ email: 'ada@example.com' })
    const list = await browser.get('/account/paymentmethods')
    assert.match(list.text, new RegExp(`href="/account/paymentmethods/${id}" aria-label="Edit`))
    const edit = await proveAt(browser, `/account/paymentmethods/${id}`)
    assert.match(edit.text, /<h1>Edit PayPal a\*\*\*@example\.com<\/h1>/)
    assert.match(edit.text, /value="ada@example\.com"/)
    const wrong = await browser.submit(edit, { email: 'ada' }, `/${id}`)
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /id="email-fault">/)

    const form = formsOf(edit).find(({ action }) => action.endsWith(`/${id}`))
    const { default_buyer_method: _, ...unticked } = form?.fields ?? {}
    const changed = { ...unticked, email: 'ada@new.example' }
    const saved = await browser.post(`/account/paymentmethods/${id}`, changed)
    assert.match((await browser.follow(saved)).text, /PayPal a\*\*\*@new\.example/)
    const method = await user.paymentMethods.get(Number(id))
    assert.equal(method.default_buyer_method, false)
    assert.ok(isChosen(method))
    // Another change since the form was opened is not overwritten.
    const late = await browser.submit(edit, { email: 'late@example.com' }, `/${id}`)
    assert.match(late.text, /This was changed elsewhere/)
  })

  test('the list says so if no link was sent, because the limit is reached', async () => {
    const { user, browser } = await signedIn()
    const email = newPayPal()
    const { id } = await user.paymentMethods.createPayPal({ email })
    const list = await browser.get('/account/paymentmethods')
    for (let sent = 1; sent < 3; sent++) await browser.submit(list, {}, `/${id}/proof`)
    const form = await proveAt(browser, `/account/paymentmethods/${id}`)
    const saved = await browser.follow(await browser.submit(form, {}, `/${id}`))
    assert.ok(saved.text.includes(`We did not send a link to ${shown(email)}, because too many`))
    assert.doesNotMatch(saved.text, /We sent a link/)
    assert.equal((await emailsTo(foyer.db, email)).length, 3)
  })

  test('a user adds a bank account, changes its holder, confirms it for being paid, and deletes it', async () => {
    const { user, browser } = await signedIn()
    await proveAt(browser, '/account/paymentmethods/bank')
    const page = await browser.get('/account/paymentmethods/bank')
    const iban = newIban()
    const refused = await browser.submit(page, { full_name: 'Ada', iban: `${iban}0` }, '/bank')
    assert.equal(refused.status, 400)
    assert.match(refused.text, /id="iban-fault">IBANs that begin with DE have 22 characters/)
    assert.match(refused.text, /value="Ada"/)
    assert.ok(!refused.text.includes(iban.slice(4, 18)))
    const added = await browser.follow(await browser.submit(refused, { iban }, '/bank'))
    const name = `Bank account DE** **** … ${iban.slice(-4)}`
    assert.ok(added.text.includes(name))
    const mailed = `We sent a link to ${user.email}. Open it to confirm that you can be paid by ${name}.`
    assert.ok(added.text.includes(mailed))
    assert.doesNotMatch(added.text, /Make default for purchases/)

    const [account] = await methodsOf(user)
    const id = Number(account?.id)
    const edit = await browser.get(`/account/paymentmethods/${id}`)
    const saved = await browser.submit(edit, { full_name: 'Ada King' }, `/${id}`)
    assert.match((await browser.follow(saved)).text, /<p>Ada King<\/p>/)
    await prove(foyer, user, user.email, 'confirm_bank_account')
    await endHold(foyer, user)
    const listed = await browser.get('/account/paymentmethods')
    assert.match(listed.text, /Gets your money\./)
    const overview = await browser.get('/account')
    assert.doesNotMatch(overview.text, /undefined/)
    // A new number for the account that is paid is refused, with an error beside the field.
    const again = await browser.get(`/account/paymentmethods/${id}`)
    const other = await browser.submit(again, { iban: newIban() }, `/${id}`)
    assert.match(other.text, /id="iban-fault">You have confirmed this account/)

    const ask = await browser.get(`/account/paymentmethods/${id}/delete`)
    assert.match(ask.text, /You can no longer be paid by Bank account DE/)
    const deleted = await browser.follow(await browser.submit(ask, {}, '/delete'))
    assert.match(deleted.text, /The payment method was deleted\./)
  })

  test('the form of a bank account asks for the country first, and then for its numbers', async () => {
    const { user, browser } = await signedIn()
    const page = await proveAt(browser, '/account/paymentmethods/bank')
    const fieldsOf = ({ text }: Page) =>
      [...text.matchAll(/<(?:input|select) id="(\w+)"/g)].map(([, name = '']) => name)
    assert.deepEqual(fieldsOf(page), ['country_code'])
    // Vietnam has no IBANs.
    assert.match(page.text, /<option value="DE">Germany/)
    assert.doesNotMatch(page.text, /<option value="VN"/)
    const choose = (country_code: string) =>
      browser.submit(page, { country_code, use_country: 'true' }, '/bank')
    const rest = ['full_name', 'billing_address_id', 'default_seller_method']
    assert.deepEqual(fieldsOf(await choose('DE')), ['country_code', 'iban', ...rest])
    const american = await choose('US')
    const numbers = ['routing_number', 'account_number', 'account_type']
    assert.deepEqual(fieldsOf(american), ['country_code', ...numbers, ...rest])
    const refused = await browser.submit(american, { full_name: '' }, '/bank')
    for (const label of ['Routing number', 'Account number', 'Account type', 'Account holder'])
      assert.match(refused.text, new RegExp(`<li><a href="#\\w+">Fill in “${label}”\\.</a></li>`))
    const account = { full_name: 'Ada', ...newUsAccount() }
    assert.equal((await browser.submit(refused, account, '/bank')).status, 303)
    // The country of the default address is the first choice.
    await user.addresses.create(london)
    const again = await browser.get('/account/paymentmethods/bank')
    assert.deepEqual(fieldsOf(again), ['country_code', 'iban', ...rest])
    assert.match(again.text, /<option value="GB" selected>/)
  })

  test('a user changes the holder of an account in the US without its numbers', async () => {
    const { user, browser } = await signedIn()
    const account = { full_name: 'Ada Lovelace', ...newUsAccount() }
    const { id } = await user.paymentMethods.createBankAccount(account)
    const edit = await proveAt(browser, `/account/paymentmethods/${id}`)
    const saved = await browser.submit(edit, { full_name: 'Ada King' }, `/${id}`)
    assert.match((await browser.follow(saved)).text, /<p>Ada King<\/p>/)
  })

  test('adding a bank account requires a fresh proof', async () => {
    const { user, browser } = await signedIn()
    const asked = await browser.get('/account/paymentmethods/bank')
    assert.match(asked.location, /\/account\/confirm\?for=payouts/)
    assert.deepEqual(await methodsOf(user), [])
  })

  test('after a late proof the form shows what was typed, except for account numbers', async () => {
    const { user, browser } = await signedIn()
    const { id } = await user.paymentMethods.createPayPal({ email: 'ada@example.com' })
    const iban = newIban()
    for (const [path, action, fields] of [
      [
        'bank',
        '/bank',
        { country_code: 'DE', full_name: 'Ada King', iban, default_seller_method: 'true' },
      ],
      [String(id), `/${id}`, { email: 'new@example.com' }],
    ] as const) {
      const form = await proveAt(browser, `/account/paymentmethods/${path}`)
      foyer.clock.offset += 6 * 60_000
      const late = await browser.submit(form, fields, action)
      assert.match(late.location, /\/account\/confirm\?/)
      const { text } = await proveAt(browser, late.location)
      const { country_code: country, ...others } = { ...fields } as Fields
      const { iban: _, default_seller_method: isTicked, ...typed } = others
      if (country) assert.match(text, new RegExp(`<option value="${country}" selected>`))
      for (const value of Object.values(typed)) assert.match(text, new RegExp(`value="${value}"`))
      if (isTicked) assert.match(text, /name="default_seller_method"[^>]* checked/)
      assert.ok(!text.includes(iban))
      const kept = await foyer.db.query(sql`
        select from fresh_proofs where user_id = ${user.id} and kept::text like ${`%${iban}%`}`)
      assert.equal(kept.length, 0)
    }
    foyer.clock.offset -= 12 * 60_000
    // A new form does not show what was typed then.
    const again = await proveAt(browser, '/account/paymentmethods/bank')
    assert.doesNotMatch(again.text, /Ada King/)
  })

  test('the list says what is for paying and what is for being paid, with one menu a row', async () => {
    const { user, browser } = await signedIn()
    const empty = await browser.get('/account/paymentmethods')
    assert.match(empty.text, /at hand when you buy/)
    assert.match(empty.text, /we pay you to a PayPal account or a bank account/)
    await user.paymentMethods.createCreditCard({ ...visa, expiry_month: 4, expiry_year: 2031 })
    await user.paymentMethods.createPayPal({ email: 'ada@example.com' })
    await user.paymentMethods.createBankAccount({ full_name: 'Ada Lovelace', iban: newIban() })
    const { text } = await browser.get('/account/paymentmethods')
    const [, paying = '', beingPaid = ''] = text.split(
      /<section aria-labelledby="(?:paying|being-paid)">/,
    )
    const namesIn = (part: string) => [...part.matchAll(/<h3>(\w+)/g)].map(([, name]) => name)
    assert.deepEqual(namesIn(paying), ['Visa', 'PayPal'])
    assert.deepEqual(namesIn(beingPaid), ['PayPal', 'Bank'])
    assert.match(paying, /Expires 04\/2031\./)
    assert.match(paying, /Can be used for purchases\./)
    for (const [row = ''] of text.matchAll(/<h3>.*?<\/details>/gs)) {
      const [shown = '', menu = ''] = row.split('<details')
      assert.match(shown, /class="status/)
      assert.doesNotMatch(shown, /<(?:a|button)\b/)
      assert.match(menu, />Delete</)
    }
  })

  test('the list marks an expired card, and the overview links to it', async () => {
    const { user, browser } = await signedIn()
    const card = { ...visa, expiry_month: 4, expiry_year: 2031 }
    const { id } = await user.paymentMethods.createCreditCard(card)
    await foyer.db.query(sql`
      update payment_methods set expiry_year = 2020 where user_id = ${user.id} and id = ${id}`)
    const overview = await browser.get('/account')
    assert.match(overview.text, /<p id="need-0">Visa ending 1111 has expired/)
    assert.ok(overview.text.includes(`paymentmethods/${id}" aria-describedby="need-0">Renew`))
    const { text } = await browser.get('/account/paymentmethods')
    assert.match(text, /class="status warning">Expired 04\/2020\./)
    assert.doesNotMatch(text, /Make default for purchases/)
  })

  test('the overview names a method that is chosen for being paid but not confirmed', async () => {
    const { user, browser } = await signedIn()
    const email = 'ada@example.com'
    await user.paymentMethods.createPayPal({ email, default_seller_method: false })
    const told = /PayPal a\*\*\*@example\.com is not confirmed yet/
    assert.doesNotMatch((await browser.get('/account')).text, told)
    await user.paymentMethods.createPayPal({
      email: 'bea@example.com',
      default_seller_method: true,
    })
    assert.match(
      (await browser.get('/account')).text,
      /PayPal b\*\*\*@example\.com is not confirmed yet, so you cannot be paid there\./,
    )
  })

  test('another user’s payment method cannot be seen or changed', async () => {
    const { browser } = await signedIn()
    const other = await foyer.newUser()
    const card = { ...visa, expiry_month: 4, expiry_year: 2031 }
    const { id } = await other.paymentMethods.createCreditCard(card)
    const page = await browser.get('/account/paymentmethods/card')
    const { csrf = '' } = formsOf(page)[0]?.fields ?? {}
    for (const below of ['', '/delete'])
      assert.equal((await browser.get(`/account/paymentmethods/${id}${below}`)).status, 404)
    for (const below of ['', '/delete', '/default']) {
      const answer = await browser.post(`/account/paymentmethods/${id}${below}`, {
        csrf,
        full_name: 'X',
      })
      assert.ok([403, 404].includes(answer.status), `${below} ${answer.status}`)
    }
    assert.equal((await methodsOf(other)).length, 1)
  })
})

test('with a vault that has hosted fields, the pages ask for no card number', async () => {
  const database = await anyOne()
  const db = await database?.open()
  if (db === undefined) throw new Error('There is no database.')
  const foyer = await startFoyer(db, {}, { ...localVault, name: 'stripe' })
  try {
    const user = await foyer.newUser()
    const browser = await signedInBrowser(foyer.authUrl, user.email)
    const page = await browser.get('/account/paymentmethods')
    assert.match(page.text, /You can add a card when you buy/)
    assert.equal((await browser.get('/account/paymentmethods/card')).status, 303)
    const { csrf = '' } = formsOf(page)[0]?.fields ?? {}
    await browser.post('/account/paymentmethods/card', { csrf, ...visa })
    assert.deepEqual(await methodsOf(user), [])
    // A form that the page of a saved card never shows.
    const saved = await user.paymentMethods.createCreditCard(newCard())
    const edit = `/account/paymentmethods/${saved.id}`
    for (const card_number of [visa.card_number, '4111 1111 1111 1112', '4111']) {
      const form = await browser.get(edit)
      assert.doesNotMatch(form.text, /card_number/)
      const crafted = await browser.submit(form, { ...visa, card_number }, edit)
      assert.equal(crafted.status, 400, card_number)
      assert.match(crafted.text, /card number/i)
    }
    assert.deepEqual(await methodsOf(user), [saved])
    const renewed = await browser.submit(await browser.get(edit), { expiry_year: '2040' }, edit)
    assert.equal(renewed.status, 303)
  } finally {
    await foyer.stop()
  }
})
