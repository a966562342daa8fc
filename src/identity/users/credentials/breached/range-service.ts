import { InvalidDocument, openSibling } from '../../../../platform/http/outgoing/sibling.ts'
import type { Tracer } from '../../../../platform/telemetry/tracer.ts'
import type { FindHash } from './breached-passwords.ts'

/** The hashes that begin with one prefix. */
interface Range {
  /** @param suffix the last 35 hexadecimal digits of a SHA-1, in upper case */
  has(suffix: string): boolean
}

/** A range with padding has about 2,000 lines of 40 bytes. */
const maxAnswerBytes = 512 * 1024
/** So the cache has at most 32 MB, and usually 5 MB. */
const maxCachedRanges = 64
/** The lists change a few times a year. */
const freshForMs = 60 * 60_000
const timeoutMs = 1_000
const prefixLength = 5

/**
 * A service with the range protocol of Pwned Passwords. It learns the first five of the forty
 * hexadecimal digits of a SHA-1, which hundreds of passwords in its list share. With padding, the
 * length of the answer does not show the prefix to who watches the connection.
 */
export function rangeService({
  url,
  tracer,
}: {
  readonly url: string
  readonly tracer?: Tracer
}): FindHash {
  const ask = openSibling({
    name: 'breached passwords',
    read: readRange,
    unavailable: (cause) => new Error('The list of stolen passwords gave no answer.', { cause }),
    timeoutMs,
    freshForMs,
    maxCachedAnswers: maxCachedRanges,
    format: {
      headers: { accept: 'text/plain', 'add-padding': 'true', 'user-agent': 'Foyer' },
      maxBytes: maxAnswerBytes,
      parse: (bytes) => bytes.toString('latin1'),
    },
    ...(tracer && { tracer }),
  })
  return async (sha1) => {
    const hex = sha1.toString('hex').toUpperCase()
    const prefix = hex.slice(0, prefixLength)
    // Each prefix counts as a user of its own: no user is known at a sign-up.
    const user = Number.parseInt(prefix, 16)
    const range = await ask({ key: prefix, url: `${url}/${prefix}` }, user)
    if (range === null) throw new Error('The list of stolen passwords does not have this range.')
    return range.has(hex.slice(prefixLength))
  }
}

/** One line: the suffix of a hash, and how often it was stolen. Padding has the count 0. */
const line = /^[\dA-F]{35}:\d{1,10}$/i

/** @throws {InvalidDocument} */
function readRange(document: unknown): Range {
  const lines = String(document)
    .split('\n')
    .map((text) => text.trim().toUpperCase())
  const filled = lines.filter((text) => text !== '')
  if (filled.length === 0 || !filled.every((text) => line.test(text)))
    throw new InvalidDocument('Each line must be a suffix of 35 digits, a colon and a count')
  const suffixes = filled.filter((text) => !/:0+$/.test(text)).map((text) => text.slice(0, 35))
  const all = suffixes.join('\n')
  return { has: (suffix) => all.includes(suffix) }
}
