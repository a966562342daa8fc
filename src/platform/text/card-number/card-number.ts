import { withoutIbans } from '../iban/iban.ts'
import { digitOf } from '../text.ts'
import { isOfBrand } from './brands.ts'
import { indexOfLabel, isInEmail, maxPhoneDigitsAt } from './context.ts'

/**
 * How many digits a card number has. The maximum is that of ISO/IEC 7812-1, the minimum is the
 * shortest number that schemes issue.
 */
const minDigits = 13
const maxDigits = 19

/**
 * Groups of digits of any script, with the separators that people and programs put between groups:
 * blanks, dashes (also the minus sign and the long vowel mark of Japanese keyboards), dots, and
 * invisible characters. Commas and slashes are not included: they separate numbers from each other.
 */
const runs = /\p{Nd}(?:[\s\p{Pd}\p{Cf}−ー._·・•]*\p{Nd})*/gu
const separators = /\P{Nd}+/gu
/** UUIDs, also after a prefix that ends with an underscore, as in ids of payment processors. */
const uuids = /(?<![^\W_])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![^\W_])/gi
/**
 * Combining marks above, below or around digits, such as an enclosing circle. They are removed
 * before normalisation, which would be slow with many of them (`hasStackedMarks`).
 */
const marks = /[\p{M}\uff9e\uff9f]+/gu

/**
 * Whether a text contains a possible card number: one or more groups of digits that have 13 to 19
 * digits together and pass the check digit. Marks are removed first, and the text is normalised to
 * NFKC.
 *
 * Digits that are written like a card number (in one piece, or in equal groups) need only pass the
 * check digit. Other digits must also have a brand's prefix and length. The same holds for digits
 * that the text names as something else (an e-mail address, a telephone number, a letter box, an
 * order, an account). UUIDs and valid IBANs are ignored. The time is linear in the length of the
 * text.
 */
export const holdsCardNumber = (text: string): boolean => holdsNumber(text, false)

/**
 * Whether a text contains a number that a brand issues. This is false for nearly all ids,
 * timestamps and hashes of programs, while `holdsCardNumber` is true for one in ten of them.
 */
export const holdsIssuedNumber = (text: string): boolean => holdsNumber(text, true)

function holdsNumber(text: string, isOfBrandAlone: boolean): boolean {
  const normalised = text.replace(marks, '').normalize('NFKC')
  if (normalised.length < minDigits) return false
  const plain = withoutIbans(withoutUuids(normalised))
  let label: number | undefined
  for (const { 0: run, index } of plain.matchAll(runs)) {
    if (run.length < minDigits) continue
    label ??= isOfBrandAlone ? -1 : indexOfLabel(plain)
    const isOther = label < index || isInEmail(plain, index, index + run.length)
    if (runHoldsCardNumber(run, isOther ? maxDigits : maxPhoneDigitsAt(plain, index))) return true
  }
  return false
}

/**
 * Replaces every UUID by an `x`, because one in four hundred has digits that pass the check. UUIDs
 * without a letter stay, because they may be card numbers in groups. A lookahead for the letter
 * would take quadratic time.
 */
const withoutUuids = (text: string): string =>
  text.replace(uuids, (uuid) => (/[a-f]/i.test(uuid) ? 'x' : uuid))

/** Groups of digits in a text. */
interface Run {
  readonly digits: string
  /** The index of the first digit of each group, and the number of digits. */
  readonly bounds: readonly number[]
  /** The text between the groups. */
  readonly separators: readonly string[]
  /**
   * Running sums for the check digit, which doubles every second digit from the end of a number.
   * One list doubles the digits at even indexes, the other those at odd indexes. The sum of any
   * part is the difference of two entries.
   */
  readonly sums: readonly [even: readonly number[], odd: readonly number[]]
}

/**
 * @param other numbers with at most this many digits may be something else, so they must be of a
 * brand
 */
function runHoldsCardNumber(text: string, other: number): boolean {
  const run = readRun(text)
  for (let first = 0; first < run.bounds.length - 1; first++) {
    for (let last = first; last < run.bounds.length - 1; last++) {
      const [start = 0, begin = 0, end = 0] = [
        run.bounds[first],
        run.bounds[last],
        run.bounds[last + 1],
      ]
      if (begin - start > maxDigits) break
      if (endsWithExpiry(run, start, begin, end)) return true
      if (!passesCheckDigit(run, start, end)) continue
      const isEven = isWrittenAsCard(run, first, last)
      if (isEven && end - start > other) return true
      // People use one separator within a number.
      const isOneNumber = isEven || new Set(run.separators.slice(first, last)).size === 1
      if (isOneNumber && isOfBrand(run.digits.slice(start, end))) return true
    }
  }
  return false
}

function readRun(text: string): Run {
  const bounds = [0]
  const sums: [number[], number[]] = [[0], [0]]
  let digits = ''
  for (const group of text.split(separators)) {
    for (const character of group) {
      const digit = digitOf(character)
      for (const [parity, sum] of sums.entries())
        sum.push((sum.at(-1) ?? 0) + (digits.length % 2 === parity ? doubled(digit) : digit))
      digits += digit
    }
    bounds.push(digits.length)
  }
  return { digits, bounds, separators: text.match(separators) ?? [], sums }
}

/**
 * Whether the digits from `start` to `end` may be a card number. Only zeros would pass, but do not
 * count.
 */
function passesCheckDigit({ sums }: Run, start: number, end: number): boolean {
  if (end - start < minDigits || end - start > maxDigits) return false
  const runningSums = sums[end % 2 === 0 ? 0 : 1]
  const sum = (runningSums[end] ?? 0) - (runningSums[start] ?? 0)
  return sum > 0 && sum % 10 === 0
}

/** The sum of the digits of the double, for the check digit (ISO/IEC 7812-1, annex B). */
const doubled = (digit: number): number => (digit < 5 ? digit * 2 : digit * 2 - 9)

/** Month and year, optionally with a security code. */
const expiry = /^(?:0[1-9]|1[0-2])(?:20)?[1-5]\d(?:\d{3,4})?$/

/**
 * Whether a group ends with an expiry date, directly after a card number that starts at `start`.
 */
function endsWithExpiry(run: Run, start: number, begin: number, end: number): boolean {
  for (const length of [4, 6, 7, 8, 9, 10]) {
    const at = end - length
    if (at <= begin || !passesCheckDigit(run, start, at)) continue
    if (expiry.test(run.digits.slice(at, end)) && isOfBrand(run.digits.slice(start, at)))
      return true
  }
  return false
}

/**
 * Sizes of groups on cards of American Express and Diners Club, and on old Visa cards with 13
 * digits.
 */
const printed = /^(?:4 6 \d|4 3 3 3)$/

/**
 * Whether groups are written as on a card: in one piece, in two halves, or in equal groups of which
 * the last may be shorter. They must not be part of a longer row of equal groups.
 */
function isWrittenAsCard({ bounds, digits }: Run, first: number, last: number): boolean {
  const isExpiry = (group: number): boolean =>
    expiry.test(digits.slice(bounds[group], bounds[group + 1]))
  const sizeOf = (group: number): number => (bounds[group + 1] ?? 0) - (bounds[group] ?? 0)
  const sizes: number[] = []
  for (let group = first; group <= last; group++) sizes.push(sizeOf(group))
  const [size = 0] = sizes
  if (sizes.length === 1 || printed.test(sizes.join(' '))) return true
  if (first > 0 && sizeOf(first - 1) === size) return false
  if (last < bounds.length - 2 && sizeOf(last + 1) === size && !isExpiry(last + 1)) return false
  const tail = sizes.at(-1) ?? 0
  return (
    (size <= 5 && tail <= size && sizes.slice(0, -1).every((other) => other === size)) ||
    (sizes.length === 2 && size === tail)
  )
}
