import { type Faults, isRefused, refusals } from '../../platform/errors/refusals.ts'
import { type Message, say } from '../../platform/i18n/catalogue.ts'
import type { ParsedBody } from '../../platform/text/draft.ts'
import { InvalidJson, parseJson } from '../../platform/text/json.ts'
import type { Line } from './lines.ts'

/** One thing that is wrong with a line. */
export interface LineFault {
  readonly line: number
  /** The path of the property, such as `addresses.0.city`. Null if the line is no JSON object. */
  readonly property: string | null
  readonly message: string
}

type Found = Omit<LineFault, 'line'>

/** The faults of a line, with their messages in English. */
export class FaultList {
  /** The faults of the whole line. */
  readonly found: Found[]
  readonly #path: string
  #isEmpty = true

  constructor(found: Found[] = [], path = '') {
    this.found = found
    this.#path = path
  }

  /** Whether this list, which may be of a part of the line, has no faults. */
  get isEmpty(): boolean {
    return this.#isEmpty
  }

  /** Makes the list of a part of the line, such as `addresses.0`. */
  at(path: string): FaultList {
    return new FaultList(this.found, path)
  }

  /** @param property null for the whole part */
  add(property: string | null, message: string): void {
    this.#isEmpty = false
    const path = [this.#path, property ?? ''].filter((step) => step !== '').join('.')
    this.found.push({ property: path === '' ? null : path, message })
  }

  addMessage(property: string | null, ...message: Message): void {
    this.add(property, say('en', ...message))
  }

  addAll(faults: Faults): void {
    for (const [property, messages] of faults)
      for (const message of messages) this.addMessage(property, ...message)
  }

  /** Runs a rule of the interface. If it refuses, adds the faults, and returns undefined. */
  try<T>(rule: () => T): T | undefined {
    try {
      return rule()
    } catch (error) {
      if (!isRefused(error, refusals.validation_failed)) throw error
      const { faults } = error.details
      if (faults === undefined) this.add(null, error.message)
      else this.addAll(faults)
      return undefined
    }
  }
}

/** Returns an item of a list, if it is an object. */
export function objectOf(item: unknown, faults: FaultList): object | undefined {
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item
  faults.add(null, 'Must be a JSON object.')
  return undefined
}

/** Reads the JSON object of a line. Undefined if it has none; the fault is in the list. */
export function parseLine({ bytes }: Line, faults: FaultList): ParsedBody | undefined {
  if (bytes === undefined) faults.add(null, 'The line is longer than 256 KiB.')
  else
    try {
      const { value, repeated } = parseJson(bytes)
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        return { value, repeated }
      faults.add(null, 'The line must be a JSON object.')
    } catch (error) {
      if (!(error instanceof InvalidJson)) throw error
      faults.add(null, textOf(error.fault))
    }
  return undefined
}

function textOf(fault: InvalidJson['fault']): string {
  if (fault.kind === 'encoding') return 'The line is not UTF-8.'
  if (fault.kind === 'depth') return `The line is nested more than ${fault.max} levels deep.`
  return `The line is not valid JSON. The error is at column ${fault.position.column}.`
}
