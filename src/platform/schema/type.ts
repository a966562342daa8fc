import type { TProperties, TSchema, Type as TypeBox } from 'typebox'

/*
 * JSON schemas with TypeBox's static types. Only the types come from TypeBox: at run time it would
 * load some 380 modules at every start, to build objects as plain as these.
 */

type Builders =
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'

/** Schemas whose property may be absent. JSON Schema says so in the object, not in the property. */
const optional = new WeakSet<TSchema>()

const required = (properties: TProperties): string[] =>
  Object.keys(properties).filter((name) => !optional.has(properties[name] as TSchema))

const object = (properties: TProperties, options?: object) => {
  const names = required(properties)
  return { type: 'object', ...(names.length > 0 && { required: names }), properties, ...options }
}

const builders: Readonly<Record<Builders, (...given: never[]) => object>> = {
  Array: (items: TSchema, options?: object) => ({ type: 'array', items, ...options }),
  Boolean: (options?: object) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly string[], options?: object) => ({
    type: 'string',
    enum: values,
    ...options,
  }),
  Integer: (options?: object) => ({ type: 'integer', ...options }),
  Literal: (value: string, options?: object) => ({ type: 'string', const: value, ...options }),
  Null: (options?: object) => ({ type: 'null', ...options }),
  Object: object,
  Optional(schema: TSchema) {
    const copy = { ...schema }
    optional.add(copy)
    return copy
  },
  Record: (_key: TSchema, value: TSchema, options?: object) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: (options?: object) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly TSchema[], options?: object) => ({ anyOf, ...options }),
  Unknown: (options?: object) => ({ ...options }),
  Unsafe: (schema: TSchema) => schema,
}

/** The builders of JSON schemas (draft 2020-12) that Foyer uses, by TypeBox's names. */
export const Type = builders as Pick<typeof TypeBox, Builders>

/** The schemas of the properties of an object's schema, by their names. */
export function propertiesOf(schema: object): Readonly<Record<string, TSchema>> {
  const properties: unknown = 'properties' in schema ? schema.properties : undefined
  if (typeof properties !== 'object' || properties === null)
    throw new TypeError('the schema is not that of an object')
  return properties as Record<string, TSchema>
}
