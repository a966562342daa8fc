import { isDeepStrictEqual } from 'node:util'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { holdsCardNumber } from './card-number.ts'
import type { Message } from './i18n.ts'
import { isHostile, isPiled, normalise } from './text.ts'

/** What is wrong, by the name of the property, in the order found. */
export type Faults = ReadonlyMap<string, readonly Message[]>

/**
 * A request body as far as it can be used: what was given and fits its schema, and what was wrong with the
 * rest. So an operation can judge the rest by its own rules, and every fault is told at once.
 */
export interface Draft<T> {
  readonly given: Partial<T>
  readonly faults: Faults
}

/** A body that was read as JSON but not yet judged. */
export interface Parsed {
  readonly value: object
  /** Paths of the properties that stand there twice. */
  readonly repeated: readonly string[]
}

/**
 * The schema of a body: any property may be left out, an unknown one is refused.
 * @param notes.default what no body at all is taken as; unsaid, there must be one
 */
export function draftOf<P extends TProperties>(
  id: string,
  properties: P,
  notes: { readonly default?: object } = {},
) {
  const optional = Object.entries(properties).map(([name, rule]) => [name, Type.Optional(rule)])
  const rules = { $id: id, additionalProperties: false, ...notes }
  const body = Type.Object(Object.fromEntries(optional), rules)
  return Type.Unsafe<Draft<Static<TObject<P>>>>(body)
}

/** Notes a fault of one property, behind those it has; the items of a list may have the same one many times. */
export function addFault(faults: Map<string, Message[]>, property: string, message: Message): void {
  const known = faults.get(property)
  if (known === undefined) faults.set(property, [message])
  else if (!known.some((one) => isDeepStrictEqual(one, message))) known.push(message)
}

/** The format of the properties that take a card number; anywhere else one is refused, and not echoed. */
export const cardNumber = 'card-number'

const ajv = new Ajv2020({
  allErrors: true,
  allowUnionTypes: true,
  strictSchema: false,
  formats: { int32: true, int64: true, [cardNumber]: true },
})

/** Makes the function that judges a body by its schema. Lengths count code points of normalised text. */
export function compileDraft(schema: TSchema): (body: Parsed) => Draft<unknown> {
  const validate = ajv.compile(schema)
  const mayHoldNumber = cardNumberProperties(schema)
  return ({ value, repeated }) => {
    const faults = new Map<string, Message[]>()
    for (const path of repeated) addFault(faults, shownName(path), ['rule.repeated'])
    const clean = cleanText(value, '', { faults, mayHoldNumber }) as Record<string, unknown>
    addSchemaFaults(validate, clean, faults)
    const wrong = new Set([...faults.keys()].map((path) => path.split('.')[0]))
    const given = Object.entries(clean).filter(([property]) => !wrong.has(property))
    return { given: Object.fromEntries(given), faults }
  }
}

const cardNumberProperties = (schema: TSchema): ReadonlySet<string> =>
  new Set(
    Object.entries((schema as TObject).properties)
      .filter(([, rule]) => (rule as { format?: unknown }).format === cardNumber)
      .map(([name]) => name),
  )

/** A property's name as it may be shown: people have put numbers of cards there, too. */
const shownName = (name: string): string => (holdsCardNumber(name) ? '(card number)' : name)

interface Cleaning {
  readonly faults: Map<string, Message[]>
  readonly mayHoldNumber: ReadonlySet<string>
}

/** Normalises every text in a value and notes the texts that hold what is refused. */
function cleanText(value: unknown, path: string, cleaning: Cleaning): unknown {
  if (typeof value === 'string' || typeof value === 'number') {
    return cleanScalar(value, path, cleaning)
  }
  if (typeof value !== 'object' || value === null) return value
  // What is wrong with an item is told of its list.
  if (Array.isArray(value)) return value.map((item) => cleanText(item, path, cleaning))
  const at = (name: string): string =>
    path === '' ? shownName(name) : `${path}.${shownName(name)}`
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([name, item]) => [shownName(name), cleanText(item, at(name), cleaning)]),
  )
}

function cleanScalar(
  value: string | number,
  path: string,
  { faults, mayHoldNumber }: Cleaning,
): string | number {
  if (!mayHoldNumber.has(path) && holdsCardNumber(String(value))) {
    addFault(faults, path, ['rule.card_number'])
  }
  if (typeof value === 'number') return value
  if (isHostile(value)) addFault(faults, path, ['rule.hostile'])
  if (isPiled(value)) addFault(faults, path, ['rule.invalid'])
  return normalise(value)
}

function addSchemaFaults(
  validate: ValidateFunction,
  value: unknown,
  faults: Map<string, Message[]>,
): void {
  if (validate(value)) return
  for (const error of validate.errors ?? []) {
    const steps = error.instancePath.split('/').slice(1).map(unescapePointer)
    const path = steps.filter((step) => !/^\d+$/.test(step))
    const unknown: unknown = error.params.additionalProperty
    if (typeof unknown === 'string') path.push(unknown)
    addFault(faults, path.join('.'), messageOf(error))
  }
}

/** RFC 6901, 4. */
const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

function messageOf({ keyword, params }: ErrorObject): Message {
  const limit: number = params.limit
  switch (keyword) {
    case 'additionalProperties':
      return ['rule.unknown']
    case 'maxLength':
      return ['rule.too_long', { max: limit }]
    case 'minLength':
      return ['rule.too_short', { min: limit }]
    case 'minimum':
      return ['rule.minimum', { min: limit }]
    case 'maximum':
      return ['rule.maximum', { max: limit }]
    case 'type':
      return typeMessages[String([params.type].flat()[0])] ?? ['rule.invalid']
    default:
      return ['rule.invalid']
  }
}

const typeMessages: Readonly<Record<string, Message>> = {
  string: ['rule.type.string'],
  boolean: ['rule.type.boolean'],
  integer: ['rule.type.integer'],
  array: ['rule.type.array'],
}
