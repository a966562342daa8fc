import type { PhoneNumber } from 'libphonenumber-js/min'

/** Numbers in a form that their country has replaced, and today's form. Both are E.164 (ITU-T). */
const replacedForms: readonly (readonly [old: RegExp, today: string])[] = [
  // Mexico, since 2019: no 1 before a mobile number.
  [/^\+521(\d{10})$/, '+52$1'],
  // Benin, since 30 November 2024: ten digits, and the former eight begin after 01.
  [/^\+229(\d{8})$/, '+22901$1'],
]

/**
 * Reads a telephone number.
 * @param country ISO 3166-1 alpha-2, for a number without a country code
 * @returns the number in E.164 and in today's form; undefined if it is not possible in its country,
 * by its length
 */
export async function readPhone(
  text: string,
  country?: string | null,
): Promise<string | undefined> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await library()
  const code = country?.toUpperCase() ?? ''
  const written = parsePhoneNumberFromString(text, isSupportedCountry(code) ? code : undefined)
  const number = written && (await parse(todaysForm(written.number)))
  return number?.isPossible() ? number.number : undefined
}

/** How a form shows a stored telephone number. */
export interface ShownPhone {
  /** In groups, as people write numbers abroad (ITU-T E.123). */
  readonly text: string
  /** False if the metadata of this version knows no such numbers, so that it may be a typing error. */
  readonly isKnown: boolean
}

/** @param number in E.164, or empty */
export async function showPhone(number: string): Promise<ShownPhone> {
  const known = number === '' ? undefined : await parse(number)
  return known === undefined
    ? { text: number, isKnown: number === '' }
    : { text: known.formatInternational(), isKnown: known.isValid() }
}

const todaysForm = (number: string): string =>
  replacedForms.reduce((form, [old, today]) => form.replace(old, today), number)

const parse = async (number: string): Promise<PhoneNumber | undefined> =>
  (await library()).parsePhoneNumberFromString(number)

/** The library with its metadata is loaded when the first number is read. */
const library = () => import('libphonenumber-js/min')
