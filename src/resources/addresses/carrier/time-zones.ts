import { addressRules, type CountryCode, isCountryCode, type State } from '../../countries/rules.ts'
import cityZones from './city-zones.generated.json' with { type: 'json' }
import { type ZonesOfCountry, zonesByCountry } from './time-zones-by-state.ts'

/** The location of an address. */
export interface Place {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country_code: string
  readonly state_province: string | null
  readonly city?: string | null
  readonly postal_code?: string | null
}

/**
 * Returns the IANA time zone of a place. If the country has several zones, the postal code decides,
 * then the city with its state, and then the state. Names may be in any letter case, with or
 * without accents. If the country has one zone, or the rest is unknown, the result is the default
 * zone of the country.
 * @throws {RangeError} if the country code is unknown
 */
export function timeZoneOf(place: Place): string {
  const { defaultZone, byPostalCode, byCity, byState } = zonesOf(place.country_code)
  const digits = place.postal_code?.replace(/\D/g, '') ?? ''
  const found = byPostalCode.find(([start]) => digits.startsWith(start))
  if (found !== undefined) return found[1]
  if (!place.state_province) return defaultZone
  const state = comparable(place.state_province)
  const zoneOfCity = place.city && byCity.get(`${state}, ${comparableCity(place.city)}`)
  return zoneOfCity || byState.get(state) || defaultZone
}

interface Zones {
  readonly defaultZone: string
  /** What postal codes begin with, and their zones. */
  readonly byPostalCode: readonly (readonly [string, string])[]
  /** By state and city. */
  readonly byCity: ReadonlyMap<string, string>
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
  if (own !== undefined)
    return {
      defaultZone: own.defaultZone,
      byPostalCode: Object.entries(own.postalCodes ?? {}).flatMap(([zone, starts]) =>
        starts.map((start) => [start, zone] as const),
      ),
      byCity: byCity(code),
      byState: byState(code, own),
    }
  const [defaultZone] = new Intl.Locale(`und-${code}`).getTimeZones() ?? []
  if (defaultZone === undefined) throw new RangeError(`no time zone is known for ${code}`)
  return { defaultZone, byPostalCode: [], byCity: new Map(), byState: new Map() }
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
    const spellings = spellingsOf(state)
    const zone = spellings.map((spelling) => zones.get(spelling)).find(Boolean)
    if (zone === undefined) continue
    for (const spelling of spellings) zones.set(spelling, zone)
  }
  return zones
}

/** Maps the cities with another time than their state, after every spelling of the state. */
function byCity(code: CountryCode): ReadonlyMap<string, string> {
  const zones = new Map<string, string>()
  const cities: Readonly<Record<string, Cities>> = cityZones.cities
  for (const state of addressRules(code).states)
    for (const [city, zone] of Object.entries(cities[code]?.[state.key] ?? {}))
      for (const spelling of spellingsOf(state)) zones.set(`${spelling}, ${city}`, zone)
  return zones
}

/** The zones of cities, by state and the comparable name of the city. */
type Cities = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The comparable spellings of a state. */
export const spellingsOf = ({ code, key, name, latinName }: State): string[] =>
  [code, key, name, latinName].filter((spelling) => spelling !== undefined).map(comparable)

/** Words for the kind of state. People may write or omit them. */
const kinds = /\b(?:state|estado|province|region|republic|oblast|krai|kray|okrug|of|de|the)\b/g

/** Removes letter case, accents, punctuation, and words for the kind of state. */
export const comparable = (name: string): string => without(kinds, name)

/** Words for the kind of city. People may write or omit them. */
const kindsOfCity = /\b(?:ciudad|cd|city|of|the)\b/g

/** Removes letter case, accents, punctuation, and words for the kind of city. */
export const comparableCity = (name: string): string => without(kindsOfCity, name)

function without(words: RegExp, name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const bare = plain.replace(words, '').replace(/[^\p{L}\p{N}]/gu, '')
  return bare === '' ? plain : bare
}
