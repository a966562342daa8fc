import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { document, type Operation, operations, type Part, resolve } from './document.ts'

/** A response as received. */
export interface Received {
  readonly status: number
  header(name: string): string | null | undefined
  readonly text: string
}

const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  formats: { int32: true, int64: true, 'card-number': true, 'account-number': true },
})
addFormats.default(ajv, ['date-time', 'uuid'])
ajv.addSchema(document, 'openapi.json')

const compiled = new WeakMap<Part, ValidateFunction>()
/** The same functions by the text of the schema, because many operations share one. */
const compiledTexts = new Map<string, ValidateFunction>()
const errorSchema: Part = { $ref: '#/components/schemas/Error' }

/** Makes the function that validates a value by a schema of the document. */
export function validatorOf(schema: Part): ValidateFunction {
  let validate = compiled.get(schema)
  if (validate === undefined) {
    const text = absolute(schema)
    validate = compiledTexts.get(text) ?? ajv.compile(JSON.parse(text))
    compiledTexts.set(text, validate)
    compiled.set(schema, validate)
  }
  return validate
}

/** Describes the faults of the last value that a validator has checked. */
export const faultsOf = ({ errors }: ValidateFunction): string => ajv.errorsText(errors)

/** The same schema, usable from outside the document. */
const absolute = (schema: Part): string =>
  JSON.stringify(schema, (name, value: unknown) =>
    name === '$ref' ? `openapi.json${String(value)}` : value,
  )

/**
 * Checks a response against the operation in openapi.json: its status, headers, media type and
 * body.
 * @param isPart whether the request names the properties that it wants
 * @throws {AssertionError}
 */
export function validateAnswer(
  operation: Operation,
  answer: Received,
  method = operation.method,
  isPart = false,
): void {
  const told = operation.responses[answer.status]
  const name = `${operation.operationId} ${answer.status}`
  assert.ok(told, `${name} is not documented: ${answer.text.slice(0, 500)}`)
  const { headers = {}, content } = resolve(told)
  for (const [header, part] of Object.entries(headers)) {
    if (resolve(part).required) assert.ok(answer.header(header), `${name} has no ${header}`)
  }
  const type = answer.header('content-type')?.replace(/;.*/, '')
  if (content === undefined || method === 'HEAD') {
    assert.equal(answer.text, '', `${name} has content`)
    return
  }
  const media = content[type ?? ''] ?? content[type?.replace(/\/.*/, '/*') ?? '']
  assert.ok(media, `${name} as ${type} is not documented`)
  if (!type?.endsWith('json')) return
  const validate = validatorOf(media.schema)
  const body: unknown = JSON.parse(answer.text)
  assertHal(body)
  // With `fields`, the response has only the properties that the request names.
  const isValid =
    validate(body) || (isPart && validate.errors?.every(({ keyword }) => keyword === 'required'))
  assert.ok(
    isValid,
    `${name} is not as documented: ${ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 1000)}`,
  )
}

/**
 * Checks that a document is HAL (draft-kelly-json-hal, 4.1): a relation in `_links` or `_embedded`
 * that does not apply is absent. Parsers fail on null.
 * @throws {AssertionError}
 */
export function assertHal(value: unknown, path = '$'): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    const at = `${path}.${name}`
    // The properties of `errors` are those of the request's body.
    if (name === 'errors') continue
    if (name === '_links' || name === '_embedded') {
      assert.ok(isObject(part), `${at} is not an object`)
      for (const [relation, target] of Object.entries(part))
        assert.ok(
          [target].flat().every(isObject),
          `${at}.${relation} is neither an object nor a list of objects`,
        )
    }
    assertHal(part, at)
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A `fetch` that checks that every HAL document it receives is one. */
export const halFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.headers.get('content-type')?.startsWith('application/hal+json')) {
    const text = await response.clone().text()
    if (text !== '') assertHal(JSON.parse(text))
  }
  return response
}

/** Statuses of the responses to requests that match no operation. */
const elsewhere: ReadonlySet<number> = new Set([400, 404, 405, 406, 408, 429, 431, 500, 503])

/**
 * Checks a response of a service, at any of its URLs. A request for a path or method without an
 * operation must be refused.
 * @param path below `baseUrl`, with or without a query
 * @throws {AssertionError}
 */
export function validateExchange(method: string, path: string, answer: Received): void {
  if (method === 'OPTIONS') return
  const operation = operationAt(method === 'HEAD' ? 'GET' : method, path)
  if (operation === undefined) {
    assert.ok(elsewhere.has(answer.status), `${method} ${path} is ${answer.status}, undocumented`)
    if (method !== 'HEAD') assertError(answer)
  } else {
    validateAnswer(operation, answer, method, /[?&]fields/.test(path))
  }
}

/**
 * Checks a request that a service has accepted: what openapi.json forbids must not succeed.
 * @param path below `baseUrl`, with or without a query
 * @throws {AssertionError}
 */
export function validateRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, unknown>>,
  text: string,
): void {
  const operation = operationAt(method === 'HEAD' ? 'GET' : method, path)
  if (operation === undefined) return
  validateQuery(operation, new URLSearchParams(path.split('?')[1]))
  const { content } = operation.requestBody ?? {}
  if (content === undefined || text === '') return
  const type = String(headers['content-type']).replace(/;.*/, '').trim().toLowerCase()
  const media = content[type]
  assert.ok(media, `${operation.operationId} took ${type}`)
  const validate = validatorOf(media.schema)
  assert.ok(
    // Foyer ignores a byte order mark (RFC 8259, 8.1).
    validate(JSON.parse(text.replace(/^\uFEFF/, ''), asStored)),
    `${operation.operationId} accepted an invalid body: ${ajv.errorsText(validate.errors)}`,
  )
}

/** An empty parameter counts as absent, and unknown ones are ignored. */
function validateQuery({ operationId, parameters = [] }: Operation, query: URLSearchParams): void {
  for (const parameter of parameters.map(resolve)) {
    const { name = '', schema = {}, required = false } = parameter
    if (parameter.in !== 'query') continue
    const [text, ...more] = query.getAll(name)
    assert.ok(more.length === 0, `${operationId} took ${name} twice`)
    assert.ok(text || !required, `${operationId} did not need ${name}`)
    if (!text) continue
    const validate = validatorOf(schema)
    assert.ok(
      validate(parsed(text, schema.type)),
      `${operationId} took ${name}=${text}: ${ajv.errorsText(validate.errors)}`,
    )
  }
}

function parsed(text: string, type: string | undefined): unknown {
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text
  const flag = text.toLowerCase()
  return type === 'boolean' && ['true', 'false'].includes(flag) ? flag === 'true' : text
}

/**
 * Checks the form that an endpoint of the issuer has accepted.
 * @throws {AssertionError}
 */
export function validateForm(
  { operationId, requestBody }: Operation,
  headers: Readonly<Record<string, unknown>>,
  text: string,
): void {
  if (requestBody === undefined) return
  const type = String(headers['content-type']).replace(/;.*/, '').trim().toLowerCase()
  const media = requestBody.content[type]
  assert.ok(media, `${operationId} took ${type}`)
  // Foyer ignores a line end after a form.
  const form = [...new URLSearchParams(text.replace(/\r?\n$/, ''))].filter(
    ([, value]) => value !== '',
  )
  assert.equal(new Set(form.map(([name]) => name)).size, form.length, `${operationId} took ${text}`)
  const validate = validatorOf(media.schema)
  assert.ok(
    validate(Object.fromEntries(form)),
    `${operationId} accepted an invalid body: ${ajv.errorsText(validate.errors)}`,
  )
}

/**
 * Lengths are those of the stored value: without surrounding white space, in normalisation form C.
 */
function asStored(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = name === 'postal_code' ? value.replace(formatCharacters, '') : value
  return text.trim().normalize('NFC')
}

/** A postal code is stored without them, so they do not count for its length. */
const formatCharacters = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{VS}/gu

function assertError({ text }: Received): void {
  const validate = validatorOf(errorSchema)
  assert.ok(validate(JSON.parse(text, asStored)), ajv.errorsText(validate.errors))
}

/**
 * Finds the operation of a method and a path below the server. Paths are matched as leniently as
 * the service does.
 */
export function operationAt(method: string, path: string): Operation | undefined {
  const plain = decoded(path.replace(/[?#].*/s, ''))
    .replace(/\/+/g, '/')
    .replace(/\/$/, '')
  const there = routes.filter(({ pattern }) => pattern.test(plain))
  // `/paymentmethods/types/creditcard` is not a payment method, even for a method that it does not
  // have.
  const [first] = there.map(({ operation }) => operation.template).sort(byLiteralSegments)
  return there.find(
    ({ operation: { method: own, template } }) => own === method && template === first,
  )?.operation
}

/** Puts a literal segment before a parameter, as the router does. */
function byLiteralSegments(a: string, b: string): number {
  const kinds = (template: string) =>
    template.split('/').map((segment) => (segment.startsWith('{') ? '1' : '0'))
  return kinds(a).join('').localeCompare(kinds(b).join(''))
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Paths without parameters come first, so that `/paymentmethods/types/…` is not read as an id. */
const routes = operations
  .filter(({ server }) => server === undefined)
  .map((operation) => ({
    operation,
    pattern: new RegExp(
      `^${operation.template.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}$`,
      'i',
    ),
  }))

/** A `fetch` that checks every answer to a request below `baseUrl` against openapi.json. */
export function checkedFetch(baseUrl: string): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const response = await fetch(request)
    if (request.url.startsWith(baseUrl)) {
      const text = await response.clone().text()
      validateExchange(request.method, request.url.slice(baseUrl.length), {
        status: response.status,
        header: (name) => response.headers.get(name),
        text,
      })
    }
    return response
  }
}
