import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { keepBankAccount } from '../support/bank-accounts.ts'
import { newCardNumber } from '../support/cards.ts'
import { type Operation, operations } from '../support/document.ts'
import { figure } from '../support/figure.ts'
import { type Foyer, onEveryDatabase, type TestUser } from '../support/foyer.ts'
import { headers, jsonBody, query, segment, text, value } from '../support/hostile.ts'
import { keepListing, newListing } from '../support/listings.ts'
import { keepCard, keepPayPal } from '../support/payment-methods.ts'
import { repetitions } from '../support/soak.ts'
import { type Received, validateAnswer, validateExchange } from '../support/validate-response.ts'
import { createWebhook, newWebhookUser } from '../support/webhooks.ts'
import { createWire, retry503, type Wire } from '../support/wire.ts'

/*
 * Generated requests. Every response is one that openapi.json documents, never a 5xx. Accepted text
 * is returned trimmed and in normalisation form C, otherwise unchanged. A failure prints the
 * request and the seed: `GENERATED_SEED=…` in the environment repeats it.
 */

/**
 * Requests for each operation. Both databases share the code above them. In the short form the
 * embedded one gets fewer, because its requests cost twice as much processor time.
 */
const howMany = {
  embedded: repetitions({ short: 50, soak: 10_000 }),
  PostgreSQL: repetitions({ short: 100, soak: 1_000 }),
}
const atOnce = 50
const seed = process.env.GENERATED_SEED

/** A user who has one resource of each kind, and what others can know of this user. */
interface Scene {
  readonly user: TestUser
  readonly addressIds: readonly number[]
  readonly methodIds: readonly number[]
  /** The same of another user. */
  readonly foreignId: number
  readonly webhookId: number
  readonly readOnlyToken: string
  readonly client: { readonly id: string; readonly secret: string }
}

const listing = newListing({ coupons: [{ code: 'WELCOME', expires_at: null }] })

const london = {
  full_name: 'Ada Lovelace',
  address_1: '12 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4LB',
  country_code: 'GB',
}

await onEveryDatabase('generated requests', (foyer, database) => {
  let wire: ReturnType<typeof createWire>
  let scene: Scene
  before(() => {
    wire = createWire(foyer.authUrl, atOnce)
  })
  // Each operation has its own.
  beforeEach(async () => {
    scene = await setScene(foyer)
  })
  after(() => wire.close())

  for (const operation of operations) {
    const count = howMany[database.name]
    test(`${operation.operationId}: ${count} of them`, { timeout: 120_000 }, async () => {
      const some = fc.array(requestFor(operation, scene), { minLength: atOnce, maxLength: atOnce })
      const property = fc.asyncProperty(some, async (requests) => {
        await Promise.all(requests.map((request) => check(operation, request)))
      })
      await fc.assert(property, {
        numRuns: count / atOnce,
        // The failing request is shown as it is; a smaller one would be no clearer.
        endOnFailure: true,
        reporter: ({ failed, seed, errorInstance }) => {
          if (failed) throw new Error(`GENERATED_SEED=${seed}`, { cause: errorInstance })
        },
        ...(seed !== undefined && { seed: Number(seed) }),
      })
      const what = `generated requests of each operation, ${database.name}`
      figure(21, what, count, { atLeast: howMany[database.name] })
    })
  }

  async function check(operation: Operation, request: Wire): Promise<void> {
    const base = new URL(operation.server === undefined ? foyer.baseUrl : foyer.authUrl).pathname
    const path = base === '/' ? request.path : base + request.path
    const answer = await retry503(() => wire.send({ ...request, path }))
    try {
      assert.ok(answer.status < 500, `${answer.status} ${answer.text}`)
      if (operation.server === undefined) validateExchange(request.method, request.path, answer)
      else validateAnswer(operation, answer, request.method)
      const isKept = operation.requestBody !== undefined && answer.status < 300
      if (isKept) assertKept(request, answer)
    } catch (cause) {
      throw new Error(inspect({ request, answer }, { breakLength: 120 }), { cause })
    }
    if (answer.status === 201 && operation.requestBody) await remove(answer)
  }

  /** Makes room for the next one. */
  async function remove({ text }: Received): Promise<void> {
    const path = new URL(JSON.parse(text)._links.self.href).pathname
    const headers = { authorization: `Bearer ${scene.user.accessToken}` }
    const { status } = await retry503(() => wire.send({ method: 'DELETE', path, headers }))
    assert.equal(status, 204)
  }
})

/** Leaves out a byte order mark, as RFC 8259, 8.1 allows. */
const utf8 = new TextDecoder()

/** Text is returned trimmed and normalised, otherwise unchanged. */
function assertKept({ headers, body }: Wire, { text }: Received): void {
  if (!headers['content-type']?.includes('json') || !body?.length || text === '') return
  const given: Record<string, unknown> = JSON.parse(utf8.decode(Buffer.from(body)))
  const resource: Kept = JSON.parse(text)
  const kept: Readonly<Record<string, unknown>> = {
    ...resource,
    ...resource._embedded?.type_details,
  }
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string' || notShown.has(name)) continue
    // Digits of a postal code become 0 to 9.
    const form = name === 'postal_code' ? 'NFKC' : 'NFC'
    assert.equal(kept[name], value.trim().normalize(form), name)
  }
}

interface Kept {
  readonly _embedded?: { readonly type_details?: object }
}

/** Texts that no response repeats as they were sent. */
const notShown: ReadonlySet<string> = new Set([
  'country_code',
  'card_number',
  'card_token',
  'iban',
  'routing_number',
  'account_number',
  'issue_number',
  'email',
  'pickup_full_name',
  'authorization_header',
])

async function setScene(foyer: Foyer): Promise<Scene> {
  await keepListing(foyer, listing)
  const user = await newWebhookUser(foyer)
  const addressIds: number[] = []
  for (let count = 0; count < 5; count++) {
    const { id } = await user.addresses.create(london)
    assert.ok(id)
    addressIds.push(id)
  }
  const other = await foyer.newUser()
  const { id: foreignId } = await other.addresses.create(london)
  assert.ok(foreignId)
  const billed = { billingAddressId: addressIds[0] ?? null }
  const methodIds = [
    await keepCard(foyer, user.id, billed),
    await keepPayPal(foyer, user.id),
    await keepBankAccount(foyer, user.id),
  ]
  const webhook = await createWebhook(user, { url: 'https://example.com/hook' })
  await user.request('POST', `/webhooks/${webhook.id}/ping`)
  const { clientId, clientSecret } = await foyer.newApplication({
    name: 'Generated',
    kind: 'web',
    redirectUris: ['http://127.0.0.1/callback'],
    scopes: ['read:events'],
  })
  return {
    user,
    addressIds,
    methodIds,
    foreignId,
    webhookId: webhook.id,
    readOnlyToken: await foyer.tokenFor(user.id, ['read:user']),
    client: { id: clientId, secret: clientSecret },
  }
}

const maybe = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, weight = 8): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: odd, weight: 1 })

/** Requests for one operation: most are almost valid, so that they pass the first checks. */
function requestFor(operation: Operation, scene: Scene): fc.Arbitrary<Wire> {
  const { template, server, parameters = [] } = operation
  const names = parameters.flatMap(({ in: where, name }) => (where === 'query' && name) || [])
  const methods = operation.method === 'GET' ? ['GET', 'GET', 'GET', 'HEAD'] : [operation.method]
  return fc
    .record({
      method: fc.constantFrom(...methods),
      path: pathOf(template, scene),
      query: query(names),
      headers,
      authorization: server === undefined ? bearer(scene) : basic(scene),
      type: contentType(server !== undefined),
      body: bodyFor(operation, scene),
    })
    .map(({ method, path, query, headers, authorization = '', type, body }) => ({
      // If the headers are too large, the method is not known, and the refusal has content.
      method: path.length + authorization.length > 8_000 ? operation.method : method,
      path: path + query,
      headers: {
        ...headers,
        ...(authorization !== '' && { authorization }),
        ...(body !== undefined && {
          ...(type !== undefined && { 'content-type': type }),
          'content-length': String(Buffer.byteLength(body)),
        }),
      },
      ...(body !== undefined && { body }),
    }))
}

function pathOf(template: string, { addressIds, methodIds, foreignId, webhookId }: Scene) {
  const known = {
    addressId: [...addressIds, foreignId].map(String),
    paymentMethodId: methodIds.map(String),
    webhookId: [String(webhookId), '2147483647'],
    deliveryId: ['1', '2'],
    setupId: ['1', '2147483647'],
    type: ['creditcard', 'PayPal', 'bankaccount', 'cheque'],
    code: ['gb', 'US', 'jp', 'hk', 'zz'],
    listingId: [listing.id, '9223372036854775807', '9223372036854775808'],
  }
  const parts = template.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined) return maybe(fc.constant(part), fc.constant(part.toUpperCase()))
    return maybe(fc.constantFrom(...(known[name as keyof typeof known] ?? ['1'])), segment, 3)
  })
  return fc.tuple(...parts).map((all) => all.join('/'))
}

function bearer({ user, readOnlyToken }: Scene): fc.Arbitrary<string | undefined> {
  const odd = fc.constantFrom(
    undefined,
    'Bearer',
    'Bearer ',
    `bearer  ${user.accessToken}`,
    `Basic ${user.accessToken}`,
    `Bearer ${readOnlyToken}`,
    `Bearer ${'x'.repeat(43)}`,
    `Bearer ${'x'.repeat(9_000)}`,
    'Bearer \u00e9',
  )
  return maybe<string | undefined>(fc.constant(`Bearer ${user.accessToken}`), odd)
}

function basic({ client }: Scene): fc.Arbitrary<string | undefined> {
  const encoded = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`
  const odd = fc.oneof(
    fc.constantFrom(
      undefined,
      'Basic',
      'Basic =',
      'Bearer x',
      encoded(`${client.id}:no`),
      encoded('%:%'),
    ),
    text.map(encoded),
  )
  return maybe<string | undefined>(fc.constant(encoded(`${client.id}:${client.secret}`)), odd, 3)
}

const contentType = (form: boolean): fc.Arbitrary<string | undefined> =>
  maybe<string | undefined>(
    form
      ? fc.constant('application/x-www-form-urlencoded')
      : fc.constantFrom('application/json', 'application/hal+json; charset=utf-8'),
    fc.constantFrom(
      undefined,
      'text/plain',
      'application/json;',
      'application/jsonx',
      'multipart/form-data',
      '/',
      'APPLICATION/JSON',
    ),
    15,
  )

function bodyFor({ operationId, method, requestBody, server }: Operation, scene: Scene) {
  if (server !== undefined) return formBody(scene.client)
  if (requestBody !== undefined) return jsonBody(resourceBody(operationId, scene))
  const usual = fc.constant(undefined)
  // A body with GET is not read.
  return method === 'GET'
    ? usual
    : maybe<string | Uint8Array | undefined>(usual, jsonBody(userBody))
}

function resourceBody(operationId: string, scene: Scene): fc.Arbitrary<object> {
  if (operationId === 'updateUser') return userBody
  if (operationId === 'updateDefaults') return defaultsBody
  if (operationId.endsWith('Webhook')) return webhookBody
  if (operationId.endsWith('CreditCard')) return cardBody(scene)
  if (operationId.endsWith('PayPal')) return payPalBody(scene)
  if (operationId.endsWith('BankAccount')) return bankAccountBody(scene)
  if (operationId === 'listPaymentMethodsForListing') return purchaseBody(scene)
  return addressBody
}

const userBody = fc.record(
  {
    full_name: maybe(text, value as fc.Arbitrary<string>),
    email_optin: maybe<unknown>(fc.boolean(), value),
  },
  { requiredKeys: [] },
)

/** The property, valid in most cases. */
const likely = (of: fc.Arbitrary<unknown>) => maybe(of, value, 30)

const place = fc.constantFrom(
  { country_code: 'GB', postal_code: 'SW1Y 4LB', city: 'London' },
  { country_code: 'us', postal_code: '90210', city: 'Beverly Hills', state_province: 'CA' },
  {
    country_code: 'JP',
    postal_code: '１００-０００１',
    city: '千代田区',
    state_province: '東京都',
  },
  { country_code: 'HK', city: null, state_province: 'Kowloon' },
  { country_code: 'DE', postal_code: ' 10117 ', city: 'Berlin' },
)

const flag = maybe<unknown>(fc.constantFrom(true, false, null), value, 20)
const defaultsBody = fc.record(
  { default_buyer_method: flag, default_seller_method: flag },
  { requiredKeys: [] },
)

const billing = ({ addressIds, foreignId }: Scene) =>
  maybe<unknown>(fc.constantFrom(...addressIds, null), fc.oneof(fc.constant(foreignId), value), 20)

const numberOfCard = fc.oneof(
  fc.constantFrom(
    '4111 1111 1111 1111',
    '3782-822463-10005',
    '５５５５５５５５５５５５４４４４',
    '6011 1111 1111 1117',
    '4111 1111 1111 1112',
    '4111',
  ),
  fc.constant(0).map(() => newCardNumber()),
)

const webhookBody = fc
  .tuple(
    fc.record({
      url: maybe<unknown>(
        fc.constantFrom(
          'https://example.com/hook',
          'https://münchen.example:8443/?a=ä',
          'https://[2606:4700::1]/',
        ),
        fc.oneof(fc.webUrl(), value),
        10,
      ),
    }),
    fc.record(
      {
        name: likely(text),
        topics: likely(fc.constantFrom(['Addresses'], ['User', 'Ping'], [], ['Events'], null)),
        authorization_header: likely(fc.constantFrom('Bearer x', null, 'Bär', '')),
        enabled: flag,
      },
      { requiredKeys: [] },
    ),
    maybe<object>(fc.constant({}), fc.dictionary(text, value, { maxKeys: 2 }), 20),
  )
  .map((parts) => Object.assign({}, ...parts) as object)

function cardBody(scene: Scene) {
  const month = likely(fc.integer({ min: 1, max: 12 }))
  const year = likely(fc.integer({ min: 2090, max: 2099 }))
  return fc
    .tuple(
      fc.record({
        full_name: likely(text),
        card_number: likely(numberOfCard),
        expiry_month: month,
        expiry_year: year,
      }),
      fc.record(
        {
          start_month: month,
          start_year: likely(fc.integer({ min: 2000, max: 2089 })),
          issue_number: likely(fc.constantFrom('1', 2, '03')),
        },
        { requiredKeys: [] },
      ),
      maybe<object>(
        fc.constant({}),
        fc.record({ card_token: value, cvv: value }, { requiredKeys: [] }),
        10,
      ),
      fc.record(
        { billing_address_id: billing(scene), default_buyer_method: flag },
        { requiredKeys: [] },
      ),
    )
    .map((parts) => Object.assign({}, ...parts) as object)
}

const purchaseBody = ({ addressIds, foreignId }: Scene) =>
  fc
    .tuple(
      fc.record(
        {
          number_of_tickets: likely(fc.constantFrom(null, 1, 2, 4)),
          delivery_address_id: likely(fc.constantFrom(null, ...addressIds, foreignId)),
          delivery_method_id: likely(fc.constantFrom(null, 1, 2)),
          coupons: likely(fc.constantFrom(null, [], ['WELCOME'], ['welcome', 7])),
          pickup_full_name: likely(text),
        },
        { requiredKeys: [] },
      ),
      maybe<object>(fc.constant({}), fc.dictionary(text, value, { maxKeys: 2 }), 20),
    )
    .map((parts) => Object.assign({}, ...parts) as object)

const bankAccountBody = (scene: Scene) =>
  fc.record(
    {
      full_name: likely(text),
      iban: maybe<unknown>(fc.constantFrom('DE89370400440532013000', 'de89 3704'), value),
      routing_number: maybe<unknown>(fc.constantFrom(null, '110000000', '110000001'), value),
      account_number: maybe<unknown>(fc.constantFrom(null, '000123456789'), value),
      account_type: maybe<unknown>(fc.constantFrom(null, 'checking', 'savings'), value),
      billing_address_id: billing(scene),
      default_seller_method: flag,
    },
    { requiredKeys: [] },
  )

const payPalBody = (scene: Scene) =>
  fc
    .tuple(
      fc.record({
        email: likely(
          fc.oneof(fc.emailAddress(), fc.constantFrom('Ada@Example.COM', 'ß@straße.de')),
        ),
      }),
      fc.record(
        {
          billing_address_id: billing(scene),
          default_buyer_method: flag,
          default_seller_method: flag,
        },
        { requiredKeys: [] },
      ),
      maybe<object>(fc.constant({}), fc.dictionary(text, value, { maxKeys: 2 }), 20),
    )
    .map((parts) => Object.assign({}, ...parts) as object)

const addressBody = fc
  .tuple(
    place,
    fc.record({ full_name: likely(text), address_1: likely(text) }),
    fc.record(
      {
        default: maybe<unknown>(fc.boolean(), value),
        address_2: likely(text),
        address_3: likely(text),
        city: likely(text),
      },
      { requiredKeys: [] },
    ),
    maybe<object>(
      fc.constant({}),
      fc.record(
        { postal_code: value, country_code: value, state_province: value },
        { requiredKeys: [] },
      ),
      4,
    ),
    maybe<object>(fc.constant({}), fc.dictionary(text, value, { maxKeys: 2 }), 20),
  )
  .map((parts) => Object.assign({}, ...parts) as object)

function formBody(client: Scene['client']): fc.Arbitrary<string | Uint8Array> {
  const known = fc.constantFrom<[string, string][]>(
    ['grant_type', 'client_credentials'],
    ['grant_type', 'refresh_token'],
    ['grant_type', 'authorization_code'],
    ['grant_type', 'password'],
    ['scope', 'read:events'],
    ['scope', 'read:user'],
    ['scope', ''],
    ['token', 'x'.repeat(43)],
    ['token_type_hint', 'refresh_token'],
    ['client_id', client.id],
    ['client_secret', client.secret],
    ['client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
    ['client_assertion', 'a.b.c'],
    ['code', 'x'],
    ['refresh_token', 'x'],
    ['redirect_uri', 'http://127.0.0.1/callback'],
    ['resource', 'https://example.com'],
  )
  const pair = maybe<[string, string]>(known, fc.tuple(text, text), 6)
  const encoded = fc
    .array(pair, { maxLength: 5 })
    .map((pairs) => new URLSearchParams(pairs).toString())
  const usual = fc.constantFrom('grant_type=client_credentials', `token=${'x'.repeat(43)}`)
  return fc.oneof(
    { arbitrary: usual, weight: 3 },
    { arbitrary: encoded, weight: 6 },
    {
      arbitrary: fc.constantFrom('', '%', '&&', '=', 'a=%ff', `scope=${'x'.repeat(70_000)}`),
      weight: 1,
    },
    { arbitrary: fc.uint8Array({ maxLength: 60 }), weight: 1 },
  )
}
