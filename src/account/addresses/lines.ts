import type { Language } from '../../platform/i18n/catalogue.ts'
import type { Address } from '../../resources/addresses/addresses.ts'
import { countryName } from '../../resources/countries/names.ts'
import {
  type AddressProperty,
  addressRules,
  isCountryCode,
} from '../../resources/countries/rules.ts'

/** The lines of an address in the order of its country, with the name of the country at the end. */
export function linesOf(address: Address, language: Language): string[] {
  const code = address.country_code
  const lines = isCountryCode(code) ? addressRules(code).lines : plainLines
  const textOf = (property: AddressProperty): string =>
    property === 'country_code' ? countryName(code, language) : (address[property] ?? '')
  return lines.map((line) => line.map(textOf).filter(Boolean).join(' ')).filter(Boolean)
}

/** For an address whose country no longer exists. */
const plainLines: readonly (readonly AddressProperty[])[] = [
  ['full_name'],
  ['address_1'],
  ['address_2'],
  ['address_3'],
  ['city', 'state_province', 'postal_code'],
  ['country_code'],
]

/** A short name of an address, for buttons. */
export const shortLine = (address: Address): string =>
  [address.full_name, address.address_1, address.city].filter(Boolean).join(', ')
