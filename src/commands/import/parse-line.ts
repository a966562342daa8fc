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

/** A value of an imported line that cannot be read, and that was left out. */
export interface LineChange extends LineFault {
  readonly external_id: string
  readonly property: string
  /** As the file has it. Null if it is no single value, or must not be shown. */
  readonly value: string | number | boolean | null
  /** The path of what was left out: the property, or the list or the item that has it. */
  readonly left_out: string
}

type Found = Omit<LineFault, 'line'>

/** The faults of a line, or of an item in it, with their messages in English. */
export class FaultList {
  readonly found: Found[]

  constructor(found: Found[] = []) {
    this.found = found
  }

  get isEmpty(): boolean {
    return this.found.length === 0
  }

  /** @param property null for the whole line */
  add(property: string | null, message: string): void {
    this.found.push({ property, message })
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
