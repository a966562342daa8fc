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
  /** Fields of which one is enough. This is not part of Google's metadata. */
  readonly either?: string
  /** The lines of an address: the letters of the fields, and what stands between two of them. */
  readonly fmt: string
  /** The lines in Latin script, if they are different. */
  readonly lfmt?: string
  /**
   * A regular expression for the whole postal code, in any letter case, without spaces and hyphens.
   */
  readonly zip?: string
  /** Examples of postal codes, separated by commas. */
  readonly zipex?: string
  /**
   * A prefix that people often write before a postal code, besides the country's code. `|` separates
   * alternatives.
   */
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

/** What a country has instead of the source's data. The script that builds the data reads more. */
interface Correction extends Partial<AddressData> {
  readonly why: string
  readonly source: string
}

/** An ISO 3166-1 alpha-2 code, or XK for Kosovo; upper case. */
export type CountryCode = keyof typeof generated.countries

const countries: Readonly<Record<CountryCode, Partial<AddressData>>> = generated.countries
const corrected: Readonly<Partial<Record<CountryCode, Correction>>> = corrections

/** The 249 codes of ISO 3166-1, and XK, sorted. */
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
