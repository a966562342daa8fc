import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { Static, TSchema } from 'typebox'

const compiled = new WeakMap<TSchema, ValidateFunction>()

/** Returns the validator of a schema. It is compiled when it is first needed. */
function validatorOf(schema: TSchema): ValidateFunction {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const formats = { 'date-time': fullFormats['date-time'] }
  // The schemas are Foyer's own. To compile the schema of schemas would take longer than the rest.
  const ajv = new Ajv2020({ formats, validateSchema: false })
  const validate = ajv.compile(schema)
  compiled.set(schema, validate)
  return validate
}

/** Whether a value that Foyer did not create matches a schema. */
export function matches<T extends TSchema>(schema: T, value: unknown): value is Static<T> {
  return validatorOf(schema)(value)
}

/**
 * Returns the first fault of a value that does not match, such as `coupons.0.code must be string`.
 */
export function firstFault(schema: TSchema, value: unknown): string | undefined {
  const validate = validatorOf(schema)
  if (validate(value)) return undefined
  const [fault] = validate.errors ?? []
  return fault && textOf(fault)
}

function textOf({ instancePath, keyword, message = 'is not valid', params }: ErrorObject): string {
  const where = instancePath.slice(1).replaceAll('/', '.') || 'It'
  const named: unknown = params.additionalProperty ?? params.missingProperty
  if (keyword === 'additionalProperties')
    return `${where} must not have additional properties: ${named}`
  if (keyword === 'required') return `${where} must have required properties ${named}`
  if (keyword === 'enum') return `${where} ${message}: ${params.allowedValues.join(', ')}`
  return `${where} ${message}`
}
