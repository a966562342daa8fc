import corrections from './address-corrections.json' with { type: 'json' }
import generated from './address-rules.generated.json' with { type: 'json' }

/**
 * The address data of a country, with the names of Google's address metadata:
 * https://github.com/google/libaddressinput/wiki/AddressValidationMetadata
 *
 * Letters stand for N name, A street, C city, S state, Z postal code. `~` separates the items of a
 * list.
 */
export interface AddressData {
  readonly require: string
  /** The lines of an address. Each line consists of the letters of its fields. */
  readonly fmt: string
  /** The lines in Latin script, if they are different. */
  readonly lfmt?: string
  /** A regular expression for the whole postal code, in any letter case. */
  readonly zip?: string
  /** Examples of postal codes, separated by commas. */
  readonly zipex?: string
  /** A prefix that people often write before a postal code. `|` separates alternatives. */
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

/** All 249 country codes, sorted. */
export const countryCodes = Object.keys(countries) as readonly CountryCode[]

/** The data of countries without data of their own. */
export const defaultData: AddressData = { ...generated.defaults }

/**
 * Returns the data of one country: the default data, replaced by the source's data, replaced by our
 * corrections.
 */
export const addressData = (code: CountryCode): AddressData => ({
  ...defaultData,
  ...countries[code],
  ...corrected[code],
})
