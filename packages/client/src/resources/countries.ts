import { Collection, itemsOf } from '../collection.ts'
import type { AddressRules, Country, CountryPage } from '../documents.ts'
import type { Http } from '../http/http.ts'
import type { ReadOptions, RequestOptions } from '../http/options.ts'
import { type Entry, hrefOf, member } from '../links.ts'

/** Countries and their address formats. They are public, so no token is needed. */
export interface Countries {
  /** All countries, sorted by code. */
  list(
    query?: { pageSize?: number | undefined },
    options?: RequestOptions,
  ): Collection<Country, CountryPage>
  /** Returns a country by its ISO 3166-1 alpha-2 code. */
  get(code: string, options?: ReadOptions): Promise<Country>
  /**
   * Returns the information for an address form of a country, given by the resource or its code.
   */
  addressRules(country: Country | string, options?: ReadOptions): Promise<AddressRules>
}

export function createCountries(http: Http, entry: Entry): Countries {
  const read = <T extends object>(href: string, options?: ReadOptions): Promise<T> =>
    http.fetch('GET', href, { ...options, isPublic: true })
  const get: Countries['get'] = async (code, options) =>
    await read(member(await entry.find('countries', options), code), options)

  return {
    list: ({ pageSize } = {}, options) =>
      new Collection({
        http,
        href: () => entry.find('countries', options),
        query: {},
        pageSize,
        options: { ...options, isPublic: true },
        items: itemsOf,
      }),

    get,

    addressRules: async (countryOrCode, options) => {
      // A country that is embedded in an address may not have this link.
      const isObject = typeof countryOrCode === 'object'
      const hasLink = isObject && countryOrCode._links['country:addressrules'] !== undefined
      const code = isObject ? countryOrCode.code : countryOrCode
      const country = hasLink
        ? countryOrCode
        : await get(code, { ...options, ifNoneMatch: undefined })
      return await read(hrefOf(country, 'country:addressrules'), options)
    },
  }
}
