import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AddressInput } from '@foyer/client'
import { exportUser } from '../../src/identity/privacy/export.ts'
import { printedLines } from '../../src/resources/countries/printed-lines.ts'
import { countryCodes } from '../../src/resources/countries/rules.ts'
import { claimsOf } from '../../src/resources/user/claims.ts'
import { onEveryDatabase } from '../support/foyer.ts'
import { signedInBrowser } from '../support/sign-in.ts'

/*
 * Addresses, and their lines as post offices and companies of the country print them. Each has a
 * source that is not among those of the rules, the country's own post office in most cases.
 */

interface Printed {
  readonly source: string
  readonly address: AddressInput
  /** With the person, and without the country. */
  readonly lines: readonly string[]
}

const printed: readonly Printed[] = [
  {
    source: 'USPS Publication 28: city, state and ZIP code on the last line',
    address: {
      country_code: 'US',
      full_name: 'Ada Lovelace',
      address_1: '350 Fifth Avenue',
      city: 'New York',
      state_province: 'New York',
      postal_code: '10118',
    },
    lines: ['Ada Lovelace', '350 Fifth Avenue', 'New York, New York 10118'],
  },
  {
    source: 'Japan Post, addressing from abroad',
    address: {
      country_code: 'JP',
      full_name: 'Ada Lovelace',
      address_1: '3-2-1 Kasumigaseki',
      city: 'Chiyoda-ku',
      state_province: 'Tokyo',
      postal_code: '100-0013',
    },
    lines: ['Ada Lovelace', '3-2-1 Kasumigaseki', 'Chiyoda-ku, Tokyo', '100-0013'],
  },
  {
    source: 'Japan Post, addresses in Japanese',
    address: {
      country_code: 'JP',
      full_name: '佐藤花子',
      address_1: '霞が関3-2-1',
      city: '千代田区',
      state_province: '東京都',
      postal_code: '〒100-0013',
    },
    lines: ['〒100-0013', '東京都千代田区', '霞が関3-2-1', '佐藤花子'],
  },
  {
    source: 'Japan Post: the place decides, not the name',
    address: {
      country_code: 'JP',
      full_name: '佐藤花子',
      address_1: '3-2-1 Kasumigaseki',
      city: 'Chiyoda-ku',
      state_province: 'Tokyo',
      postal_code: '100-0013',
    },
    lines: ['佐藤花子', '3-2-1 Kasumigaseki', 'Chiyoda-ku, Tokyo', '100-0013'],
  },
  {
    source: 'China Post, in English and in Chinese',
    address: {
      country_code: 'CN',
      full_name: 'Li Hua',
      address_1: '3 Jinrong Street',
      city: 'Xicheng District',
      state_province: 'Beijing',
      postal_code: '100808',
    },
    lines: ['Li Hua', '3 Jinrong Street', 'Xicheng District', 'Beijing, 100808'],
  },
  {
    source: 'China Post, in English and in Chinese',
    address: {
      country_code: 'CN',
      full_name: '李华',
      address_1: '金融大街甲3号',
      city: '西城区',
      state_province: '北京市',
      postal_code: '100808',
    },
    lines: ['100808', '北京市西城区', '金融大街甲3号', '李华'],
  },
  {
    source: 'Hongkong Post, correct addressing; the code 999077 is what forms from abroad demand',
    address: {
      country_code: 'HK',
      full_name: 'Chan Tai Man',
      address_1: 'Flat 25, 12/F, Acacia Building',
      address_2: '150 Kennedy Road',
      city: 'Wan Chai',
      state_province: 'Hong Kong Island',
      postal_code: '999077',
    },
    lines: [
      'Chan Tai Man',
      'Flat 25, 12/F, Acacia Building',
      '150 Kennedy Road',
      'Wan Chai',
      'Hong Kong Island',
      '999077',
    ],
  },
  {
    source: 'Hongkong Post, correct addressing in Chinese',
    address: {
      country_code: 'HK',
      full_name: '陳大文',
      address_1: '堅尼地道150號',
      city: '灣仔',
      state_province: '香港島',
    },
    lines: ['香港島', '灣仔', '堅尼地道150號', '陳大文'],
  },
  {
    source: 'Korea Post, road name addresses in English',
    address: {
      country_code: 'KR',
      full_name: 'Kim Minji',
      address_1: '19 Doum 5-ro',
      city: 'Sejong-si',
      postal_code: '30114',
    },
    lines: ['Kim Minji', '19 Doum 5-ro', 'Sejong-si', '30114'],
  },
  {
    source: 'Korea Post, road name addresses',
    address: {
      country_code: 'KR',
      full_name: '김민지',
      address_1: '세종대로 209',
      city: '종로구',
      state_province: '서울특별시',
      postal_code: '03171',
    },
    lines: ['서울특별시 종로구', '세종대로 209', '김민지', '03171'],
  },
  {
    source: 'CTT Macau',
    address: {
      country_code: 'MO',
      full_name: 'Maria Wong',
      address_1: 'Largo do Senado 126',
      city: 'Macau',
    },
    lines: ['Maria Wong', 'Largo do Senado 126', 'Macau'],
  },
  {
    source: 'CTT Macau',
    address: {
      country_code: 'MO',
      full_name: '黃美玲',
      address_1: '議事亭前地126號',
      city: '澳門',
    },
    lines: ['澳門', '議事亭前地126號', '黃美玲'],
  },
  {
    source: 'Chunghwa Post, in English',
    address: {
      country_code: 'TW',
      full_name: 'Chen Yi-chun',
      address_1: '55 Jinshan S. Rd., Sec. 2',
      city: 'Da’an District',
      state_province: 'Taipei City',
      postal_code: '106409',
    },
    lines: ['Chen Yi-chun', '55 Jinshan S. Rd., Sec. 2', 'Da’an District, Taipei City 106409'],
  },
  {
    source: 'Chunghwa Post',
    address: {
      country_code: 'TW',
      full_name: '陳怡君',
      address_1: '金山南路2段55號',
      city: '大安區',
      state_province: '臺北市',
      postal_code: '106409',
    },
    lines: ['106409', '臺北市大安區', '金山南路2段55號', '陳怡君'],
  },
  {
    source: 'Royal Mail: a county is not needed, and stands below the post town',
    address: {
      country_code: 'GB',
      full_name: 'Ada Lovelace',
      address_1: '1 Vale Road',
      city: 'Tonbridge',
      state_province: 'Kent',
      postal_code: 'TN9 1AA',
    },
    lines: ['Ada Lovelace', '1 Vale Road', 'Tonbridge', 'Kent', 'TN9 1AA'],
  },
  {
    source: 'SingPost; people repeat the name of the city',
    address: {
      country_code: 'SG',
      full_name: 'Tan Wei Ling',
      address_1: '10 Eunos Road 8',
      city: 'Singapore',
      postal_code: '408600',
    },
    lines: ['Tan Wei Ling', '10 Eunos Road 8', 'Singapore', '408600'],
  },
  {
    source: 'Correios',
    address: {
      country_code: 'BR',
      full_name: 'João Souza',
      address_1: 'Rua Líbero Badaró 425',
      city: 'São Paulo',
      state_province: 'SP',
      postal_code: '01009-905',
    },
    lines: ['João Souza', 'Rua Líbero Badaró 425', 'São Paulo-SP', '01009-905'],
  },
  {
    source: 'PTT: the district, a slash and the province',
    address: {
      country_code: 'TR',
      full_name: 'Elif Yılmaz',
      address_1: 'Şehit Teğmen Kalmaz Cad. No: 2',
      city: 'Altındağ',
      state_province: 'Ankara',
      postal_code: '06101',
    },
    lines: ['Elif Yılmaz', 'Şehit Teğmen Kalmaz Cad. No: 2', '06101 Altındağ/Ankara'],
  },
  {
    source: 'Deutsche Post; people abroad fill in a state',
    address: {
      country_code: 'DE',
      full_name: 'Konrad Zuse',
      address_1: 'Möckernstraße 26',
      city: 'Berlin',
      state_province: 'Brandenburg',
      postal_code: '10963',
    },
    lines: ['Konrad Zuse', 'Möckernstraße 26', '10963 Berlin', 'Brandenburg'],
  },
  {
    source: 'Correios de Moçambique',
    address: {
      country_code: 'MZ',
      full_name: 'Graça Tembe',
      address_1: 'Avenida 25 de Setembro 1462',
      city: 'Maputo',
      state_province: 'Maputo Cidade',
      postal_code: '1100',
    },
    lines: ['Graça Tembe', 'Avenida 25 de Setembro 1462', '1100 Maputo Maputo Cidade'],
  },
]

const countryOf: Readonly<Record<string, string>> = {
  US: 'United States',
  JP: 'Japan',
  CN: 'China',
  HK: 'Hong Kong SAR China',
  KR: 'South Korea',
  MO: 'Macao SAR China',
  TW: 'Taiwan',
  GB: 'United Kingdom',
  SG: 'Singapore',
  BR: 'Brazil',
  TR: 'Türkiye',
  DE: 'Germany',
  MZ: 'Mozambique',
}

await onEveryDatabase('printed addresses', (foyer) => {
  test('pages, exports and claims show an address as its writer would, under its person', async () => {
    const user = await foyer.newUser()
    for (const { address } of printed) await user.addresses.create(address)
    const browser = await signedInBrowser(foyer.authUrl, user.email)
    const { text } = await browser.get('/account/addresses')
    const exported = (await exportUser(foyer.privacy, user.id)).addresses
    const allLines = (exported as readonly { lines: string[] }[]).map(({ lines }) => lines)
    for (const { source, address, lines } of printed) {
      const country = countryOf[address.country_code ?? ''] ?? ''
      const rest = [...lines.filter((line) => line !== address.full_name), country]
      const card = `${rest.map((line) => `${line}<br>`).join('')}</p>`
      const cards = text.split('<li class="card">').filter((one) => one.includes(card))
      assert.ok(
        cards.some((one) => one.includes(`<h2>${address.full_name}`)),
        `${source}: ${card}`,
      )
      const expected = [...lines, country]
      assert.ok(
        allLines.some((one) => one.join('\n') === expected.join('\n')),
        `${source}: ${expected}`,
      )
    }
    const { address: claim } = (await claimsOf(foyer.db, user.id)) ?? {}
    assert.equal(claim?.formatted, '350 Fifth Avenue\nNew York, New York 10118\nUnited States')
  })
})

test('in every country, each part that is stored is printed once, in both scripts', () => {
  const parts = {
    full_name: 'Name',
    address_1: 'First',
    address_2: 'Second',
    address_3: 'Third',
    city: 'Town',
    state_province: 'Oblast',
    postal_code: '12345',
  }
  const chinese = { ...parts, address_1: '第一', city: '城市' }
  for (const country_code of [...countryCodes, 'AN']) {
    for (const address of [parts, chinese]) {
      const lines = printedLines({ ...address, country_code }, 'en')
      for (const part of Object.values(address))
        assert.equal(lines.join('\n').split(part).length, 2, `${country_code} ${part} ${lines}`)
    }
    const [first] = printedLines({ ...parts, country_code }, 'en')
    assert.equal(first, country_code === 'KZ' ? '12345' : 'Name', country_code)
  }
})

test('a part that is missing takes its separator along', () => {
  const of = (rest: object) => printedLines({ country_code: 'US', ...rest }, 'en')[0]
  assert.equal(of({ city: 'Springfield', postal_code: '62701' }), 'Springfield 62701')
  assert.equal(of({ city: 'Springfield', state_province: 'IL' }), 'Springfield, IL')
  assert.equal(of({ state_province: 'IL', postal_code: '62701' }), 'IL 62701')
})
