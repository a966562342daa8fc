import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Call, ErrorBody } from '@foyer/client'
import { requestToken } from '@foyer/client/oauth'
import en from '../../../locales/en.json' with { type: 'json' }
import { berlin, london } from '../../support/addresses.ts'
import { FailingDatabase } from '../../support/failing-database.ts'
import { type Foyer, onEveryDatabase, startFoyer, type TestUser } from '../../support/foyer.ts'
import { type MessageKey, say, Unavailable } from '../../support/inside.ts'
import { keepCard, keepPayPal } from '../../support/payment-methods.ts'

import {
  answer,
  hal,
  idOf,
  meant,
  refused,
  scope,
  specific,
  token,
  unknownToken,
} from './support.ts'

/* The conventions of all resources. The rules of each resource are tested in its own folder. */
await onEveryDatabase('conventions, errors', (foyer, database) => {
  let user: TestUser
  let address: Address
  let path: string

  before(async () => {
    user = await foyer.newUser()
    address = await user.addresses.create(london)
    path = `/addresses/${address.id}`
  })

  describe('statuses and errors', () => {
    test('a method that a path does not have is 405 with those it has', async () => {
      for (const [method, at, allow] of [
        ['DELETE', '/addresses', 'GET, HEAD, POST, OPTIONS'],
        ['PUT', path, 'GET, HEAD, PATCH, DELETE, OPTIONS'],
        ['POST', '/user', 'GET, HEAD, PATCH, OPTIONS'],
        ['PATCH', '/countries', 'GET, HEAD, OPTIONS'],
        ['POST', '', 'GET, HEAD, OPTIONS'],
      ] as const) {
        const { status, headers, body } = await user.request<ErrorBody>(method, at, {
          accessToken: null,
          body: 'not even JSON',
        })
        assert.deepEqual([status, headers.get('allow')], [405, allow], `${method} ${at}`)
        assert.equal(body.code, 'method_not_allowed')
      }
    })

    test('a resource that is not the caller’s is 404 to read and 403 to write, whether it exists or not', async () => {
      const stranger = await foyer.newUser()
      for (const id of [address.id, 2_147_483_647, 2_147_483_648, 0, -1, '07', '7x', 'x', '1e1']) {
        await refused(stranger, 404, 'not_found', 'GET', `/addresses/${id}`)
        await refused(stranger, 403, 'forbidden', 'PATCH', `/addresses/${id}`, { body: {} })
        await refused(stranger, 403, 'forbidden', 'DELETE', `/addresses/${id}`)
      }
    })

    test('a repeated deletion is 204 again', async () => {
      const { id } = await user.addresses.create(berlin)
      for (const status of [204, 204]) await answer(user, status, 'DELETE', `/addresses/${id}`)
      await refused(user, 404, 'not_found', 'GET', `/addresses/${id}`)
      await refused(user, 403, 'forbidden', 'PATCH', `/addresses/${id}`, { body: {} })
    })

    test('204 has neither a body nor a type', async () => {
      const { id } = await user.addresses.create(berlin)
      const { headers, text } = await user.request('DELETE', `/addresses/${id}`)
      assert.deepEqual([headers.get('content-type'), text], [null, ''])
    })

    test('every code comes with its status, in the shape of errors and the language asked for', async () => {
      const owner = await foyer.newUser()
      const billed = await owner.addresses.create(london)
      await keepCard(foyer, owner.id, { billingAddressId: idOf(billed) })
      const at = `/addresses/${billed.id}`
      const expected: [code: string, status: number, method: string, path: string, call?: Call][] =
        [
          ['invalid_request_body', 400, 'POST', '/addresses', { body: '[]' }],
          ['validation_failed', 400, 'POST', '/addresses', { body: {} }],
          ['unauthorized', 401, 'GET', at, { accessToken: null }],
          ['invalid_token', 401, 'GET', at, { accessToken: unknownToken }],
          [
            'insufficient_scope',
            403,
            'GET',
            at,
            { accessToken: await foyer.tokenFor(owner.id, ['read:webhooks']) },
          ],
          ['forbidden', 403, 'PATCH', '/addresses/0', { body: {} }],
          ['invalid_delete', 403, 'DELETE', at],
          ['not_found', 404, 'GET', '/addresses/0'],
          ['method_not_allowed', 405, 'PUT', at],
          ['not_acceptable', 406, 'GET', at, { headers: { accept: 'text/html' } }],
          ['precondition_failed', 412, 'PATCH', at, { body: {}, ifMatch: '"99-x"' }],
          ['payload_too_large', 413, 'PATCH', at, { body: ' '.repeat(65_537) }],
          [
            'unsupported_media_type',
            415,
            'PATCH',
            at,
            { body: '{}', headers: { 'content-type': 'text/csv' } },
          ],
        ]
      for (const [code, status, method, path, call] of expected)
        for (const language of ['en', 'ja'] as const) {
          const spoken = { ...call, language }
          const { headers, ...answer } = await owner.request<ErrorBody>(method, path, spoken)
          assert.equal(answer.status, status, code)
          assert.equal(headers.get('content-type'), hal)
          assert.equal(headers.get('content-language'), language)
          assert.deepEqual(Object.keys(answer.body), ['code', 'message', 'errors'])
          assert.equal(answer.body.code, code)
          if (!specific.has(code))
            assert.equal(answer.body.message, say(language, `error.${code}` as MessageKey))
          if (code !== 'validation_failed') assert.deepEqual(answer.body.errors, {})
        }
    })

    test('the error for malformed JSON names the position, and repeats nothing of the body', async () => {
      for (const [body, line, column] of [
        ['{', 1, 2],
        ['{"city":Bath}', 1, 9],
        ['{"city":"Bath",}', 1, 16],
        ["{'city':1}", 1, 2],
        ['{\n  "city": "Bath"\n  "postal_code": 1\n}', 3, 3],
        ['{\r\n\t"🎫": nope}', 2, 7],
        ['{"city":"a\nb"}', 1, 11],
        ['{"city":"\\x"}', 1, 10],
        ['{"city":"Bath}', 1, 9],
        ['{"city":01}', 1, 10],
        ['[1 2]', 1, 4],
        ['{}{}', 1, 3],
        ['NaN', 1, 1],
      ] as const) {
        const call = { body }
        const { message } = await answer<ErrorBody>(user, 400, 'PATCH', path, call)
        assert.equal(
          message,
          say('en', 'error.invalid_request_body.syntax', { line, column }),
          body,
        )
      }
      for (const [body, key, params] of [
        ['', 'error.invalid_request_body.empty'],
        ['[]', 'error.invalid_request_body'],
        ['"{}"', 'error.invalid_request_body'],
        [Buffer.from('{"city":"\xff"}', 'latin1'), 'error.invalid_request_body.encoding'],
        ['['.repeat(33) + ']'.repeat(33), 'error.invalid_request_body.depth', { max: 32 }],
      ] as const) {
        const { message } = await answer<ErrorBody>(user, 400, 'PATCH', path, { body })
        assert.equal(message, say('en', key, params))
      }
    })

    test('the error for an unknown property names the similar one, or all known ones', async () => {
      const known = {
        '/addresses':
          'full_name, default, address_1, address_2, address_3, city, state_province, postal_code, country_code',
        '/user': 'full_name, email_optin',
      }
      for (const [at, name, key, params] of [
        ['/addresses', 'adress_1', 'rule.unknown_like', { known: 'address_1' }],
        ['/addresses', 'addressLine1', 'rule.unknown_like', { known: 'address_1' }],
        ['/addresses', 'Full_Name', 'rule.unknown_like', { known: 'full_name' }],
        ['/addresses', 'country', 'rule.unknown_like', { known: 'country_code' }],
        ['/addresses', 'postcode', 'rule.unknown_like', { known: 'postal_code' }],
        ['/addresses', 'zip', 'rule.unknown_known', { known: known['/addresses'] }],
        ['/addresses', '__proto__', 'rule.unknown_known', { known: known['/addresses'] }],
        ['/addresses', 'id', 'rule.unknown_id'],
        ['/addresses', '_links', 'rule.read_only'],
        ['/paymentmethods/creditcard', 'expMonth', 'rule.unknown_like', { known: 'expiry_month' }],
        ['/paymentmethods/creditcard', 'number', 'rule.unknown_like', { known: 'card_number' }],
        ['/paymentmethods/creditcard', 'details', 'rule.read_only'],
        ['/user', 'optin', 'rule.unknown_like', { known: 'email_optin' }],
        ['/user', 'newsletter', 'rule.unknown_known', { known: known['/user'] }],
        ['/user', 'email', 'rule.account_pages'],
        ['/user', 'primary_phone', 'rule.account_pages'],
      ] as const) {
        const method = at === '/user' ? 'PATCH' : 'POST'
        const call = { body: `{"${name}":1}` }
        const errors = await refused(user, 400, 'validation_failed', method, at, call)
        assert.deepEqual(errors[name], [say('en', key, params)], name)
      }
      const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`x${at}`, 1]))
      const { text } = await user.request('POST', '/addresses', { body: many })
      assert.ok(text.length < 300_000, 'the answer stays short')
    })

    test('the error for a security code says that it is never accepted', async () => {
      for (const name of ['cvv', 'CVC', 'cvv2', 'card_cvc', 'securityCode', 'cvvNumber', 'csc'])
        for (const at of ['/paymentmethods/creditcard', '/paymentmethods/paypal', '/addresses']) {
          const call = { body: { [name]: '123' } }
          const errors = await refused(user, 400, 'validation_failed', 'POST', at, call)
          assert.deepEqual(errors[name], [en['rule.security_code']], name)
        }
    })

    test('the error for a value of the wrong form names the right form', async () => {
      const card = '/paymentmethods/creditcard'
      for (const [at, name, value, message] of [
        [card, 'expiry_year', 31, en['rule.year']],
        [card, 'expiry_year', '2031', en['rule.year']],
        [card, 'start_year', 20310, en['rule.year']],
        [card, 'expiry_month', 13, say('en', 'rule.maximum', { max: 12 })],
        [card, 'expiry_month', '12', en['rule.type.integer_quoted']],
        [card, 'billing_address_id', '7', en['rule.type.integer_quoted']],
        [card, 'billing_address_id', 'x', en['rule.type.integer']],
        [card, 'card_number', 4, en['rule.type.string_unquoted']],
        ['/addresses', 'postal_code', 10115, en['rule.type.string_unquoted']],
        ['/addresses', 'default', 'True', en['rule.type.boolean_quoted']],
        ['/addresses', 'default', 'yes', en['rule.type.boolean']],
        ['/addresses', 'full_name', null, en['rule.required']],
        ['/addresses', 'country_code', 'Germany', say('en', meant, { code: 'DE' })],
        ['/addresses', 'country_code', 'deutschland', say('en', meant, { code: 'DE' })],
        ['/addresses', 'country_code', '日本', say('en', meant, { code: 'JP' })],
        ['/addresses', 'country_code', 'UK', say('en', meant, { code: 'GB' })],
        ['/addresses', 'country_code', 'XX', en['address.country_code.unknown']],
      ] as const) {
        const call = { body: { [name]: value } }
        const errors = await refused(user, 400, 'validation_failed', 'POST', at, call)
        assert.deepEqual(errors[name], [message], `${name}: ${value}`)
      }
    })

    test('the error for a misdirected request says what would be right', async () => {
      const { clientId, clientSecret } = await foyer.newApplication({ name: 'Server' })
      const { authUrl } = foyer
      const own = await requestToken({
        authUrl,
        clientId: clientId,
        clientSecret: clientSecret,
      })
      const writes = await foyer.tokenFor(user.id, ['write:user'])
      const none: Call = { accessToken: null }
      const to = { header: 'Authorization: Bearer ACCESS_TOKEN' }
      const path404 = say('en', 'error.not_found.path', { url: foyer.baseUrl })
      const methods = 'GET, HEAD, PATCH, DELETE, OPTIONS'
      const told: [status: number, method: string, at: string, call: Call, message: string][] = [
        [403, 'GET', '/user', { accessToken: own.access_token }, en[`${scope}.application`]],
        [
          403,
          'GET',
          '/user',
          { accessToken: writes },
          say('en', `${scope}.needed`, { scope: 'read:user' }),
        ],
        [401, 'GET', '/user', none, en['error.unauthorized']],
        [401, 'GET', `/user?access_token=${writes}`, none, say('en', `${token}.query`, to)],
        [
          401,
          'GET',
          '/user',
          { ...none, headers: { authorization: 'Basic YTpi' } },
          say('en', `${token}.scheme`, to),
        ],
        [
          401,
          'GET',
          '/user',
          { ...none, headers: { authorization: writes } },
          say('en', `${token}.scheme`, to),
        ],
        [404, 'GET', '/shoes/7', none, path404],
        [404, 'GET', `${foyer.authUrl}/v1/shoes`, none, path404],
        [404, 'GET', '/addresses/0', {}, en['error.not_found']],
        [
          405,
          'PUT',
          path,
          none,
          say('en', 'error.method_not_allowed.allowed_like', {
            methods,
            operation: `PATCH ${foyer.baseUrl}/addresses/{addressId}`,
          }),
        ],
        [
          415,
          'PATCH',
          path,
          { body: '', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
          en['error.unsupported_media_type.encoding'],
        ],
        [
          415,
          'PATCH',
          path,
          { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
          en['error.unsupported_media_type'],
        ],
        [406, 'GET', path, { headers: { accept: 'text/html' } }, en['error.not_acceptable']],
      ]
      for (const [status, method, at, call, message] of told) {
        const body = await answer<ErrorBody>(user, status, method, at, call)
        assert.deepEqual([body.message, body.errors], [message, {}], `${method} ${at}`)
      }
    })

    test('the error for an address in use names the payment methods that bill to it', async () => {
      const owner = await foyer.newUser()
      const billingAddressId = idOf(await owner.addresses.create(london))
      const at = `/addresses/${billingAddressId}`
      await keepCard(foyer, owner.id, { billingAddressId, last4: '4444' })
      const message = async () => (await answer<ErrorBody>(owner, 403, 'DELETE', at)).message
      const billed = (methods: string) => say('en', 'error.invalid_delete.billed', { methods })
      assert.equal(await message(), billed('************4444'))
      await keepPayPal(foyer, owner.id, { billingAddressId, email: 'jane@example.com' })
      assert.equal(await message(), billed('************4444, j***@example.com'))
      for (const last4 of ['0005', '0006'])
        await keepCard(foyer, owner.id, { billingAddressId, last4 })
      assert.equal(
        await message(),
        billed('************4444, j***@example.com, ************0005, …'),
      )
    })

    test('a user can have a hundred addresses: the next is limit_reached', async () => {
      const hoarder = await foyer.newUser()
      for (let count = 0; count < 100; count++) await hoarder.addresses.create(london)
      await refused(hoarder, 403, 'limit_reached', 'POST', '/addresses', { body: london })
    })
  })

  describe('a service that cannot answer', () => {
    let needy: Foyer & { stop(): Promise<void> }
    let db: FailingDatabase
    let client: TestUser
    before(async () => {
      db = new FailingDatabase(await database.open())
      needy = await startFoyer(db)
      client = await needy.newUser()
    })
    after(() => needy.stop())

    test('is 503 while its database is away, and says when to come back', async () => {
      await client.user.get()
      db.cause = new Unavailable(new Error('ECONNREFUSED 10.1.2.3'))
      for (const call of [{}, { accessToken: unknownToken }]) {
        const { status, headers, body } = await client.request<ErrorBody>('GET', '/user', call)
        assert.deepEqual([status, headers.get('retry-after')], [503, '1'])
        assert.deepEqual(body, {
          code: 'service_unavailable',
          message: en['error.service_unavailable'],
          errors: {},
        })
      }
      db.cause = undefined
      await client.user.get()
    })
  })
})
