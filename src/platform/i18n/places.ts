import { isIPv6 } from 'node:net'
import { type CityResponse, Reader } from 'mmdb-lib'
import type { Language } from './catalogue.ts'

/**
 * Names the place of an IP address, such as "Köln, Deutschland". Undefined if the file does not have
 * the address.
 */
export type FindPlace = (address: string, language: Language) => string | undefined

/**
 * Opens a file of networks in the MaxMind DB format, with the records of GeoLite2 City or Country.
 * The file stays in memory.
 * @throws {Error} if it is another file
 */
export function openPlaces(file: Buffer): FindPlace {
  const reader = new Reader<CityResponse>(file)
  return (address, language) => {
    if (reader.metadata.ipVersion === 4 && isIPv6(address)) return undefined
    const { city, country } = reader.get(address) ?? {}
    const names = city?.names as Readonly<Record<string, string | undefined>> | undefined
    // The file has the names in Portuguese as those of Brazil.
    const cityName = names?.[language === 'pt' ? 'pt-BR' : language] ?? names?.en
    const code = country?.iso_code
    const countryName = code && new Intl.DisplayNames([language], { type: 'region' }).of(code)
    const parts = [cityName, countryName].filter((one) => one !== undefined && one !== '')
    return parts.length === 0 ? undefined : parts.join(', ')
  }
}
