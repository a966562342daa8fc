/** How many digits a card number has (ISO/IEC 7812-1), as short as schemes issue them. */
const shortest = 13
const longest = 19

/**
 * Digits of any script, in groups, and what people and their programs put between groups: blanks, dashes (the minus
 * sign and what Japanese keyboards have for one, too), dots, and characters that cannot be seen. No comma and no slash:
 * they stand between numbers, not within one.
 */
const runs = /\p{Nd}(?:[\s\p{Pd}\p{Cf}−ー._·・•]*\p{Nd})*/gu
const separators = /\P{Nd}+/u
/** With a letter in it: one in four hundred has digits that would pass. */
const uuids = /\b(?=[\d-]*[a-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi
/** Whatever stands above, below or around digits, as on keys; to put many into order would take long, too (`isPiled`). */
const marks = /[\p{M}\uff9e\uff9f]+/gu
/** A phone number (E.164): a plus sign and at most fifteen digits, nothing else. */
const phone = /^\+[\d\s()\p{Pd}.]*$/u

/**
 * Whether a text holds what may be a card number: without marks and after NFKC, one or more groups of digits that
 * together are 13 to 19 and pass the check digit. A whole phone number in E.164 is none, nor is a part of a UUID.
 * Linear in the text's length.
 */
export function holdsCardNumber(text: string): boolean {
  const plain = text.replace(marks, '').normalize('NFKC').replace(uuids, 'x')
  if (plain.length < shortest) return false
  if (phone.test(plain) && plain.replace(/\D/g, '').length <= 15) return false
  for (const [run] of plain.matchAll(runs)) if (runHoldsCardNumber(run)) return true
  return false
}

/** Whether some groups of digits, one after the other, make a card number. */
function runHoldsCardNumber(run: string): boolean {
  const starts: number[] = []
  // The check doubles every second digit, counted from a number's end: here as sums of all the digits so far, with those
  // at even places doubled and with those at odd ones. Whatever begins and ends where, its sum is a difference.
  const sums: [even: number[], odd: number[]] = [[0], [0]]
  let count = 0
  let within = 0
  for (const group of run.split(separators)) {
    starts.push(count)
    for (const character of group) {
      const digit = digitOf(character)
      for (const [parity, sum] of sums.entries()) {
        sum.push((sum[count] ?? 0) + (count % 2 === parity ? doubled(digit) : digit))
      }
      count++
    }
    const sum = sums[count % 2 === 0 ? 0 : 1]
    while (count - (starts[within] ?? count) > longest) within++
    for (let at = within; at < starts.length; at++) {
      const start = starts[at] ?? count
      if (count - start < shortest) break
      if (passes((sum[count] ?? 0) - (sum[start] ?? 0))) return true
    }
  }
  return false
}

/** As the check digit of ISO/IEC 7812-1, annex B, has it: the digits of the double are added up. */
const doubled = (digit: number): number => (digit < 5 ? digit * 2 : digit * 2 - 9)

/** Noughts alone would pass, and are no number. */
const passes = (sum: number): boolean => sum > 0 && sum % 10 === 0

const digit = /\p{Nd}/u

/** Unicode sets out the decimal digits of a script one after the other, from 0 to 9, in rows that may touch. */
function digitOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  let first = code
  while (digit.test(String.fromCodePoint(first - 1))) first--
  return (code - first) % 10
}
