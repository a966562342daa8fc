import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { compareCodePoints } from '../../platform/text/text.ts'
import type { Address } from './addresses.ts'

const fields = [
  'id',
  'default',
  'full_name',
  'city',
  'state_province',
  'postal_code',
  'country_code',
] as const

type Field = (typeof fields)[number]
type Compare = (a: Address, b: Address) => number

/** The default order: the default address, and then by id. */
const defaultSort = '-default,id'

/**
 * Reads a `sort` parameter: field names separated by commas, with `-` before a name for descending
 * order. Text is compared by the code points of its lower-case form. Nulls come last, or first in
 * descending order. Equal addresses are sorted by id.
 * @throws {Refused} validation_failed for an unknown name
 */
export const readSort = (sort?: string): Compare =>
  sort === undefined ? compareByDefault : compareBy(sort)

function compareBy(sort: string): Compare {
  // A field that is repeated decides nothing: only its first position counts.
  const compares = new Map<Field, Compare>()
  for (const item of sort.split(',')) {
    const name = item.trim()
    const descending = name.startsWith('-')
    const field = fields.find((known) => known === (descending ? name.slice(1) : name))
    if (field === undefined) {
      const known = fields.join(', ')
      const faults = new Map([['sort', [['rule.sort', { fields: known }] as const]]])
      throw new Refused(refusals.validation_failed, { faults })
    }
    if (!compares.has(field)) compares.set(field, descending ? reversed(by(field)) : by(field))
  }
  return (a, b) => {
    for (const compare of compares.values()) {
      const order = compare(a, b)
      if (order !== 0) return order
    }
    return a.id - b.id
  }
}

const reversed =
  (compare: Compare): Compare =>
  (a, b) =>
    compare(b, a)

const by =
  (field: Field): Compare =>
  (a, b) =>
    compareValues(a[field], b[field])

function compareValues(a: Address[Field], b: Address[Field]): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'string') return compareCodePoints(a.toLowerCase(), String(b).toLowerCase())
  return Number(a) - Number(b)
}

const compareByDefault = compareBy(defaultSort)
