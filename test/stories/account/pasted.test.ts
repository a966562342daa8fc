import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createUser } from '../../../src/identity/users/accounts/accounts.ts'
import { nextCode, withTotp } from '../../support/authenticator-app.ts'
import { visa } from '../../support/cards.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { importLines } from '../../support/import.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import { asPasted } from '../../support/pasted.ts'
import { behindProxy, newBrowser, proveAt, signedInBrowser, signIn } from '../../support/sign-in.ts'
import { password } from '../../support/users.ts'
import { retryOutsideSoak } from '../../support/wire.ts'

/* Fields with a format take what people paste into them. */
await onEveryDatabase(
  'pasted text',
  (foyer) => {
    test('is read as a telephone number and a country', async () => {
      const user = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, user.email)
      const numbers = [
        { primary_phone: asPasted('+44 20-7946 0123'), phone_country: '' },
        { primary_phone: '٠٢٠ ٧٩٤٦ ٠١٢٣', phone_country: '\u200bＧＢ' },
        { primary_phone: '＋４４　２０ー７９４６ー０１２３', phone_country: '' },
      ]
      for (const number of numbers) {
        const page = await browser.get('/account/profile')
        await browser.submit(page, { ...number, full_name: 'Ada' }, '/profile')
        assert.equal((await user.user.get()).primary_phone, '+442079460123')
        await browser.submit(page, { primary_phone: '', version: '' }, '/profile')
      }
    })

    test('is read as a card number, an IBAN, a US account and an email address', async () => {
      const { paymentMethods } = await foyer.newUser()
      const full_name = 'Ada Lovelace'
      const card = { ...visa, card_number: asPasted('5555-5555 5555 4444') }
      assert.equal((await paymentMethods.createCreditCard(card)).details, '************4444')
      const iban = asPasted('de89 3704 0044-0532 0130 00')
      const first = await paymentMethods.createBankAccount({ full_name, iban })
      assert.equal(first.details, 'DE** **** … 3000')
      const second = await paymentMethods.createBankAccount({
        full_name,
        routing_number: asPasted('1100-00000'),
        account_number: asPasted('000 123 456 789'),
        account_type: 'checking',
      })
      assert.equal(second.details, 'US** **** … 6789')
      const { id } = await paymentMethods.createPayPal({ email: asPasted('ada1@example.com') })
      const same = await paymentMethods.createPayPal({ email: 'ada1@example.com' })
      assert.equal(same.id, id)
    })

    test('is read as a postal code and a country, and letters, spaces and hyphens stay', async () => {
      const { addresses } = await foyer.newUser()
      const rest = { full_name: 'Ada Lovelace', address_1: '1 High Street', city: 'City' }
      for (const [country_code, postal_code, kept] of [
        [asPasted('gb'), asPasted('sw1y 4-LB'), 'sw1y 4-LB'],
        ['ＧＢ', 'ＳＷ１Ｙ　４ＬＢ', 'SW1Y 4LB'],
        ['\u200eEG\ufeff', '١٢٤١١', '12411'],
        ['IN', '११००३४', '110034'],
        ['PT', '1250\u2212096', '1250-096'],
        ['JP', '〒１５４ー００２３', '〒154-0023'],
        ['TH', '๑๐๒๐๐\ufe0f', '10200'],
      ] as const) {
        const address = { ...rest, state_province: 'State', country_code, postal_code }
        const created = await addresses.create(address)
        assert.equal(created.postal_code, kept)
        const { id } = created
        const changed = await addresses.update(Number(id), { postal_code: asPasted(kept) })
        assert.equal(changed.postal_code, kept)
      }
      // Letters of other scripts are no Latin letters, and a control character is no separator.
      for (const postal_code of ['ЅW1Y 4LB', 'SW1Y\n4LB'])
        await assert.rejects(addresses.create({ ...rest, country_code: 'GB', postal_code }), {
          status: 400,
        })
    })

    test('is read as the address of a sign-up and of a sign-in, and international addresses stay as they are', async () => {
      const email = `ada-${randomUUID()}@example.com`
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.get('/sign-up')
      await browser.submit(page, { email: asPasted(email), password, full_name: '' })
      const confirm = await browser.get(await linkTo(foyer.db, email, 'confirm_email'))
      assert.equal((await browser.submit(confirm, { password })).status, 303)
      const again = await signIn(newBrowser(foyer.authUrl), asPasted(email))
      assert.equal(again.status, 303)

      const { paymentMethods } = await foyer.newUser()
      // In Persian, the joiner is part of the word, and the digit part of the name.
      const persian = 'علی۲@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.example'
      const { id } = await paymentMethods.createPayPal({
        email: `\u200f${persian.replace('@', '\ufe0f@')}\u200b`,
      })
      assert.equal((await paymentMethods.createPayPal({ email: persian })).id, id)
      for (const other of [persian.replace('۲', '2'), persian.replace('\u200c', '')])
        assert.notEqual((await paymentMethods.createPayPal({ email: other })).id, id)
    })

    test('is read as a new address of an account, and as that of an account that an operator makes', async () => {
      const user = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, user.email)
      const email = `ada-${randomUUID()}@example.com`
      const page = await proveAt(browser, '/account/security/email')
      await browser.submit(page, { email: asPasted(email) }, '/email')
      const kinds = (await emailsTo(foyer.db, email)).map(({ kind }) => kind)
      assert.deepEqual(kinds, ['confirm_new_email'])

      const made = `ada-${randomUUID()}@example.com`
      const given = { email: asPasted(made), password, serviceName: 'Foyer' }
      await createUser(foyer.db, given)
      assert.equal((await signIn(newBrowser(foyer.authUrl), made)).status, 303)
    })

    test('in an address is no way around the limit of guesses at its password', async () => {
      const { email } = await foyer.newUser()
      const guess = (written: string) =>
        signIn(newBrowser(foyer.authUrl), written, { secret: 'wrong horse' })
      // On a busy machine some are answered with 503 and do not count.
      for (let at = 0; at < 25; at++)
        await retryOutsideSoak(() => guess(`\u200e${'\u200b'.repeat(at)}${email}`))
      const { status } = await retryOutsideSoak(() => guess(email))
      assert.equal(status, 429)
    })

    test('is read as the code of an email', async () => {
      const { email } = await foyer.newUser()
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.submit(
        await browser.get('/sign-in/code'),
        { email: asPasted(email) },
        '/sign-in/code',
      )
      const { code = '' } =
        (await emailsTo(foyer.db, email)).findLast(({ kind }) => kind === 'sign_in_code') ?? {}
      const written = asPasted(code.replace(' ', '-'))
      assert.equal((await browser.submit(page, { code: written }, '/check')).status, 303)
    })

    test('is read as the code of an authenticator app and as a recovery code', async () => {
      const { id, email } = await foyer.newUser()
      const { secret, codes } = await withTotp(foyer, id)
      const code = nextCode(secret)
      for (const one of [`${code.slice(0, 3)}-${code.slice(3)}`, codes[0] ?? '']) {
        const browser = newBrowser(foyer.authUrl)
        const page = await browser.follow(await signIn(browser, email))
        assert.equal((await browser.submit(page, { code: asPasted(one) })).status, 303, one)
      }
    })

    test('is read in a line of an import', async () => {
      const id = randomUUID()
      const line = {
        external_id: id,
        email: asPasted(`${id}@example.com`),
        primary_phone: asPasted('+44 20 7946 0123'),
      }
      const { imported, faults } = await importLines(foyer.db, [line])
      assert.deepEqual([imported, faults], [1, []])
    })
  },
  { ...behindProxy, EMAIL_SIGN_IN: 'true' },
)
