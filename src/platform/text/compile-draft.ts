import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TSchema, TUnsafe } from 'typebox'
import type { Message, MessageKey } from '../i18n/catalogue.ts'
import { propertiesOf } from '../schema/type.ts'
import { holdsCardNumber } from './card-number/card-number.ts'
import {
  addFault,
  type Draft,
  explanation,
  type ParsedBody,
  type ReadOnly,
  reading,
  readOnly,
  unsearched,
} from './draft.ts'
import { holdsIban } from './iban/iban.ts'
import { suggest } from './suggest.ts'
import { forbiddenCharacterIn, hasStackedMarks, normalise } from './text.ts'

/** The messages for properties that every resource shows and no body can set. */
const alwaysReadOnly: ReadOnly = {
  id: 'rule.unknown_id',
  _links: 'rule.read_only',
  _embedded: 'rule.read_only',
}

const ajv = new Ajv2020({
  // The schemas are Foyer's own. To compile the schema of schemas would take 100 ms.
  validateSchema: false,
  allErrors: true,
  allowUnionTypes: true,
  strictSchema: false,
  verbose: true,
  formats: {
    int32: true,
    int64: true,
    ...Object.fromEntries(unsearched.map((format) => [format, true])),
  },
})

/**
 * Makes the function that validates bodies. Lengths count code points of normalised text. The
 * schema is compiled with the first body, in a few milliseconds: all of them would delay each
 * start.
 */
export function compileDraft<T = unknown>(
  schema: TUnsafe<Draft<T>> | TSchema,
): (body: ParsedBody) => Draft<T> {
  let validate: ValidateFunction | undefined
  const mayHoldNumber = numberProperties(schema)
  const readings = readingsOf(schema)
  const explain = explainUnknown(schema)
  return ({ value, repeated }) => {
    const faults = new Map<string, Message[]>()
    for (const path of repeated) addFault(faults, shownPath(path), ['rule.repeated'])
    const clean = cleanText(value, '', { faults, mayHoldNumber, readings }) as Record<
      string,
      unknown
    >
    validate ??= ajv.compile(schema)
    addSchemaFaults(validate, clean, faults, explain())
    const wrong = new Set([...faults.keys()].map((path) => propertyOf(clean, path)))
    const given = Object.entries(clean).filter(([property]) => !wrong.has(property))
    return { given: Object.fromEntries(given) as Partial<T>, faults }
  }
}

const numberProperties = (schema: TSchema): ReadonlySet<string> =>
  new Set(
    Object.entries<{ format?: unknown }>(propertiesOf(schema))
      .filter(([, { format }]) => unsearched.includes(String(format)))
      .map(([name]) => name),
  )

type Reading = (text: string) => string

const readingsOf = (schema: TSchema): ReadonlyMap<string, Reading> =>
  new Map(
    Object.entries<{ [reading]?: Reading }>(propertiesOf(schema)).flatMap(
      ([name, { [reading]: read }]) => (read === undefined ? [] : [[name, read] as const]),
    ),
  )

/** The property of a body to which a path leads. Its name may have dots, as paths have. */
function propertyOf(body: object, path: string): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1))
    if (Object.hasOwn(body, path.slice(0, end))) return path.slice(0, end)
  return path
}

/** How much of a name errors show, in code units. The limit bounds the response and the work. */
const maxShown = 200
/**
 * How much of a name is searched for card numbers. A number that begins in the shown part ends
 * within this length.
 */
const maxSearched = 2 * maxShown

/** The name of a property as errors may show it. People have used card numbers as names, too. */
function shownName(name: string): string {
  const searched = name.slice(0, maxSearched)
  if (holdsCardNumber(searched)) return '(card number)'
  if (holdsIban(searched)) return '(account number)'
  return name.length > maxShown
    ? `${name.slice(0, maxShown).replace(/[\ud800-\udbff]$/, '')}…`
    : name
}

/** A path as errors may show it. A name in it may be a label that makes a number look harmless. */
const shownPath = (path: string): string =>
  shownName(path.slice(0, maxSearched).split('.').map(shownName).join('.'))

interface Cleaning {
  readonly faults: Map<string, Message[]>
  readonly mayHoldNumber: ReadonlySet<string>
  readonly readings: ReadonlyMap<string, Reading>
}

/** Normalises every text in a value. Adds a fault for each text with forbidden content. */
function cleanText(value: unknown, path: string, cleaning: Cleaning): unknown {
  if (typeof value === 'string' || typeof value === 'number') {
    return cleanScalar(value, path, cleaning)
  }
  if (typeof value !== 'object' || value === null) return value
  // The faults of an item belong to its list.
  if (Array.isArray(value)) return value.map((item) => cleanText(item, path, cleaning))
  const at = (name: string): string =>
    path === '' ? shownName(name) : shownName(`${path}.${shownName(name)}`)
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([name, item]) => [shownName(name), cleanText(item, at(name), cleaning)]),
  )
}

function cleanScalar(
  value: string | number,
  path: string,
  { faults, mayHoldNumber, readings }: Cleaning,
): string | number {
  if (!mayHoldNumber.has(path) && holdsCardNumber(String(value))) {
    addFault(faults, path, ['rule.card_number'])
  }
  if (typeof value === 'number') return value
  const text = readings.get(path)?.(value) ?? value
  const forbidden = forbiddenCharacterIn(text)
  if (forbidden !== undefined) addFault(faults, path, ['rule.hostile', { ...forbidden }])
  if (hasStackedMarks(text)) addFault(faults, path, ['rule.invalid'])
  return normalise(text)
}

function addSchemaFaults(
  validate: ValidateFunction,
  value: unknown,
  faults: Map<string, Message[]>,
  explain: (unknown: string, wraps: boolean) => Message,
): void {
  if (validate(value)) return
  for (const error of validate.errors ?? []) {
    // What no branch of a union accepts is told once, for the union.
    if (/\/anyOf\/\d+\//.test(error.schemaPath)) continue
    const steps = error.instancePath.split('/').slice(1).map(unescapePointer)
    const path = steps.filter((step) => !/^\d+$/.test(step))
    const unknown: unknown = error.params.additionalProperty
    if (typeof unknown === 'string') {
      const wraps = path.length === 0 && isWrapper(value, unknown)
      path.push(unknown)
      addFault(faults, path.join('.'), explain(unknown, wraps))
    } else addFault(faults, path.join('.'), messageOf(error))
  }
}

/**
 * How many unknown properties of a body are explained. The limit bounds the response and the work.
 */
const maxExplained = 20

/**
 * Returns a function to call once for each body. It makes the function that explains unknown
 * properties.
 */
function explainUnknown(schema: TSchema): () => (unknown: string, wraps: boolean) => Message {
  const known = Object.keys(propertiesOf(schema))
  const others: ReadOnly = { ...alwaysReadOnly, ...(schema as { [readOnly]?: ReadOnly })[readOnly] }
  return () => {
    let explained = 0
    return (unknown, wraps) => {
      if (wraps) return ['rule.unknown_wrapped']
      if (isSecurityCode(unknown)) return ['rule.security_code']
      const own = Object.hasOwn(others, unknown) ? others[unknown] : undefined
      if (own !== undefined) return [own]
      if (++explained > maxExplained) return ['rule.unknown']
      const near = suggest(unknown, known)
      return near === undefined
        ? ['rule.unknown_known', { known: known.join(', ') }]
        : ['rule.unknown_like', { known: near }]
    }
  }
}

/** Whether a body is an object around the object that is meant, such as `{"address": {…}}`. */
function isWrapper(body: unknown, property: string): boolean {
  if (typeof body !== 'object' || body === null || Object.keys(body).length !== 1) return false
  const inner: unknown = (body as Record<string, unknown>)[property]
  return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
}

const securityCode =
  /^(?:card)?(?:cvv|cvc|cvn|cvd|csc|cav|cid|securitycode|verification(?:code|value|number))2?(?:code|number)?$/

/** Whether a property has a name for a card's security code. */
const isSecurityCode = (name: string): boolean =>
  securityCode.test(name.toLowerCase().replace(/[^a-z\d]/g, ''))

/** Decodes one step of a JSON Pointer (RFC 6901, 4). */
const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** The values that a schema, or a branch of it, allows. */
const valuesOf = ({ enum: own = [], anyOf = [] }: Choice): readonly unknown[] => [
  ...own.filter((value) => value !== null),
  ...anyOf.flatMap(valuesOf),
]

interface Choice {
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Choice[]
}

function messageOf({ keyword, params, data, parentSchema }: ErrorObject): Message {
  const limit: number = params.limit
  const own = (parentSchema as { [explanation]?: MessageKey } | undefined)?.[explanation]
  if (own !== undefined) return [own]
  switch (keyword) {
    case 'maxLength':
      return ['rule.too_long', { max: limit }]
    case 'minLength':
      return ['rule.too_short', { min: limit }]
    case 'maxItems':
      return ['rule.too_many', { max: limit }]
    case 'minimum':
      return ['rule.minimum', { min: limit }]
    case 'maximum':
      return ['rule.maximum', { max: limit }]
    case 'enum':
    case 'anyOf': {
      const values = valuesOf(parentSchema as Choice)
      return values.length === 0 ? ['rule.invalid'] : ['rule.one_of', { values: values.join(', ') }]
    }
    case 'type':
      return typeMessage(String([params.type].flat()[0]), data)
    default:
      return ['rule.invalid']
  }
}

/**
 * The message for a value of a wrong type. It says if only quotation marks are missing or unwanted.
 */
function typeMessage(type: string, value: unknown): Message {
  const isText = typeof value === 'string'
  if (type === 'string') {
    const isBare = typeof value === 'number' || typeof value === 'boolean'
    return [isBare ? 'rule.type.string_unquoted' : 'rule.type.string']
  }
  if (type === 'integer') {
    const isQuoted = isText && /^-?\d{1,10}$/.test(value)
    return [isQuoted ? 'rule.type.integer_quoted' : 'rule.type.integer']
  }
  if (type === 'boolean') {
    const isQuoted = isText && /^(?:true|false)$/i.test(value)
    return [isQuoted ? 'rule.type.boolean_quoted' : 'rule.type.boolean']
  }
  return [type === 'array' ? 'rule.type.array' : 'rule.invalid']
}
