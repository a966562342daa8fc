import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { committedForm } from '../../scripts/openapi.ts'
import { anyOne } from '../support/database.ts'
import { committed, document, type Media, operations, resolve } from '../support/document.ts'
import { startFoyer } from '../support/foyer.ts'
import { checkedFetch, validateExchange, validatorOf } from '../support/validate-response.ts'

describe('openapi.json', () => {
  test('matches the routes', async () => {
    assert.equal(committed, await committedForm(), 'run `npm run openapi` and commit the file')
  })

  test('is the same each time it is made', async () => {
    assert.equal(await committedForm(), await committedForm())
  })

  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(committed))
    assert.ok(valid, JSON.stringify(errors, null, 2))
    assert.equal(document.openapi, '3.1.0')
    assert.equal(document.info.version, '2.249.0.0')
  })

  test('has only references that exist', () => {
    for (const [, reference] of committed.matchAll(/"\$ref": "([^"]+)"/g)) {
      assert.ok(resolve({ $ref: String(reference) }), String(reference))
    }
    assert.doesNotMatch(committed, /def-\d/)
  })

  test('has no unused component', () => {
    for (const [kind, components] of Object.entries(document.components)) {
      if (kind === 'securitySchemes') continue
      for (const name of Object.keys(components)) {
        const used = committed.includes(`"#/components/${kind}/${name}"`)
        assert.ok(used, `${kind}/${name}`)
      }
    }
  })

  test('gives each operation a summary and the access that it needs', () => {
    const tags = new Set(document.tags.map(({ name }) => name))
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
    for (const { operationId, summary, description, tags: given, security } of operations) {
      assert.match(operationId, /^[a-z]\w+$/)
      assert.ok(summary.length > 5, operationId)
      assert.match(description, /^[A-Z`].{20,}\.$/, operationId)
      assert.ok(given.length === 1 && given.every((tag) => tags.has(tag)), operationId)
      for (const name of security.flatMap(Object.keys)) {
        assert.ok(name in document.components.securitySchemes, operationId)
      }
    }
  })

  test('describes each parameter of a path, and no other', () => {
    for (const { template, parameters = [], operationId } of operations) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      assert.deepEqual(
        inPath.map(({ name }) => name),
        names,
        operationId,
      )
    }
  })

  test('has an example of every body, and each fits its schema', () => {
    for (const { operationId, requestBody, responses } of operations) {
      const bodies = Object.values(responses).map((response) => resolve(response).content ?? {})
      for (const content of [requestBody?.content ?? {}, ...bodies]) {
        for (const [type, media] of Object.entries(content)) {
          if (type === 'application/octet-stream') continue
          const examples = examplesOf(media)
          assert.ok(examples.length > 0, `${operationId} ${type}`)
          for (const example of examples) assertFits(media, example, operationId)
        }
      }
    }
  })

  test('has enums of one type, without null, for generators that read no other', () => {
    const enums: string[] = []
    const wrong: string[] = []
    JSON.stringify(document, (_key, part: { enum?: unknown[]; type?: unknown } | null) => {
      if (!Array.isArray(part?.enum)) return part
      enums.push(part.enum.join())
      const { type } = part
      if (part.enum.some((value) => typeof value !== type)) wrong.push(JSON.stringify(part))
      return part
    })
    assert.ok(enums.length > 10)
    assert.deepEqual(wrong, [])
  })

  test('takes bodies as JSON and as HAL, and changes as merge patches', () => {
    for (const { method, operationId, requestBody, server } of operations) {
      if (requestBody === undefined || server !== undefined) continue
      const patch = method === 'PATCH' ? ['application/merge-patch+json'] : []
      const types = ['application/hal+json', 'application/json', ...patch]
      assert.deepEqual(Object.keys(requestBody.content), types, operationId)
    }
  })

  test('lists every status of the interface', () => {
    for (const [operationId, statuses] of Object.entries(statusesOfTheInterface)) {
      const operation = operations.find((known) => known.operationId === operationId)
      for (const status of statuses)
        assert.ok(operation?.responses[status], `${operationId} ${status}`)
    }
  })

  test('says where null is sorted in each direction', () => {
    const list = operations.find(({ operationId }) => operationId === 'listAddresses')
    const sort = list?.parameters?.find(({ name }) => name === 'sort')
    assert.match(
      String(sort?.description),
      /Null values come last in ascending order and first in descending order\.$/,
    )
  })

  test('puts the token endpoint below the issuer', () => {
    const token = operations.find(({ operationId }) => operationId === 'exchangeToken')
    assert.equal(token?.template, '/oauth2/token')
    assert.equal(token.server, 'http://localhost:8080')
    assert.deepEqual(
      document.servers.map(({ url }) => url),
      ['http://localhost:8080/v2'],
    )
  })
})

const statusesOfTheInterface = {
  listAddresses: [200, 401, 403, 404, 500],
  createAddress: [201, 400, 401, 403, 500],
  getAddress: [200, 401, 403, 404, 500],
  updateAddress: [200, 400, 401, 403, 500],
  listPaymentMethods: [200, 401, 403, 404, 500],
  getPaymentMethod: [200, 401, 403, 404, 500],
  getUser: [200, 401, 403, 404, 500],
  updateUser: [400, 401, 403, 500],
}

/** The examples of the media type, otherwise those of the schema. */
function examplesOf({ example, examples, schema }: Media): unknown[] {
  if (example !== undefined) return [example]
  if (examples !== undefined) return Object.values(examples).map((given) => resolve(given).value)
  const own = resolve(schema).examples
  return Array.isArray(own) ? own : []
}

function assertFits({ schema }: Media, example: unknown, name: string): void {
  const validate = validatorOf(schema)
  assert.ok(validate(example), `${name}: ${JSON.stringify(validate.errors)}`)
}

describe('a service', async () => {
  const database = await anyOne()
  let foyer: Awaited<ReturnType<typeof startFoyer>>
  before(async () => {
    foyer = await startFoyer(await database.open())
  })
  after(() => foyer.stop())

  test('serves the document, with its own addresses', async () => {
    const response = await fetch(`${foyer.authUrl}/openapi.json`)
    assert.equal(response.status, 200)
    const served = await response.text()
    assert.deepEqual(
      JSON.parse(served.replaceAll(foyer.authUrl, 'http://localhost:8080')),
      document,
    )
  })

  test('returns the example of the response for the example of the request', async () => {
    const user = await foyer.newUser()
    const [body] = examplesOf({ schema: { $ref: '#/components/schemas/AddressBody' } })
    const [expected] = examplesOf({ schema: { $ref: '#/components/schemas/Address' } }) as [object]
    const { text, body: made } = await user.request<{ id: number }>('POST', '/addresses', { body })
    const likeness = text
      .replaceAll(foyer.baseUrl, 'http://localhost:8080/v2')
      .replace(`"id":${made.id}`, '"id":7')
      .replaceAll(`/addresses/${made.id}`, '/addresses/7')
    const { 'address:delete': free, ...links } = JSON.parse(likeness)._links
    assert.ok(free, 'no payment method bills to it yet')
    assert.deepEqual({ ...JSON.parse(likeness), _links: links }, expected)
  })

  test('fails the check if it answers otherwise than documented', async () => {
    const answer = (status: number, text: string, type = 'application/hal+json') => ({
      status,
      text,
      header: (name: string) => (name === 'content-type' ? type : 'x'),
    })
    const error = JSON.stringify({ code: 'not_found', message: 'No.', errors: {} })
    validateExchange('GET', '/addresses/7/', answer(404, error))
    validateExchange('GET', '/nowhere', answer(404, error))
    const wrong: [string, string, ReturnType<typeof answer>][] = [
      ['GET', '/addresses/7', answer(200, error)],
      ['GET', '/addresses/7', answer(409, error)],
      ['GET', '/addresses/7', answer(404, error, 'text/plain')],
      ['GET', '/addresses/7', answer(404, '{"code":"not_found"}')],
      ['GET', '/addresses/7', { ...answer(404, error), header: () => '' }],
      ['DELETE', '/addresses/7', answer(204, error)],
      ['GET', '/nowhere', answer(200, error)],
    ]
    for (const [method, path, given] of wrong) {
      assert.throws(() => validateExchange(method, path, given), { name: 'AssertionError' })
    }
    const checked = await checkedFetch(foyer.baseUrl)(`${foyer.baseUrl}/countries/gb`)
    assert.equal(checked.status, 200)
  })
})
