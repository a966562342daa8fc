import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { london } from '../support/addresses.ts'
import { anyOne } from '../support/database.ts'
import { startFoyer } from '../support/foyer.ts'
import { keepListing } from '../support/listings.ts'
import { keepCard } from '../support/payment-methods.ts'

// cspell:ignore adresses creditcards

/*
 * What developers get wrong in their first hour. Each answer says what is wrong and what would be
 * right: a near miss names the near thing.
 */

interface Sent {
  /** Sent as JSON, or as it is. */
  readonly body?: unknown
  /** Sent as a form, with the credentials of an application. */
  readonly form?: string
  readonly headers?: Readonly<Record<string, string>>
  /** In place of the user's own token. Null sends none. */
  readonly token?: 'application' | 'unknown' | 'reader' | null
}

/**
 * A request, the status and the code of its answer, and its message with the faults of properties.
 * `ADDRESS`, `CARD` and `LISTING` are ids, and `TOKEN` is the user's token. The message has paths in
 * place of URLs.
 */
type Mistake = readonly [request: string, sent: Sent, status: number, code: string, says: RegExp]

const none: Sent = { token: null }
const address = { ...london, country_code: 'GB' }
const card = {
  full_name: 'Ada Lovelace',
  card_number: '4111111111111111',
  expiry_month: 12,
  expiry_year: 2099,
}
const { full_name: _, ...withoutName } = address
const { address_1: __, ...withoutStreet } = address
const notFound = (like: string): readonly [404, 'not_found', RegExp] => [
  404,
  'not_found',
  new RegExp(`^This path does not exist. Did you mean ${RegExp.escape(like)}[?]$`),
]
const notAllowed = (like: string): readonly [405, 'method_not_allowed', RegExp] => [
  405,
  'method_not_allowed',
  new RegExp(`Did you mean ${RegExp.escape(like)}[?] The allowed methods are .+[.]$`),
]
const elsewhere = [404, 'not_found', /^This path does not exist[.] Start at \/v2[.]$/] as const
const startAt = (request: string): Mistake => [request, none, ...elsewhere]

const paths: readonly Mistake[] = [
  ['GET /v2/address', none, ...notFound('GET /v2/addresses')],
  ['GET /v2/adresses', none, ...notFound('GET /v2/addresses')],
  ['POST /v2/adresses', { body: address }, ...notFound('POST /v2/addresses')],
  ['GET /v2/address/7', none, ...notFound('GET /v2/addresses/{addressId}')],
  ['GET /v2/addresses/7/carriers', none, ...notFound('GET /v2/addresses/{addressId}/carrier')],
  ['GET /v2/addresses/7/lines', none, ...notFound('GET /v2/addresses/{addressId}')],
  ['GET /v2/users', none, ...notFound('GET /v2/user')],
  ['GET /v2/me', none, ...notFound('GET /v2/user')],
  ['PATCH /v2/profile', none, ...notFound('PATCH /v2/user')],
  ['GET /oauth2/keys', none, ...notFound('GET /oauth2/jwks')],
  ['GET /v2/users/me', none, ...notFound('GET /v2/user')],
  ['GET /v2/user/addresses', none, ...notFound('GET /v2/addresses')],
  ['GET /v2/users/7/addresses', none, ...notFound('GET /v2/addresses')],
  ['GET /v2/payment-methods', none, ...notFound('GET /v2/paymentmethods')],
  ['GET /v2/payment_methods/7', none, ...notFound('GET /v2/paymentmethods/{paymentMethodId}')],
  ['GET /v2/country/GB', none, ...notFound('GET /v2/countries/{code}')],
  ['GET /v2/webhook', none, ...notFound('GET /v2/webhooks')],
  ['GET /v2/listings/7', none, ...notFound('PUT /v2/listings/{listingId}/paymentmethods')],
  [
    'PUT /v2/listing/7/paymentmethods',
    none,
    ...notFound('PUT /v2/listings/{listingId}/paymentmethods'),
  ],
  ['GET /v1/addresses', none, ...notFound('GET /v2/addresses')],
  ['GET /api/v2/user', none, ...notFound('GET /v2/user')],
  ['GET /api/addresses', none, ...notFound('GET /v2/addresses')],
  ['GET /v2/openapi.json', none, ...notFound('GET /openapi.json')],
  ['POST /token', none, ...notFound('POST /oauth2/token')],
  ['POST /oauth/token', none, ...notFound('POST /oauth2/token')],
  ['POST /v2/oauth2/token', none, ...notFound('POST /oauth2/token')],
  ['POST /oauth2/tokens', none, ...notFound('POST /oauth2/token')],
  ['GET /oauth2/authorize', none, ...notFound('GET /authorize')],
  ['GET /oauth/authorise', none, ...notFound('GET /authorize')],
  ['POST /oauth2/introspection', none, ...notFound('POST /oauth2/introspect')],
  ['POST /revoke', none, ...notFound('POST /oauth2/revoke')],
  ['GET /userinfo', none, ...notFound('GET /oauth2/userinfo')],
  ['GET /.well-known/jwks.json', none, ...notFound('GET /oauth2/jwks')],
  ['GET /.well-known/openid', none, ...notFound('GET /.well-known/openid-configuration')],
  ['GET /account/adresses', none, ...notFound('GET /account/addresses')],
  startAt('GET /v2/shoes/7'),
  startAt('GET /v2/4111111111111111'),
  startAt(`GET /v2/${'adresses'.repeat(40)}`),
  startAt('GET /v2/a/b/c/d/e/f/adresses'),
  ['GET /v2/countries/UK', none, 404, 'not_found', /Did you mean GB\?$/],
  ['GET /v2/countries/Germany', none, 404, 'not_found', /Did you mean DE\?$/],
  [
    'GET /v2/countries/GBR',
    none,
    404,
    'not_found',
    /The country in the path must be a two-letter code/,
  ],
  ['GET /v2/paymentmethods/types/card', {}, 404, 'not_found', /Did you mean CreditCard\?$/],
  ['GET /v2/paymentmethods/types/cash', {}, 404, 'not_found', /end in one of CreditCard, PayPal/],
]

const methods: readonly Mistake[] = [
  [
    'POST /v2/paymentmethods/creditcards',
    none,
    ...notAllowed('POST /v2/paymentmethods/creditcard'),
  ],
  [
    'POST /v2/paymentmethods/credit-card',
    none,
    ...notAllowed('POST /v2/paymentmethods/creditcard'),
  ],
  ['POST /v2/paymentmethods/card', none, ...notAllowed('POST /v2/paymentmethods/creditcard')],
  ['POST /v2/paymentmethods', none, ...notAllowed('POST /v2/paymentmethods/creditcard')],
  ['PUT /v2/paymentmethods/7', none, ...notAllowed('PATCH /v2/paymentmethods/{paymentMethodId}')],
  [
    'GET /v2/paymentmethods/type/PayPal',
    none,
    ...notAllowed('GET /v2/paymentmethods/types/{type}'),
  ],
  ['POST /v2/addresses/7', none, ...notAllowed('POST /v2/addresses')],
  ['DELETE /v2/addresses', none, ...notAllowed('DELETE /v2/addresses/{addressId}')],
  ['PUT /v2/addresses/7', none, ...notAllowed('PATCH /v2/addresses/{addressId}')],
  ['PUT /v2/user', none, ...notAllowed('PATCH /v2/user')],
  ['POST /v2/listings/7/paymentmethods', none, 405, 'method_not_allowed', /are PUT, OPTIONS\.$/],
  ['GET /v2/webhooks/7/ping', none, 405, 'method_not_allowed', /are POST, OPTIONS\.$/],
  ['GET /oauth2/token', none, 405, 'invalid_request', /Send a POST request/],
]

const bearer = (authorization: string): Sent => ({ token: null, headers: { authorization } })
const tokens: readonly Mistake[] = [
  ['GET /v2/user', none, 401, 'unauthorized', /in the header Authorization, after the word Bearer/],
  ['GET /v2/user', bearer('TOKEN'), 401, 'unauthorized', /in the header Authorization: Bearer/],
  ['GET /v2/user', bearer('Token TOKEN'), 401, 'unauthorized', /header Authorization: Bearer/],
  ['GET /v2/user', bearer('Basic YTpi'), 401, 'unauthorized', /only at the token endpoint/],
  [
    'GET /v2/user?access_token=TOKEN',
    none,
    401,
    'unauthorized',
    /Bearer ACCESS_TOKEN, not in the URL/,
  ],
  [
    'GET /v2/user',
    bearer('Bearer'),
    401,
    'invalid_token',
    /malformed\. Send its 43 characters in the header Authorization/,
  ],
  ['GET /v2/user', bearer('Bearer "TOKEN"'), 401, 'invalid_token', /without quotation marks/],
  ['GET /v2/user', bearer('Bearer Bearer TOKEN'), 401, 'invalid_token', /malformed/],
  ['GET /v2/user', bearer('Bearer <ACCESS_TOKEN>'), 401, 'invalid_token', /malformed/],
  ['GET /v2/user', bearer('Bearer undefined'), 401, 'invalid_token', /malformed/],
  [
    'GET /v2/user',
    { token: 'unknown' },
    401,
    'invalid_token',
    /not valid or has expired\. Get a new one/,
  ],
  [
    'GET /v2/user',
    { token: 'application' },
    403,
    'insufficient_scope',
    /belongs to an application, not to a user\. Get a user’s token with the authorization code grant/,
  ],
  [
    'PATCH /v2/user',
    { token: 'reader', body: {} },
    403,
    'insufficient_scope',
    /with the scope write:user/,
  ],
]

const form = (text: string, headers: Readonly<Record<string, string>> = {}): Sent => ({
  token: null,
  form: text,
  headers,
})
const own = 'grant_type=client_credentials'
const endpoint = 'POST /oauth2/token'
const tokenEndpoint: readonly Mistake[] = [
  [endpoint, form(''), 400, 'invalid_request', /'grant_type'/],
  [`${endpoint}?${own}`, form(''), 400, 'invalid_request', /form in the body, not in the URL/],
  [
    endpoint,
    form('grant_type=client-credentials'),
    400,
    'unsupported_grant_type',
    /Did you mean client_credentials\?/,
  ],
  [
    endpoint,
    form('grant_type=authorization-code'),
    400,
    'unsupported_grant_type',
    /Did you mean authorization_code\?/,
  ],
  [
    endpoint,
    form('grant_type=password'),
    400,
    'unsupported_grant_type',
    /It can be client_credentials, authorization_code/,
  ],
  [
    endpoint,
    form(`${own}&${own}`),
    400,
    'invalid_request',
    /The parameter \w+ appears twice\. Send it once/,
  ],
  [endpoint, form(`${own}&scope=read:event`), 400, 'invalid_scope', /Did you mean read:events\?/],
  [endpoint, form(`${own}&scope=events`), 400, 'invalid_scope', /Did you mean read:events\?/],
  [
    endpoint,
    form(`${own}&scope=read:events,read:sales`),
    400,
    'invalid_scope',
    /Put spaces between scopes/,
  ],
  [
    endpoint,
    form(`${own}&scope=read:user`),
    400,
    'invalid_scope',
    /The scope read:user requires a user\. Use the authorization code grant/,
  ],
  [
    endpoint,
    form('grant_type=authorization_code'),
    400,
    'invalid_request',
    /The parameter 'code' is missing/,
  ],
  [
    endpoint,
    form('grant_type=authorization_code&code=a'),
    400,
    'invalid_grant',
    /Send the user to the authorization/,
  ],
  [
    endpoint,
    form('grant_type=refresh_token&refresh_token=TOKEN'),
    400,
    'invalid_grant',
    /refresh token is unknown/,
  ],
  [
    endpoint,
    form(own, { authorization: '' }),
    401,
    'invalid_client',
    /Authorization: Basic \(Base64 of id:secret\)/,
  ],
  [
    endpoint,
    form(own, { authorization: 'Basic id:secret' }),
    401,
    'invalid_client',
    /Base64 of id:secret/,
  ],
  [
    endpoint,
    form(own, { authorization: 'Bearer TOKEN' }),
    401,
    'invalid_client',
    /Authorization: Basic/,
  ],
  [
    endpoint,
    form(own, { 'content-type': 'text/plain' }),
    400,
    'invalid_request',
    /Content-Type application\/x-www-form/,
  ],
  [
    endpoint,
    form('{"a":1}', { 'content-type': 'application/json' }),
    400,
    'invalid_request',
    /a form, not JSON/,
  ],
]

const ifMatch = (tag: string): Sent => ({ body: {}, headers: { 'if-match': tag } })
const strong =
  /ETag of a response with its double quotation marks, such as "3-\S+"\. A weak tag \(W\/\) never matches/
const at = 'PATCH /v2/addresses/ADDRESS'
const headers: readonly Mistake[] = [
  [at, ifMatch('1'), 400, 'malformed_request', strong],
  [at, ifMatch("'1'"), 400, 'malformed_request', strong],
  [at, ifMatch('W/"1-a"'), 400, 'malformed_request', strong],
  [at, ifMatch('W/1'), 400, 'malformed_request', strong],
  [at, ifMatch(''), 400, 'malformed_request', strong],
  [at, ifMatch('"99-a"'), 412, 'precondition_failed', /load it again/],
  ['PATCH /v2/user', ifMatch('1'), 400, 'malformed_request', strong],
  ['DELETE /v2/addresses/ADDRESS', ifMatch('W/"1"'), 400, 'malformed_request', strong],
  ['PATCH /v2/paymentmethods/CARD', ifMatch('1'), 400, 'malformed_request', strong],
  [
    'GET /v2/user',
    { headers: { accept: 'text/html' } },
    406,
    'not_acceptable',
    /application\/hal\+json/,
  ],
  ['GET /v2/user', { headers: { accept: 'json' } }, 406, 'not_acceptable', /application\/json/],
  [
    at,
    { body: 'a=b', headers: { 'content-type': 'text/plain' } },
    415,
    'unsupported_media_type',
    /application\/json/,
  ],
  [
    at,
    { body: '[]', headers: { 'content-type': 'application/json-patch+json' } },
    415,
    'unsupported_media_type',
    /application\/json/,
  ],
  [
    at,
    { body: '{}', headers: { 'content-type': 'application/json; charset=latin1' } },
    415,
    'unsupported_media_type',
    /UTF-8/,
  ],
  [
    'POST /v2/addresses',
    { body: address, headers: { 'idempotency-key': '' } },
    400,
    'validation_failed',
    /1 to 255 printable/,
  ],
]

const refused = [400, 'validation_failed'] as const
const fault = (property: string, text: string) => new RegExp(`${property}: ${text}`)
const post = 'POST /v2/addresses'
const bodies: readonly Mistake[] = [
  [post, { body: '' }, 400, 'invalid_request_body', /empty\. It must be a JSON object/],
  [post, { body: "{'city':'Bath'}" }, 400, 'invalid_request_body', /line 1, column 2/],
  [post, { body: [address] }, 400, 'invalid_request_body', /must be a JSON object/],
  [post, { body: { address } }, ...refused, fault('address', 'Leave out the object around')],
  [
    post,
    { body: { ...withoutName, name: 'A' } },
    ...refused,
    fault('name', '.+ Did you mean full_name\\?'),
  ],
  [
    post,
    { body: { ...withoutName, fullName: 'A' } },
    ...refused,
    fault('fullName', '.+ mean full_name\\?'),
  ],
  [
    post,
    { body: { ...withoutStreet, address1: 'A' } },
    ...refused,
    fault('address1', '.+ mean address_1\\?'),
  ],
  [
    post,
    { body: { ...withoutStreet, street: 'A' } },
    ...refused,
    fault('street', '.+ are full_name, default, address_1'),
  ],
  [
    post,
    { body: { ...address, state: 'A' } },
    ...refused,
    fault('state', '.+ mean state_province\\?'),
  ],
  [
    post,
    { body: { ...address, country: 'GB' } },
    ...refused,
    fault('country', '.+ mean country_code\\?'),
  ],
  [
    post,
    { body: { ...address, country_code: 'UK' } },
    ...refused,
    fault('country_code', '.+ Did you mean GB\\?'),
  ],
  [
    post,
    { body: { ...address, country_code: 'GBR' } },
    ...refused,
    fault('country_code', '.+ two-letter'),
  ],
  [
    post,
    { body: { ...address, postal_code: '90210' } },
    ...refused,
    fault('postal_code', 'Write a postal code like SW1A 1AA: two to four'),
  ],
  [
    post,
    { body: { ...address, country_code: 'DE', postal_code: '1' } },
    ...refused,
    fault('postal_code', 'Write a postal code like 26133: 5 digits\\.'),
  ],
  [
    post,
    { body: { ...address, country_code: 'DE', postal_code: 26133 } },
    ...refused,
    fault('postal_code', 'Must be text, in quotation marks'),
  ],
  [
    post,
    { body: { ...address, default: 'true' } },
    ...refused,
    fault('default', '.+ without quotation marks'),
  ],
  [post, { body: { ...address, id: 7 } }, ...refused, fault('id', 'Leave the id out of the body')],
  [
    at,
    { body: { default: false } },
    ...refused,
    fault('default', '.+ Make another address the default'),
  ],
  ['PATCH /v2/addresses/2147483647', { body: {} }, 403, 'forbidden', /no such entry of yours/],
  ['DELETE /v2/addresses/x', {}, 403, 'forbidden', /no such entry of yours/],
  [
    'PATCH /v2/user',
    { body: { email: 'a@b.example' } },
    ...refused,
    fault('email', 'Only users can change this'),
  ],
  [
    'PATCH /v2/user',
    { body: { email_opt_in: true } },
    ...refused,
    fault('email_opt_in', '.+ mean email_optin\\?'),
  ],
  [
    'POST /v2/paymentmethods/creditcard',
    { body: { ...card, card_number: '4111111111111112' } },
    ...refused,
    fault('card_number', 'The check digit'),
  ],
  [
    'POST /v2/paymentmethods/creditcard',
    { body: { ...card, expiry_year: 31 } },
    ...refused,
    fault('expiry_year', '.+ four-digit year, such as 2031'),
  ],
  [
    'POST /v2/paymentmethods/creditcard',
    { body: { ...card, exp_year: 2099 } },
    ...refused,
    fault('exp_year', '.+ mean expiry_year\\?'),
  ],
  [
    'POST /v2/paymentmethods/creditcard',
    { body: { ...card, cvc: '123' } },
    ...refused,
    fault('cvc', '.+ never accepted here'),
  ],
  [
    'POST /v2/paymentmethods/creditcard',
    { body: { ...card, billing_address_id: 2147483647 } },
    ...refused,
    fault('billing_address_id', 'Must be the id of one of your addresses'),
  ],
  [
    'POST /v2/paymentmethods/paypal',
    { body: { email_address: 'a@b.example' } },
    ...refused,
    fault('email_address', '.+ mean email\\?'),
  ],
  [
    'PUT /v2/paymentmethods/CARD/paypal',
    { body: { email: 'a@b.example' } },
    403,
    'forbidden',
    /cannot be changed in this way/,
  ],
  [
    'POST /v2/webhooks',
    { body: { uri: 'https://a.example', topics: ['User'] } },
    ...refused,
    fault('uri', '.+ mean url\\?'),
  ],
  [
    'POST /v2/webhooks',
    { body: { url: 'http://a.example', topics: ['User'] } },
    ...refused,
    fault('url', 'Must begin with https://'),
  ],
  [
    'POST /v2/webhooks',
    { body: { url: 'https://a.example', topics: ['Address'] } },
    ...refused,
    fault('topics', '.+ Addresses, PaymentMethods, User and Ping'),
  ],
  [
    'PUT /v2/listings/LISTING/paymentmethods',
    { body: { tickets: 2 } },
    ...refused,
    fault('tickets', '.+ mean number_of_tickets\\?'),
  ],
  [
    'PUT /v2/listings/LISTING/paymentmethods',
    { body: { number_of_tickets: 3 } },
    ...refused,
    fault('number_of_tickets', '.+ one of 1, 2, 4'),
  ],
  [
    'PUT /v2/listings/LISTING/paymentmethods',
    { body: { coupons: 'A' } },
    ...refused,
    fault('coupons', 'Must be a list'),
  ],
]

const queries: readonly Mistake[] = [
  ['GET /v2/addresses?page=0', {}, ...refused, fault('page', 'Must be at least 1')],
  ['GET /v2/addresses?page=1&page=2', {}, ...refused, fault('page', 'Must appear only once')],
  ['GET /v2/addresses?page_size=ten', {}, ...refused, fault('page_size', 'Must be a whole number')],
  [
    'GET /v2/addresses?sort=name',
    {},
    ...refused,
    fault('sort', 'Must be one or more of id, default, full_name'),
  ],
  ['GET /v2/addresses?sort=city%20desc', {}, ...refused, fault('sort', '.+ put “-” before a name')],
  [
    'GET /v2/paymentmethods?buyer_method=yes',
    {},
    ...refused,
    fault('buyer_method', 'Must be true or false'),
  ],
]

const mistakes = { paths, methods, tokens, tokenEndpoint, headers, bodies, queries }

describe('a mistake is named, with what would be right', async () => {
  const database = await anyOne()
  let foyer: Awaited<ReturnType<typeof startFoyer>>
  let ids: Readonly<Record<string, string | number>>
  let basic: string
  let tokensOf: Readonly<Record<NonNullable<Sent['token']> | 'user', string>>

  before(async () => {
    foyer = await startFoyer(await database.open())
    const application = await foyer.newApplication({
      redirectUris: ['https://app.example/callback'],
      scopes: ['read:events', 'read:user', 'write:user'],
      grantTypes: ['client_credentials', 'authorization_code', 'refresh_token'],
    })
    basic = application.basic
    const user = await foyer.newUser(['read:user', 'write:user', 'read:webhooks', 'write:webhooks'])
    const { id } = await user.addresses.create(london)
    tokensOf = {
      user: user.accessToken,
      reader: await foyer.tokenFor(user.id, ['read:user']),
      unknown: 'A'.repeat(43),
      application: (await send(`POST /oauth2/token`, form(own))).body.access_token ?? '',
    }
    ids = {
      ADDRESS: String(id),
      CARD: await keepCard(foyer, user.id),
      LISTING: await keepListing(foyer),
      TOKEN: user.accessToken,
    }
  })
  after(() => foyer.stop())

  const filled = (text: string): string =>
    text.replace(/ADDRESS|CARD|LISTING|TOKEN/g, (name) => String(ids?.[name] ?? name))

  async function send(
    request: string,
    { body, form: fields, headers = {}, token = 'user' as never }: Sent,
  ) {
    const [method = '', path = ''] = request.split(' ')
    const hasForm = fields !== undefined
    const type = hasForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const text = typeof body === 'string' ? body : body && JSON.stringify(body)
    const authorization = hasForm ? basic : token && `Bearer ${tokensOf[token]}`
    const response = await fetch(foyer.authUrl + filled(path), {
      method,
      headers: {
        ...(authorization && { authorization }),
        ...((hasForm || body !== undefined) && { 'content-type': type }),
        ...Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name,
            value.includes('<ACCESS_TOKEN>') ? value : filled(value),
          ]),
        ),
      },
      ...(hasForm && { body: filled(fields) }),
      ...(!hasForm && body !== undefined && { body: text as string }),
    })
    return { status: response.status, body: (await response.json()) as Answer }
  }

  interface Answer {
    readonly access_token?: string
    readonly code?: string
    readonly error?: string
    readonly message?: string
    readonly error_description?: string
    readonly errors?: Readonly<Record<string, readonly string[]>>
  }

  for (const [name, rows] of Object.entries(mistakes))
    test(name, async () => {
      for (const [request, sent, status, code, says] of rows) {
        const given = `${request} ${JSON.stringify(sent)}`
        const { status: answered, body } = await send(request, sent)
        const { message = body.error_description ?? '', errors = {} } = body
        const faults = Object.entries(errors).map(
          ([property, texts]) => `${property}: ${texts.join(' ')}`,
        )
        const text = [message, ...faults].join('\n').replaceAll(foyer.authUrl, '')
        assert.deepEqual([answered, body.code ?? body.error], [status, code], `${given}: ${text}`)
        assert.match(text, says, given)
      }
    })
})
