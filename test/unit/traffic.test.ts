import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { document } from '../support/document.ts'
import { assertFetchesDocumented, watchFetches } from '../support/fetched-traffic.ts'
import { startReceiver } from '../support/receiver.ts'
import { Exchanges, type Sent } from '../support/traffic.ts'
import { assertDeliveriesDocumented } from '../support/validate-delivery.ts'
import type { Received } from '../support/validate-response.ts'

const urls = { baseUrl: 'http://localhost/v2', authUrl: 'http://localhost' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const hal = 'application/hal+json; charset=utf-8'
const countries = {
  ...{ total_items: 0, page: 1, page_size: 100, _embedded: { items: [] } },
  _links: Object.fromEntries(
    ['self', 'first', 'last'].map((name) => [name, { href: '/', title: 'x', templated: false }]),
  ),
}
const ok = {
  status: 200,
  header: headersWith(hal),
  text: JSON.stringify(countries),
}
const inactive = {
  status: 200,
  header: headersWith('application/json'),
  text: '{"active":false}',
}

/** Every header but a cookie. */
function headersWith(contentType: string) {
  return (name: string): string | undefined => {
    const known = { 'content-type': contentType, 'set-cookie': undefined }
    const lower = name.toLowerCase()
    return lower in known ? known[lower as keyof typeof known] : 'x'
  }
}

/** What is wrong with an exchange. */
function faultOf(sent: Partial<Sent>, answer: Received = ok): string {
  const exchanges = new Exchanges(urls)
  exchanges.check({ method: 'GET', url: '/v2/countries', headers: {}, text: '', ...sent }, answer)
  assert.equal(exchanges.count, 1)
  try {
    exchanges.assertDocumented()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test('a query that the document forbids may not be accepted', () => {
  const fine = ['', '?page=2', '?page=', '?other=1&other=2', '?page_size=5000']
  for (const query of fine) assert.equal(faultOf({ url: `/v2/countries${query}` }), '', query)
  for (const [query, fault] of [
    ['?page=0', /took page=0/],
    ['?page=two', /took page=two/],
    ['?page=1&page=2', /took page twice/],
    ['?page_size=-1', /took page_size=-1/],
  ] as const)
    assert.match(faultOf({ url: `/v2/countries${query}` }), fault)
  assert.match(faultOf({ url: '/v2?page=1' }), /is not as documented/)
})

test('a cookie must be hidden from scripts and other sites', () => {
  const answerWith = (cookie: string) => {
    const header = (name: string) => (name === 'set-cookie' ? cookie : ok.header(name))
    return faultOf({}, { ...ok, header })
  }
  const safe = 'a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax'
  assert.equal(answerWith(`${safe},${safe}`), '')
  for (const missing of ['; HttpOnly', '; SameSite=Lax'])
    assert.match(answerWith(`${safe},${safe.replace(missing, '')}`), /sets a cookie/)
})

test('neither may a form of the issuer', () => {
  const introspect = (text: string, headers: object = form) =>
    faultOf({ method: 'POST', url: '/oauth2/introspect', headers: { ...headers }, text }, inactive)
  assert.equal(introspect('token=secret'), '')
  assert.match(introspect(''), /must have required property 'token'/)
  assert.match(introspect('token=1&token=2'), /took token=1&token=2/)
  assert.match(
    introspect('token=1', { 'content-type': 'application/json' }),
    /took application\/json/,
  )
})

test('what is fetched from a service in another process is checked', async (t) => {
  const server = createServer((_, response) => response.writeHead(299).end('{}')).listen(0)
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  watchFetches(port, {})
  await (await fetch(`http://localhost:${port}/health`)).text()
  assertFetchesDocumented()
  watchFetches(port, {})
  await (await fetch(`http://localhost:${port}/v2/user`)).text()
  assert.throws(assertFetchesDocumented, /getUser 299 is not documented/)
})

test('what a receiver of webhooks gets is checked', async (t) => {
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const { WebhookMessage } = document.components.schemas
  assert.ok(WebhookMessage)
  const [example] = WebhookMessage.examples as [object]
  const signed = {
    'content-type': 'application/json',
    ...{ 'webhook-id': 'evt_1', 'webhook-timestamp': '1767697200', 'webhook-signature': 'v1,x' },
  }
  const deliver = async (message: object, headers: Readonly<Record<string, string>> = signed) => {
    await fetch(receiver.url, { method: 'POST', headers, body: JSON.stringify(message) })
  }
  await deliver(example)
  assertDeliveriesDocumented()
  const { 'webhook-id': _, ...unnamed } = signed
  for (const [fault, message, headers] of [
    [/must have required property 'id'/, { ...example, id: undefined }],
    [/must NOT have additional properties/, { ...example, email: 'ada@example.com' }],
    [/must be equal to one of the allowed values/, { ...example, topic: 'Other' }],
    [/has webhook-id: undefined/, example, unnamed],
    [/is text\/plain/, example, { ...signed, 'content-type': 'text/plain' }],
  ] as const) {
    await deliver(message, headers)
    assert.throws(assertDeliveriesDocumented, fault)
  }
  await fetch(receiver.url, { method: 'PUT', headers: signed, body: JSON.stringify(example) })
  assert.throws(assertDeliveriesDocumented, /PUT/)
})
