import { hash } from 'node:crypto'
import { readLines } from './lines.ts'
import type { FaultList } from './parse-line.ts'

/** A value that only one line may have, such as an email address. */
export interface LineKey {
  /** The keys of a kind are compared with each other, whatever their properties are. */
  readonly kind: string
  /** The path of the property that has it. */
  readonly property: string
  readonly key: string
}

/** Returns the keys of a line. */
export type KeysOf = (value: object) => readonly LineKey[]

/** A file before it is imported. */
export interface Scanned {
  /** How many lines are not empty. */
  readonly lines: number
  /** The numbers of all lines with a key that several lines have; undefined if one line has it. */
  linesWith(key: LineKey): readonly number[] | undefined
}

const linesAtOnce = 1_000

/**
 * Finds the keys that several lines of a file have. It keeps 8 bytes for each key in memory, and
 * the keys themselves only where they are repeated.
 */
export async function scan(path: string, keysOf: KeysOf): Promise<Scanned> {
  const hashes = new Numbers()
  let lines = 0
  for await (const some of readLines(path, linesAtOnce)) {
    lines += some.length
    for (const { bytes } of some) for (const key of keysIn(bytes, keysOf)) hashes.push(hashOf(key))
  }
  const repeated = hashes.repeated()
  const found = new Map<string, number[]>()
  // Read the file again: two hashes of different keys may be equal.
  if (repeated.size > 0)
    for await (const some of readLines(path, linesAtOnce))
      for (const { bytes, number } of some)
        for (const key of keysIn(bytes, keysOf)) {
          if (!repeated.has(hashOf(key))) continue
          const numbers = found.get(key)
          if (numbers === undefined) found.set(key, [number])
          else numbers.push(number)
        }
  return {
    lines,
    linesWith(key) {
      const numbers = found.get(textOf(key))
      return numbers !== undefined && numbers.length > 1 ? numbers : undefined
    },
  }
}

/** Adds the faults of keys that other lines have, too. */
export function addRepeated(faults: FaultList, keys: readonly LineKey[], scanned: Scanned): void {
  for (const key of keys) {
    const text = repeatedText(key, scanned)
    if (text !== undefined) faults.add(key.property, text)
  }
}

/** What to say of a key that other lines have, too. Undefined if none has. */
export function repeatedText(key: LineKey, scanned: Scanned): string | undefined {
  const numbers = scanned.linesWith(key)
  return numbers && `The lines ${listed(numbers)} have the same value.`
}

const textOf = ({ kind, key }: LineKey): string => `${kind} ${key}`

/** The most lines that a message names. */
const maxNamedLines = 5

function listed(numbers: readonly number[]): string {
  const isShort = numbers.length <= maxNamedLines
  const named = isShort ? numbers.slice(0, -1) : numbers.slice(0, maxNamedLines)
  const last = isShort ? numbers.at(-1) : `${numbers.length - maxNamedLines} more`
  return `${named.join(', ')} and ${last}`
}

/** The keys of a line, each once. */
function keysIn(bytes: Buffer | undefined, keysOf: KeysOf): ReadonlySet<string> {
  const value = parse(bytes)
  const isObject = typeof value === 'object' && value !== null
  return new Set(isObject ? keysOf(value).map(textOf) : [])
}

/** Lines that are not JSON are refused later, with the reason. */
function parse(bytes: Buffer | undefined): unknown {
  try {
    return bytes && JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** The first 48 bits of SHA-256, which a number holds. */
const hashOf = (key: string): number => hash('sha256', key, 'buffer').readUIntBE(0, 6)

/** A list of numbers that takes 8 bytes for each. */
class Numbers {
  #values = new Float64Array(1024)
  #length = 0

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(2 * this.#length)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length++] = value
  }

  /** The numbers that occur more than once. Sorts the list. */
  repeated(): ReadonlySet<number> {
    const sorted = this.#values.subarray(0, this.#length).sort()
    const repeated = new Set<number>()
    for (let at = 1; at < sorted.length; at++)
      if (sorted[at] === sorted[at - 1]) repeated.add(sorted[at] as number)
    return repeated
  }
}
