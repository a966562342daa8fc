/** Longer names are not compared, because the time grows with the square of the length. */
const maxNameLength = 64

/**
 * The known name that a person most likely meant: the one with nearly the same spelling, else one
 * that contains every given word (`country_code` for `country`), else one whose words were all given
 * (`email` for `email_address`). Undefined if no name is similar.
 */
export function suggest(given: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((name) => ({ name, steps: difference(given, name) }))
    .sort((a, b) => a.steps - b.steps)
  return nearest && nearest.steps < Infinity ? nearest.name : undefined
}

/** Names what a person most likely meant, or all known names. For programs and operators. */
export function hintAt(given: string, known: readonly string[]): string {
  const meant = suggest(given, known)
  return meant === undefined ? `It can be ${known.join(', ')}.` : `Did you mean ${meant}?`
}

/** The difference of names that share words. Names with a similar spelling differ less. */
const sharedWords = maxNameLength

/** How much a name differs from a known one. Infinity if they are not similar. */
export function difference(given: string, known: string): number {
  if (given.length > maxNameLength) return Infinity
  const plain = plainOf(given)
  const steps = distance(plain, plainOf(known))
  if (steps <= Math.max(1, Math.floor(plain.length / 3))) return steps
  const [words, others] = [wordsOf(given), wordsOf(known)]
  if (words.length === 0 || others.length === 0) return Infinity
  if (words.every((word) => others.some((other) => isSameWord(word, other)))) return sharedWords
  if (others.every((other) => words.some((word) => isSameWord(word, other)))) return sharedWords + 1
  return Infinity
}

/** Whether two names have nearly the same spelling, by their difference. */
export const isSpelling = (steps: number): boolean => steps < sharedWords

const plainOf = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '')

/** The words of `expMonth`, `exp_month` and `exp-month`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')

/**
 * Whether two words are equal but for a plural, or one is short for the other, as `exp` is for
 * `expiry`, or the first one is the end of the second, as `card` is of `creditcard`.
 */
function isSameWord(given: string, other: string): boolean {
  const [a, b] = [singular(given), singular(other)]
  return (
    a === b ||
    (a.length >= 3 && b.startsWith(a)) ||
    (b.length >= 3 && a.startsWith(b)) ||
    (a.length >= 4 && b.endsWith(a))
  )
}

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '')

/**
 * The number of letters to insert, remove, replace or swap with a neighbour (optimal string
 * alignment).
 */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
