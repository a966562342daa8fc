import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import de from '../../locales/de.json' with { type: 'json' }
import en from '../../locales/en.json' with { type: 'json' }
import es from '../../locales/es.json' with { type: 'json' }
import fr from '../../locales/fr.json' with { type: 'json' }
import it from '../../locales/it.json' with { type: 'json' }
import ja from '../../locales/ja.json' with { type: 'json' }
import nl from '../../locales/nl.json' with { type: 'json' }
import pt from '../../locales/pt.json' with { type: 'json' }
import type { Catalogue } from '../../src/platform/i18n/catalogue.ts'
import { newYork } from '../support/addresses.ts'
import { onEveryDatabase } from '../support/foyer.ts'
import { type Language, languages, type MessageKey, say } from '../support/inside.ts'
import { keepCard, keepPayPal } from '../support/payment-methods.ts'

const catalogues: Readonly<Record<Language, Catalogue>> = { en, de, fr, es, it, nl, pt, ja }
const keys = Object.keys(en) as MessageKey[]
const translations = languages.filter((language) => language !== 'en')

/**
 * Texts that are the same in English and in other languages: names, and words that languages share.
 */
const sameEverywhere: readonly MessageKey[] = [
  'link.webhook',
  'page.label.iban',
  'paymentmethod.type.PayPal',
]
const sameAsEnglish: Readonly<Partial<Record<Language, readonly MessageKey[]>>> = {
  de: [
    'mail.name.passkey',
    'page.label.logo',
    'address.label.eircode',
    'address.label.oblast',
    'mail.label.browser',
    'mail.label.code',
    'page.label.code',
    'page.name.passkeys',
    'page.label.action_on',
    'page.label.operator_name',
    'page.label.optional',
    'page.label.application_name',
    'page.label.operation',
    'page.label.status',
    'page.link.application_webhooks',
    'page.link.operator',
  ],
  fr: [
    'page.label.logo',
    'address.label.district',
    'address.label.eircode',
    'address.label.oblast',
    'address.label.province',
    'mail.label.code',
    'page.label.code',
    'page.link.applications',
    'page.link.sessions',
    'page.title.operator_application',
    'page.label.menu',
    'page.label.webhooks',
    'page.label.type',
    'page.link.application_webhooks',
    'page.name.secrets',
  ],
  es: [
    'address.label.eircode',
    'page.label.roles',
    'page.name.no',
    'page.title.error',
    'page.label.action_on',
    'page.link.application_webhooks',
  ],
  it: [
    'mail.name.passkey',
    'page.label.logo',
    'address.label.eircode',
    'address.label.oblast',
    'mail.label.browser',
    'page.label.account',
    'page.label.password',
    'page.name.no',
    'page.name.password',
    'page.label.action_on',
    'page.label.menu',
  ],
  nl: [
    'page.label.logo',
    'address.label.district',
    'address.label.eircode',
    'address.label.oblast',
    'mail.label.browser',
    'mail.label.code',
    'page.label.action_on',
    'page.label.menu',
    'page.label.status',
    'page.link.application_webhooks',
  ],
  pt: [
    'address.label.eircode',
    'address.label.oblast',
    'page.label.action_on',
    'page.label.menu',
    'page.link.application_webhooks',
  ],
}

/** What no text of a language may contain, by the rules of its typography. */
const misprints: Readonly<Partial<Record<Language, RegExp>>> = {
  de: /["'‘”«»]|(?<!„[^“]*)“|„(?![^„]*“)/,
  // The spaces inside guillemets and before high punctuation must not break.
  fr: /["'“”]|[ \w][:;!?]|[^\u00a0]»|«[^\u00a0]|\d [A-Z]/,
  es: /["'“”„]|« | »| [:;!?]/,
  it: /["'“”„]|« | »| [:;!?]/,
  nl: /["'“”„«»]| [:;!?]/,
  pt: /["'‘’„«»]| [:;!?]/,
  // Punctuation and brackets are full-width. No space stands beside a kana or kanji.
  ja: /["'“”]|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}][ .,!?:;()]|[ ,!?:;()][\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u,
}

/** Words to friends. Pages and emails address users politely (docs/words.md). */
const informal: Readonly<Partial<Record<Language, RegExp>>> = {
  de: /\b(?:du|dir|dich|dein\w*)\b/i,
  fr: /(?<!\p{L})(?:tu|toi|ton|tes)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:tú|tu|tus|te|contigo)(?!\p{L})/iu,
  nl: /\b(?:je|jij|jou|jouw|jullie)\b/i,
}

/** Other words for what docs/words.md has one term for. */
const otherTerms: Readonly<Partial<Record<Language, RegExp>>> = {
  de: /applikation/i,
  nl: /toepassing/i,
  ja: /アプリケーション/,
}

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

/** Messages are sentences. Titles, labels and names of types are phrases. */
const isSentence = (key: MessageKey): boolean =>
  !/^(?:link|address\.label|paymentmethod\.type|mail\.(?:subject|button|label|name)|page\.(?:title|label|button|link|name|scope|activity))\./.test(
    key,
  )

function wrongKeys(language: Language, isWrong: (text: string, key: MessageKey) => boolean) {
  return keys.filter((key) => isWrong(catalogues[language][key], key))
}

describe('catalogues', () => {
  test('each language has one catalogue', () => {
    assert.deepEqual([...languages].sort(), Object.keys(catalogues).sort())
  })

  for (const language of languages) {
    const catalogue = catalogues[language]

    test(`the catalogue of ${language} has every text, in the order of English`, () => {
      assert.deepEqual(Object.keys(catalogue), keys)
      assert.deepEqual(
        wrongKeys(language, (text) => typeof text !== 'string' || text === ''),
        [],
      )
    })

    test(`the texts of ${language} have no stray spaces or control characters`, () => {
      const unclean = /^\s|\s$|\.\.\.|\s\s|\p{Cc}|\p{Cf}|\{(?!\w+\})|\{\w*$/u
      assert.deepEqual(
        wrongKeys(language, (text) => unclean.test(text) || text !== text.normalize('NFC')),
        [],
      )
    })

    test(`sentences of ${language} end with a full stop or a question mark, other texts do not`, () => {
      assert.deepEqual(
        wrongKeys(language, (text, key) =>
          isSentence(key) ? !/[.。?？]$/.test(text) : /[.。]$/.test(text),
        ),
        [],
      )
    })
  }

  for (const language of translations) {
    test(`the texts of ${language} have the same placeholders as English`, () => {
      for (const key of keys) {
        assert.deepEqual(placeholders(catalogues[language][key]), placeholders(en[key]), key)
      }
    })

    test(`the texts of ${language} are translated`, () => {
      const expected = [...sameEverywhere, ...(sameAsEnglish[language] ?? [])].sort()
      assert.deepEqual(wrongKeys(language, (text, key) => text === en[key]).sort(), expected)
    })

    test(`the texts of ${language} are polite, with one term for an application`, () => {
      for (const wrong of [informal[language], otherTerms[language]])
        assert.deepEqual(
          wrongKeys(language, (text) => wrong?.test(text) ?? false),
          [],
        )
    })

    test(`the texts of ${language} follow its typography`, () => {
      assert.deepEqual(
        wrongKeys(language, (text) => misprints[language]?.test(text) ?? true),
        [],
      )
    })
  }
})

/** One text of each kind, as the service answers it over HTTP. */
const expectedTexts: Readonly<Record<Language, ExpectedTexts>> = {
  en: {
    message: 'Nothing was found here.',
    title: 'Delete this address',
    description: 'Credit or Debit Card',
    country: 'United States',
    label: 'ZIP code',
  },
  de: {
    message: 'Hier wurde nichts gefunden.',
    title: 'Adresse löschen',
    description: 'Kredit- oder Debitkarte',
    country: 'Vereinigte Staaten',
    label: 'Postleitzahl (ZIP)',
  },
  fr: {
    message: 'Aucun élément trouvé ici.',
    title: 'Supprimer cette adresse',
    description: 'Carte de crédit ou de débit',
    country: 'États-Unis',
    label: 'Code postal (ZIP)',
  },
  es: {
    message: 'No se ha encontrado nada aquí.',
    title: 'Eliminar esta dirección',
    description: 'Tarjeta de crédito o débito',
    country: 'Estados Unidos',
    label: 'Código postal (ZIP)',
  },
  it: {
    message: 'Qui non è stato trovato nulla.',
    title: 'Elimina questo indirizzo',
    description: 'Carta di credito o di debito',
    country: 'Stati Uniti',
    label: 'Codice postale (ZIP)',
  },
  nl: {
    message: 'Hier is niets gevonden.',
    title: 'Adres verwijderen',
    description: 'Creditcard of betaalpas',
    country: 'Verenigde Staten',
    label: 'Postcode (ZIP)',
  },
  pt: {
    message: 'Nada foi encontrado aqui.',
    title: 'Eliminar este endereço',
    description: 'Cartão de crédito ou débito',
    country: 'Estados Unidos',
    label: 'Código postal (ZIP)',
  },
  ja: {
    message: '見つかりませんでした。',
    title: 'この住所を削除',
    description: 'クレジットカードまたはデビットカード',
    country: 'アメリカ合衆国',
    label: '郵便番号（ZIP）',
  },
}

interface ExpectedTexts {
  message: string
  /** The title of a link. */
  title: string
  /** The `type_description` of a payment method. */
  description: string
  country: string
  /** The label of an address field. */
  label: string
}

await onEveryDatabase('languages', (foyer) => {
  for (const language of languages) {
    const expected = expectedTexts[language]

    test(`errors, titles, descriptions, names and labels are in ${language}`, async () => {
      const user = await foyer.newUser()
      const id = await keepCard(foyer, user.id)
      await keepPayPal(foyer, user.id)

      const missing = await user.request('GET', '/addresses/1', { language })
      assert.equal(missing.headers.get('content-language'), language)
      assert.deepEqual(missing.body, { code: 'not_found', message: expected.message, errors: {} })

      const address = await user.addresses.create(newYork, { language })
      assert.equal(address._links?.['address:delete']?.title, expected.title)
      assert.equal(address._embedded?.country?.name, expected.country)

      const card = await user.paymentMethods.get(id, { language })
      assert.equal(card.type_description, expected.description)

      const rules = await user.countries.addressRules('US', { language })
      const postalCode = rules.fields.find(({ name }) => name === 'postal_code')
      assert.equal(postalCode?.label, expected.label)

      for (const path of ['/user', '/addresses', '/paymentmethods', '/countries/us', '']) {
        const { status, headers } = await user.request('GET', path, { language })
        assert.equal(status, 200)
        assert.equal(headers.get('content-language'), language, path)
      }
    })

    test(`error messages in ${language} say what is right, with their values filled in`, async () => {
      const user = await foyer.newUser()
      const { status, text, body } = await user.request<{ errors: Record<string, string[]> }>(
        'POST',
        '/addresses',
        {
          language,
          body: {
            full_name: 'A'.repeat(129),
            address_1: 7,
            city: '\u202eNew York',
            postal_code: '9021',
            country_code: 'US',
            planet: 'Earth',
          },
        },
      )
      assert.equal(status, 400)
      const { errors } = body
      assert.match(String(errors.full_name), /128/)
      assert.match(String(errors.state_province), /Alabama/)
      assert.match(String(errors.postal_code), /90210/)
      assert.deepEqual(errors.address_1, [catalogues[language]['rule.type.string_unquoted']])
      const character = 'U+202E RIGHT-TO-LEFT OVERRIDE'
      const hostile = say(language, 'rule.hostile', { character, position: 1 })
      assert.deepEqual(errors.city, [hostile])
      assert.match(String(errors.planet), / full_name, .*country_code|full_name, .*country_code/)
      assert.doesNotMatch(text, /\{\w+\}/)

      const sorted = await user.request('GET', '/addresses?sort=height', { language })
      assert.match(sorted.text, /full_name, city/)
    })
  }

  test('the service answers in the best of the requested languages, and in English if it has none of them', async () => {
    const { request } = await foyer.newUser()
    const cases: [string, Language][] = [
      ['de-AT', 'de'],
      ['pt-BR', 'pt'],
      ['de-Latn-CH-1996', 'de'],
      ['JA', 'ja'],
      ['fr;q=0.5, ja', 'ja'],
      ['sv, nl;q=0.3, es;q=0.2', 'nl'],
      ['de;q=0, it', 'it'],
      ['*', 'en'],
      ['sv', 'en'],
      ['en;q=0', 'en'],
      ['zh-Hant-TW', 'en'],
      [';;,,q=x', 'en'],
      ['constructor', 'en'],
    ]
    for (const [header, language] of cases) {
      const { status, headers } = await request('GET', '/user', { language: header })
      assert.equal(status, 200)
      assert.equal(headers.get('content-language'), language, header)
    }
  })
})
