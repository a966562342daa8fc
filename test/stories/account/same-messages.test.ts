import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { explain } from '../../../src/commands/terminal/failures.ts'
import { london } from '../../support/addresses.ts'
import { type Page, unescaped } from '../../support/browser.ts'
import { applicationFields, newDeveloper, register } from '../../support/developers.ts'
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { importLines } from '../../support/import.ts'
import { behindProxy, proveAt, signedInBrowser } from '../../support/sign-in.ts'

/*
 * The same wrong input gets the same messages from the API, from the pages, and from the command
 * line: all of them validate it with one schema.
 */

/** The first message about each property. */
type Messages = Readonly<Record<string, string | undefined>>

const long = 'x'.repeat(129)

const wrongAddresses: readonly Readonly<Record<string, string>>[] = [
  { ...london, postal_code: '?' },
  { ...london, full_name: '', city: '' },
  { ...london, full_name: long, address_1: long, city: long },
  { country_code: 'US', full_name: 'Ada', address_1: '1 Main Street', state_province: 'Bavaria' },
  { country_code: 'DE', full_name: 'Ada', address_1: 'Street 1', postal_code: '1011' },
  { country_code: 'JP', full_name: 'Ada', address_1: '1-1', postal_code: '1' },
]

/** The messages of the API. The request omits the properties that are empty. */
async function messagesOfApi(
  user: TestUser,
  method: 'POST' | 'PATCH',
  path: string,
  given: Readonly<Record<string, string | number>>,
): Promise<Messages> {
  const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const answer = await user.request<{ errors: Record<string, string[]> }>(method, path, { body })
  assert.equal(answer.status, 400, JSON.stringify(answer.body))
  return sorted(Object.entries(answer.body.errors).map(([name, [first]]) => [name, first]))
}

/**
 * The messages that a page shows beside its fields. Where a value is missing, the page names the
 * field by its label.
 */
const messagesOfPage = ({ text }: Page): Messages =>
  sorted(
    [...text.matchAll(/<p class="fault" id="(\w+)-fault">([^<]*)<\/p>/g)].map(
      ([, name = '', message = '']) => {
        const [, label = ''] =
          new RegExp(`<label for="${name}">(.*?)(?: \\(optional\\))?</label>`).exec(text) ?? []
        const isMissing = message === `Fill in “${label}”.`
        return [name, isMissing ? 'A value is required.' : unescaped(message)]
      },
    ),
  )

const sorted = (entries: readonly (readonly [string, string | undefined])[]): Messages =>
  Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b)))

await onEveryDatabase(
  'the same wrong input',
  (foyer) => {
    /** The messages of the import about a line, by the last part of the name of each property. */
    const messagesOfImport = async (line: object): Promise<Messages> => {
      const id = randomUUID()
      // Some faults refuse the line, and others leave out a property.
      const { faults, changes } = await importLines(foyer.db, [
        { external_id: id, email: `${id}@example.com`, ...line },
      ])
      return sorted(
        [...faults, ...changes].map(({ property, message }) => [
          property?.split('.').at(-1) ?? '',
          message,
        ]),
      )
    }

    test('gets the same messages about an address', async () => {
      const user = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, user.email)
      for (const address of wrongAddresses) {
        const expected = await messagesOfApi(user, 'POST', '/addresses', address)
        assert.notDeepEqual(expected, {})
        const { country_code = '' } = address
        const empty = await browser.get('/account/addresses/new')
        const form = await browser.submit(empty, { country_code }, '/addresses/new')
        const shown = messagesOfPage(await browser.submit(form, address, '/addresses/new'))
        assert.deepEqual(shown, expected)
        const given = Object.entries(address).filter(([, value]) => value !== '')
        const line = { addresses: [Object.fromEntries(given)] }
        assert.deepEqual(await messagesOfImport(line), expected)
      }
    })

    test('gets the same messages about a profile', async () => {
      const user = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, user.email)
      const shown = async (fields: Readonly<Record<string, string>>) =>
        messagesOfPage(
          await browser.submit(await browser.get('/account/profile'), fields, '/profile'),
        )
      const tooLong = await messagesOfApi(user, 'PATCH', '/user', { full_name: long })
      assert.deepEqual(await shown({ full_name: long }), tooLong)
      assert.deepEqual(await messagesOfImport({ full_name: long }), tooLong)
      // Applications cannot change the phone number.
      const noNumber = await shown({ primary_phone: '12' })
      assert.match(noNumber.primary_phone ?? '', /^Must be a phone number/)
      assert.deepEqual(await messagesOfImport({ primary_phone: '12' }), noNumber)
    })

    test('gets the same messages about payment methods', async () => {
      const user = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, user.email)
      await proveAt(browser, '/account/paymentmethods/paypal')
      const card = { card_number: '4111111111111111', expiry_month: 4, expiry_year: 2031 }
      for (const [type, wrong] of [
        ['creditcard', { ...card, full_name: 'Ada', card_number: '4111111111111112' }],
        ['creditcard', { ...card, full_name: long, expiry_month: 13, expiry_year: 2020 }],
        ['creditcard', card],
        ['paypal', { email: 'ada' }],
        ['paypal', {}],
        ['bankaccount', { full_name: long, iban: 'DE89370400440532013001' }],
        ['bankaccount', { full_name: 'Ada', routing_number: '1' }],
      ] as const) {
        const expected = await messagesOfApi(user, 'POST', `/paymentmethods/${type}`, wrong)
        assert.notDeepEqual(expected, {})
        const below = { creditcard: 'card', paypal: 'paypal', bankaccount: 'bank' }[type]
        const form = await browser.get(`/account/paymentmethods/${below}`)
        const typed = Object.fromEntries(
          Object.entries<string | number>(wrong).map(([name, value]) => [name, String(value)]),
        )
        const all = { full_name: '', ...typed }
        assert.deepEqual(messagesOfPage(await browser.submit(form, all, `/${below}`)), expected)
      }
    })

    test('gets the same messages about an application', async () => {
      const developer = await newDeveloper(foyer)
      const { name, redirect_uris } = applicationFields.web
      for (const wrong of [
        { name: long, redirect_uris },
        { name, redirect_uris: 'http://shop.example.com/callback' },
        { name, redirect_uris: 'https://*.example.com/callback' },
        { name, redirect_uris, terms_url: 'http://shop.example.com/terms' },
      ] as const) {
        const shown = messagesOfPage((await register(developer, 'web', wrong)).page)
        const given = { name: wrong.name, redirectUris: [wrong.redirect_uris] }
        const links = 'terms_url' in wrong ? { termsUrl: wrong.terms_url } : {}
        const line = await foyer.newApplication({ ...given, ...links }).catch(explain)
        const expected = Object.entries(shown).map(([property, text]) => `${property}: ${text}`)
        assert.equal(line, expected.join(' '))
        assert.notEqual(line, '')
      }
    })
  },
  behindProxy,
)
