/** What the generator reads of a JSON Schema in openapi.json. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly description?: string
  readonly examples?: readonly unknown[]
}

/** The names of some schemas in the client, where a plain rule gives no good one. */
const names: Readonly<Record<string, string>> = {
  Error: 'ErrorBody',
  PurchaseBody: 'Purchase',
  UserBody: 'UserChanges',
  PaymentMethodsOfType: 'PaymentMethodPage',
  PaymentMethodCollection: 'PaymentMethodGroups',
  ListingPaymentMethods: 'ListingPaymentMethodPage',
}

/** The name of a schema in the client: a body is an input, and a collection comes in pages. */
export const nameOf = (schema: string): string =>
  names[schema] ?? schema.replace(/Body$/, 'Input').replace(/Collection$/, 'Page')

/** The comment above a type, where its schema has no description. */
const comments: Readonly<Record<string, string>> = {
  Root: 'The resource where a client starts.',
  Address: 'A delivery, pickup or billing address of the user.',
  AddressInput:
    'An address to create, or changes to one (JSON merge patch, RFC 7396): omitted properties stay the same, and `null` clears a property. The address rules of a country list its required fields.',
  Carrier: 'The carrier that picks up from an address, and its pickup times.',
  Country: 'A country. Its name is in the language of the response.',
  AddressRules: 'What an address form of a country needs to know.',
  PaymentMethodPage: 'Payment methods of one type.',
  PaymentMethodGroups: 'All payment methods: one inner page for each type that the user has.',
  CreditCardInput:
    'A card to create, or the new details of a card. Send its number or, if the service’s vault accepts it, a token from the processor’s hosted fields. A security code is never accepted.',
  BankAccountInput:
    'A bank account to create, or the new details of one: an IBAN, or an account in the US with its routing number. A user is paid there; it cannot buy.',
  PayPalInput: 'A PayPal account to create, or the new details of one.',
  DefaultsInput:
    'Sets or clears a payment method as a default. Omitted and `null` properties change nothing.',
  Purchase: 'The purchase to find payment methods for. Omitted properties are undecided.',
  User: 'The user of the access token.',
  UserChanges: 'Changes to the user (JSON merge patch). `full_name: null` clears the name.',
  Webhook: 'A URL that is notified of changes of the user.',
  WebhookWithSecret:
    'A webhook with the secret of its signatures. Keep the secret: no later response shows it.',
  WebhookInput: 'A webhook to create, or changes to one. Omitted properties stay the same.',
  WebhookDelivery: 'An event that was sent, or waits to be sent, to one webhook.',
  ErrorBody: 'The body of every error of the resources. The client throws it as a `FoyerError`.',
  TokenResponse: 'The response of the token endpoint (RFC 6749, 5.1).',
}

/** Returns the declarations of all schemas of `components.schemas`, in their order. */
export function typesOf(schemas: Readonly<Record<string, Schema>>): string {
  const declared = Object.entries(schemas).filter(([name]) => name !== 'Link')
  const relations = declared
    .filter(([, schema]) => relationsOf(schema).length > 0)
    .map(([name]) => `${nameOf(name)}Relation`)
  return [
    ...declared.map(([name, schema]) => declarationOf(nameOf(name), schema)),
    `/** All relations. */\nexport type Relation = ${relations.join(' | ')}`,
  ].join('\n\n')
}

const relationsOf = ({ properties }: Schema): string[] =>
  Object.keys(properties?._links?.properties ?? {})

/** Returns the declarations of one schema: of its relations, of its variants, and of itself. */
function declarationOf(name: string, schema: Schema): string {
  const before: string[] = []
  const relations = relationsOf(schema)
  if (relations.length > 0)
    before.push(
      `/** The relations of \`${name}\`. */\nexport type ${name}Relation = ${literals(relations)}`,
    )
  const variants = variantsOf(schema)
  const own = comment(schema.description ?? comments[name] ?? '')
  if (variants === undefined)
    return [...before, `${own}export interface ${name} ${objectOf(schema, name)}`].join('\n\n')
  return [
    ...before,
    ...variants.map(
      ({ type, schema: details }) =>
        `/** What \`type_details\` has if \`type\` is \`${type}\`. */\n${alias(`${type}Details`, details)}`,
    ),
    `/** A \`${name}\` of one type. */\nexport interface ${name}Of<Type extends string, Details> ${objectOf(
      schema,
      name,
      { type: 'Type', type_details: 'Details' },
    )}`,
    `/** \`type\` decides which properties \`type_details\` has. */\nexport type ${name} = ${variants
      .map(({ type }) => `${name}Of<'${type}', ${type}Details>`)
      .join(' | ')}`,
    `export type ${name}Type = ${name}['type']`,
  ].join('\n\n')
}

const alias = (name: string, schema: Schema): string =>
  schema.properties
    ? `export interface ${name} ${objectOf(schema)}`
    : `export type ${name} = ${typeOf(schema)}`

interface Variant {
  readonly type: string
  readonly schema: Schema
}

/**
 * Finds a resource whose `type` decides about its `type_details`. A schema for each type stands at
 * the same place; with another number of schemas, each type can have all of them.
 */
function variantsOf({ properties = {} }: Schema): Variant[] | undefined {
  const types = properties.type?.enum
  const details = properties._embedded?.properties?.type_details?.anyOf
  if (types === undefined || details === undefined) return undefined
  const isPaired = types.length === details.length
  return types.map((type, index) => ({
    type: String(type),
    schema: isPaired ? (details[index] ?? {}) : { anyOf: details },
  }))
}

/** The types of some properties, by name, wherever they are in an object. */
type Overrides = Readonly<Record<string, string>>

function typeOf(schema: Schema, overrides: Overrides = {}): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref.split('/').at(-1) ?? '')
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return unite(alternatives.map((one) => typeOf(one, overrides)))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return unite(schema.enum.map((value) => JSON.stringify(value)))
  return unite([schema.type ?? 'unknown'].flat().map((type) => ofType(type, schema, overrides)))
}

function ofType(type: string, schema: Schema, overrides: Overrides): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return `(${typeOf(schema.items ?? {}, overrides)})[]`
  if (type === 'object') return objectOf(schema, undefined, overrides)
  return type
}

const unite = (types: readonly string[]): string => [...new Set(types)].join(' | ')
const literals = (values: readonly string[]): string =>
  values.map((value) => JSON.stringify(value)).join(' | ')

/** @param owner the resource, whose `_links` then have the type of its relations */
function objectOf(
  { properties, patternProperties = {}, required = [] }: Schema,
  owner?: string,
  overrides: Overrides = {},
): string {
  if (properties === undefined) {
    const values = Object.values(patternProperties).map((schema) => typeOf(schema))
    return `{ [name: string]: ${values.length > 0 ? unite(values) : 'unknown'} }`
  }
  const lines = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?'
    const type =
      name === '_links' && owner !== undefined
        ? `Links<${owner}Relation>`
        : (overrides[name] ?? typeOf(schema, overrides))
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
    return `${comment(schema.description ?? '')}${key}${optional}: ${type}`
  })
  return `{\n${lines.join('\n')}\n}`
}

/** A documentation comment, in lines of at most 90 characters. */
function comment(text: string): string {
  if (text === '') return ''
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`
  const lines: string[] = []
  for (const word of sentence.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < 86)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`
}
