import { addressRules, type CountryCode, isCountryCode } from '../countries/rules.ts'
import { type ZonesOfCountry, zonesByCountry } from './time-zones-by-state.ts'

/** Where a place lies, as an address tells it. */
export interface Place {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country_code: string
  readonly state_province: string | null
}

/**
 * The IANA time zone of a place: by its state where the country has several and the state is known, in
 * whatever letter case and with or without accents; else the country's usual one.
 * @throws {RangeError} where the code is no country's
 */
export function timeZoneOf({ country_code, state_province }: Place): string {
  const { usual, byState } = zonesOf(country_code)
  return (state_province && byState.get(comparable(state_province))) || usual
}

interface Zones {
  readonly usual: string
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
  if (own !== undefined) return { usual: own.usual, byState: byState(code, own) }
  const [usual] = new Intl.Locale(`und-${code}`).getTimeZones() ?? []
  if (usual === undefined) throw new RangeError(`no time zone is known for ${code}`)
  return { usual, byState: new Map() }
}

/** Every spelling of every state to its zone: those of the table, and those of the address rules. */
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

/** Words that say what kind of state it is, and that people leave out or put in as they like. */
const kinds = /\b(?:state|estado|province|region|republic|oblast|krai|kray|okrug|of|de|the)\b/g

/** A name without letter case, accents, punctuation, and words for its kind. */
function comparable(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const bare = plain.replace(kinds, '').replace(/[^\p{L}\p{N}]/gu, '')
  return bare === '' ? plain : bare
}
