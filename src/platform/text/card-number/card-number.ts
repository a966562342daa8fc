import { isOfBrand } from './brands.ts'
import { indexOfLabel, isInEmail, maxPhoneDigitsAt, withoutIbans } from './context.ts'

/** How many digits a card number has (ISO/IEC 7812-1), as short as schemes issue them. */
const minDigits = 13
const maxDigits = 19

/**
 * Digits of any script, in groups, and what people and their programs put between groups: blanks, dashes (the minus
 * sign and what Japanese keyboards have for one, too), dots, and characters that cannot be seen. No comma and no slash:
 * they stand between numbers, not within one.
 */
const runs = /\p{Nd}(?:[\s\p{Pd}\p{Cf}−ー._·・•]*\p{Nd})*/gu
const separators = /\P{Nd}+/gu
const uuids = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi
/** Whatever stands above, below or around digits, as on keys; to put many into order would take long, too (`isPiled`). */
const marks = /[\p{M}\uff9e\uff9f]+/gu

/**
 * Whether a text holds what may be a card number: without marks and after NFKC, one or more groups of digits that
 * together are 13 to 19 and pass the check digit.
 *
 * Digits that are written like a card number (in one piece, or in even groups) need only that. Digits that are written
 * differently, or that the text names as something else (an e-mail address, a telephone number, a letter box, an order,
 * an account), must also have a brand's prefix and length. UUIDs and valid IBANs are ignored. Linear in the text's
 * length.
 */
export const holdsCardNumber = (text: string): boolean => holdsNumber(text, false)

/**
 * Whether a text holds a number that a brand issues. It accepts nearly all ids, time stamps and hashes of programs,
 * while `holdsCardNumber` refuses one in ten of them.
 */
export const holdsIssuedNumber = (text: string): boolean => holdsNumber(text, true)

function holdsNumber(text: string, isOfBrandAlone: boolean): boolean {
  const normal = text.replace(marks, '').normalize('NFKC')
  if (normal.length < minDigits) return false
  const plain = withoutIbans(withoutUuids(normal))
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
 * The text with an `x` in place of every UUID: one in four hundred has digits that would pass. Only those with a letter
 * count, since digits alone may be card numbers in groups. A lookahead for the letter would take quadratic time.
 */
const withoutUuids = (text: string): string =>
  text.replace(uuids, (uuid) => (/[a-f]/i.test(uuid) ? 'x' : uuid))

/** Groups of digits in a text. */
interface Run {
  readonly digits: string
  /** The start of each group, and the end of the last one. */
  readonly bounds: readonly number[]
  /** The text between the groups. */
  readonly separators: readonly string[]
  /**
   * Running sums for the check digit, which doubles every second digit from a number's end: once with the digits at
   * even places doubled, once with those at odd places. The sum of any part is a difference of two of them.
   */
  readonly sums: readonly [even: readonly number[], odd: readonly number[]]
}

/** @param other the most digits of numbers that may be something else, and so must be of a brand */
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
      // Nobody changes the separator within a number.
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

/** Whether the digits from `start` to `end` may be a card number. Zeros alone pass the check digit, but are none. */
function passesCheckDigit({ sums }: Run, start: number, end: number): boolean {
  if (end - start < minDigits || end - start > maxDigits) return false
  const of = sums[end % 2 === 0 ? 0 : 1]
  const sum = (of[end] ?? 0) - (of[start] ?? 0)
  return sum > 0 && sum % 10 === 0
}

/** As the check digit of ISO/IEC 7812-1, annex B, has it: the digits of the double are added up. */
const doubled = (digit: number): number => (digit < 5 ? digit * 2 : digit * 2 - 9)

/** Month and year, and perhaps a security code. */
const expiry = /^(?:0[1-9]|1[0-2])(?:20)?[1-5]\d(?:\d{3,4})?$/

/** Whether a group ends with the expiry of a card whose number starts at `start`, directly behind the number. */
function endsWithExpiry(run: Run, start: number, begin: number, end: number): boolean {
  for (const length of [4, 6, 7, 8, 9, 10]) {
    const at = end - length
    if (at <= begin || !passesCheckDigit(run, start, at)) continue
    if (expiry.test(run.digits.slice(at, end)) && isOfBrand(run.digits.slice(start, at)))
      return true
  }
  return false
}

/** Sizes of groups as on the cards of American Express and Diners Club, and of the Visa cards that had 13 digits. */
const printed = /^(?:4 6 \d|4 3 3 3)$/

/**
 * Whether groups are written as on a card: one piece, two halves, or equal groups with a last one that may be shorter,
 * and not part of a longer row of equal groups.
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

const digit = /\p{Nd}/u

/** Unicode sets out the decimal digits of a script one after the other, from 0 to 9, in rows that may touch. */
function digitOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  let first = code
  while (digit.test(String.fromCodePoint(first - 1))) first--
  return (code - first) % 10
}
