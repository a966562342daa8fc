import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Client } from 'pg'
import { commands } from '../../src/commands/commands.ts'
import { readArguments } from '../../src/commands/terminal/arguments.ts'
import { createApplication } from '../../src/identity/applications/applications.ts'
import { createUser } from '../../src/identity/users/accounts/accounts.ts'
import { holdsCardNumber } from '../../src/platform/text/card-number/card-number.ts'
import { addressRules, countryCodes } from '../../src/resources/countries/rules.ts'
import { findListing, importListings } from '../../src/resources/listings/listings.ts'
import { london } from '../support/addresses.ts'
import { type Account, createAccounts, digitsOf, newAccounts } from '../support/bank-sweep.ts'
import {
  checkDigit,
  findNumbers,
  newNumbers,
  numbersIn,
  publishedNumbers,
  writings,
} from '../support/card-numbers.ts'
import { figure } from '../support/figure.ts'
import { onEveryDatabase } from '../support/foyer.ts'
import { type HonestKind, honestTexts } from '../support/honest-text.ts'
import { sql } from '../support/inside.ts'
import { newListing } from '../support/listings.ts'
import { startCluster } from '../support/postgres.ts'
import { newDirectory, preparedDirectory, readDemo, Service } from '../support/program.ts'
import { isSoak, repetitions } from '../support/soak.ts'
import {
  type Caller,
  headerCount,
  type Placement,
  placementsIn,
  type ServedDocument,
  send,
  usualIban,
  usualNumber,
} from '../support/sweep.ts'
import { retry503 } from '../support/wire.ts'

/** The refusal of the last check. It does not show the number. */
const cardNumberRefused = {
  code: 'validation_failed',
  message: 'A card number must not be stored.',
}

describe('a card number is recognised', () => {
  for (const [name, write] of Object.entries(writings)) {
    test(name, () => {
      for (const number of newNumbers(500)) assert.ok(holdsCardNumber(write(number)), write(number))
    })
  }

  test('in the digits of every script', () => {
    const number = '4111111111111111'
    let scripts = 0
    for (const system of Intl.supportedValuesOf('numberingSystem')) {
      const format = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false })
      const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit))
      if (!digits.every((digit) => /^\p{Nd}$/u.test(digit))) continue
      scripts++
      const written = number.replace(/\d/g, (digit) => digits[Number(digit)] ?? '')
      assert.ok(holdsCardNumber(written), system)
      assert.ok(!holdsCardNumber(`${written.slice(0, -2)}${digits[2]}`), system)
    }
    assert.ok(scripts > 40, String(scripts))
  })

  test('on keys, and under accents', () => {
    for (const mark of ['\ufe0f\u20e3', '\u0301', '\u0334'.repeat(40)])
      assert.ok(holdsCardNumber('4111111111111111'.replace(/\d/g, `$&${mark}`)))
  })

  const places: Readonly<Record<string, (number: string) => string>> = {
    alone: (number) => number,
    'in an e-mail address': (number) => `${number}@example.com`,
    'in the name of an e-mail address': (number) => `ada.${number}+x@example.com`,
    'in the domain of an e-mail address': (number) => `ada@${number}.example.com`,
    'behind a word for telephones': (number) => `Tel. ${number}`,
    'behind a word for letter boxes': (number) => `Packstation 123 ${number}`,
    'behind a word for orders': (number) => `Order ${number}`,
    'behind a word for accounts': (number) => `IBAN: ${number}`,
    'behind a plus sign': (number) => `+${number}`,
    'before its expiry, without a separator': (number) => `${number}1231`,
    'before its expiry with the whole year': (number) => `${number}122031`,
    'before its expiry and its security code': (number) => `${number}1231123`,
    'in fours before its expiry': (number) => `${writings['with spaces']?.(number)} 1231`,
    'in fours before its expiry, without a separator': (number) =>
      `${writings['with spaces']?.(number)}1231`,
    'in an e-mail address, with hyphens': (number) =>
      `${writings['with hyphens']?.(number)}@example.com`,
    'in uneven groups': (number) => `${number.slice(0, 6)} ${number.slice(6)}`,
    'in other uneven groups': (number) =>
      `${number.slice(0, 4)}-${number.slice(4, 12)}-${number.slice(12)}`,
    'in halves': (number) => `${number.slice(0, 8)} ${number.slice(8)}`,
    'in a URL': (number) => `https://app.example.com/${number}/callback`,
  }
  for (const [place, write] of Object.entries(places)) {
    test(`of every brand, ${place}`, () => {
      for (const [brand, numbers] of Object.entries(publishedNumbers))
        for (const number of numbers)
          assert.ok(holdsCardNumber(write(number)), `${brand}: ${write(number)}`)
    })
  }

  test('in characters that stand for two digits each', () => {
    // 4 11 11 11 11 11 11 11 1, as Unicode circles them.
    assert.ok(holdsCardNumber('④⑪⑪⑪⑪⑪⑪⑪①'))
  })

  test('in fours before its expiry, for every range of card numbers', () => {
    for (const number of newNumbers(500))
      assert.ok(holdsCardNumber(`${writings['with spaces']?.(number)} 1231`), number)
  })

  test('behind a plus sign, with 14 or 15 digits as with more', () => {
    for (const number of newNumbers(1_000).filter(({ length }) => length > 13))
      assert.ok(holdsCardNumber(`+${number}`), number)
  })

  test('but not with a wrong check digit', () => {
    for (const number of newNumbers(1_000)) {
      const wrong = number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10)
      assert.ok(!holdsCardNumber(wrong), wrong)
      assert.ok(!holdsCardNumber(`no ${wrong}, 12/31`), wrong)
    }
  })
})

describe('text without a card number is accepted', () => {
  const ordinary = [
    '12 St James’s Square',
    'Flat 4, 221B Baker Street',
    '千代田区丸の内1-2-3-1501',
    'ul. Długa 12/34 m. 5',
    'Postfach 12 34 56',
    'P.O. Box 123456, 12345-6789',
    'Km 12.5, Ruta 40, Lote 1234',
    'C/ Mayor, 12, 3º 4ª',
    '+442079460000',
    '+44 20 7946 0000',
    '+1 (212) 555-0100',
    '+86 138 0013 8000',
    '020 7946 0000',
    '03-1234-5678',
    'ada.lovelace+tickets2026@example.com',
    '2026-11-20T12:50:24Z',
    'Order 2026-000123456',
    '00000000000000000000',
    '0000 0000 0000 0000',
    '12345678901234567890123456789012',
    'c56a4180-65aa-42ec-a945-5fd21dec0538',
    '',
  ]
  for (const text of ordinary) test(text, () => assert.ok(!holdsCardNumber(text)))

  test('identifiers', () => {
    for (let count = 0; count < 20_000; count++) {
      const id = randomUUID()
      // One in three million has no letter, and may be a card number in groups.
      if (!/[a-f]/.test(id)) continue
      for (const text of [`${id}@example.com`, `pm_${id}`]) assert.ok(!holdsCardNumber(text), text)
    }
  })

  test('a thousand addresses of all countries', () => {
    const refused = Array.from({ length: 1_000 }, (_, index) => ordinaryLines(index))
      .flat()
      .filter(holdsCardNumber)
    assert.deepEqual(refused, [])
  })
})

describe('ordinary text is rarely refused', () => {
  /** The maximum share of each kind that may be refused, in percent. */
  const most: Readonly<Record<HonestKind, number>> = {
    'e-mail addresses': 0.5,
    'e-mail addresses with 13 digits': 0.5,
    'postal addresses': 0.5,
    'telephone numbers': 0.5,
    'IBANs in text': 0.5,
    'order numbers': 1.5,
  }
  for (const [kind, texts] of honestTexts(4_000)) {
    test(kind, (t) => {
      const refused = texts.filter(holdsCardNumber)
      const share = (100 * refused.length) / texts.length
      t.diagnostic(`${share.toFixed(2)} % of ${texts.length} ${kind} are refused`)
      t.diagnostic(refused.slice(0, 10).join('\n'))
      figure(54, `refused ${kind}, %`, share, { atMost: most[kind] }, texts.length)
    })
  }

  test('up to 13 digits behind a plus sign or two noughts', () => {
    for (const number of newNumbers(1_000).filter(({ length }) => length === 13))
      for (const text of [`+${number}`, `+ ${number}`, `00${number}`, `00 ${number}`])
        assert.ok(!holdsCardNumber(text), text)
  })

  test('words that look like the context of a card number', () => {
    for (const text of [
      'Packstation 819 5149271744',
      'Tel. +49 151 23456789',
      'Tel. 0049 30 123456789',
      '0049 151 5727 3738',
      'DE89 3702 0044 0532 0130 00',
      'bitte auf GB33 BUKB 2020 1555 5555 55 überweisen',
      'IBAN: FR14 2004 1010 0505 0001 3M02 606.',
    ])
      assert.ok(!holdsCardNumber(text), text)
  })

  test('an account number with wrong check digits is searched for card numbers', () => {
    assert.ok(holdsCardNumber('DE88 4111 1111 1111 1111 00'))
  })
})

/** Lines of ordinary addresses, one country after the other. */
function ordinaryLines(index: number): string[] {
  const code = countryCodes[index % countryCodes.length] ?? 'GB'
  const pick = <T>(all: readonly T[], step: number): T => all[(index * step) % all.length] as T
  const streets = [
    'High Street',
    'Hauptstraße',
    'rue de la Paix',
    'Calle Mayor',
    '丁目',
    'улица Ленина',
  ]
  const house = (index * 37) % 9_999
  const name = new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
  const postalCode = addressRules(code).postalCode?.examples?.[0] ?? ''
  return [
    `${house} ${pick(streets, 7)}`,
    `${pick(streets, 5)} ${house}-${index % 90}/${index % 30}, ${pick(['Flat', 'Apt', 'кв.', '号'], 3)} ${index % 900}`,
    `P.O. Box ${house}${index}`,
    `${postalCode} ${name}`,
    `${pick(['Building', 'Block', 'Tower'], 11)} ${index % 40}, ${index % 60} ${postalCode}`,
    `Tel. 0${String(index * 7_919).padStart(9, '2')}`,
  ]
}

test('a UUID is no card number, also within an id with a prefix', () => {
  const uuid = '4d69b77b-0997-4456-8245-0e38da7556f0'
  for (const id of [uuid, `pm_${uuid}`, `cus-${uuid}`, `${uuid}_2`, `pm_${uuid.toUpperCase()}`])
    assert.equal(holdsCardNumber(id), false, id)
  for (const id of ['pm_4111111111111111', `${uuid}_4111111111111111`, `a0${uuid}`])
    assert.equal(holdsCardNumber(id), true, id)
})

describe('no input accepts a card number', () => {
  const number = '4111111111111111'

  test('no option or argument of a command', () => {
    let places = 0
    for (const { name, argument, options } of commands) {
      const needed = Object.entries(options)
        .filter(([, { required }]) => required)
        .flatMap(([option]) => [`--${option}`, 'x'])
      const start = [...name.split(' '), ...needed, ...(argument === undefined ? [] : ['x'])]
      const written = [number, `${number}@example.com`, `https://a.example/${number}`]
      for (const text of [...written, '5555 5555 5555 4444', `+378282246310005`]) {
        const given = Object.entries(options)
          .filter(([, { value }]) => value !== undefined && value !== 'FILE')
          .map(([option]) => ({ place: `--${option}`, line: [...start, `--${option}`, text] }))
        const bare = { place: String(argument), line: [...start.slice(0, -1), text] }
        const isBare = argument !== undefined && argument !== 'FILE'
        for (const { place, line } of isBare ? [...given, bare] : given) {
          places++
          assert.throws(
            () => readArguments(commands, line),
            { code: 'validation_failed', message: `${place} must not contain a card number.` },
            line.join(' '),
          )
        }
      }
    }
    assert.ok(places > 100, String(places))
  })

  test('a file name may contain any digits', () => {
    const line = ['listing', 'import', `/tmp/${number}/listings`]
    assert.equal(readArguments(commands, line).kind, 'command')
  })

  test('no value of an SQL statement, alone, in a list or within JSON', () => {
    for (const published of Object.values(publishedNumbers).flat())
      for (const value of [
        published,
        `${published}@example.com`,
        [`https://a.example/${published}`],
        JSON.stringify({ deep: [{ number: published }] }),
      ])
        assert.throws(() => sql`select ${value}`, cardNumberRefused, String(value))
  })

  test('but a SHA-256 within JSON is accepted, whatever its digits', () => {
    const sha256 = `a4111111111111111${'b'.repeat(47)}`
    assert.ok(sql`select ${JSON.stringify({ chains: 3, previous_sha256: sha256 })}`)
    for (const text of [sha256.slice(1), `${sha256}c`, `${sha256} 4111111111111111`])
      assert.throws(() => sql`select ${JSON.stringify({ text })}`, cardNumberRefused, text)
  })

  test('and every value that programs generate is accepted', () => {
    for (let index = 0; index < 5_000; index++) {
      const random = randomBytes(32)
      const payload = { iat: 1_700_000_000 + index, at: Date.now() + index * 7_919 }
      const time = new Date(payload.at).toISOString()
      assert.ok(
        sql`select ${random}, ${random.toString('hex')}, ${[random.toString('hex')]},
          ${random.toString('base64url')}, ${randomUUID()}, ${time}, ${JSON.stringify(payload)},
          ${String(payload.at)}`,
      )
    }
  })
})

await onEveryDatabase('people', (foyer) => {
  test('may have long numbers in their addresses and e-mail addresses', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create({
      ...london,
      address_1: 'Packstation 819 5149271744',
      address_2: 'Tel. 0049 30 123456789',
      address_3: 'IBAN DE89 3702 0044 0532 0130 00',
    })
    assert.equal(address.address_1, 'Packstation 819 5149271744')
    const body = { email: 'ada8968083411488@example.com' }
    assert.equal((await user.request('POST', '/paymentmethods/paypal', { body })).status, 201)
  })

  test('cannot store a card number there, in any form', async () => {
    const user = await foyer.newUser()
    for (const address_1 of ['Packstation 819 4111111111111111', 'Tel. +378282246310005']) {
      const body = { ...london, address_1 }
      const { status, text } = await user.request('POST', '/addresses', { body })
      assert.equal(status, 400)
      assert.match(text, /"address_1":\["Must not contain a card number\."\]/)
    }
    const body = { email: '4111111111111111@example.com' }
    assert.equal((await user.request('POST', '/paymentmethods/paypal', { body })).status, 400)
  })
})

await onEveryDatabase('operators', (foyer) => {
  const number = '4111111111111111'

  test('cannot store a card number with a user or an application', async () => {
    const password = 'correct horse'
    const user = (email: string) => createUser(foyer.db, { email, password, serviceName: 'Foyer' })
    await assert.rejects(user(`${number}@example.com`), cardNumberRefused)
    const web = { name: 'Shop', kind: 'web', redirectUris: ['https://a.example/'] } as const
    const application = (more: object) =>
      createApplication(foyer.db, { ...web, scopes: ['read:user'], ...more })
    await assert.rejects(application({ name: `Shop ${number}` }), cardNumberRefused)
    const uri = `https://a.example/${number}`
    await assert.rejects(application({ redirectUris: [uri] }), cardNumberRefused)
    await assert.rejects(application({ postLogoutRedirectUris: [uri] }), cardNumberRefused)
  })

  test('cannot store a card number with a listing: the error names the line and the property', async () => {
    const good = newListing()
    const [delivery] = good.delivery_methods
    const spaced = '5555 5555 5555 4444'
    for (const [told, place] of [
      [{ delivery_methods: [{ ...delivery, name: spaced }] }, 'delivery_methods.0.name'],
      [{ delivery_methods: [{ ...delivery, type: spaced }] }, 'delivery_methods.0.type'],
      [{ coupons: [{ code: number, expires_at: null }] }, 'coupons.0.code'],
    ] as const) {
      const lines = [good, { ...newListing(), ...told }].map((line) => JSON.stringify(line))
      await assert.rejects(importListings(foyer.db, lines), {
        code: 'validation_failed',
        message: `Line 2: ${place} must not contain a card number. Nothing was imported.`,
      })
    }
    await assert.rejects(
      importListings(foyer.db, [JSON.stringify({ ...good, [number]: 1 })]),
      ({ message }: Error) => /card number/.test(message) && !message.includes(number),
    )
    assert.equal(await findListing(foyer.db, good.id), null)
  })

  test('a listing whose id has the digits of a card number is imported and found like any other', async () => {
    const user = await foyer.newUser()
    const url = `/listings/${number}/paymentmethods`
    assert.equal((await user.request('PUT', url)).status, 403)
    await importListings(foyer.db, [JSON.stringify(newListing({ id: number }))])
    assert.equal((await user.request('PUT', url)).status, 200)
    assert.equal((await findListing(foyer.db, number))?.id, number)
  })

  test('a request id that is a card number in the form of a UUID is replaced', async () => {
    const given = '41111111-1111-1111-0000-000000000000'
    const response = await fetch(foyer.baseUrl, { headers: { 'request-id': given } })
    assert.notEqual(response.headers.get('request-id'), given)
  })
})

describe('no card number is stored', () => {
  test('in PostgreSQL, its log of transactions, its log of statements, answers or the log', async (t) => {
    const cluster = await startCluster({ logsEverything: true })
    if (cluster === null) return t.skip('there is no PostgreSQL')
    const dataDir = newDirectory()
    const service = await Service.start({
      DATABASE_URL: cluster.url(),
      DATA_DIR: dataDir,
      DEMO: 'true',
      LOG_LEVEL: 'trace',
      PROBE_PORT: 'off',
    })
    const numbers = newNumbers(repetitions({ short: 100, soak: 1_000 }))
    const accounts = newAccounts(repetitions({ short: 20, soak: 200 }))
    // The short form has every place and every writing of every operation at least once.
    const leastTurns = Object.keys(writings).length
    await sweep(service, dataDir, { numbers, accounts, folder: cluster.home, leastTurns })

    const [control = ''] = newNumbers(1)
    const wanted = new Set([
      ...numbers,
      ...accounts.map(digitsOf),
      usualNumber,
      usualIban.slice(4),
      control,
    ])
    const client = new Client({ connectionString: cluster.url() })
    await client.connect()
    // A number that the search must find. This shows that it looks everywhere. It is inserted three
    // times, because the end of a page of the log of transactions may divide one of them.
    await client.query('create table control (number text)')
    for (let n = 0; n < 3; n++)
      await client.query('insert into control values ($1)', [writings['full-width']?.(control)])
    await client.query('checkpoint')
    const rows = await allRows(client)
    await client.end()
    await service.stop()
    assert.deepEqual(numbersIn(rows, wanted), [control])

    writeFileSync(join(cluster.home, 'foyer-log'), service.output)
    const found = await findNumbers(cluster.home, wanted)
    const leaked = found.filter(({ number }) => number !== control)
    assert.deepEqual(leaked, [])
    figure(24, 'card numbers found, PostgreSQL', leaked.length, { atMost: 0 }, numbers.length)
    for (const place of [/^log$/, /pg_wal/, /base/])
      assert.ok(
        found.some(({ file }) => place.test(file)),
        String(place),
      )
  })

  test('in the embedded database, answers or the log', async () => {
    const dataDir = await preparedDirectory()
    const service = await Service.start({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'trace',
      PROBE_PORT: 'off',
    })
    const numbers = newNumbers(repetitions({ short: 100, soak: 200 }))
    const accounts = newAccounts(repetitions({ short: 10, soak: 200 }))
    // The short form has every place of every operation, each in another writing, but one header
    // of each operation.
    const headersAtEvery = repetitions({ short: headerCount, soak: 1 })
    const cards = numbers.slice(0, repetitions({ short: 40, soak: numbers.length }))
    await sweep(service, dataDir, { numbers, cards, accounts, folder: dataDir, headersAtEvery })
    await service.stop()
    writeFileSync(join(dataDir, 'foyer-log'), service.output)
    const leaked = await findNumbers(
      dataDir,
      new Set([...numbers, ...accounts.map(digitsOf), usualNumber, usualIban.slice(4)]),
    )
    assert.deepEqual(leaked, [])
    figure(24, 'card numbers found, embedded', leaked.length, { atMost: 0 }, numbers.length)
  })
})

/** Every row of every table, as text. */
async function allRows(client: Client): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  let text = ''
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
    text += rows.map(({ row }) => `${row}\n`).join('')
  }
  return text
}

/**
 * Sends every number to every operation, each time in another place and another writing, and keeps
 * all answers in a file of `folder`.
 * @param given.cards the numbers with which cards are created
 * @param given.leastTurns how many numbers an operation with fewer places gets in the short form
 */
async function sweep(
  service: Service,
  dataDir: string,
  given: {
    readonly numbers: readonly string[]
    readonly cards?: readonly string[]
    readonly accounts: readonly Account[]
    readonly folder: string
    readonly leastTurns?: number
    readonly headersAtEvery?: number
  },
): Promise<void> {
  const { numbers, cards = numbers, accounts, folder, leastTurns = 0, headersAtEvery = 1 } = given
  const answers = join(folder, 'foyer-answers')
  mkdirSync(folder, { recursive: true })
  const document = await documentOf(service)
  const caller = await callerOf(service, dataDir)
  const operations = [...placementsIn(document, caller, { headersAtEvery }).values()]
  const most = Math.max(...operations.map(({ length }) => length))
  assert.ok(numbers.length >= most, `${most} places need a number each`)
  const written = Object.values(writings)
  const attempts = function* () {
    for (const [turn, number] of numbers.entries()) {
      for (const [index, places] of operations.entries()) {
        if (!isSoak && turn >= Math.max(places.length, leastTurns)) continue
        const place = places[(turn + index) % places.length] as Placement
        // Each time a place is used again, it gets another writing.
        const write = written[(turn + Math.floor(turn / written.length) + index) % written.length]
        yield place(write?.(number) ?? number)
      }
    }
  }
  const all = attempts()
  const worker = async () => {
    for (const attempt of all) {
      const { status, text, body } = await send(service.port, '/v2', attempt)
      appendFileSync(answers, text)
      const what = `${attempt.method} ${attempt.path} ${attempt.body}: ${status} ${body}`
      assert.ok(status < 500, what)
      if (attempt.refusedBy === undefined) continue
      assert.equal(status, 400, what)
      const { errors } = JSON.parse(body) as { errors: Record<string, string[]> }
      assert.ok(
        Object.keys(errors).some((name) => name.split('.')[0] === attempt.refusedBy),
        what,
      )
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  for (const number of numbers.slice(0, 20)) await sendBroken(service.port, number)
  await createCards(service, caller, cards, answers)
  await createAccounts(service, caller, accounts, answers)
}

async function documentOf({ port }: Service): Promise<ServedDocument> {
  const response = await retry503(() => fetch(`http://127.0.0.1:${port}/openapi.json`))
  assert.equal(response.status, 200)
  return (await response.json()) as ServedDocument
}

async function callerOf({ port }: Service, dataDir: string): Promise<Caller> {
  const { users, application, listings } = readDemo(dataDir)
  const accessToken = users[0].access_token
  const headers = { authorization: `Bearer ${accessToken}` }
  const firstId = async (path: string): Promise<string> => {
    const response = await retry503(() => fetch(`http://127.0.0.1:${port}/v2${path}`, { headers }))
    assert.equal(response.status, 200, path)
    const list = (await response.json()) as { _embedded: { items: { id: number }[] } }
    return String(list._embedded.items[0]?.id)
  }
  const create = async (path: string, content: object): Promise<void> => {
    const init = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(content),
    }
    const { status } = await retry503(() => fetch(`http://127.0.0.1:${port}/v2${path}`, init))
    assert.ok(status === 201 || status === 200, `${path}: ${status}`)
  }
  await create('/webhooks', { url: 'http://127.0.0.1:9/hook' })
  await create('/paymentmethods/bankaccount', { full_name: 'Ada Lovelace', iban: usualIban })
  const credentials = `${application.client_id}:${application.client_secret}`
  return {
    accessToken,
    application: Buffer.from(credentials).toString('base64'),
    ids: {
      addressId: await firstId('/addresses'),
      paymentMethodId: await firstId('/paymentmethods/types/creditcard'),
      payPalId: await firstId('/paymentmethods/types/paypal'),
      bankAccountId: await firstId('/paymentmethods/types/bankaccount'),
      webhookId: await firstId('/webhooks'),
      code: 'GB',
      type: 'creditcard',
      listingId: String(listings[0]?.id ?? 1),
    },
  }
}

/** Requests that Node's parser refuses, whose errors carry what was received. */
function sendBroken(port: number, number: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('close', () => resolve()).on('error', () => resolve())
    socket.resume()
    socket.write(`GET /${number} HTTP/1.1\r\nHost: localhost\r\n${number} : ${number}\r\n\r\n`)
  })
}

/** Creates a card with each number that the vault accepts, and deletes it again. */
async function createCards(
  { port }: Service,
  { accessToken }: Caller,
  numbers: readonly string[],
  answers: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  let created = 0
  const rest = numbers.values()
  const worker = async () => {
    for (const number of rest) {
      const card_number = (writings[created % 2 ? 'with spaces' : 'full-width'] ?? String)(number)
      const body = { full_name: 'Ada Lovelace', card_number, expiry_month: 12, expiry_year: 2098 }
      const attempt = { method: 'POST', path: '/paymentmethods/creditcard', headers }
      const told = await send(port, '/v2', { ...attempt, body: JSON.stringify(body) })
      appendFileSync(answers, told.text)
      if (told.status !== 201) continue
      created++
      const { id } = JSON.parse(told.body) as { id: number }
      await send(port, '/v2', { method: 'DELETE', path: `/paymentmethods/${id}`, headers })
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  assert.ok(created > numbers.length / 4, String(created))
}

test('the test data has valid card numbers', () => {
  for (const number of Object.values(publishedNumbers).flat())
    assert.equal(checkDigit(number.slice(0, -1)), Number(number.at(-1)), number)
  assert.equal(checkDigit('411111111111111'), 1)
  assert.equal(checkDigit('37828224631000'), 5)
})
