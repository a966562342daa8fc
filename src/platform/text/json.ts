import { findSyntaxError, type Position } from './json-position.ts'

/** The reason why bytes are not valid JSON. It has the position, never the content. */
export type JsonFault =
  | { readonly kind: 'encoding' }
  | { readonly kind: 'syntax'; readonly position: Position }
  | { readonly kind: 'depth'; readonly max: number }

/** The bytes are not JSON, or have more than `maxDepth` levels. */
export class InvalidJson extends Error {
  override name = 'InvalidJson'
  readonly fault: JsonFault
  constructor(message: string, fault: JsonFault) {
    super(message)
    this.fault = fault
  }
}

const maxDepth = 32
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads JSON (RFC 8259) strictly: only UTF-8 and at most 32 levels. Also finds repeated properties,
 * which RFC 7493, 2.3 forbids and `JSON.parse` drops silently.
 * @returns the value, and the paths (`a`, `a.b`) of the first twenty repeated properties
 * @throws {InvalidJson}
 */
export function parseJson(bytes: Uint8Array): { value: unknown; repeated: string[] } {
  const text = decode(bytes)
  return { value: parse(text), repeated: repeatedNames(text) }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new InvalidJson('not JSON in UTF-8', { kind: 'encoding' })
  }
}

/**
 * Replaces the error of `JSON.parse`, which quotes the text and does not always have the position.
 */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const position = findSyntaxError(text)
    const place = `it breaks at line ${position.line}, column ${position.column}`
    throw new InvalidJson(`not JSON in UTF-8: ${place}`, { kind: 'syntax', position })
  }
}

/** An open object with the names seen in it, or an open array. */
interface Open {
  names: Set<string> | null
  /** The names that are repeated in it. */
  repeated: Set<string>
  /** The path to this object or array, with a dot at the end. Empty at the top level. */
  path: string
}

/** How many repeated properties are found. The limit bounds the response and the work. */
const maxRepeated = 20

/** Finds repeated names in valid JSON. It needs to look only at strings and brackets. */
function repeatedNames(text: string): string[] {
  const repeated: string[] = []
  const open: Open[] = []
  let property = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    const inner = open.at(-1)
    if (character === '{' || character === '[') {
      if (open.length === maxDepth)
        throw new InvalidJson(`deeper than ${maxDepth}`, { kind: 'depth', max: maxDepth })
      const path = inner?.names ? `${inner.path}${property}.` : (inner?.path ?? '')
      open.push({ names: character === '{' ? new Set() : null, repeated: new Set(), path })
    } else if (character === '}' || character === ']') {
      open.pop()
    } else if (character === '"') {
      const end = endOfString(text, at)
      if (inner?.names && isName(text, end)) {
        property = String(JSON.parse(text.slice(at, end)))
        const isFirst = !inner.names.has(property)
        inner.names.add(property)
        if (!isFirst && !inner.repeated.has(property) && repeated.length < maxRepeated) {
          inner.repeated.add(property)
          repeated.push(inner.path + property)
        }
      }
      at = end - 1
    }
  }
  return repeated
}

/** The index after the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/**
 * Whether a colon follows the string that ends at `end`, so that the string is a property's name.
 */
function isName(text: string, end: number): boolean {
  let at = end
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return text[at] === ':'
}

/** JSON with sorted keys: equal for values that differ only in the order of their keys. */
export const canonicalJson = (value: unknown): string => JSON.stringify(withSortedKeys(value))

function withSortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withSortedKeys)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, part]) => [key, withSortedKeys(part)]))
}
