import type Stripe from 'stripe'
import document from './stripe-requests.generated.json' with { type: 'json' }

/*
 * Checks whether the published OpenAPI document of the card processor allows a request. Every value
 * of a form and of a query is text, so a number is a text that can be read as one.
 */

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly maxLength?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: boolean | Schema
}

/** A value of a form such as `a[b][0]=c`: a text, or an object or array of values. */
type Value = string | { readonly [name: string]: Value }

const published: Readonly<Record<string, Schema>> = document.operations

const text = (...values: readonly string[]): Schema => ({ type: 'string', enum: values })
const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
})

/** Parameters that the `stripe` package sends, and that the document does not have yet. */
const newer = {
  parameters: {
    'POST /v1/setup_intents': {
      confirmation_token: { type: 'string' },
    } satisfies { [name in keyof Stripe.SetupIntentCreateParams]?: Schema },
    'POST /v1/accounts': {
      controller: object({
        fees: object({ payer: text('account', 'application') }),
        losses: object({ payments: text('application', 'stripe') }),
        requirement_collection: text('application', 'stripe'),
        stripe_dashboard: object({ type: text('express', 'full', 'none') }),
      } satisfies { [name in keyof Stripe.AccountCreateParams.Controller]: Schema }),
    } satisfies { [name in keyof Stripe.AccountCreateParams]?: Schema },
  },
  operations: {
    'GET /v1/confirmation_tokens/{confirmation_token}': { type: 'object', properties: {} },
  },
} as const

const operations: Readonly<Record<string, Schema>> = {
  ...published,
  ...newer.operations,
  ...Object.fromEntries(
    Object.entries(newer.parameters).map(([name, parameters]) => {
      const { properties, ...rest } = published[name] ?? {}
      return [name, { ...rest, properties: { ...properties, ...parameters } }]
    }),
  ),
}

const templates = Object.keys(operations).map((name) => {
  const [method = '', path = ''] = name.split(' ')
  return { name, method, segments: path.split('/') }
})

/** @returns the faults of a request, one line for each */
export function requestFaults(method: string, path: string, parameters: URLSearchParams): string[] {
  const segments = path.split('/')
  const operation = templates
    .filter((known) => known.method === method && known.segments.length === segments.length)
    .find((known) =>
      known.segments.every((part, at) => part.startsWith('{') || part === segments[at]),
    )
  if (operation === undefined) return [`${method} ${path}: no operation of the document`]
  const faults = faultsIn(operations[operation.name] ?? {}, formValue(parameters), '')
  return faults.map((fault) => `${operation.name}:${fault}`)
}

function formValue(parameters: URLSearchParams): Value {
  const whole: Record<string, Value> = {}
  for (const [name, text] of parameters) {
    const path = name.split(/\[|\]\[|\]/).filter((part, at) => at === 0 || part !== '')
    let place = whole
    for (const part of path.slice(0, -1)) {
      place[part] ??= {}
      place = place[part] as Record<string, Value>
    }
    place[path.at(-1) ?? ''] = text
  }
  return whole
}

function faultsIn(schema: Schema, value: Value, at: string): string[] {
  if (schema.anyOf) {
    const all = schema.anyOf.map((one) => faultsIn(one, value, at))
    return all.find((faults) => faults.length === 0) ?? all.flat()
  }
  if (schema.type === 'object') return faultsInObject(schema, value, at)
  if (schema.type === 'array') {
    if (typeof value === 'string') return [`${at} is not an array`]
    const { items = {} } = schema
    return Object.entries(value).flatMap(([index, item]) =>
      faultsIn(items, item, `${at}[${index}]`),
    )
  }
  if (typeof value !== 'string') return [`${at} is an object`]
  return faultsInText(schema, value).map((fault) => `${at} ${fault}`)
}

function faultsInObject(schema: Schema, value: Value, at: string): string[] {
  if (typeof value === 'string') return [`${at} is not an object`]
  const { properties = {}, required = [], additionalProperties: others = false } = schema
  const missing = required.filter((name) => !(name in value))
  return [
    ...missing.map((name) => `${at}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, part]) => {
      const known = properties[name] ?? (typeof others === 'object' ? others : undefined)
      if (known) return faultsIn(known, part, `${at}.${name}`)
      return others === true ? [] : [`${at}.${name} is unknown`]
    }),
  ]
}

function faultsInText(
  { type, maxLength = Number.POSITIVE_INFINITY, ...schema }: Schema,
  text: string,
) {
  const faults: string[] = []
  if (type === 'integer' && !/^-?\d+$/.test(text)) faults.push('is not an integer')
  if (type === 'number' && !/^-?\d+(\.\d+)?$/.test(text)) faults.push('is not a number')
  if (type === 'boolean' && !/^(true|false)$/.test(text)) faults.push('is not a boolean')
  if (schema.enum && !schema.enum.map(String).includes(text)) faults.push('is not in the list')
  if (text.length > maxLength) faults.push('is too long')
  return faults
}
