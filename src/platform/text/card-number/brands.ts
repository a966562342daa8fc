/*
 * The numbers that card schemes issue. The ranges are those that the schemes publish (Visa,
 * Mastercard, American Express, Diners Club, Discover, JCB, UnionPay, Maestro, Mir, Elo, Hipercard,
 * RuPay, Troy, Humo, Uzcard, Napas). The lengths are those of cards in use, which are fewer than
 * ISO/IEC 7812-1 allows.
 */

/** Ranges of first digits, both ends included, with the lengths of their numbers. */
const issued: readonly [ranges: string, lengths: readonly number[]][] = [
  ['4', [16, 18, 19]],
  ['51-55 2221-2720', [16]],
  ['34 37 1800 2131', [15]],
  ['300-305 3095 36 38-39', [14, 16, 19]],
  ['6011 644-649 65', [16, 19]],
  ['3528-3589', [16, 17, 18, 19]],
  ['62 81', [16, 17, 18, 19]],
  ['50 56-58 6304 67', [16, 17, 18, 19]],
  ['59 60 63 66 82 8600 9704 9792 9860', [16]],
  ['2200-2205', [16, 17, 18, 19]],
]

/**
 * Visa numbers once had 13 digits. No card in use has so few, but a well-known test number does.
 */
const testNumbers: ReadonlySet<string> = new Set(['4222222222222'])

interface Range {
  readonly low: number
  readonly high: number
  readonly digits: number
  readonly lengths: readonly number[]
}

const rangesOf = (ranges: string, lengths: readonly number[]): Range[] =>
  ranges.split(' ').map((range) => {
    const [low = '', high = low] = range.split('-')
    return { low: Number(low), high: Number(high), digits: low.length, lengths }
  })

const allRanges = issued.flatMap(([ranges, lengths]) => rangesOf(ranges, lengths))

/**
 * Whether a scheme issues numbers with this prefix and length. It does not check the check digit.
 */
export function isOfBrand(number: string): boolean {
  const isIssued = allRanges.some(({ low, high, digits, lengths }) => {
    const first = Number(number.slice(0, digits))
    return lengths.includes(number.length) && low <= first && first <= high
  })
  return isIssued || testNumbers.has(number)
}
