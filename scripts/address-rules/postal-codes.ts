import fc from 'fast-check'
import { getCountryByCode } from 'postal-code-checker'
import formatOfCountry from 'postal-codes-js/generated/postal-codes-alpha2.json' with {
  type: 'json',
}
import { POSTCODE_REGEXES } from 'postcode-validator/lib/cjs/postcode-regexes.js'

/*
 * The formats of postal codes, from three sources that do not copy each other: Google's address
 * metadata, Cimpress' collection of what postal offices publish, and CLDR's former postal code data
 * as its heir maintains it. In all patterns, spaces and hyphens are left out: the rules ignore them.
 */

/** A country whose sources disagree. */
export interface Disagreement {
  readonly code: string
  readonly google: string
  /** The formats that are wider than Google's, with an example that Google's format refuses. */
  readonly wider: readonly { source: string; pattern: string; example: string }[]
}

/** Returns Google's pattern for a country, from its newest copy; undefined if it has none. */
export function googlePattern(code: string): string | undefined {
  const pattern = getCountryByCode(code)?.postalCodePatterns[0]
  return pattern === undefined ? undefined : compact(pattern.slice(1, -1))
}

/**
 * Finds the sources with a format that is wider than Google's. `prefix` is what may stand before a
 * code anyway, as the alternatives of a pattern.
 */
export async function disagreementOf(
  code: string,
  prefix: string,
): Promise<Disagreement | undefined> {
  const google = googlePattern(code)
  if (google === undefined) return undefined
  const wider = []
  for (const [source, pattern] of await otherPatterns(code)) {
    const example = samplesOf(pattern).find((text) => !matcher(prefix, google).test(text))
    if (example !== undefined)
      wider.push({ source, pattern: compact(pattern).replace(`(?:${code})?`, ''), example })
  }
  return wider.length === 0 ? undefined : { code, google, wider }
}

/** Returns the shortest pattern that accepts what any of these patterns accepts. */
export function mostLenient(prefix: string, patterns: readonly string[]): string {
  const needed = patterns.filter((pattern, index) => {
    const others = patterns.filter((_, other) => other !== index)
    return !others.some((other, at) => {
      const isCovered = samplesOf(pattern).every((text) => matcher(prefix, other).test(text))
      const covers = samplesOf(other).every((text) => matcher(prefix, pattern).test(text))
      // Of two equal patterns, the first one stays.
      return isCovered && (!covers || patterns.indexOf(others[at] ?? '') < index)
    })
  })
  return needed.join('|')
}

/** Returns examples of what a pattern accepts, without spaces and hyphens. */
export function samplesOf(pattern: string): string[] {
  const positive = new RegExp(`^(?:${pattern.replace(/\(\?![^)]*\)/g, '')})$`)
  const drawn = fc.sample(fc.stringMatching(positive), { seed: 1, numRuns: 500 })
  const whole = new RegExp(`^(?:${pattern})$`)
  const fitting = drawn.filter((text) => whole.test(text)).map((text) => text.replace(/[\s-]/g, ''))
  return [...new Set(fitting.map((text) => text.toUpperCase()))].filter((text) => text !== '')
}

/** Matches whole codes without spaces and hyphens, with or without the prefix. */
export const matcher = (prefix: string, pattern: string): RegExp =>
  new RegExp(`^(?:${prefix})?(?:${pattern})$`, 'i')

async function otherPatterns(code: string): Promise<(readonly [string, string])[]> {
  const others: (readonly [string, string])[] = []
  const file = (formatOfCountry as Readonly<Record<string, { postalCodeFormat?: string }>>)[code]
    ?.postalCodeFormat
  if (file !== undefined) {
    const path = `postal-codes-js/formats/${file}`
    const { default: format } = await import(path, { with: { type: 'json' } })
    others.push(['postal-codes-js', bare(format.ValidationRegex)])
  }
  const expression = POSTCODE_REGEXES.get(code as never)
  if (expression !== undefined) others.push(['postcode-validator', bare(expression.source)])
  return others
}

/** Removes the anchors, and a group around the whole pattern, also if it makes the code optional. */
function bare(pattern: string): string {
  const anchored = pattern.replace(/^\^|\$$/g, '')
  const inside = /^\((?:\?:)?(.*)\)\??$/.exec(anchored)?.[1]
  return inside !== undefined && isBalanced(inside) ? inside : anchored
}

/** Removes the separators, and writes characters and groups in one way. */
export function compact(pattern: string): string {
  return bare(pattern)
    .replace(/\(\?:[\^$]\|\\b\)/g, '')
    .replaceAll('[0-9]', '\\d')
    .replaceAll('[a-zA-Z]', '[A-Z]')
    .replace(/(?<!\[[^\]]*)(?:\(\[ \]\)|\[ ?\\?-?\]|\[ \]|\\s|\\-| |-)(?:\?|\{0,1\})?/g, '')
    .replace(/\{1\}/g, '')
    .replace(/\{0,1\}/g, '?')
    .replace(/\((?!\?)/g, '(?:')
    .replace(/\(\?:((?:\\d|[A-Z0-9])(?:\{\d\})?|[A-Z0-9]+)\)(?![?{])/g, '$1')
}

/** Whether every parenthesis that a pattern opens is closed after it, and none before. */
function isBalanced(pattern: string): boolean {
  let open = 0
  for (const letter of pattern) {
    if (letter === '(') open += 1
    if (letter === ')') open -= 1
    if (open < 0) return false
  }
  return open === 0
}
