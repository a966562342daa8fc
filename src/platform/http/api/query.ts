import type { TSchema } from 'typebox'
import type { Faults } from '../../errors/refusals.ts'
import type { Message, MessageKey } from '../../i18n/catalogue.ts'
import { propertiesOf, Type } from '../../schema/type.ts'
import { addFault, explanation } from '../../text/draft.ts'
import { defaultPageSize } from './paging.ts'
import { int32 } from './schema.ts'

/** The query parameters of every collection. */
export const pagingParameters = (defaultSize = defaultPageSize) => ({
  page: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 1,
      default: 1,
      description: 'The page number. The first page is 1.',
    }),
  ),
  page_size: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 1,
      default: defaultSize,
      description: 'The number of items per page. Values above 1000 count as 1000.',
    }),
  ),
})

/** A flag in the query, in any letter case. */
export const flagParameter = (description: string) => Type.Optional(Type.Boolean({ description }))

type Query = Record<string, unknown>

/**
 * Makes the function that parses the query parameters of a schema. Only queries are converted from
 * text to types. An empty parameter counts as absent, a repeated one and a missing required one are
 * faults, unknown ones are ignored.
 */
export function compileQuery(schema: TSchema): (query: Query) => { given: Query; faults: Faults } {
  const { required = [] } = schema as { readonly required?: readonly string[] }
  const rules = Object.entries<Rule>(propertiesOf(schema))
  return (query) => {
    const faults = new Map<string, Message[]>()
    const given: Query = {}
    for (const [name, rule] of rules) {
      const text = query[name]
      if (text === undefined || text === '') {
        if (required.includes(name)) addFault(faults, name, ['rule.required'])
        continue
      }
      const read = typeof text === 'string' ? readParameter(text, rule) : repeated
      if ('fault' in read) addFault(faults, name, read.fault)
      else given[name] = read.value
    }
    return { given, faults }
  }
}

type Read = { value: unknown } | { fault: Message }

const repeated: Read = { fault: ['rule.repeated'] }

interface Rule {
  type?: unknown
  minimum?: number
  enum?: readonly unknown[]
  pattern?: string
  [explanation]?: MessageKey
}

function readParameter(text: string, rule: Rule): Read {
  if (rule.type === 'integer') {
    const value = Number(text)
    if (!/^-?\d{1,10}$/.test(text) || Math.abs(value) > int32) return { fault: ['rule.type.int32'] }
    const min = rule.minimum ?? -int32
    return value < min ? { fault: ['rule.minimum', { min }] } : { value }
  }
  if (rule.type === 'boolean') {
    const value = text.toLowerCase()
    if (value !== 'true' && value !== 'false') return { fault: ['rule.type.boolean'] }
    return { value: value === 'true' }
  }
  if (rule.enum && !rule.enum.includes(text))
    return { fault: ['rule.one_of', { values: rule.enum.join(', ') }] }
  if (rule.pattern !== undefined && !new RegExp(rule.pattern, 'u').test(text))
    return { fault: [rule[explanation] ?? 'rule.invalid'] }
  return { value: text }
}

/**
 * Reads an int32 id from a path. Any other text becomes 0, which is no row's id. So the operation
 * responds to a malformed id as it does to an unknown one.
 */
export function readId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  return id <= int32 ? id : 0
}
