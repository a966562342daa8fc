import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CreditCardInput,
  type ErrorBody,
  etagOf,
  type PaymentMethod,
  responseOf,
} from '@foyer/client'
import en from '../../../locales/en.json' with { type: 'json' }
import { berlin, london } from '../../support/addresses.ts'
import { checkDigit, newCard, newCardNumber, visa } from '../../support/cards.ts'
import { at, endOfLastMonth } from '../../support/clock.ts'
import { type Foyer, onEveryDatabase, type TestUser } from '../../support/foyer.ts'

const creation = '/paymentmethods/creditcard'

/** The errors for a new card, by property. */
async function faultsOf(user: TestUser, body: object): Promise<ErrorBody['errors']> {
  const answer = await user.request<ErrorBody>('POST', creation, { body })
  assert.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'], answer.text)
  return answer.body.errors
}

/** The errors for a new card that is valid except for these properties. */
const faultsWith = (user: TestUser, wrong: object): Promise<ErrorBody['errors']> =>
  faultsOf(user, { ...visa, ...wrong })

function detailsOf(method: PaymentMethod) {
  assert.equal(method.type, 'CreditCard')
  assert.ok(method.type === 'CreditCard' && method._embedded?.type_details)
  return method._embedded.type_details
}

const countOf = async (user: TestUser): Promise<number> =>
  (await user.paymentMethods.list().toArray()).length

await onEveryDatabase('cards', (foyer) => {
  creating(foyer)
  numbers(foyer)
  otherFields(foyer)
  repeatedCards(foyer)
  replacing(foyer)
})

function creating(foyer: Foyer): void {
  test('a card is created with every property, and shows only what may be shown', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create(london)
    const body = {
      full_name: '  Ada Lovelace ',
      card_number: '4111 1111 1111 1111',
      expiry_month: 7,
      expiry_year: 2031,
      start_month: 8,
      start_year: 2021,
      issue_number: '3',
      billing_address_id: address.id,
      default_buyer_method: true,
      default_seller_method: false,
    }
    const created = await user.request<PaymentMethod>('POST', creation, { body })
    assert.equal(created.status, 201)
    const { _links, ...card } = created.body
    assert.deepEqual(card, {
      id: card.id,
      details: '************1111',
      type: 'CreditCard',
      type_description: 'Credit or Debit Card',
      buyer_method: true,
      default_buyer_method: true,
      seller_method: false,
      default_seller_method: false,
      _embedded: {
        billing_address: await user.addresses.get(address.id),
        type_details: {
          brand: 'visa',
          last4: '1111',
          expiry_month: 7,
          expiry_year: 2031,
          full_name: 'Ada Lovelace',
          expired: false,
          wallet: null,
          networks: ['visa'],
        },
      },
    })
    assert.equal(created.headers.get('location'), `${foyer.baseUrl}/paymentmethods/${card.id}`)
    const read = await user.request('GET', `/paymentmethods/${card.id}`)
    assert.equal(read.text, created.text)
    assert.equal(read.headers.get('etag'), created.headers.get('etag'))
  })

  test('all required properties are reported at once', async () => {
    const user = await foyer.newUser()
    assert.deepEqual(await faultsOf(user, {}), {
      full_name: [en['rule.required']],
      card_number: [en['rule.required']],
      expiry_month: [en['rule.required']],
      expiry_year: [en['rule.required']],
    })
    const nothing = { full_name: null, card_number: null, expiry_month: null, expiry_year: null }
    assert.deepEqual(await faultsOf(user, nothing), await faultsOf(user, {}))
  })

  test('all errors are reported at once, whatever the rule', async () => {
    const user = await foyer.newUser()
    const faults = await faultsOf(user, {
      full_name: 'x'.repeat(129),
      card_number: '4111111111111112',
      expiry_month: 1,
      expiry_year: 2001,
      start_month: 2,
      start_year: 2001,
      issue_number: 'abc',
      billing_address_id: 2_147_483_647,
      default_buyer_method: 'yes',
      default_seller_method: true,
      cvv: '123',
    })
    assert.deepEqual(faults, {
      full_name: ['Must be at most 128 characters long.'],
      card_number: [
        'The check digit of the card number is wrong. Check the number for typing errors.',
      ],
      expiry_month: ['The card expired in 01/2001.'],
      start_month: [en['card.start.late']],
      issue_number: [en['card.issue_number']],
      billing_address_id: [en['paymentmethod.billing_address']],
      default_buyer_method: [en['rule.type.boolean']],
      default_seller_method: [en['paymentmethod.seller_method']],
      cvv: [en['rule.security_code']],
    })
    assert.equal(await countOf(user), 0)
  })

  test('errors are in the language of the request', async () => {
    const user = await foyer.newUser()
    const body = {
      card_number: '4111111111111112',
      expiry_month: 1,
      expiry_year: 2001,
      billing_address_id: 1,
      default_seller_method: true,
    }
    const told = new Map<string, Set<string>>()
    for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ja']) {
      const answer = await user.request<ErrorBody>('POST', creation, { body, language })
      assert.equal(answer.headers.get('content-language'), language)
      for (const [property, messages] of Object.entries(answer.body.errors))
        told.set(property, new Set([...(told.get(property) ?? []), ...messages]))
      assert.match(String(answer.body.errors.expiry_month), /01\/2001/)
    }
    assert.equal(told.size, 5)
    for (const [property, messages] of told) assert.equal(messages.size, 8, property)
  })
}

function numbers(foyer: Foyer): void {
  test('a number may contain spaces and hyphens of any kind and digits of any script', async () => {
    const user = await foyer.newUser()
    const ids = new Set<number | null>()
    for (const card_number of [
      '5555555555554444',
      '5555 5555 5555 4444',
      '5555-5555-5555-4444',
      ' 5555  5555--5555 4444 ',
      '5555\u00a05555\u20115555\u20134444',
      '５５５５　５５５５－５５５５　４４４４',
      '٥٥٥٥٥٥٥٥٥٥٥٥٤٤٤٤',
    ]) {
      const card = await user.paymentMethods.createCreditCard({ ...visa, card_number })
      assert.equal(card.details, '************4444')
      ids.add(card.id)
    }
    assert.equal(ids.size, 1)
  })

  test('the number determines the brand', async () => {
    const user = await foyer.newUser()
    for (const [card_number, brand] of [
      ['4111111111111111', 'visa'],
      ['5555555555554444', 'mastercard'],
      ['2223003122003222', 'mastercard'],
      ['378282246310005', 'american-express'],
      ['30569309025904', 'diners-club'],
      ['6011111111111117', 'discover'],
      ['3530111333300000', 'jcb'],
      ['6205500000000000004', 'unionpay'],
      ['6304000000000000', 'maestro'],
    ] as const) {
      const card = await user.paymentMethods.createCreditCard({ ...visa, card_number })
      const details = detailsOf(card)
      assert.deepEqual([details.brand, details.last4], [brand, card_number.slice(-4)], brand)
    }
  })

  test('an invalid number is refused for its digits, brand, length or check digit', async () => {
    const user = await foyer.newUser()
    const digits = en['card.number.digits']
    const otherLength = (brand: string) => en['card.number.length'].replace('{brand}', brand)
    for (const [card_number, message] of [
      ['', digits],
      [' - ', digits],
      ['abcd', digits],
      ['4111 1111 1111 111x', digits],
      ['4111.1111.1111.1111', digits],
      ['0000000000000000', en['card.number.brand']],
      ['9999999999999995', en['card.number.brand']],
      ['411111111111111', otherLength('Visa')],
      ['41111111111111111111', otherLength('Visa')],
      ['37828224631000', otherLength('American Express')],
      [
        '4111111111111112',
        'The check digit of the card number is wrong. Check the number for typing errors.',
      ],
      [
        '5555555555554445',
        'The check digit of the card number is wrong. Check the number for typing errors.',
      ],
      [4_111_111_111_111_111, en['rule.type.string_unquoted']],
      [true, en['rule.type.string_unquoted']],
      [['4111111111111111'], en['rule.type.string']],
    ] as const) {
      const faults = await faultsWith(user, { card_number })
      assert.deepEqual(Object.keys(faults), ['card_number'], String(card_number))
      assert.equal(faults.card_number?.[0], message, String(card_number))
    }
  })

  test('every wrong check digit is found, for numbers of all brands', async () => {
    const user = await foyer.newUser()
    for (const [prefix, length] of [
      ['4', 16],
      ['51', 16],
      ['37', 15],
      ['62', 16],
    ] as const) {
      const digits = newCardNumber(prefix, length).slice(0, -1)
      const right = checkDigit(digits)
      for (let digit = 0; digit < 10; digit++) {
        if (digit === right) continue
        const faults = await faultsWith(user, { card_number: digits + digit })
        assert.deepEqual(faults, { card_number: [en['card.number.check']] }, prefix)
      }
    }
  })

  test('no response contains the number, and it is refused in other properties', async () => {
    const user = await foyer.newUser()
    const card_number = newCardNumber()
    const created = await user.request('POST', creation, { body: { ...visa, card_number } })
    const answers = [created, await user.request('GET', '/paymentmethods')]
    for (const [property, value] of [
      ['full_name', `Ada ${card_number}`],
      ['card_token', card_number],
      ['issue_number', card_number],
      ['shoe_size', { of: [card_number] }],
      [card_number, 'Ada'],
      ['expiry_month', Number(card_number)],
    ] as const) {
      const body = { ...visa, [property]: value }
      const answer = await user.request<ErrorBody>('POST', creation, { body })
      assert.equal(answer.status, 400)
      answers.push(answer)
    }
    for (const { text, headers } of answers) {
      assert.ok(!text.includes(card_number.slice(0, -4)), text)
      assert.ok(!JSON.stringify([...headers]).includes(card_number.slice(0, -4)))
    }
    assert.equal(await countOf(user), 1)
  })

  test('a security code is refused under every name, and not repeated in the error', async () => {
    const user = await foyer.newUser()
    for (const name of ['cvv', 'cvc', 'cvv2', 'CVV', 'cvc2', 'cid', 'security_code']) {
      for (const value of ['737', 737, null]) {
        const body = { ...visa, [name]: value }
        const answer = await user.request<ErrorBody>('POST', creation, { body })
        assert.deepEqual(answer.body.errors, { [name]: [en['rule.security_code']] })
        assert.ok(!answer.text.includes('737'))
      }
    }
    assert.equal(await countOf(user), 0)
  })

  test('the local vault accepts no token, and a number together with a token is refused', async () => {
    const user = await foyer.newUser()
    const { card_number, ...card } = visa
    assert.deepEqual(await faultsOf(user, { ...card, card_token: 'tok_visa' }), {
      card_token: [en['card.token.unsupported']],
    })
    assert.deepEqual(await faultsOf(user, { ...card, card_number, card_token: 'tok_visa' }), {
      card_token: [en['card.token.both']],
    })
    assert.deepEqual(await faultsOf(user, { ...card, card_token: '' }), {
      card_token: [en['rule.required']],
    })
    assert.deepEqual(await faultsOf(user, { ...card, card_token: 'x'.repeat(256) }), {
      card_token: ['Must be at most 255 characters long.'],
      card_number: [en['rule.required']],
    })
    assert.equal(await countOf(user), 0)
  })
}

function otherFields(foyer: Foyer): void {
  test('a card is accepted until the last second of its month in Etc/GMT+12', async () => {
    const user = await foyer.newUser()
    const { over, expiryMonth: expiry_month, expiryYear: expiry_year } = endOfLastMonth()
    const body = { ...newCard(), expiry_month, expiry_year }
    const create = () => user.request<ErrorBody>('POST', creation, { body })
    const late = await at(foyer, over, create)
    assert.equal(late.status, 400)
    const expiry = `${String(expiry_month).padStart(2, '0')}/${expiry_year}`
    assert.deepEqual(late.body.errors, { expiry_month: [`The card expired in ${expiry}.`] })
    assert.equal((await at(foyer, over - 1000, create)).status, 201)
  })

  test('months are from 1 to 12, years have four digits, and neither is coerced', async () => {
    const user = await foyer.newUser()
    for (const [property, values] of [
      ['expiry_month', [0, 13, -1, 1.5, '12', true, [1]]],
      ['expiry_year', [0, 31, 1969, 2100, 2031.5, '2031']],
      ['start_month', [0, 13, '1', 2.5]],
      ['start_year', [21, 1969, 2100, '2021']],
    ] as const) {
      for (const value of values) {
        const faults = await faultsWith(user, { [property]: value })
        assert.deepEqual(Object.keys(faults), [property], `${property} ${value}`)
      }
    }
  })

  test('a card must start in the month of its expiry or earlier', async () => {
    const user = await foyer.newUser()
    const expiry = { expiry_month: 6, expiry_year: 2090 }
    for (const [start, faults] of [
      [{ start_month: 6, start_year: 2090 }, undefined],
      [{ start_month: 12, start_year: 2089 }, undefined],
      [{ start_month: null, start_year: null }, undefined],
      [{ start_year: 2020 }, undefined],
      [{ start_month: 7, start_year: 2090 }, { start_month: [en['card.start.late']] }],
      [{ start_month: 1, start_year: 2091 }, { start_month: [en['card.start.late']] }],
    ] as const) {
      const body = { ...visa, ...expiry, ...start }
      const { status, body: answer } = await user.request<ErrorBody>('POST', creation, { body })
      if (faults === undefined) assert.ok(status < 300)
      else assert.deepEqual(answer.errors, faults)
    }
  })

  test('an issue number has one or two digits, as text or as a number', async () => {
    const user = await foyer.newUser()
    for (const issue_number of ['1', '01', 2, 99, 0, null])
      assert.ok((await user.paymentMethods.createCreditCard({ ...visa, issue_number })).id)
    for (const issue_number of ['', '123', 'a', '1a', 100, -1, 1.5, true])
      assert.deepEqual(Object.keys(await faultsWith(user, { issue_number })), ['issue_number'])
  })

  test('the holder’s name has 1 to 128 characters and is kept as written', async () => {
    const user = await foyer.newUser()
    for (const [full_name, kept] of [
      ['Ada', 'Ada'],
      [' e\u0301lodie  d’Arc ', 'élodie  d’Arc'],
      ['𝒜'.repeat(128), '𝒜'.repeat(128)],
    ] as const) {
      const card = await user.paymentMethods.createCreditCard({ ...visa, full_name })
      assert.equal(detailsOf(card).full_name, kept)
    }
    for (const full_name of ['', '  ', null, 7, 'x'.repeat(129), 'Ada\nLovelace', '\u202eadA'])
      assert.deepEqual(Object.keys(await faultsWith(user, { full_name })), ['full_name'])
  })

  test('the billing address must be one of the user’s addresses', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    const { id: foreign } = await other.addresses.create(london)
    const { id: deleted } = await user.addresses.create(london)
    await user.addresses.delete(deleted)
    const { id: own } = await user.addresses.create(berlin)
    const card = await user.paymentMethods.createCreditCard({ ...visa, billing_address_id: own })
    assert.equal(card._embedded?.billing_address?.id, own)
    const message = [en['paymentmethod.billing_address']]
    for (const billing_address_id of [foreign, deleted, 0, -1, 2_147_483_647]) {
      const faults = await faultsWith(user, { billing_address_id })
      assert.deepEqual(faults, { billing_address_id: message })
    }
    for (const billing_address_id of ['1', 1.5, 2_147_483_648, true, [own], {}]) {
      const faults = await faultsWith(user, { billing_address_id })
      assert.deepEqual(Object.keys(faults), ['billing_address_id'])
    }
  })

  test('the body must be a JSON object', async () => {
    const user = await foyer.newUser()
    for (const path of [creation, '/paymentmethods/paypal']) {
      for (const body of ['', 'null', '[]', '7', '{', '"x"']) {
        const answer = await user.request<ErrorBody>('POST', path, { body })
        assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request_body'], body)
      }
      const headers = { 'content-type': 'text/plain' }
      const answer = await user.request('POST', path, { body: '{}', headers })
      assert.equal(answer.status, 415)
    }
  })
}

function repeatedCards(foyer: Foyer): void {
  test('adding the same card again refreshes the existing method', async () => {
    const user = await foyer.newUser()
    const { id: billing_address_id } = await user.addresses.create(london)
    const first = await user.paymentMethods.createCreditCard({ ...visa, billing_address_id })
    const body = { ...visa, full_name: 'Ada King', expiry_month: 3, expiry_year: 2040 }
    const again = await user.request<PaymentMethod>('POST', creation, { body })
    assert.deepEqual([again.status, again.headers.get('location')], [200, null])
    assert.equal(again.body.id, first.id)
    assert.deepEqual(detailsOf(again.body), {
      ...detailsOf(first),
      full_name: 'Ada King',
      expiry_month: 3,
      expiry_year: 2040,
    })
    assert.equal(again.body._embedded?.billing_address?.id, billing_address_id)
    assert.notEqual(again.headers.get('etag'), etagOf(first))
    assert.deepEqual(await user.paymentMethods.list().toArray(), [again.body])
    const unbilled = await user.paymentMethods.createCreditCard({
      ...body,
      billing_address_id: null,
    })
    assert.ok(unbilled._embedded && !('billing_address' in unbilled._embedded))
  })

  test('adding the same card again keeps the defaults, unless the request changes them', async () => {
    const user = await foyer.newUser()
    const card = await user.paymentMethods.createCreditCard({
      ...visa,
      default_buyer_method: false,
    })
    assert.equal(card.default_buyer_method, false)
    assert.equal((await user.paymentMethods.createCreditCard(visa)).default_buyer_method, false)
    for (const default_buyer_method of [true, false]) {
      const again = await user.paymentMethods.createCreditCard({ ...visa, default_buyer_method })
      assert.equal(again.default_buyer_method, default_buyer_method)
    }
  })

  test('an expired card that is added again with new months is usable again', async () => {
    const user = await foyer.newUser()
    const { over, expiryMonth: expiry_month, expiryYear: expiry_year } = endOfLastMonth()
    const old = { ...visa, expiry_month, expiry_year }
    const card = await at(foyer, over - 1000, () => user.paymentMethods.createCreditCard(old))
    assert.equal((await user.paymentMethods.get(card)).buyer_method, false)
    const renewed = await user.paymentMethods.createCreditCard(visa)
    assert.deepEqual(
      [renewed.id, renewed.buyer_method, renewed.default_buyer_method],
      [card.id, true, true],
    )
  })

  test('another user’s card with the same number is a separate card', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    const mine = await user.paymentMethods.createCreditCard(visa)
    const theirs = await other.paymentMethods.createCreditCard(visa)
    assert.equal(responseOf(theirs).status, 201)
    assert.notEqual(theirs.id, mine.id)
  })
}

function replacing(foyer: Foyer): void {
  const { card_number, ...details } = visa

  test('without a number, the details are replaced and the card stays', async () => {
    const user = await foyer.newUser()
    const card = await user.paymentMethods.createCreditCard(visa)
    for (const kept of [{}, { card_number: null }, { card_token: null }]) {
      const changes = { full_name: 'Ada King', expiry_month: 1, expiry_year: 2050, ...kept }
      const replaced = await user.paymentMethods.replaceCreditCard(card, changes)
      assert.equal(responseOf(replaced).status, 200)
      assert.equal(replaced.id, card.id)
      assert.deepEqual(detailsOf(replaced), {
        ...detailsOf(card),
        full_name: 'Ada King',
        expiry_month: 1,
        expiry_year: 2050,
      })
      assert.deepEqual(await user.paymentMethods.get(card), replaced)
      assert.equal(etagOf(await user.paymentMethods.get(card)), etagOf(replaced))
    }
    // It is still the same card.
    assert.equal((await user.paymentMethods.createCreditCard(visa)).id, card.id)
  })

  test('with a number, the method gets another card, and the old card can be added again', async () => {
    const user = await foyer.newUser()
    const card = await user.paymentMethods.createCreditCard(visa)
    const other = { ...visa, card_number: '378282246310005' }
    const replaced = await user.paymentMethods.replaceCreditCard(card, other)
    assert.deepEqual([replaced.id, replaced.details], [card.id, '************0005'])
    assert.equal(detailsOf(replaced).brand, 'american-express')
    assert.equal(replaced.default_buyer_method, true)
    const again = await user.paymentMethods.createCreditCard(visa)
    assert.equal(responseOf(again).status, 201)
    assert.notEqual(again.id, card.id)
    const same = await user.paymentMethods.replaceCreditCard(card, other)
    assert.deepEqual([same.id, same.details], [card.id, '************0005'])
  })

  test('a card is not replaced with one that the user has as another method', async () => {
    const user = await foyer.newUser()
    const card = await user.paymentMethods.createCreditCard(visa)
    const other = await user.paymentMethods.createCreditCard(newCard())
    await assert.rejects(user.paymentMethods.replaceCreditCard(other, visa), {
      status: 400,
      errors: { card_number: [en['paymentmethod.duplicate']] },
    })
    assert.deepEqual(await user.paymentMethods.get(card), card)
    assert.deepEqual(await user.paymentMethods.get(other), other)
  })

  test('everything but the number is required, and every rule applies', async () => {
    const user = await foyer.newUser()
    const card = await user.paymentMethods.createCreditCard(visa)
    const refused = (body: CreditCardInput & object, properties: string[]) =>
      assert.rejects(user.paymentMethods.replaceCreditCard(card, body), ({ status, errors }) => {
        assert.deepEqual([status, Object.keys(errors).sort()], [400, properties.sort()])
        return true
      })
    await refused({}, ['full_name', 'expiry_month', 'expiry_year'])
    await refused({ ...details, expiry_year: 2001 }, ['expiry_month'])
    await refused({ ...details, card_number: '' }, ['card_number'])
    await refused({ ...details, card_number: '4111111111111112' }, ['card_number'])
    await refused({ ...details, card_token: 'tok_visa' }, ['card_token'])
    await refused({ ...details, default_seller_method: true }, ['default_seller_method'])
    await refused({ ...details, billing_address_id: 1 }, ['billing_address_id'])
    await refused({ ...details, ...{ cvv: '737' } }, ['cvv'])
    assert.deepEqual(await user.paymentMethods.get(card), card)
  })

  test('the billing address stays if the request omits it, and null removes it', async () => {
    const user = await foyer.newUser()
    const { id } = await user.addresses.create(london)
    const card = await user.paymentMethods.createCreditCard({ ...visa, billing_address_id: id })
    const billing = async (changes: CreditCardInput) => {
      const replaced = await user.paymentMethods.replaceCreditCard(card, changes)
      return replaced._embedded?.billing_address?.id
    }
    assert.equal(await billing(details), id)
    assert.equal(await billing({ ...details, billing_address_id: null }), undefined)
    assert.equal(await billing(details), undefined)
    assert.equal(await billing({ ...details, billing_address_id: id }), id)
  })

  test('an expired card that was the default is the default again after a renewal', async () => {
    const user = await foyer.newUser()
    const { over, expiryMonth: expiry_month, expiryYear: expiry_year } = endOfLastMonth()
    const old = { ...visa, expiry_month, expiry_year }
    const created = await at(foyer, over - 1000, () => user.paymentMethods.createCreditCard(old))
    assert.equal(created.default_buyer_method, true)
    const expired = await user.paymentMethods.get(created)
    assert.deepEqual([expired.buyer_method, expired.default_buyer_method], [false, false])
    const renewed = await user.paymentMethods.replaceCreditCard(expired, details)
    assert.deepEqual([renewed.buyer_method, renewed.default_buyer_method], [true, true])
    assert.ok(renewed._links?.['paymentmethod:updatedefaults'])
  })
}
