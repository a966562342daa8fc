import assert from 'node:assert/strict'
import { test } from 'node:test'
import { iso31662 } from 'iso-3166'
import { labelOf } from '../../../src/resources/countries/labels.ts'
import { countryName } from '../../../src/resources/countries/names.ts'
import { isPostalCode } from '../../../src/resources/countries/postal-code.ts'
import {
  type AddressText,
  addressRules,
  type CountryCode,
  checkAddress,
  countryCodes,
  isCountryCode,
  type Lines,
} from '../../../src/resources/countries/rules.ts'
import { languages, say } from '../../support/inside.ts'
import { processorSeconds } from '../../support/processor-time.ts'

/** The errors that a country’s rules find in the rest of an address, by property, in English. */
function faultsOf(country_code: string, rest: AddressText): Record<string, string[]> {
  const address = { full_name: 'Ada Lovelace', address_1: '12 Main Street', country_code, ...rest }
  const faults = [...checkAddress(address)].map(([property, messages]) => [
    property,
    messages.map(([key, params]) => say('en', key, params)),
  ])
  return Object.fromEntries(faults)
}

const propertiesOf = (lines: Lines) => lines.map((line) => line.map(({ property }) => property))

/** A complete place, except perhaps for the postal code. */
const completePlace = { city: 'City', state_province: 'State' }

test('there are the 249 countries of ISO 3166-1 and Kosovo, sorted, and no others', () => {
  assert.equal(countryCodes.length, 250)
  assert.deepEqual([...countryCodes].sort(), countryCodes)
  for (const code of ['GB', 'AQ', 'SS', 'AX', 'XK']) assert.ok(isCountryCode(code), code)
  const others = ['AC', 'TA', 'ZZ', 'UK', 'EU', 'gb', '', 'toString', '__proto__']
  for (const code of others) assert.ok(!isCountryCode(code), code)
})

test('the rules of every country are consistent and accept their own examples', () => {
  for (const code of countryCodes) {
    const { fields, unnamed, lines, latinLines = lines, postalCode, states } = addressRules(code)
    const properties = fields.map(({ property }) => property)
    assert.deepEqual(properties, propertiesOf(lines).flat(), code)
    assert.equal(properties.length + unnamed.length, 8, code)
    assert.equal(new Set(properties).size, properties.length, code)
    assert.deepEqual(propertiesOf(latinLines).flat().sort(), [...properties].sort(), code)
    assert.equal(properties.at(-1), 'country_code', code)
    for (const always of ['full_name', 'address_1', 'country_code']) {
      assert.ok(fields.find(({ property }) => property === always)?.required, `${code} ${always}`)
    }
    for (const { label } of fields) assert.notEqual(labelOf(label, 'en'), undefined, code)
    for (const { key, name } of states) assert.ok(key !== '' && name !== '', code)
    for (const example of postalCode?.examples ?? []) {
      assert.ok(postalCode && isPostalCode(example, postalCode), `${code} ${example}`)
      assert.ok(isPostalCode(example.toLowerCase(), postalCode), `${code} ${example}`)
      assert.ok(example.length <= 16, code)
    }
  }
})

test('missing properties are reported by name', () => {
  const cases: [CountryCode, string[]][] = [
    ['US', ['city', 'state_province', 'postal_code']],
    ['GB', ['city', 'postal_code']],
    ['DE', ['city', 'postal_code']],
    ['CA', ['city', 'state_province', 'postal_code']],
    ['JP', ['state_province', 'postal_code']],
    ['SG', ['postal_code']],
    ['IE', ['city']],
    ['PE', ['city']],
    ['VN', ['city']],
    ['KR', ['city', 'postal_code']],
    ['TW', ['city', 'postal_code']],
    ['RU', ['city', 'postal_code']],
    ['CR', ['city', 'state_province']],
    ['CO', ['city']],
    ['IT', ['city', 'postal_code']],
    ['ES', ['city', 'postal_code']],
    ['AE', ['city']],
    ['XK', ['city']],
    ['PA', ['city']],
    ['QA', ['city']],
    ['HK', []],
    ['MO', []],
    ['GI', []],
  ]
  for (const [code, missing] of cases) {
    assert.deepEqual(Object.keys(faultsOf(code, {})).sort(), [...missing].sort(), code)
    const empty = { city: '', state_province: '', postal_code: '' }
    assert.deepEqual(Object.keys(faultsOf(code, empty)).sort(), [...missing].sort(), code)
  }
})

test('name, first line and country are required everywhere, and the city if the country is unknown', () => {
  assert.deepEqual([...checkAddress({}).keys()], ['full_name', 'address_1', 'city', 'country_code'])
  assert.deepEqual(checkAddress({ country_code: '' }).get('country_code'), [['rule.required']])
  for (const code of ['XX', 'xy', 'Z']) {
    assert.deepEqual(faultsOf(code, { city: 'Here' }), {
      country_code: ['Must be a two-letter country code (ISO 3166-1), such as GB.'],
    })
  }
})

test('postal codes are accepted in the usual ways to write them', () => {
  const cases: [CountryCode, string[]][] = [
    ['US', ['90210', '90210-1234', '90210 1234', '902101234']],
    ['GB', ['SW1A 1AA', 'sw1a1aa', 'M1 1AE', 'GIR 0AA', 'BFPO 61', 'W1A-4ZZ']],
    ['CA', ['K1A 0B1', 'k1a0b1', 'K1A-0B1']],
    ['NL', ['1234 AB', '1234ab']],
    ['IE', ['D02 X285', 'D6W PV38', 'a65f4e2']],
    ['PL', ['00-950', '00950', '00 950']],
    ['PT', ['1250-096', '1250 096']],
    ['BR', ['70002-900', '70002900']],
    ['SE', ['114 55', '11455', 'SE-114 55']],
    ['FI', ['00550', 'FI-00550']],
    ['DE', ['10115', 'D-10115', 'de 10115']],
    ['AT', ['1010', 'A-1010']],
    ['LV', ['LV-1073', '1073']],
    ['MD', ['2012', 'MD-2012', 'MD2012']],
    ['JP', ['154-0023', '1540023', '〒154-0023', '１５４－００２３', '154ー0023']],
    ['EG', ['12411', '١٢٤١١']],
    ['IR', ['11936-12345', '۱۱۹۳۶۱۲۳۴۵']],
    ['IN', ['110034', '110 034', '११००३४']],
    ['KR', ['03051']],
    ['TW', ['100', '10001', '100001']],
    ['VN', ['10000', '700000']],
    ['PE', ['15074', 'Lima 18', 'CALLAO 2', '18']],
    ['KZ', ['050012', 'A01P3K4', 'X41 D8M0']],
    ['SA', ['11564', '12987-7318']],
    ['SV', ['CP 1120', '1120']],
    ['SH', ['STHL 1ZZ', 'ascn 1zz', 'TDCU1ZZ']],
    ['KP', ['anything']],
    ['HK', ['999077']],
    ['AE', ['00000']],
  ]
  for (const [code, written] of cases) {
    for (const postal_code of written) {
      const faults = faultsOf(code, { ...completePlace, postal_code })
      assert.equal(faults.postal_code, undefined, `${code} ${postal_code}`)
    }
  }
})

test('spaces and hyphens make no difference in any country', () => {
  for (const code of countryCodes) {
    const { postalCode } = addressRules(code)
    for (const example of postalCode?.examples ?? []) {
      const bare = example.replace(/[ -]/g, '')
      const spellings = [bare, bare.split('').join(' '), bare.split('').join('-')]
      for (let place = 0; place <= example.length; place += 1) {
        for (const separator of [' ', '-', ' - '])
          spellings.push(example.slice(0, place) + separator + example.slice(place))
        if (/[ -]/.test(example.charAt(place)))
          spellings.push(example.slice(0, place) + example.slice(place + 1))
      }
      for (const postal_code of spellings) {
        const { postal_code: faults } = faultsOf(code, { ...completePlace, postal_code })
        assert.equal(faults, undefined, `${code} "${postal_code}"`)
      }
    }
  }
})

test('the code of the country may stand before a postal code in every country', () => {
  for (const code of countryCodes) {
    const { postalCode } = addressRules(code)
    for (const example of postalCode?.examples ?? []) {
      // Some examples begin with the code already.
      const bare = example.startsWith(code) ? example.slice(2).replace(/^-/, '') : example
      for (const prefix of [code, `${code}-`, `${code.toLowerCase()} `]) {
        const faults = faultsOf(code, { ...completePlace, postal_code: prefix + bare })
        assert.equal(faults.postal_code, undefined, `${prefix}${bare}`)
      }
    }
  }
})

test('the pattern of postal codes works in forms, too', () => {
  // HTML, 4.10.5.3.6: browsers compile the pattern with the flag v.
  for (const code of countryCodes) {
    const { postalCode } = addressRules(code)
    for (const example of postalCode?.examples ?? [])
      assert.match(example, new RegExp(postalCode?.pattern ?? '', 'v'))
  }
})

test('a state is required only where the address cannot be delivered without it', () => {
  const requiring = countryCodes.filter((code) =>
    addressRules(code).fields.some(
      ({ property, required }) => property === 'state_province' && required,
    ),
  )
  assert.deepEqual(requiring, ['AU', 'BR', 'CA', 'CN', 'CR', 'ID', 'IN', 'JP', 'MX', 'US'])
})

test('forms offer the states of countries that do not require one', () => {
  for (const code of ['AE', 'ES', 'IT', 'JM', 'CO', 'VE'] as const) {
    const { fields, states } = addressRules(code)
    assert.ok(
      fields.some(({ property }) => property === 'state_province'),
      code,
    )
    assert.ok(states.length > 1, code)
  }
})

test('the city or the state is enough where digital wallets send only one of them', () => {
  for (const code of ['AE', 'BH', 'KW', 'OM', 'QA', 'SA', 'KY', 'NR'] as const) {
    assert.deepEqual(faultsOf(code, { city: 'Here' }), {}, code)
    assert.deepEqual(faultsOf(code, { state_province: 'There' }), {}, code)
    assert.deepEqual(Object.keys(faultsOf(code, { city: ' ' })), ['city'], code)
    const properties = addressRules(code).fields.map(({ property }) => property)
    assert.ok(properties.includes('city') && properties.includes('state_province'), code)
  }
})

test('the codes of states are those of ISO 3166-2', () => {
  const current = new Set(iso31662.map(({ code }) => code))
  for (const code of countryCodes) {
    for (const state of addressRules(code).states)
      assert.ok(state.code === undefined || current.has(`${code}-${state.code}`), state.code)
  }
  const codeOf = (country: CountryCode, name: string) =>
    addressRules(country).states.find((state) => state.latinName === name || state.name === name)
      ?.code
  // ISO 3166-2:CN since 2017, ISO 3166-2:IN since 2023.
  assert.equal(codeOf('CN', 'Beijing Shi'), 'BJ')
  assert.equal(codeOf('CN', 'Shaanxi Sheng'), 'SN')
  assert.equal(codeOf('IN', 'Chhattisgarh'), 'CG')
  assert.equal(codeOf('IN', 'Odisha'), 'OD')
  assert.equal(codeOf('IN', 'Telangana'), 'TS')
  assert.equal(codeOf('IN', 'Uttarakhand'), 'UK')
  assert.equal(codeOf('ES', 'Salamanca'), 'SA')
  assert.equal(codeOf('ID', 'Southwest Papua'), 'PD')
  assert.equal(codeOf('TW', 'Kinmen County'), 'KIN')
  assert.equal(codeOf('VN', 'Hà Nội'), 'HN')
})

test('a postal code in another format is refused, and the error describes the format', () => {
  const cases: [CountryCode, string, string][] = [
    ['US', '9021', 'Write a postal code like 90210: five digits, optionally a dash and four.'],
    ['US', '90210-12', 'Write a postal code like 90210: five digits, optionally a dash and four.'],
    ['US', 'x90210', 'Write a postal code like 90210: five digits, optionally a dash and four.'],
    ['US', '90210\n', 'Write a postal code like 90210: five digits, optionally a dash and four.'],
    ['DE', '1011', 'Write a postal code like 26133: 5 digits.'],
    ['DE', 'F-10115', 'Write a postal code like 26133: 5 digits.'],
    ['DE', '101155', 'Write a postal code like 26133: 5 digits.'],
    ['FI', 'SE-00550', 'Write a postal code like 00550: 5 digits.'],
    ['KR', '135-080', 'Write a postal code like 03051: 5 digits.'],
    [
      'GB',
      '90210',
      'Write a postal code like SW1A 1AA: two to four letters and digits, then a digit and two letters.',
    ],
    [
      'CA',
      'K1A 0O1',
      'Write a postal code like H3Z 2Y7: letter, digit, letter, then digit, letter, digit.',
    ],
    ['IE', 'BT71 5AB', 'Write a postal code like D02 X285: three characters, then four.'],
    ['NL', '0123 AB', 'Write a postal code like 1234 AB: four digits, then two letters.'],
    ['PL', '0950', 'Write a postal code like 00-950: two digits, a dash and three.'],
    ['JP', '15400', 'Write a postal code like 154-0023: three digits, a dash and four.'],
    ['SA', '1156', 'Write a postal code like 11564 or 12987-7318.'],
    ['LI', '9499', 'Write a postal code like 9496.'],
  ]
  for (const [code, postal_code, message] of cases) {
    const faults = faultsOf(code, { ...completePlace, postal_code })
    assert.deepEqual(faults, { postal_code: [message] }, `${code} ${postal_code}`)
  }
})

test('the error for a missing postal code or state has an example', () => {
  assert.deepEqual(faultsOf('AU', { city: 'Sydney' }), {
    state_province: [
      'A state, province or region is required in this country, such as Australian Capital Territory.',
    ],
    postal_code: ['A postal code is required in this country, such as 2060.'],
  })
  assert.deepEqual(faultsOf('CR', { city: 'Escazú' }), {
    state_province: ['A state, province or region is required in this country.'],
  })
})

test('a state is required, and its name is not checked', () => {
  const somewhere = { city: 'Springfield', state_province: 'Nowhere', postal_code: '90210' }
  assert.deepEqual(faultsOf('US', somewhere), {})
})

test('forms get the lines, the fields and their labels', () => {
  const us = addressRules('US')
  assert.deepEqual(propertiesOf(us.lines), [
    ['full_name'],
    ['address_1'],
    ['address_2'],
    ['address_3'],
    ['city', 'state_province', 'postal_code'],
    ['country_code'],
  ])
  assert.deepEqual(us.postalCode, {
    pattern: '^[ \\-]*(?:U[ \\-]*S[ \\-]*)?(?:(?:\\d[ \\-]*){5}(?:(?:\\d[ \\-]*){4})?)$',
    examples: ['90210', '90210-1234'],
  })
  assert.deepEqual(us.states[0], { key: 'AL', name: 'Alabama', code: 'AL' })

  const labels: [CountryCode, string, string][] = [
    ['US', 'postal_code', 'ZIP code'],
    ['US', 'state_province', 'State'],
    ['IE', 'postal_code', 'Eircode'],
    ['IE', 'state_province', 'County'],
    ['IN', 'postal_code', 'PIN code'],
    ['GB', 'city', 'Post town'],
    ['AU', 'city', 'Suburb'],
    ['KR', 'state_province', 'Province or metropolitan city'],
    ['DE', 'postal_code', 'Postal code'],
    ['CA', 'state_province', 'Province'],
    ['PE', 'state_province', 'Department'],
  ]
  for (const [code, property, label] of labels) {
    const field = addressRules(code).fields.find((known) => known.property === property)
    assert.equal(field && labelOf(field.label, 'en'), label, `${code} ${property}`)
  }
})

test('lines are in the local order, and in a different order for Latin script where there is one', () => {
  const { lines, latinLines = [], states } = addressRules('JP')
  assert.deepEqual(propertiesOf(lines)[0], ['postal_code'])
  assert.deepEqual(propertiesOf(lines)[1], ['state_province', 'city'])
  assert.deepEqual(propertiesOf(latinLines)[0], ['full_name'])
  assert.deepEqual(states[12], { key: '東京都', name: '東京都', latinName: 'Tokyo', code: '13' })
  assert.equal(addressRules('GB').latinLines, undefined)
})

test('the provinces of Vietnam, Korea, Indonesia, Venezuela and the Philippines are up to date', () => {
  assert.equal(addressRules('VN').states.length, 34)
  const korean = addressRules('KR').states.map(({ latinName }) => latinName)
  assert.ok(korean.includes('Gangwon State') && korean.includes('Jeonbuk State'))
  // Since 2022, 2019, 2019 and 2022.
  assert.equal(addressRules('ID').states.length, 38)
  const has = (code: CountryCode, name: string) =>
    addressRules(code).states.some((state) => state.name === name)
  assert.ok(has('VE', 'La Guaira') && !has('VE', 'Vargas'))
  assert.ok(has('PH', 'Davao de Oro') && has('PH', 'Maguindanao del Sur'))
})

test('patterns take linear time', () => {
  const hostile = ['1', 'A', ' ', '-', '1A', 'CALLAO '].map((part) => part.repeat(65_536))
  const started = processorSeconds()
  for (const code of countryCodes) {
    const { postalCode } = addressRules(code)
    for (const text of hostile) {
      if (postalCode) assert.ok(!isPostalCode(text, postalCode), code)
    }
  }
  assert.ok(processorSeconds() - started < 5)
})

test('countries have names in every language', () => {
  for (const language of languages) {
    for (const code of countryCodes) {
      const name = countryName(code, language)
      assert.ok(name !== '' && name !== code, `${code} in ${language}`)
    }
  }
  assert.equal(countryName('DE', 'en'), 'Germany')
  assert.equal(countryName('DE', 'fr'), 'Allemagne')
  assert.equal(countryName('JP', 'ja'), '日本')
  assert.equal(countryName('XK', 'ja'), 'コソボ')
})
