import registry from './registry.generated.json' with { type: 'json' }

/** The rows of the registry. A structure is such as `DE2!n8!n10!n`. */
const rows: ReadonlyMap<string, { readonly length: number; readonly structure: string }> = new Map(
  Object.entries(registry.countries),
)

/** The form of the IBANs of a country (ISO 13616), as SWIFT registers it. */
export interface IbanForm {
  readonly length: number
  readonly pattern: RegExp
  /** The form for people, such as `GB## AAAA ####`: `#` is a digit, `A` a letter, `*` either. */
  readonly shown: string
}

/** The characters that each class of a structure allows, and how a form shows one of them. */
const classes = {
  n: { allowed: '[0-9]', shown: '#' },
  a: { allowed: '[A-Z]', shown: 'A' },
  c: { allowed: '[A-Z0-9]', shown: '*' },
} as const

type CharacterClass = (typeof classes)[keyof typeof classes]

/** @returns the form. Undefined if no IBAN begins with these two letters */
export function ibanFormOf(country: string): IbanForm | undefined {
  const row = rows.get(country)
  if (row === undefined) return undefined
  // A structure consists of the country and of parts such as `8!n`.
  const write = (part: (one: CharacterClass, count: number) => string): string =>
    row.structure.replace(/(\d{1,2})!([nac])/g, (_, count: string, name: keyof typeof classes) =>
      part(classes[name], Number(count)),
    )
  return {
    length: row.length,
    pattern: new RegExp(`^${write((one, count) => `${one.allowed}{${count}}`)}$`),
    shown: write((one, count) => one.shown.repeat(count)).replace(/.{4}(?!$)/g, '$& '),
  }
}

const starts = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?=[ -]?[A-Z\d])/giu

/** Replaces every IBAN with correct length and check digits by an `x`. */
export function withoutIbans(text: string): string {
  let result = ''
  let copiedTo = 0
  for (const { index } of text.matchAll(starts)) {
    const end = index < copiedTo ? undefined : endOfIban(text, index)
    if (end === undefined) continue
    result += `${text.slice(copiedTo, index)}x`
    copiedTo = end
  }
  return result + text.slice(copiedTo)
}

/** Whether a text contains an IBAN with correct length and check digits. */
export function holdsIban(text: string): boolean {
  // Normalisation takes quadratic time on many combining marks.
  const normalised = text.replace(/\p{M}/gu, '').normalize('NFKC')
  return withoutIbans(normalised) !== normalised
}

function endOfIban(text: string, start: number): number | undefined {
  const length = rows.get(text.slice(start, start + 2).toUpperCase())?.length
  if (length === undefined) return undefined
  let iban = ''
  let end = start
  // A space or a dash may separate its characters.
  while (iban.length < length) {
    if (iban !== '' && /[ -]/.test(text[end] ?? '')) end++
    const character = text[end] ?? ''
    if (!/^[A-Z\d]$/i.test(character)) return undefined
    iban += character
    end++
  }
  return !/[\p{L}\p{N}]/u.test(text[end] ?? '') && ibanDigitsFit(iban) ? end : undefined
}

/**
 * Whether the check digits of an IBAN without separators fit (ISO 7064, MOD 97-10). They are 02 to
 * 98: 00, 01 and 99 have the same remainder as 97, 98 and 02.
 */
export function ibanDigitsFit(iban: string): boolean {
  if (!/^..(?:0[2-9]|[1-8]\d|9[0-8])/.test(iban)) return false
  const moved = iban.slice(4) + iban.slice(0, 4)
  const digits = Array.from(moved, (letter) => Number.parseInt(letter, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
