import { isDeepStrictEqual } from 'node:util'
import type { Static, TObject, TProperties, TSchema, TUnsafe } from 'typebox'
import { type Faults, Refused, refusals } from '../errors/refusals.ts'
import type { Message, MessageKey } from '../i18n/catalogue.ts'
import { Type } from '../schema/type.ts'

/**
 * A request body after validation: the properties that fit the schema, and the faults of the
 * others. An operation can check the valid properties by its own rules, so the response lists all
 * faults at once.
 */
export interface Draft<T> {
  readonly given: Partial<T>
  readonly faults: Faults
}

/** The input that the schema of a body describes. */
export type InputOf<S> = S extends TUnsafe<Draft<infer T>> ? T : never

/** The properties of a draft without faults. @throws {Refused} validation_failed */
export function requireValid<T>({ given, faults }: Draft<T>): Partial<T> {
  if (faults.size > 0) throw new Refused(refusals.validation_failed, { faults })
  return given
}

/** A body that was read as JSON but is not validated yet. */
export interface ParsedBody {
  readonly value: object
  /** Paths of the properties that occur more than once. */
  readonly repeated: readonly string[]
}

/**
 * The schema of a body. Every property is optional, and unknown properties are refused.
 * @param notes.default the value of a missing body; if omitted, the body is required
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

/** The key of a property's own message in its schema. The OpenAPI document does not show it. */
export const explanation = Symbol('explanation')

/** Sets one message for every fault of a property. It replaces the messages of the rules. */
export const explainedBy = <S extends TSchema>(message: MessageKey, schema: S): S =>
  Object.assign(schema, { [explanation]: message })

/** The key of the function that reads a property's text. The OpenAPI document does not show it. */
export const reading = Symbol('reading')

/** Reads the text of a property with a function, before any rule. */
export const readBy = <S extends TSchema>(read: (text: string) => string, schema: S): S =>
  Object.assign(schema, { [reading]: read })

/** How a form asks for a property. */
export interface Asked {
  /** If omitted, the page gives the label. */
  readonly label?: MessageKey
  readonly hint?: MessageKey
  readonly type?: 'email'
  /** How browsers fill the field in (HTML, 4.10.18.7). If omitted, they do not. */
  readonly autocomplete?: string
  readonly inputmode?: 'numeric' | 'email' | 'tel'
  readonly required?: boolean
  /** Whether no page shows again what was typed. */
  readonly isSecret?: true
  /** Whether a box that is not ticked stands for `false`. By default it leaves the choice open. */
  readonly emptyIsFalse?: true
}

/** The key of how a form asks for a property. The OpenAPI document does not show it. */
export const asked = Symbol('asked')

/** Gives the property a field in the form of its noun. */
export const askedAs = <S extends TSchema>(how: Asked, schema: S): S => ({
  ...schema,
  [asked]: how,
})

/** The messages for properties that responses show and requests cannot set, by name. */
export type ReadOnly = Readonly<Record<string, MessageKey>>

/** The key of the read-only properties in a schema. The OpenAPI document does not show it. */
export const readOnly = Symbol('read-only')

/** Adds messages for properties that people know from responses and that a body cannot set. */
export const withReadOnly = <S extends TSchema>(properties: ReadOnly, schema: S): S =>
  Object.assign(schema, { [readOnly]: properties })

/**
 * How many messages a property can have. A list may have thousands of wrong items. The limit bounds
 * the response and the work: each new message is compared with those before it.
 */
const maxMessages = 20

/**
 * Adds a fault of a property. Each fault is added once, though many items of a list may have it.
 */
export function addFault(faults: Map<string, Message[]>, property: string, message: Message): void {
  const known = faults.get(property)
  if (known === undefined) faults.set(property, [message])
  else if (known.length >= maxMessages) return
  else if (!known.some((one) => isDeepStrictEqual(one, message))) known.push(message)
}

/** The format of properties that accept a card number. Others refuse one and do not echo it. */
export const cardNumber = 'card-number'

/**
 * The format of properties that accept the number of a bank account. It may look like a card
 * number.
 */
export const accountNumber = 'account-number'

/**
 * The format of properties that accept a random value or a hash. It may look like a card number.
 */
export const randomValue = 'random-value'

/** The formats of properties that are not searched for card numbers. */
export const unsearched: readonly string[] = [cardNumber, accountNumber, randomValue]
