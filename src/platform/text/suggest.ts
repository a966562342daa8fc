/** Longer names are not compared, because the time grows with the square of the length. */
const maxNameLength = 64

/**
 * The known name that a person most likely meant: the one with nearly the same spelling, else one
 * that contains every given word (`country_code` for `country`). Undefined if no name is similar.
 */
export function suggest(given: string, known: readonly string[]): string | undefined {
  if (given.length > maxNameLength) return undefined
  const plain = plainOf(given)
  const ranked = known
    .map((name) => ({ name, steps: distance(plain, plainOf(name)) }))
    .sort((a, b) => a.steps - b.steps)
  const [nearest] = ranked
  if (nearest && nearest.steps <= Math.max(1, Math.floor(plain.length / 3))) return nearest.name
  const words = wordsOf(given)
  if (words.length === 0) return undefined
  return known.find((name) => {
    const own = wordsOf(name)
    return words.every((word) => own.some((other) => isSameWord(word, other)))
  })
}

const plainOf = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '')

/** The words of `expMonth`, `exp_month` and `exp-month`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')

/** Whether two words are equal, or one is short for the other, as `exp` is for `expiry`. */
const isSameWord = (a: string, b: string): boolean =>
  a === b || (a.length >= 3 && b.startsWith(a)) || (b.length >= 3 && a.startsWith(b))

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
