import type { TProperties, TSchema } from 'typebox'
import { Type } from '../../schema/type.ts'
import type { Relation } from './hal.ts'

/** The largest int32, and so the largest id and page. */
export const int32 = 2_147_483_647

interface Notes {
  description?: string
  examples?: string[]
}

/** Text or null. The lengths count code points of the normalised text. */
export const nullableText = (
  notes: Notes & { maxLength?: number; minLength?: number; format?: string } = {},
) => Type.Unsafe<string | null>({ type: ['string', 'null'], ...notes })

export const nullableFlag = (notes: Notes = {}) =>
  Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], ...notes })

export const nullableInt32 = (notes: Notes = {}) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], format: 'int32', ...notes })

/**
 * One of these values or null. Tools for OpenAPI 3.0 and for 3.1 read it: some of them cannot read
 * null among the values of an enum.
 */
export const nullableEnum = <V extends string>(values: readonly V[], notes: Notes = {}) =>
  Type.Unsafe<V | null>({ anyOf: [Type.Enum([...values]), Type.Null()], ...notes })

/** A reference to the application's schema with this `$id`. */
export const ref = <T>(id: string) => Type.Unsafe<T>({ $ref: `${id}#` })

/** The schema of a response object. All properties are required, and no others are allowed. */
export const resourceSchema = <P extends TProperties>(
  id: string,
  properties: P,
  notes: { description?: string; examples?: unknown[] } = {},
) => Type.Object(properties, { $id: id, additionalProperties: false, ...notes })

/** The schema of a resource's links. Each relation is optional. */
export const linksSchema = (...relations: Relation[]) =>
  Type.Object(
    Object.fromEntries(relations.map((relation) => [relation, Type.Optional(ref('Link'))])),
    { additionalProperties: false },
  )

/**
 * The schema of a collection (section 2.3 of the interface), with relations in addition to paging.
 */
export const collectionSchema = (id: string, item: TSchema, ...relations: Relation[]) =>
  resourceSchema(id, {
    total_items: Type.Integer({
      format: 'int32',
      description: 'The number of items on all pages together.',
    }),
    page: Type.Integer({ format: 'int32' }),
    page_size: Type.Integer({ format: 'int32' }),
    _links: linksSchema('self', 'first', 'last', 'next', 'prev', ...relations),
    _embedded: Type.Object({ items: Type.Array(item) }, { additionalProperties: false }),
  })

/** The schemas that all features use. */
export const commonSchemas = [
  resourceSchema('Link', {
    href: Type.String(),
    title: nullableText({ description: 'In the language of the response.' }),
    templated: Type.Boolean(),
  }),
  resourceSchema('Error', {
    code: Type.String({
      description: 'The error code, for programs.',
      examples: ['validation_failed'],
    }),
    message: Type.String({ description: 'The error message, for users.' }),
    errors: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Messages by property name: what is wrong with each property.',
      examples: [{ city: ['A value is required.'] }],
    }),
    _links: Type.Optional(linksSchema('paymentmethod:cardsetup')),
  }),
]
