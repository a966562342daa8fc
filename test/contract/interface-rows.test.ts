import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type Address,
  type AddressInput,
  type AddressPage,
  type Call,
  createClient,
  type ErrorBody,
  type Link,
  type PaymentMethod,
  type PaymentMethodGroups,
  type TokenResponse,
  type User,
} from '@foyer/client'
import en from '../../locales/en.json' with { type: 'json' }
import { berlin, hongKong, london, newYork } from '../support/addresses.ts'
import { newCard } from '../support/cards.ts'
import { FailingDatabase } from '../support/failing-database.ts'
import { type Foyer, onEveryDatabase, startFoyer, type TestUser } from '../support/foyer.ts'
import { type OpenDatabase, sql } from '../support/inside.ts'
import { issuerReady } from '../support/issuer-ready.ts'
import { keepCard, keepDefaults, keepPayPal } from '../support/payment-methods.ts'

/*
 * One test for each row of the interface's tables, named after it; `interface-map.ts` says which
 * shows which. The stories of each feature, with its corners, are in files of their own.
 */

const full = {
  full_name: 'Ada Lovelace',
  address_1: '12 St James’s Square',
  address_2: 'Second floor',
  address_3: 'Room 3',
  city: 'New York',
  state_province: 'NY',
  postal_code: '10005',
  country_code: 'US',
} as const

await onEveryDatabase('the interface, row by row', (foyer, database) => {
  /** Owns one resource of each kind. None of them changes. */
  let user: TestUser
  let address: Address
  let another: Address
  let card: PaymentMethod
  let paypal: PaymentMethod
  let addresses: AddressPage
  let methods: PaymentMethodGroups
  let profile: User
  /** A user whom tests change. */
  let other: TestUser

  before(async () => {
    user = await foyer.newUser()
    other = await foyer.newUser()
    address = await user.addresses.create(full)
    another = await user.addresses.create(berlin)
    await user.addresses.create(london)
    const cardId = await keepCard(foyer, user.id, { billingAddressId: idOf(address) })
    const paypalId = await keepPayPal(foyer, user.id)
    await keepDefaults(foyer, user.id, { buyer: cardId, seller: paypalId })
    await givePhone(foyer.db, user.id, '+442079460000')
    address = await user.addresses.get(idOf(address))
    card = await user.paymentMethods.get(cardId)
    paypal = await user.paymentMethods.get(paypalId)
    addresses = await body(user, '/addresses?page=2&page_size=1')
    methods = await body(user, '/paymentmethods?page=1&page_size=1')
    profile = await user.user.get()
  })

  // 2.1 Link

  test('Link.href: absolute, below the base address', () => {
    for (const { href } of linksIn([address, addresses, card, methods, profile]))
      assert.ok(href.startsWith(`${foyer.baseUrl}/`), href)
  })
  test('Link.title: in the language of the answer', async () => {
    for (const { title } of linksIn([address, addresses, card, methods, profile]))
      assert.ok(typeof title === 'string' && title !== '')
    const german = await user.user.get({ language: 'de' })
    assert.notEqual(german._links?.self?.title, profile._links?.self?.title)
  })
  test('Link.templated: a boolean, never null', () => {
    for (const { templated } of linksIn([address, addresses, card, methods, profile]))
      assert.equal(templated, false)
  })

  // 2.2 Address

  test('Address.id: an int32 that responses alone have', async () => {
    assertInt32(address.id)
    assert.deepEqual(await faults(user, 'POST', '/addresses', { ...london, id: 7 }), ['id'])
  })
  test('Address.full_name: full name of the recipient', () =>
    assert.equal(address.full_name, full.full_name))
  test('Address.default: true for the default address alone', () =>
    assert.deepEqual([address.default, another.default], [true, false]))
  test('Address.address_1: first line', () => assert.equal(address.address_1, full.address_1))
  test('Address.address_2: second line, or null', () =>
    assert.deepEqual([address.address_2, another.address_2], [full.address_2, null]))
  test('Address.address_3: third line, or null', () =>
    assert.deepEqual([address.address_3, another.address_3], [full.address_3, null]))
  test('Address.city: city name, or null where a country has none', async () => {
    const { city } = await other.addresses.create(hongKong)
    assert.deepEqual([address.city, city], [full.city, null])
  })
  test('Address.state_province: name of the state or province, or null', () =>
    assert.deepEqual([address.state_province, another.state_province], ['NY', null]))
  test('Address.postal_code: postal code, or null where a country has none', async () => {
    const { postal_code } = await other.addresses.create(hongKong)
    assert.deepEqual([address.postal_code, postal_code], [full.postal_code, null])
  })
  test('Address.country_code: in requests alone', () => assert.ok(!('country_code' in address)))
  test('Address._links: an object of links', () => assertLinks(address))
  test('Address._embedded: holds the country', () =>
    assert.deepEqual(Object.keys(address._embedded ?? {}), ['country']))
  test('Address, self: leads to the address', async () =>
    assert.equal((await body<Address>(user, hrefOf(address, 'self'))).id, address.id))
  test('Address, address:carrier: leads to the carrier', async () =>
    await answers(user, 200, 'GET', hrefOf(address, 'address:carrier')))
  test('Address, address:delete: deletes it; absent while a payment method bills to it', async () => {
    assert.ok(!('address:delete' in (address._links ?? {})))
    const unbilled = await other.addresses.create(london)
    await answers(other, 204, 'DELETE', hrefOf(unbilled, 'address:delete'))
    await answers(other, 404, 'GET', hrefOf(unbilled, 'self'))
  })
  test('Address, address:update: changes it', async () => {
    const { _links } = await other.addresses.create(london)
    const href = hrefOf({ _links }, 'address:update')
    const answer = await answers<Address>(other, 200, 'PATCH', href, { body: { city: 'Bath' } })
    assert.equal(answer.city, 'Bath')
  })
  test('Country.code: ISO 3166-1', () => assert.equal(address._embedded?.country?.code, 'US'))
  test('Country.name: in the language of the answer', async () => {
    const german = await user.addresses.get(idOf(address), { language: 'de' })
    const named = [address, german].map(({ _embedded }) => _embedded?.country?.name)
    assert.deepEqual(named, ['United States', 'Vereinigte Staaten'])
  })
  test('Country._links: an object of links', () => assertLinks(address._embedded?.country))
  test('Country, self: leads to the country', async () => {
    const country = await body<{ code: string }>(user, hrefOf(address._embedded?.country, 'self'))
    assert.equal(country.code, 'US')
  })
  test('Country, country:events: leads to the sibling service', () =>
    assert.equal(
      hrefOf(address._embedded?.country, 'country:events'),
      `${foyer.baseUrl}/countries/us/events`,
    ))
  test('Country, country:localwebpage: leads to the sibling service', () =>
    assert.equal(
      hrefOf(address._embedded?.country, 'country:localwebpage'),
      `${foyer.baseUrl}/countries/us/localwebpage`,
    ))

  // 2.3 Address collection: the second of three pages

  test('Address collection.total_items: of all pages', () => assert.equal(addresses.total_items, 3))
  test('Address collection.page: the one asked for', () => assert.equal(addresses.page, 2))
  test('Address collection.page_size: the one asked for', () =>
    assert.equal(addresses.page_size, 1))
  test('Address collection._links: an object of links', () => assertLinks(addresses))
  test('Address collection._embedded: holds addresses in items', () => {
    assert.deepEqual(Object.keys(addresses._embedded ?? {}), ['items'])
    assert.deepEqual(addresses._embedded?.items, [another])
  })
  test('Address collection, self: leads to the same page', async () =>
    assert.deepEqual(await body(user, hrefOf(addresses, 'self')), addresses))
  test('Address collection, first: leads to page 1', async () =>
    assert.deepEqual(await pageAt(user, hrefOf(addresses, 'first')), [1, address.id]))
  test('Address collection, last: leads to page 3', async () =>
    assert.equal((await pageAt(user, hrefOf(addresses, 'last')))[0], 3))
  test('Address collection, next: leads to page 3, and is absent there', async () => {
    const next = await body<AddressPage>(user, hrefOf(addresses, 'next'))
    assert.equal(next.page, 3)
    assert.ok(!('next' in (next._links ?? {})))
  })
  test('Address collection, prev: leads to page 1, and is absent there', async () => {
    const prev = await body<AddressPage>(user, hrefOf(addresses, 'prev'))
    assert.equal(prev.page, 1)
    assert.ok(!('prev' in (prev._links ?? {})))
  })

  // 2.4 Payment method

  test('Payment method.id: an int32', () => assertInt32(card.id))
  test('Payment method.details: obfuscated', () =>
    assert.deepEqual([card.details, paypal.details], ['************1111', 'j***@example.com']))
  test('Payment method.type: CreditCard or PayPal', () =>
    assert.deepEqual([card.type, paypal.type], ['CreditCard', 'PayPal']))
  test('Payment method.type_description: in the language of the answer', async () => {
    const german = await user.paymentMethods.get(idOf(card), { language: 'de' })
    assert.equal(card.type_description, 'Credit or Debit Card')
    assert.notEqual(german.type_description, card.type_description)
  })
  test('Payment method.buyer_method: usable for purchasing', () =>
    assert.deepEqual([card.buyer_method, paypal.buyer_method], [true, true]))
  test('Payment method.default_buyer_method: the default for purchasing', () =>
    assert.deepEqual([card.default_buyer_method, paypal.default_buyer_method], [true, false]))
  test('Payment method.seller_method: usable for receiving payments', () =>
    assert.deepEqual([card.seller_method, paypal.seller_method], [false, true]))
  test('Payment method.default_seller_method: the default for receiving payments', () =>
    assert.deepEqual([card.default_seller_method, paypal.default_seller_method], [false, true]))
  test('Payment method._links: an object of links', () => assertLinks(card))
  test('Payment method._embedded: holds the billing address and details of the type', () =>
    assert.deepEqual(Object.keys(card._embedded ?? {}), ['billing_address', 'type_details']))
  test('Payment method._embedded.billing_address: an address, absent where there is none', () => {
    assert.deepEqual(card._embedded?.billing_address, address)
    assert.deepEqual(Object.keys(paypal._embedded ?? {}), ['type_details'])
  })
  test('Payment method._embedded.type_details: properties of the type', () => {
    assert.deepEqual(card._embedded?.type_details, {
      brand: 'visa',
      last4: '1111',
      expiry_month: 12,
      expiry_year: 2099,
      full_name: 'ADA LOVELACE',
      expired: false,
      wallet: null,
      networks: ['visa'],
    })
    assert.ok(paypal.type === 'PayPal' && paypal._embedded)
    const { usable_from, ...details } = paypal._embedded.type_details
    assert.match(usable_from ?? '', /^\d{4}-\d\d-\d\dT/)
    assert.deepEqual(details, {
      email: 'j***@example.com',
      next_email: null,
      chosen: true,
      verified: true,
    })
  })
  test('Payment method, self: leads to the payment method', async () =>
    assert.deepEqual(await body(user, hrefOf(card, 'self')), card))
  test('Payment method, paymentmethod:delete: deletes it', async () => {
    const created = await other.paymentMethods.createCreditCard(newCard())
    await answers(other, 204, 'DELETE', hrefOf(created, 'paymentmethod:delete'))
    await answers(other, 404, 'GET', hrefOf(created, 'self'))
  })
  test('Payment method, paymentmethod:updatecreditcard: replaces a card’s details', async () => {
    const created = await other.paymentMethods.createCreditCard(newCard())
    const href = hrefOf(created, 'paymentmethod:updatecreditcard')
    const { card_number, ...details } = { ...newCard(), full_name: 'Grace Hopper' }
    const answer = await answers<PaymentMethod>(other, 200, 'PUT', href, { body: details })
    assert.deepEqual(answer._embedded?.type_details, {
      ...created._embedded?.type_details,
      full_name: 'Grace Hopper',
    })
  })
  test('Payment method, paymentmethod:updatedefaults: makes it a default; absent once it has expired', async () => {
    const created = await other.paymentMethods.createPayPal({ email: 'row@example.com' })
    const href = hrefOf(created, 'paymentmethod:updatedefaults')
    const sent = { body: { default_buyer_method: true } }
    const answer = await answers<PaymentMethod>(other, 200, 'PATCH', href, sent)
    assert.equal(answer.default_buyer_method, true)
    const expired = await keepCard(foyer, other.id, { expiryYear: 2001 })
    const { _links } = await other.paymentMethods.get(expired)
    assert.ok(!('paymentmethod:updatedefaults' in (_links ?? {})))
  })
  test('Payment method, paymentmethod:updatepaypal: replaces an account’s details', async () => {
    const created = await other.paymentMethods.createPayPal({ email: 'before@example.com' })
    const href = hrefOf(created, 'paymentmethod:updatepaypal')
    const sent = { body: { email: 'after@example.com' } }
    const answer = await answers<PaymentMethod>(other, 200, 'PUT', href, sent)
    assert.deepEqual([answer.id, answer.details], [created.id, 'a***@example.com'])
  })

  // 2.5 Payment method collection: the first of two pages

  test('Payment method collection.total_items: of all pages, at both levels', () => {
    const [inner] = methods._embedded?.items ?? []
    assert.deepEqual([methods.total_items, inner?.total_items], [2, 1])
  })
  test('Payment method collection.page: the one asked for, and the first within', () => {
    const [inner] = methods._embedded?.items ?? []
    assert.deepEqual([methods.page, inner?.page], [1, 1])
  })
  test('Payment method collection.page_size: the one asked for, at both levels', () => {
    const [inner] = methods._embedded?.items ?? []
    assert.deepEqual([methods.page_size, inner?.page_size], [1, 1])
  })
  test('Payment method collection._links: an object of links, at both levels', () => {
    assertLinks(methods)
    assertLinks(methods._embedded?.items[0])
  })
  test('Payment method collection._embedded: holds collections that hold payment methods', () =>
    assert.deepEqual(
      methods._embedded?.items.map(({ _embedded }) => _embedded),
      [{ items: [card] }],
    ))
  test('Payment method collection, self: leads to the same page', async () =>
    assert.deepEqual(await body(user, hrefOf(methods, 'self')), methods))
  test('Payment method collection, first: leads to page 1', async () =>
    assert.deepEqual(await body(user, hrefOf(methods, 'first')), methods))
  test('Payment method collection, last: leads to page 2', async () =>
    assert.equal((await body<AddressPage>(user, hrefOf(methods, 'last'))).page, 2))
  test('Payment method collection, next: leads to page 2, and is absent there', async () => {
    const next = await body<PaymentMethodGroups>(user, hrefOf(methods, 'next'))
    assert.deepEqual(
      next._embedded?.items.map(({ _embedded }) => _embedded?.items),
      [[paypal]],
    )
    assert.ok(!('next' in (next._links ?? {})))
  })
  test('Payment method collection, prev: leads to page 1, and is absent there', async () => {
    const next = await body<PaymentMethodGroups>(user, hrefOf(methods, 'next'))
    assert.deepEqual(await body(user, hrefOf(next, 'prev')), methods)
    assert.ok(!('prev' in (methods._links ?? {})))
  })

  test('Payment method collection, paymentmethod:createcreditcard: creates a card, from both levels', async () => {
    for (const level of [methods, methods._embedded?.items[0]]) {
      const href = hrefOf(level, 'paymentmethod:createcreditcard')
      const answer = await answers<PaymentMethod>(other, 201, 'POST', href, { body: newCard() })
      assert.equal(answer.type, 'CreditCard')
    }
  })
  test('Payment method collection, paymentmethod:createpaypal: creates an account, from both levels', async () => {
    for (const [which, level] of [methods, methods._embedded?.items[0]].entries()) {
      const href = hrefOf(level, 'paymentmethod:createpaypal')
      const sent = { body: { email: `level${which}@example.com` } }
      assert.equal((await answers<PaymentMethod>(other, 201, 'POST', href, sent)).type, 'PayPal')
    }
  })

  // 2.6 User

  test('User.full_name: full name, or null', async () => {
    const nameless = await foyer.newUser()
    const cleared = await nameless.user.update({ full_name: null })
    assert.deepEqual([profile.full_name, cleared.full_name], ['Ada Lovelace', null])
  })
  test('User.email: the e-mail address', () => assert.equal(profile.email, user.email))
  test('User.primary_phone: the phone number, or null', async () => {
    const { primary_phone } = await other.user.get()
    assert.deepEqual([profile.primary_phone, primary_phone], ['+442079460000', null])
  })
  test('User.email_optin: a boolean', async () => {
    const wanting = await foyer.newUser()
    const { email_optin } = await wanting.user.update({ email_optin: true })
    assert.deepEqual([profile.email_optin, email_optin], [false, true])
  })
  test('User._links: an object of links', () => assertLinks(profile))
  test('User, self: leads to the user', async () =>
    assert.deepEqual(await body(user, hrefOf(profile, 'self')), profile))
  test('User, user:addresses: leads to the addresses', async () =>
    assert.equal((await body<AddressPage>(user, hrefOf(profile, 'user:addresses'))).total_items, 3))
  test('User, user:paymentmethods: leads to the payment methods', async () => {
    const found = await body<PaymentMethodGroups>(user, hrefOf(profile, 'user:paymentmethods'))
    assert.equal(found.total_items, 2)
  })
  test('User, user:sales: leads to the sibling service', () =>
    assert.equal(hrefOf(profile, 'user:sales'), `${foyer.baseUrl}/sales`))
  test('User, user:salesaggregates: leads to the sibling service', () =>
    assert.equal(hrefOf(profile, 'user:salesaggregates'), `${foyer.baseUrl}/salesaggregates`))
  test('User, user:sellerlistings: leads to the sibling service', () =>
    assert.equal(hrefOf(profile, 'user:sellerlistings'), `${foyer.baseUrl}/sellerlistings`))
  test('User, user:update: changes the user', async () => {
    const href = hrefOf(await other.user.get(), 'user:update')
    await answers(other, 200, 'PATCH', href, { body: { full_name: 'Grace Hopper' } })
    assert.equal((await other.user.get()).full_name, 'Grace Hopper')
  })
  test('User, user:webhooks: leads to the webhooks', () =>
    assert.equal(hrefOf(profile, 'user:webhooks'), `${foyer.baseUrl}/webhooks`))

  // 2.7 Error body

  const wrong = { body: { ...london, city: 7, cty: 'London' } }
  test('Error.code: what went wrong, for programs', async () =>
    assert.equal((await refusal(user, 'POST', '/addresses', wrong)).code, 'validation_failed'))
  test('Error.message: what went wrong, for people', async () =>
    assert.equal(
      (await refusal(user, 'POST', '/addresses', wrong)).message,
      en['error.validation_failed'],
    ))
  test('Error.errors: texts by the name of the property', async () =>
    assert.deepEqual((await refusal(user, 'POST', '/addresses', wrong)).errors, {
      city: [en['rule.type.string_unquoted']],
      cty: ['This property does not exist here. Did you mean city?'],
    }))

  // 2.8 Token response, 4.1 Token endpoint

  let basic: string
  before(async () => {
    const application = await foyer.newApplication({
      name: 'Rows',
      kind: 'web',
      scopes: ['read:events', 'read:user'],
    })
    const credentials = `${application.clientId}:${application.clientSecret}`
    basic = `Basic ${Buffer.from(credentials).toString('base64')}`
    await issuerReady(foyer.authUrl)
  })
  const grant = { grant_type: 'client_credentials' }
  const exchange = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${foyer.authUrl}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: basic, ...headers },
      body: new URLSearchParams(form),
    })
  const tokenOf = async (form: Record<string, string>): Promise<TokenResponse> =>
    (await (await exchange(form)).json()) as TokenResponse

  test('Token response.access_token: opens what an application may see', async () => {
    const { access_token: accessToken } = await tokenOf(grant)
    const application = createClient({ baseUrl: foyer.baseUrl, accessToken })
    await answers(application, 200, 'GET', '/countries/gb')
    // It is a token of an application, which has no user.
    const { code } = await refusal(application, 'GET', '/user')
    assert.equal(code, 'insufficient_scope')
  })
  test('Token response.token_type: bearer', async () =>
    assert.equal((await tokenOf(grant)).token_type, 'bearer'))
  test('Token response.expires_in: seconds', async () =>
    assert.equal((await tokenOf(grant)).expires_in, 86_400))
  test('Token response.scope: what the token opens', async () =>
    assert.equal((await tokenOf(grant)).scope, 'read:events'))
  test('Token endpoint, POST: at /oauth2/token below the authorization address', async () => {
    assert.equal((await exchange(grant)).status, 200)
    assert.equal((await fetch(`${foyer.authUrl}/oauth2/token`)).status, 405)
  })
  test('Token endpoint, Authorization: the credentials as Basic', async () => {
    const { status } = await exchange(grant, { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' })
    assert.equal(status, 401)
  })
  test('Token endpoint, Content-Type: a form and nothing else', async () => {
    const { status } = await exchange(grant, { 'content-type': 'application/json' })
    assert.equal(status, 400)
  })
  test('Token endpoint, grant_type: required, client_credentials', async () => {
    for (const [form, error] of [
      [{}, 'invalid_request'],
      [{ grant_type: 'dance' }, 'unsupported_grant_type'],
    ] as const)
      assert.equal(((await (await exchange(form)).json()) as { error: string }).error, error)
  })
  test('Token endpoint, scope: those wanted, delimited by spaces', async () => {
    assert.equal((await tokenOf({ ...grant, scope: 'read:events' })).scope, 'read:events')
    const { status } = await exchange({ ...grant, scope: 'read:events read:moon' })
    assert.equal(status, 400)
  })

  // 4.2 List addresses

  test('List addresses, page: an int32 from 1', async () => {
    assert.equal((await body<AddressPage>(user, '/addresses?page=9')).page, 9)
    for (const page of ['0', 'x', '1.5', '2147483648'])
      assert.deepEqual(await faults(user, 'GET', `/addresses?page=${page}`), ['page'])
  })
  test('List addresses, page_size: an int32 from 1', async () => {
    assert.equal((await body<AddressPage>(user, '/addresses?page_size=2')).page_size, 2)
    for (const size of ['0', 'x', '1.5', '2147483648'])
      assert.deepEqual(await faults(user, 'GET', `/addresses?page_size=${size}`), ['page_size'])
  })
  test('List addresses, sort: fields separated by commas', async () => {
    const { _embedded } = await body<AddressPage>(user, '/addresses?sort=-city,id')
    assert.deepEqual(
      _embedded?.items.map(({ city }) => city),
      ['New York', 'London', 'Berlin'],
    )
    assert.deepEqual(await faults(user, 'GET', '/addresses?sort=shoe_size'), ['sort'])
  })
  test('List addresses 200: the collection', () => answers(user, 200, 'GET', '/addresses'))
  test('List addresses 401: no token, or one that is not good', () =>
    unauthenticated('GET', '/addresses'))
  test('List addresses 403: a token without read:user', () =>
    outOfScope('read:user', 'GET', '/addresses'))
  test('List addresses 500: an unexpected failure', () => fails('GET', '/addresses'))

  // 4.2 Create an address

  const create = { base: full, send: (input: AddressInput) => other.addresses.create(input) }
  test('Create an address, full_name: text, required', () =>
    takes(create, 'full_name', 'Grace Hopper', { required: true }))
  test('Create an address, default: a flag; null counts as absent', async () => {
    const first = await other.addresses.create({ ...full, default: true })
    const second = await other.addresses.create({ ...full, default: false })
    const third = await other.addresses.create({ ...full, default: null })
    assert.deepEqual([first.default, second.default, third.default], [true, false, false])
    const given = { ...full, default: 'true' }
    assert.deepEqual(await faults(other, 'POST', '/addresses', given), ['default'])
  })
  test('Create an address, address_1: text, required', () =>
    takes(create, 'address_1', '1 Wall Street', { required: true }))
  test('Create an address, address_2: text or null', () => takes(create, 'address_2', 'Left'))
  test('Create an address, address_3: text or null', () => takes(create, 'address_3', 'Right'))
  test('Create an address, city: text, required where the country has cities', () =>
    takes(create, 'city', 'Albany', { required: true }))
  test('Create an address, state_province: text, required where the country has states', () =>
    takes(create, 'state_province', 'CA', { required: true }))
  test('Create an address, postal_code: text, required where the country has them', () =>
    takes(create, 'postal_code', '90210', { required: true }))
  test('Create an address, country_code: ISO 3166-1, required', async () => {
    const { _embedded } = await other.addresses.create({ ...london, country_code: 'gb' })
    assert.equal(_embedded?.country?.code, 'GB')
    for (const country_code of [null, 'XX', 'GBR', 44])
      assert.deepEqual(await faults(other, 'POST', '/addresses', { ...london, country_code }), [
        'country_code',
      ])
  })
  test('Create an address 201: the address, and where it is', async () => {
    const { status, headers, body } = await other.request<Address>('POST', '/addresses', {
      body: london,
    })
    assert.equal(status, 201)
    assert.equal(headers.get('location'), hrefOf(body, 'self'))
  })
  test('Create an address 400: what is wrong, by property', async () =>
    assert.deepEqual(await faults(other, 'POST', '/addresses', {}), [
      'full_name',
      'address_1',
      'city',
      'country_code',
    ]))
  test('Create an address 401: no token, or one that is not good', () =>
    unauthenticated('POST', '/addresses', london))
  test('Create an address 403: a token without write:user', () =>
    outOfScope('write:user', 'POST', '/addresses', london))
  test('Create an address 500: an unexpected failure', () => fails('POST', '/addresses', london))

  // 4.2 Get an address

  test('Get an address, addressId: one of the user’s', async () =>
    assert.deepEqual(await body(user, `/addresses/${another.id}`), another))
  test('Get an address 200: the address', () =>
    answers(user, 200, 'GET', `/addresses/${address.id}`))
  test('Get an address 401: no token, or one that is not good', () =>
    unauthenticated('GET', `/addresses/${address.id}`))
  test('Get an address 403: a token without read:user', () =>
    outOfScope('read:user', 'GET', `/addresses/${address.id}`))
  test('Get an address 404: none of the user’s', async () => {
    for (const id of [address.id, 2_147_483_647, 'x', '99999999999'])
      assert.equal((await refusal(other, 'GET', `/addresses/${id}`, {}, 404)).code, 'not_found')
  })
  test('Get an address 500: an unexpected failure', () => fails('GET', '/addresses/7'))

  // 4.2 Update an address

  const update = {
    base: {},
    send: async (input: AddressInput) =>
      other.addresses.update(await other.addresses.create(full), input),
  }
  test('Update an address, addressId: one of the user’s', async () => {
    const mine = await other.addresses.create(london)
    const answer = await answers<Address>(other, 200, 'PATCH', `/addresses/${mine.id}`, {
      body: { city: 'York' },
    })
    assert.deepEqual([answer.id, answer.city], [mine.id, 'York'])
  })
  test('Update an address, full_name: text, not null', () =>
    takes(update, 'full_name', 'Grace Hopper', { required: true }))
  test('Update an address, default: a flag; null counts as absent', async () => {
    const mine = await other.addresses.create(full)
    assert.equal((await other.addresses.update(mine, { default: true })).default, true)
    assert.equal((await other.addresses.update(mine, { default: null })).default, true)
    for (const value of ['true', false]) {
      const path = `/addresses/${mine.id}`
      assert.deepEqual(await faults(other, 'PATCH', path, { default: value }), ['default'])
    }
  })
  test('Update an address, address_1: text, not null', () =>
    takes(update, 'address_1', '1 Wall Street', { required: true }))
  test('Update an address, address_2: text or null', () => takes(update, 'address_2', 'Left'))
  test('Update an address, address_3: text or null', () => takes(update, 'address_3', 'Right'))
  test('Update an address, city: text, not null where the country has cities', () =>
    takes(update, 'city', 'Albany', { required: true }))
  test('Update an address, state_province: text, not null where the country has states', () =>
    takes(update, 'state_province', 'CA', { required: true }))
  test('Update an address, postal_code: text, not null where the country has them', () =>
    takes(update, 'postal_code', '90210', { required: true }))
  test('Update an address, country_code: ISO 3166-1, not null', async () => {
    const mine = await other.addresses.create(full)
    const moved = await other.addresses.update(mine, {
      country_code: 'de',
      postal_code: berlin.postal_code,
    })
    assert.equal(moved._embedded?.country?.code, 'DE')
    for (const country_code of [null, 'XX', 44])
      assert.deepEqual(await faults(other, 'PATCH', `/addresses/${mine.id}`, { country_code }), [
        'country_code',
      ])
  })
  test('Update an address 200: the address as it now is', async () => {
    const mine = await other.addresses.create(newYork)
    const changed = await answers<Address>(other, 200, 'PATCH', `/addresses/${mine.id}`, {
      body: { address_2: 'Top floor' },
    })
    assert.deepEqual(changed, { ...mine, address_2: 'Top floor' })
  })
  test('Update an address 400: what is wrong, by property', async () => {
    const mine = await other.addresses.create(london)
    const given = { full_name: null, city: 7, shoe_size: 39 }
    const named = await faults(other, 'PATCH', `/addresses/${mine.id}`, given)
    assert.deepEqual(named.sort(), ['city', 'full_name', 'shoe_size'])
  })
  test('Update an address 401: no token, or one that is not good', () =>
    unauthenticated('PATCH', `/addresses/${address.id}`, {}))
  test('Update an address 403: a token without write:user; none of the user’s', async () => {
    await outOfScope('write:user', 'PATCH', `/addresses/${address.id}`, {})
    for (const id of [address.id, 2_147_483_647, 'x']) {
      const { code } = await refusal(other, 'PATCH', `/addresses/${id}`, { body: {} }, 403)
      assert.equal(code, 'forbidden')
    }
  })
  test('Update an address 500: an unexpected failure', () =>
    fails('PATCH', '/addresses/7', { city: 'Bath' }))

  // 4.2 List payment methods

  const typesAt = async (query: string): Promise<unknown[]> => {
    const { _embedded } = await body<PaymentMethodGroups>(user, `/paymentmethods?${query}`)
    return (_embedded?.items ?? []).map((inner) => inner._embedded?.items[0]?.type)
  }
  test('List payment methods, buyer_method: a flag', async () => {
    assert.deepEqual(await typesAt('buyer_method=true'), ['CreditCard', 'PayPal'])
    assert.deepEqual(await typesAt('buyer_method=false'), [])
    assert.deepEqual(await faults(user, 'GET', '/paymentmethods?buyer_method=1'), ['buyer_method'])
  })
  test('List payment methods, seller_method: a flag', async () => {
    assert.deepEqual(await typesAt('seller_method=true'), ['PayPal'])
    assert.deepEqual(await typesAt('seller_method=false'), ['CreditCard'])
    assert.deepEqual(await faults(user, 'GET', '/paymentmethods?seller_method=1'), [
      'seller_method',
    ])
  })
  test('List payment methods, page: an int32 from 1', async () => {
    assert.deepEqual(await typesAt('page=2&page_size=1'), ['PayPal'])
    for (const page of ['0', 'x', '2147483648'])
      assert.deepEqual(await faults(user, 'GET', `/paymentmethods?page=${page}`), ['page'])
  })
  test('List payment methods, page_size: an int32 from 1', async () => {
    assert.deepEqual(await typesAt('page_size=1'), ['CreditCard'])
    for (const size of ['0', 'x', '2147483648'])
      assert.deepEqual(await faults(user, 'GET', `/paymentmethods?page_size=${size}`), [
        'page_size',
      ])
  })
  test('List payment methods 200: the collection', () =>
    answers(user, 200, 'GET', '/paymentmethods'))
  test('List payment methods 401: no token, or one that is not good', () =>
    unauthenticated('GET', '/paymentmethods'))
  test('List payment methods 403: a token without read:user', () =>
    outOfScope('read:user', 'GET', '/paymentmethods'))
  test('List payment methods 500: an unexpected failure', () => fails('GET', '/paymentmethods'))

  // 4.2 Get a payment method

  test('Get a payment method, paymentMethodId: one of the user’s', async () =>
    assert.deepEqual(await body(user, `/paymentmethods/${paypal.id}`), paypal))
  test('Get a payment method 200: the payment method', () =>
    answers(user, 200, 'GET', `/paymentmethods/${card.id}`))
  test('Get a payment method 401: no token, or one that is not good', () =>
    unauthenticated('GET', `/paymentmethods/${card.id}`))
  test('Get a payment method 403: a token without read:user', () =>
    outOfScope('read:user', 'GET', `/paymentmethods/${card.id}`))
  test('Get a payment method 404: none of the user’s', async () => {
    for (const id of [card.id, 2_147_483_647, 'x'])
      assert.equal(
        (await refusal(other, 'GET', `/paymentmethods/${id}`, {}, 404)).code,
        'not_found',
      )
  })
  test('Get a payment method 500: an unexpected failure', () => fails('GET', '/paymentmethods/7'))

  // 4.2 Get the authenticated user

  test('Get the authenticated user 200: the user', () => answers(user, 200, 'GET', '/user'))
  test('Get the authenticated user 401: no token, or one that is not good', () =>
    unauthenticated('GET', '/user'))
  test('Get the authenticated user 403: a token without read:user', () =>
    outOfScope('read:user', 'GET', '/user'))
  test('Get the authenticated user 500: an unexpected failure', () => fails('GET', '/user'))

  // 4.2 Update the authenticated user

  test('Update the authenticated user, full_name: text or null', async () => {
    const subject = await foyer.newUser()
    for (const full_name of ['Grace Hopper', null])
      assert.equal((await subject.user.update({ full_name })).full_name, full_name)
    assert.deepEqual(await faults(subject, 'PATCH', '/user', { full_name: 7 }), ['full_name'])
  })
  test('Update the authenticated user, email_optin: a flag; null counts as absent', async () => {
    const subject = await foyer.newUser()
    assert.equal((await subject.user.update({ email_optin: true })).email_optin, true)
    assert.equal((await subject.user.update({ email_optin: null })).email_optin, true)
    const given = { email_optin: 'false' }
    assert.deepEqual(await faults(subject, 'PATCH', '/user', given), ['email_optin'])
  })
  test('Update the authenticated user 200: an octet stream without content', async () => {
    const subject = await foyer.newUser()
    const { status, headers, text } = await subject.request('PATCH', '/user', {
      body: { email_optin: true },
      headers: { accept: '*/*' },
    })
    assert.deepEqual(
      [status, headers.get('content-type'), text],
      [200, 'application/octet-stream', ''],
    )
    assert.equal((await subject.user.get()).email_optin, true)
  })
  test('Update the authenticated user 400: what is wrong, by property', async () =>
    assert.deepEqual(await faults(other, 'PATCH', '/user', { email: 'x@example.com' }), ['email']))
  test('Update the authenticated user 401: no token, or one that is not good', () =>
    unauthenticated('PATCH', '/user', {}))
  test('Update the authenticated user 403: a token without write:user', () =>
    outOfScope('write:user', 'PATCH', '/user', {}))
  test('Update the authenticated user 500: an unexpected failure', () =>
    fails('PATCH', '/user', { full_name: 'Grace Hopper' }))

  // 8 Limits, 9 Versioning

  test('Limits, pages: total_items, page and page_size are told by every collection', async () => {
    for (const path of ['/addresses', '/paymentmethods', '/paymentmethods/types/paypal']) {
      const { page, page_size, total_items } = await body<AddressPage>(user, path)
      assert.deepEqual([page, page_size, typeof total_items], [1, 100, 'number'])
    }
  })
  test('Limits, expires_in: a token of an application lives for a day', async () =>
    assert.equal((await tokenOf(grant)).expires_in, 86_400))
  test('Versioning, version: in every response', async () => {
    for (const path of ['', '/user', '/addresses/x', '/nowhere'])
      assert.equal((await user.request('GET', path)).headers.get('api-version'), '2.249.0.0', path)
  })

  /** Without a token, and with an unknown one. */
  async function unauthenticated(method: string, path: string, sent?: object): Promise<void> {
    for (const [accessToken, code] of [
      [null, 'unauthorized'],
      ['A'.repeat(43), 'invalid_token'],
    ] as const) {
      const refused = await refusal(user, method, path, { accessToken, body: sent }, 401)
      assert.equal(refused.code, code)
    }
  }

  /** With a token that has every scope but this one. */
  async function outOfScope(
    scope: 'read:user' | 'write:user',
    method: string,
    path: string,
    sent?: object,
  ): Promise<void> {
    const others = (['read:user', 'write:user', 'read:events'] as const).filter(
      (name) => name !== scope,
    )
    const accessToken = await foyer.tokenFor(user.id, others)
    const refused = await refusal(user, method, path, { accessToken, body: sent }, 403)
    assert.equal(refused.code, 'insufficient_scope')
  }

  let failing: Foyer & { stop(): Promise<void> }
  let database500: FailingDatabase
  let unlucky: TestUser
  before(async () => {
    database500 = new FailingDatabase(await database.open())
    failing = await startFoyer(database500)
    unlucky = await failing.newUser()
  })
  after(() => failing.stop())

  /**
   * Against a service whose database fails unexpectedly: the response shows nothing of the cause.
   */
  async function fails(method: string, path: string, sent?: object): Promise<void> {
    // The token is known from now on, so that the operation is what fails.
    await answers(unlucky, 200, 'GET', '/user')
    database500.cause = new Error('column "secret" of /srv/foyer/store.ts does not exist')
    try {
      assert.deepEqual(await refusal(unlucky, method, path, { body: sent }, 500), {
        code: 'internal_server_error',
        message: en['error.internal_server_error'],
        errors: {},
      })
    } finally {
      database500.cause = undefined
    }
  }
})

type Client = Pick<TestUser, 'request'>
type Linked = { _links: Readonly<Record<string, Link | undefined>> | null } | null | undefined

const idOf = ({ id }: { id: number | null }): number => id ?? assert.fail('it has no id')

function hrefOf(resource: Linked, relation: string): string {
  const link = resource?._links?.[relation]
  return link?.href ?? assert.fail(`there is no link ${relation}`)
}

/** Every link anywhere in some JSON. */
function linksIn(json: unknown): Link[] {
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([name, value]: [string, unknown]) =>
    name === '_links' ? (Object.values(value as object) as Link[]) : linksIn(value),
  )
}

function assertInt32(value: unknown): void {
  assert.ok(Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31, String(value))
}

/** Every relation leads to one link, which has three fields. */
function assertLinks(resource: Linked): void {
  const links = Object.values(resource?._links ?? {})
  assert.notEqual(links.length, 0)
  for (const link of links)
    assert.deepEqual(Object.keys(link ?? {}), ['href', 'title', 'templated'])
}

async function answers<Body>(
  client: Client,
  expected: number,
  method: string,
  path: string,
  call?: Call,
): Promise<Body> {
  const { status, body, text } = await client.request<Body>(method, path, call)
  assert.equal(status, expected, text)
  return body
}

const body = <Body>(client: Client, path: string): Promise<Body> =>
  answers<Body>(client, 200, 'GET', path)

/** The body of a refusal, which has three fields and no more. */
async function refusal(
  client: Client,
  method: string,
  path: string,
  call?: Call,
  expected?: number,
): Promise<ErrorBody> {
  const { status, headers, body } = await client.request<ErrorBody>(method, path, call)
  assert.equal(status, expected ?? status)
  assert.ok(status >= 400)
  assert.equal(headers.get('content-type'), 'application/hal+json; charset=utf-8')
  assert.deepEqual(Object.keys(body), ['code', 'message', 'errors'])
  return body
}

/** The names of the properties that are refused. */
async function faults(
  client: Client,
  method: string,
  path: string,
  sent?: object,
): Promise<string[]> {
  const { code, errors } = await refusal(client, method, path, { body: sent }, 400)
  assert.equal(code, 'validation_failed')
  return Object.keys(errors)
}

/** The page, and the id of the first address on it. */
async function pageAt(client: Client, href: string): Promise<[page: unknown, id: unknown]> {
  const { page, _embedded } = await body<AddressPage>(client, href)
  return [page, _embedded?.items[0]?.id]
}

/**
 * A text of an address: it is returned as sent, no other type is accepted, and null only where
 * allowed.
 */
async function takes(
  { base, send }: { base: object; send: (input: AddressInput) => Promise<Address> },
  property: keyof AddressInput & keyof Address,
  text: string,
  { required = false } = {},
): Promise<void> {
  const shown = async (value: unknown): Promise<unknown> =>
    (await send({ ...base, [property]: value }))[property]
  const refused = (value: unknown): Promise<void> =>
    assert.rejects(shown(value), ({ code, errors }) => {
      assert.deepEqual([code, Object.keys(errors)], ['validation_failed', [property]])
      return true
    })
  assert.equal(await shown(text), text)
  for (const value of [7, true, ['x'], {}]) await refused(value)
  if (required) await refused(null)
  else assert.equal(await shown(null), null)
}

async function givePhone(db: OpenDatabase, userId: number, phone: string): Promise<void> {
  await db.transaction((tx) =>
    tx.query(sql`update users set primary_phone = ${phone} where id = ${userId}`),
  )
}
