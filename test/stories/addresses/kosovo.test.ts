import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ibanOf } from '../../support/bank-accounts.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { importLines } from '../../support/import.ts'
import { userLine } from '../../support/import-file.ts'
import { signedInBrowser } from '../../support/sign-in.ts'

/*
 * ISO 3166-1 has no code for Kosovo. It leaves XK to its users, and the EU, CLDR, Google and the
 * IBAN registry use it.
 */

const prishtina = {
  full_name: 'Rita Krasniqi',
  address_1: 'Rruga Nënë Tereza 12',
  city: 'Prishtinë',
  postal_code: '10000',
  country_code: 'XK',
}

await onEveryDatabase('people in Kosovo', (foyer) => {
  test('they save an address, and a carrier collects there in local time', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create(prishtina)
    assert.equal(address._embedded?.country?.code, 'XK')
    const { pickup_windows } = await user.addresses.carrier(address)
    const hours = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Belgrade',
      hour: 'numeric',
    })
    assert.equal(pickup_windows.length, 5)
    for (const { start_date } of pickup_windows)
      assert.equal(hours.format(new Date(start_date)), '09')
  })

  test('their country has a name in each of the eight languages', async () => {
    const user = await foyer.newUser()
    for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ja'] as const) {
      const { name } = await user.countries.get('xk', { language })
      assert.equal(name, language === 'ja' ? 'コソボ' : 'Kosovo')
    }
  })

  test('the pages offer their country, and keep their phone number without its prefix', async () => {
    const user = await foyer.newUser()
    const browser = await signedInBrowser(foyer.authUrl, user.email)
    const empty = await browser.get('/account/addresses/new')
    const form = await browser.submit(empty, { country_code: 'XK' }, '/addresses/new')
    await browser.submit(form, prishtina, '/addresses/new')
    const [address] = await Array.fromAsync(user.addresses.list())
    assert.equal(address?.city, 'Prishtinë')
    const profile = await browser.get('/account/profile')
    const phone = { primary_phone: '044 123 456', phone_country: 'XK' }
    await browser.submit(profile, phone, '/profile')
    assert.equal((await user.user.get()).primary_phone, '+38344123456')
  })

  test('their bank account is accepted', async () => {
    const user = await foyer.newUser()
    const iban = ibanOf('XK', '1212012345678906')
    const account = await user.paymentMethods.createBankAccount({
      full_name: prishtina.full_name,
      iban,
    })
    const details = account._embedded?.type_details
    assert.ok(details && 'country' in details)
    assert.equal(details.country, 'XK')
  })

  test('an import brings their address along', async () => {
    const line = { ...userLine(randomUUID(), 0), payment_methods: [] }
    const addresses = [{ ...prishtina, default: true }]
    const { texts, imported } = await importLines(foyer.db, [{ ...line, addresses }])
    assert.deepEqual([texts, imported], [[], 1])
  })
})
