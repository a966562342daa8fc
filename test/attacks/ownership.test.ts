import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { type Answer, createClient } from '@foyer/client'
import { requestToken } from '@foyer/client/oauth'
import { hongKong } from '../support/addresses.ts'
import { keepBankAccount, newAccount } from '../support/bank-accounts.ts'
import { newCard } from '../support/cards.ts'
import { type Operation, operations } from '../support/document.ts'
import { figure } from '../support/figure.ts'
import { type Foyer, onEveryDatabase, type TestUser } from '../support/foyer.ts'
import { type Scope, sql } from '../support/inside.ts'
import { keepListing } from '../support/listings.ts'
import { keepCard, keepDefaults, keepPayPal } from '../support/payment-methods.ts'
import { createWebhook } from '../support/webhooks.ts'
import { retry503 } from '../support/wire.ts'

/** What an operation answers to the owner of a resource, and to others. */
interface Expected {
  owner: number
  stranger: number
  /** The code with which a stranger is refused with 403, if it is not `forbidden`. */
  code?: string
  /** The body; new each time, so that no such resource exists yet. */
  body?: () => object
  /** The resource, if the path parameter has another name. */
  about?: string
}

const defaults = { default_buyer_method: true }
const account = () => ({ email: `${randomUUID()}@example.com`, ...defaults })
const bankAccount = () => ({ ...newAccount(), default_seller_method: true })
const card = () => ({ ...newCard(), ...defaults })

/** A list of the caller's resources shows nothing of other users. */
const ownList: Expected = { owner: 200, stranger: 200 }

/** Every operation that needs a user. The test fails if one is missing here. */
const expected: Readonly<Record<string, Expected>> = {
  listAddresses: ownList,
  createAddress: { owner: 201, stranger: 201, body: () => ({ ...hongKong, default: true }) },
  getAddress: { owner: 200, stranger: 404 },
  updateAddress: { owner: 200, stranger: 403, body: () => ({ city: 'Bath', default: true }) },
  deleteAddress: { owner: 204, stranger: 403 },
  getCarrier: { owner: 200, stranger: 404 },
  listPaymentMethods: ownList,
  listPaymentMethodsOfType: ownList,
  getPaymentMethod: { owner: 200, stranger: 404 },
  createCreditCard: { owner: 201, stranger: 201, body: card },
  // There is no processor here.
  setUpCreditCard: { owner: 403, stranger: 403, code: 'setup_not_supported' },
  getCardSetup: { owner: 200, stranger: 404 },
  createPayPal: { owner: 201, stranger: 201, body: account },
  createBankAccount: { owner: 201, stranger: 201, body: bankAccount },
  replaceBankAccount: { owner: 200, stranger: 403, body: bankAccount, about: 'bankAccountId' },
  replaceCreditCard: { owner: 200, stranger: 403, body: card },
  replacePayPal: { owner: 200, stranger: 403, body: account, about: 'payPalId' },
  updateDefaults: { owner: 200, stranger: 403, body: () => defaults },
  deletePaymentMethod: { owner: 204, stranger: 403 },
  listPaymentMethodsForListing: { ...ownList, body: () => ({ number_of_tickets: 1 }) },
  getUser: ownList,
  updateUser: { ...ownList, body: () => ({ full_name: 'Somebody Else' }) },
  listWebhooks: ownList,
  createWebhook: { owner: 201, stranger: 201, body: () => ({ url: 'https://example.com/hook' }) },
  getWebhook: { owner: 200, stranger: 404 },
  updateWebhook: { owner: 200, stranger: 404, body: () => ({ name: 'Changed' }) },
  deleteWebhook: { owner: 204, stranger: 404 },
  rotateWebhookSecret: { owner: 201, stranger: 404 },
  pingWebhook: { owner: 202, stranger: 404 },
  listWebhookDeliveries: { owner: 200, stranger: 404 },
  getWebhookDelivery: { owner: 200, stranger: 404 },
  redeliverWebhookDelivery: { owner: 202, stranger: 404 },
}

const allScopes: readonly Scope[] = ['read:user', 'write:user', 'read:webhooks', 'write:webhooks']

/** Part of every text of the owner. No response to anybody else may contain it. */
const canary = 'Zaphod Beeblebrox'

/** The ids on which an operation is tried, by the names of path parameters. */
type Ids = Readonly<Record<string, string | number>>

/** Ids that do not exist. */
const unknown: Ids = {
  addressId: 2_147_483_647,
  paymentMethodId: 2_147_483_647,
  payPalId: 2_147_483_647,
  bankAccountId: 2_147_483_647,
  setupId: 2_147_483_647,
  webhookId: 2_147_483_647,
  deliveryId: 2_147_483_647,
}

/** Parameters that belong to no user. */
const common: Ids = { code: 'GB', type: 'creditcard', listingId: 7 }

interface Owner {
  user: TestUser
  ids: Ids
}

interface Caller {
  name: string
  accessToken: string | null
  /** Whether the token is the owner's. */
  owns: boolean
  /** @returns the status and code of the response about a resource of the owner */
  expects(operation: Operation): { status: number; code?: string }
}

const resources = operations.filter(({ server }) => server === undefined)
const scopeOf = ({ security }: Operation): string | undefined => security[0]?.user?.[0]
const guarded = resources.filter((operation) => scopeOf(operation) !== undefined)
/** Operations for the marketplace's own services. A token of a user does not allow them. */
const forServices = resources.filter(({ security }) => security[0]?.service !== undefined)
const open = resources.filter(({ security }) => security.length === 0)

/** HEAD gives the same answers as GET. */
const methodsOf = ({ method }: Operation): string[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method]

await onEveryDatabase('ownership', (foyer) => {
  /** The number of refused requests. Each revealed and changed nothing. */
  let cases = 0
  before(async () => void (await keepListing(foyer, { id: String(common.listingId) })))

  test('there are operations with a user and without', () => {
    assert.deepEqual(
      guarded.map(({ operationId }) => operationId).sort(),
      Object.keys(expected).sort(),
    )
    assert.ok(open.length > 0)
  })

  for (const operation of guarded) {
    const { operationId, method, template } = operation
    test(`${operationId} (${method} ${template}) answers each caller according to their rights`, async () => {
      const owner = await newOwner(foyer)
      let known = await stateOf(owner)
      for (const caller of await callersOf(foyer, owner)) {
        for (const method of methodsOf(operation)) {
          const answer = await ask(foyer, { ...operation, method }, caller.accessToken, owner.ids)
          const { status, code } = caller.expects(operation)
          assert.equal(answer.status, status, `${method} by ${caller.name}: ${answer.text}`)
          if (code !== undefined && method !== 'HEAD')
            assert.equal((answer.body as { code?: string }).code, code, caller.name)
          if (caller.owns && status < 400) {
            known = await stateOf(owner)
            continue
          }
          assert.ok(!isTold(answer), `${caller.name} is told of the owner: ${answer.text}`)
          assert.equal(await stateOf(owner), known, `${caller.name} has changed something`)
          cases++
        }
      }
    })

    if (!template.includes('Id}')) continue
    test(`${operationId} gives the same bytes for another user’s resource as for one that does not exist`, async () => {
      const owner = await newOwner(foyer)
      const stranger = await foyer.newUser(allScopes)
      for (const method of methodsOf(operation)) {
        for (const call of calls) {
          const asked = { ...operation, method }
          const foreign = await ask(foyer, asked, stranger.accessToken, owner.ids, call)
          const none = await ask(foyer, asked, stranger.accessToken, unknown, call)
          assert.deepEqual(bytesOf(foreign), bytesOf(none))
        }
      }
    })
  }

  for (const operation of forServices) {
    test(`${operation.operationId} is refused to everybody but services`, async () => {
      const owner = await newOwner(foyer)
      for (const { name, accessToken } of await callersOf(foyer, owner)) {
        const answer = await ask(foyer, operation, accessToken, owner.ids)
        assert.ok([401, 403].includes(answer.status), `${name}: ${answer.text}`)
        assert.ok(!isTold(answer), `${name} is told of the owner: ${answer.text}`)
        cases++
      }
    })
  }

  for (const operation of open) {
    test(`${operation.operationId} gives everybody the same answer`, async () => {
      const owner = await newOwner(foyer)
      const answers: unknown[] = []
      for (const { accessToken } of await callersOf(foyer, owner)) {
        const answer = await ask(foyer, operation, accessToken, owner.ids)
        assert.equal(answer.status, 200)
        assert.ok(!isTold(answer))
        answers.push(withoutLimits(answer))
      }
      for (const answer of answers) assert.deepEqual(answer, answers[0])
    })
  }

  test('no operation reveals or changes what the caller may not see or change', () => {
    figure(20, 'refused cases of operation, method and caller without a leak', cases, {
      atLeast: 100,
    })
  })

  test('a method that a path does not have is 405 for everybody, whoever owns the id', async () => {
    const owner = await newOwner(foyer)
    const callers = await callersOf(foyer, owner)
    for (const template of new Set(resources.map(({ template }) => template))) {
      const known = resources.filter((other) => other.template === template).flatMap(methodsOf)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (known.includes(method)) continue
        const asked = { method, template, operationId: '' }
        const answers: unknown[] = []
        for (const { accessToken } of callers) {
          for (const ids of [owner.ids, unknown]) {
            const answer = await ask(foyer, asked, accessToken, ids)
            assert.equal(answer.status, 405, `${method} ${template}`)
            answers.push(withoutLimits(answer))
          }
        }
        for (const answer of answers) assert.deepEqual(answer, answers[0])
      }
    }
  })
})

/** A valid token counts for its own caller, and each caller sees its own limits. */
function withoutLimits(answer: Parameters<typeof bytesOf>[0]) {
  const { headers, ...rest } = bytesOf(answer)
  return { ...rest, headers: headers.filter(([name]) => name !== 'ratelimit-policy') }
}

/**
 * A user who has one resource of each kind: a billed address, another one, a card, a PayPal account
 * and a bank account, both defaults.
 */
async function newOwner(foyer: Foyer): Promise<Owner> {
  const user = await foyer.newUser(allScopes)
  const webhook = await createWebhook(user, {
    url: `https://example.com/${canary.length}`,
    name: canary,
  })
  await user.user.update({ full_name: canary })
  const lines = { full_name: canary, address_1: canary, address_2: canary, address_3: canary }
  const address = { ...lines, city: canary, state_province: canary, country_code: 'HK' }
  const billed = await user.addresses.create(address)
  const { id: addressId } = await user.addresses.create(address)
  const card = { fullName: canary, billingAddressId: billed.id }
  const paymentMethodId = await keepCard(foyer, user.id, card)
  const email = `Zaphod@${canary.replace(' ', '')}.example`
  const payPal = await keepPayPal(foyer, user.id, { email })
  // A setup that has ended is shown without the processor.
  const [setup] = await foyer.db.query<{ id: number }>(sql`
    insert into vault_items
      (user_id, vault, state, reference, setup_id, setup_state, due_at, ended_at)
    values (${user.id}, 'local', 'gone', 'r', 'seti_1', 'expired', now(), now()) returning id`)
  await keepDefaults(foyer, user.id, { buyer: paymentMethodId, seller: payPal })
  return {
    user,
    ids: {
      addressId: addressId ?? 0,
      paymentMethodId,
      payPalId: payPal,
      bankAccountId: await keepBankAccount(foyer, user.id, { fullName: canary }),
      setupId: setup?.id ?? 0,
      webhookId: webhook.id,
      deliveryId: 1,
    },
  }
}

/** Every kind of caller; the owner last, because the owner changes the resource. */
async function callersOf(foyer: Foyer, { user }: Owner): Promise<Caller[]> {
  const stranger = await foyer.newUser(allScopes)
  const refused = (status: number, code: string) => () => ({ status, code })
  const only = async (scope: Scope): Promise<Caller> => ({
    name: `the owner with ${scope} alone`,
    owns: true,
    accessToken: await foyer.tokenFor(user.id, [scope]),
    expects: (operation) =>
      scopeOf(operation) === scope
        ? { status: expectedOf(operation).owner }
        : { status: 403, code: 'insufficient_scope' },
  })
  return [
    { name: 'nobody', owns: false, accessToken: null, expects: refused(401, 'unauthorized') },
    {
      name: 'garbage',
      owns: false,
      accessToken: 'garbage',
      expects: refused(401, 'invalid_token'),
    },
    {
      name: 'a token that never was',
      owns: false,
      accessToken: 'A'.repeat(43),
      expects: refused(401, 'invalid_token'),
    },
    {
      name: 'an application',
      owns: false,
      accessToken: await applicationToken(foyer),
      expects: refused(403, 'insufficient_scope'),
    },
    {
      name: 'another user',
      owns: false,
      accessToken: stranger.accessToken,
      expects(operation) {
        const { stranger: status, code = 'forbidden' } = expectedOf(operation)
        if (status === 404) return { status, code: 'not_found' }
        return status === 403 ? { status, code } : { status }
      },
    },
    ...(await Promise.all(allScopes.map(only))),
    {
      name: 'the owner',
      owns: true,
      accessToken: user.accessToken,
      expects: (operation) => ({ status: expectedOf(operation).owner }),
    },
  ]
}

const expectedOf = ({ operationId }: Operation): Expected =>
  expected[operationId] ?? assert.fail(`it is not said who may ask for ${operationId}`)

/** A token of the application itself, with every scope that it may have. */
async function applicationToken(foyer: Foyer): Promise<string> {
  const { clientId, clientSecret } = await foyer.newApplication({
    name: 'Ownership',
    kind: 'web',
    redirectUris: ['http://127.0.0.1/callback'],
    scopes: ['read:events', ...allScopes],
  })
  assert.ok(clientSecret)
  const { authUrl } = foyer
  const application = { authUrl, clientId: clientId, clientSecret: clientSecret }
  return (await requestToken(application)).access_token
}

/** Other requests with which a stranger may look for a difference. */
const calls: { headers?: Record<string, string>; body?: unknown }[] = [
  {},
  { headers: { 'if-match': '"1-x"' } },
  { headers: { 'if-match': '*' } },
  { headers: { 'if-none-match': '*' } },
  { headers: { 'accept-language': 'de' } },
  { headers: { accept: 'text/html' } },
  { body: {} },
  { body: { nonsense: true, city: null, default: false } },
  { body: { card_number: '4111', email: 7, billing_address_id: 1, cvv: '123' } },
  { body: '{' },
]

/** Calls an operation with these ids. */
function ask(
  foyer: Foyer,
  { method, template, operationId }: Pick<Operation, 'method' | 'template' | 'operationId'>,
  accessToken: string | null,
  ids: Ids,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer<unknown>> {
  const { body: usualBody, about } = expected[operationId] ?? {}
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value =
      ids[about ?? name] ?? common[name] ?? assert.fail(`it is not said what ${name} is`)
    return encodeURIComponent(value)
  })
  const usual = usualBody?.()
  const anybody = createClient({ baseUrl: foyer.baseUrl })
  const options = { accessToken, headers, body: usual && (body ?? usual) }
  return retry503(() => anybody.request(method, path, options))
}

/** Whether a response contains anything of the owner, in its body or in a header. */
const isTold = ({ text, headers }: Answer<unknown>): boolean =>
  `${text}${JSON.stringify([...headers])}`.toLowerCase().includes('zaphod')

/** Everything in a response except what identifies the request and the time. */
/** Headers that differ from one response to the next, whatever is asked. */
const ofOneExchange = new Set(['date', 'ratelimit', 'request-id'])

function bytesOf({ status, headers, text }: Answer<unknown>) {
  const told = [...headers].filter(([name]) => !ofOneExchange.has(name))
  return { status, headers: told, text }
}

/** All that the owner sees, in one string. */
async function stateOf({ user }: Owner): Promise<string> {
  const paths = ['/user', '/addresses', '/paymentmethods', '/webhooks']
  return (await Promise.all(paths.map((path) => retry503(() => user.request('GET', path)))))
    .map(({ text }) => text)
    .join('\n')
}
