import { holdsCardNumber } from '../../../platform/text/card-number/card-number.ts'
import type { Draft } from '../../../platform/text/draft.ts'
import { holdsIban } from '../../../platform/text/iban/iban.ts'
import { AddressBody } from '../../../resources/addresses/body.ts'
import { FaultList, type LineChange } from '../parse-line.ts'
import { namesIn, UserLine } from './line.ts'
import { CardLine, PayPalLine } from './method-lines.ts'

type Left = Omit<LineChange, 'line' | 'external_id'>

/** What is left out of a line: values that the user does not need, and that cannot be read. */
export class LeftOut {
  readonly found: Left[] = []
  readonly #line: object

  constructor(line: object) {
    this.#line = line
  }

  /**
   * @param property the path of what is wrong
   * @param whole the path of what is left out, if that is more: the item that has the property
   */
  add(property: string, message: string, whole = property): void {
    const value = valueAt(this.#line, property)
    // An empty text says as much as an omitted one.
    if (whole === property && typeof value === 'string' && value.trim() === '') return
    this.found.push({ property, value: shown(property, value), left_out: whole, message })
  }

  /** Returns an item of a list, if it is an object. */
  object(path: string, item: unknown): object | undefined {
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item
    this.add(path, 'Must be a JSON object.')
    return undefined
  }

  /**
   * Reads an item of a list. Optional properties that the rule refuses are left out. If it refuses
   * others, the item is left out.
   * @param optional names that are left out together
   */
  item<D, T>(
    path: string,
    draft: Draft<D>,
    optional: readonly (readonly string[])[],
    rule: (draft: Draft<D>, faults: FaultList) => T | undefined,
  ): T | undefined {
    const run = (tried: Draft<D>) => {
      const faults = new FaultList()
      const read = rule(tried, faults)
      return { read: faults.isEmpty ? read : undefined, found: faults.found }
    }
    const first = run(draft)
    const wrong = new Set(first.found.map(({ property }) => firstStep(property ?? '')))
    const names = new Set(optional.filter((group) => group.some((name) => wrong.has(name))).flat())
    const isOptional = wrong.size > 0 && [...wrong].every((name) => names.has(name))
    const { read } = isOptional ? run(without(draft, names)) : first
    for (const { property, message } of first.found)
      this.add(
        [path, property ?? ''].join('.').replace(/\.$/, ''),
        message,
        read ? undefined : path,
      )
    if (read)
      for (const name of names)
        if (!wrong.has(name) && Object.hasOwn(draft.given, name))
          this.add(`${path}.${name}`, 'It means nothing without what is left out.')
    return read
  }
}

export const firstStep = (path: string): string => path.split('.')[0] ?? ''

function without<D>({ given, faults }: Draft<D>, names: ReadonlySet<string>): Draft<D> {
  const left = Object.entries(given).filter(([name]) => !names.has(name))
  return {
    given: Object.fromEntries(left) as Partial<D>,
    faults: new Map([...faults].filter(([path]) => !names.has(firstStep(path)))),
  }
}

const valueAt = (line: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | null)?.[step], line)

const shownNames = new Set([UserLine, AddressBody, CardLine, PayPalLine].flatMap(namesIn))
shownNames.delete('password_hash')

/** In code units. */
const maxShown = 128

/** A value as the report may show it. Unknown properties may be secrets, such as security codes. */
function shown(property: string, value: unknown): LineChange['value'] {
  if (!shownNames.has(property.split('.').at(-1) ?? '')) return null
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  return text.length > maxShown || holdsCardNumber(text) || holdsIban(text) ? null : value
}
