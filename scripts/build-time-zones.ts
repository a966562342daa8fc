import { readFileSync, writeFileSync } from 'node:fs'
import zoneAt from '@photostructure/tz-lookup'
import { cityMapping } from 'city-timezones'
import { nodeZones } from '../src/platform/i18n/time-zones/node-zones.ts'
import { packageZones } from '../src/platform/i18n/time-zones/package-zones.ts'
import { offsetName } from '../src/platform/i18n/time-zones/time-zones.ts'
import { sourceText, type ZoneSource } from '../src/platform/i18n/time-zones/zone-source.ts'
import {
  comparable,
  comparableCity,
  spellingsOf,
  timeZoneOf,
} from '../src/resources/addresses/carrier/time-zones.ts'
import { zonesByCountry } from '../src/resources/addresses/carrier/time-zones-by-state.ts'
import { addressRules, isCountryCode } from '../src/resources/countries/rules.ts'

/*
 * Part of npm run data. Prints which clocks the newest rules of time zones change, and builds
 * src/resources/addresses/carrier/city-zones.generated.json: the cities with another time than their state.
 * A city is in it if two sources agree, or if `decisions` says so. docs/data.md describes the
 * sources.
 */

/** By state, city and what the sources say. Null leaves the city out. */
const decisions: Readonly<Record<string, string | null>> = {
  // These moved to the time of El Paso in 2022 (tzdata 2022g). city-timezones has not followed.
  'Chihuahua, Ciudad Juárez': 'America/Ciudad_Juarez',
  'Chihuahua, Ascension': 'America/Ciudad_Juarez',
  // The Navajo Nation has summer time. The city lies outside of it.
  'Arizona, Winslow': null,
  // The city with this name in New South Wales is Goondiwindi in Queensland.
  'New South Wales, Goondiwindi': null,
  // The law of 2022 lists the municipalities of Coahuila with the time of Texas. Allende is one of
  // them. Sierra Mojada is not: city-timezones has it too far to the east.
  'Coahuila, Allende': 'America/Matamoros',
  'Coahuila, Sierra Mojada': null,
  // The place is in the Northern Territory. city-timezones has it across the border.
  'Northern Territory, Kaltukatjara': null,
  // Most people who write so live beside the city of Québec.
  'Québec, St-Augustin': null,
  // city-timezones names no zone. The Peace River keeps -07 all year.
  'British Columbia, Fort St. John': 'America/Dawson_Creek',
  // Places of the Lower North Shore on -04 all year. The sources are not sure where it begins.
  'Québec, Chevery': 'America/Blanc-Sablon',
  'Idaho, Wallace': 'America/Los_Angeles',
}

/** States that city-timezones calls otherwise than the address rules. */
const states: Readonly<Record<string, string>> = { Coahuila: 'Coah.' }

type CityZones = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
>

const target = new URL(
  '../src/resources/addresses/carrier/city-zones.generated.json',
  import.meta.url,
)
const table = new URL('../test/data/time-zones.tsv', import.meta.url)

const rules = packageZones()
printChangesOfRules(rules)
const before = readCities()
const after = cityZones()
writeFileSync(target, format(after))
printChangesOfCities(before, after)

/** Compares the package with the table that the tests keep, and with the Node.js in use. */
function printChangesOfRules(source: ZoneSource): void {
  const node = nodeZones()
  const [names = [], ...rows] = readFileSync(table, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  for (const [zone = '', ...cells] of rows)
    for (const [index, instant] of names.slice(1, 4).entries()) {
      const at = Date.parse(instant)
      const is = source.offset(zone, at)
      const was = Number(cells[index])
      const day = instant.slice(0, 10)
      if (is !== was) console.log(`${zone}: ${day} was ${text(was)}, is ${text(is)}`)
      const inNode = node.offset(zone, at)
      if (is !== inNode)
        console.log(`${zone}: ${day} is ${text(is)}; ${sourceText(node)} says ${text(inNode)}`)
    }
}

function text(minutes: number | undefined): string {
  return minutes === undefined ? 'unknown' : offsetName(minutes)
}

/** Whether two zones have the same time from now on. */
function keepSameTime(one: string, other: string): boolean {
  const now = Date.now()
  const days = [...Array(24).keys()].map((index) => now + index * 15 * 86_400_000)
  return days.every((at) => rules.offset(one, at) === rules.offset(other, at))
}

function cityZones(): CityZones {
  const found: Record<string, Record<string, Record<string, string>>> = {}
  for (const { iso2: code, province, city, lat, lng, timezone } of cityMapping) {
    if (!isCountryCode(code) || zonesByCountry[code]?.states === undefined) continue
    const state = addressRules(code).states.find((one) =>
      spellingsOf(one).includes(comparable(states[province] ?? province)),
    )
    if (state === undefined) continue
    const ofState = timeZoneOf({ country_code: code, state_province: state.key })
    const zone = decided(`${province}, ${city}`, ofState, zoneAt(lat, lng), timezone)
    if (zone === null || keepSameTime(zone, ofState)) continue
    found[code] ??= {}
    found[code][state.key] ??= {}
    Object.assign(found[code][state.key] ?? {}, { [comparableCity(city)]: zone })
  }
  return found
}

/** @returns the zone of a city, or null if it has that of its state */
function decided(city: string, ofState: string, one: string, other: string): string | null {
  const decision = decisions[city]
  if (decision !== undefined) return decision
  if (keepSameTime(one, other)) return one
  // One of two sources is right most often if it agrees with the state.
  if (keepSameTime(one, ofState) || keepSameTime(other, ofState)) return null
  console.log(`${city}: ${one} or ${other}? Left out. See the decisions.`)
  return null
}

function readCities(): CityZones {
  try {
    return JSON.parse(readFileSync(target, 'utf8')).cities
  } catch {
    return {}
  }
}

/** Writes JSON with one line per state, so that changes of the sources are easy to compare. */
function format(cities: CityZones): string {
  const countries = Object.keys(cities)
    .sort()
    .map((code) => {
      const states = Object.entries(cities[code] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
      const lines = states.map(
        ([state, zones]) => `      ${JSON.stringify(state)}: ${JSON.stringify(sorted(zones))}`,
      )
      return `    "${code}": {\n${lines.join(',\n')}\n    }`
    })
  const note = {
    what: 'Made by npm run data. Do not edit: see scripts/build-time-zones.ts and docs/data.md.',
    cities: 'city-timezones 1.3.4 (2026-05-06; MIT)',
    zones: '@photostructure/tz-lookup 11.7.0 (2026-09-16; CC0-1.0)',
    rules: `moment-timezone, tz database ${rules.version}`,
  }
  return `{
  "note": ${JSON.stringify(note, null, 2).replaceAll('\n', '\n  ')},
  "cities": {
${countries.join(',\n')}
  }
}
`
}

function sorted(zones: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(zones).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function printChangesOfCities(old: CityZones, now: CityZones): void {
  const of = (cities: CityZones) =>
    new Map(
      Object.entries(cities).flatMap(([code, states]) =>
        Object.entries(states).flatMap(([state, zones]) =>
          Object.entries(zones).map(([city, zone]) => [`${code} ${state}, ${city}`, zone] as const),
        ),
      ),
    )
  const [was, is] = [of(old), of(now)]
  for (const city of new Set([...was.keys(), ...is.keys()]))
    if (was.get(city) !== is.get(city))
      console.log(
        `${city}: was ${was.get(city) ?? 'as its state'}, is ${is.get(city) ?? 'as its state'}`,
      )
}
