import { addressRules, type CountryCode, isCountryCode } from '../countries/rules.ts'
import { type ZonesOfCountry, zonesByCountry } from './time-zones-by-state.ts'

/** The location of an address. */
export interface Place {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country_code: string
  readonly state_province: string | null
}

/**
 * Returns the IANA time zone of a place. If the country has several zones, the state decides. Its
 * name may be in any letter case, with or without accents. If the country has one zone, or the
 * state is unknown, the result is the default zone of the country.
 * @throws {RangeError} if the country code is unknown
 */
export function timeZoneOf({ country_code, state_province }: Place): string {
  const { defaultZone, byState } = zonesOf(country_code)
  return (state_province && byState.get(comparable(state_province))) || defaultZone
}

interface Zones {
  readonly defaultZone: string
  readonly byState: ReadonlyMap<string, string>
}

const cache = new Map<string, Zones>()

function zonesOf(code: string): Zones {
  let zones = cache.get(code)
  if (zones === undefined) {
    zones = readZones(code)
    cache.set(code, zones)
  }
  return zones
}

function readZones(code: string): Zones {
  if (!isCountryCode(code)) throw new RangeError(`no country has the code ${code}`)
  const own: ZonesOfCountry | undefined = zonesByCountry[code]
  if (own !== undefined) return { defaultZone: own.defaultZone, byState: byState(code, own) }
  const [defaultZone] = new Intl.Locale(`und-${code}`).getTimeZones() ?? []
  if (defaultZone === undefined) throw new RangeError(`no time zone is known for ${code}`)
  return { defaultZone, byState: new Map() }
}

/**
 * Maps every spelling of every state to its zone: the names in the table, and the names in the
 * address rules.
 */
function byState(code: CountryCode, { states = {} }: ZonesOfCountry): ReadonlyMap<string, string> {
  const zones = new Map<string, string>()
  for (const [zone, names] of Object.entries(states)) {
    for (const name of names) zones.set(comparable(name), zone)
  }
  for (const state of addressRules(code).states) {
    const spellings = [state.code, state.key, state.name, state.latinName]
      .filter((spelling) => spelling !== undefined)
      .map(comparable)
    const zone = spellings.map((spelling) => zones.get(spelling)).find(Boolean)
    if (zone === undefined) continue
    for (const spelling of spellings) zones.set(spelling, zone)
  }
  return zones
}

/** Words for the kind of state. People may write or omit them. */
const kinds = /\b(?:state|estado|province|region|republic|oblast|krai|kray|okrug|of|de|the)\b/g

/** Removes letter case, accents, punctuation, and words for the kind of state. */
function comparable(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const bare = plain.replace(kinds, '').replace(/[^\p{L}\p{N}]/gu, '')
  return bare === '' ? plain : bare
}
