import corrections from './address-corrections.json' with { type: 'json' }
import generated from './address-rules.generated.json' with { type: 'json' }

/**
 * What is known of a country's addresses, under the names of Google's address metadata:
 * https://github.com/google/libaddressinput/wiki/AddressValidationMetadata
 * Letters stand for N name, A street, C city, S state, Z postal code; `~` separates items of a list.
 */
export interface AddressData {
  readonly require: string
  /** The lines of an address, each the letters that stand on it. */
  readonly fmt: string
  /** The lines where written in Latin script, if others. */
  readonly lfmt?: string
  /** Matches a whole postal code, in any letter case. */
  readonly zip?: string
  /** Examples of postal codes, separated by commas. */
  readonly zipex?: string
  /** What is often written before a postal code; `|` separates alternatives. */
  readonly postprefix?: string
  readonly zip_name_type: string
  readonly locality_name_type: string
  readonly state_name_type: string
  readonly sub_keys?: string
  readonly sub_names?: string
  readonly sub_lnames?: string
  /** The second parts of ISO 3166-2 codes. */
  readonly sub_isoids?: string
}

/** An ISO 3166-1 alpha-2 code, upper case. */
export type CountryCode = keyof typeof generated.countries

const countries: Readonly<Record<CountryCode, Partial<AddressData>>> = generated.countries
const corrected: Readonly<Partial<Record<CountryCode, Partial<AddressData>>>> = corrections

/** All 249, sorted. */
export const countryCodes = Object.keys(countries) as readonly CountryCode[]

/** What holds where a country has nothing of its own. */
export const usualData: AddressData = { ...generated.defaults }

/** The data of one country: the usual, what the source has, and what is corrected. */
export const addressData = (code: CountryCode): AddressData => ({
  ...usualData,
  ...countries[code],
  ...corrected[code],
})
