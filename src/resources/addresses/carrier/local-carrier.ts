import { timeZones } from '../../../platform/i18n/time-zones/time-zones.ts'
import type { Carrier, PickupWindow } from './carrier.ts'
import { type Place, timeZoneOf } from './time-zones.ts'

const days = 5
const dayMs = 86_400_000
const opensAtMs = 9 * 3_600_000
const closesAtMs = 17 * 3_600_000

/**
 * A carrier for use without a contract. It comes on the next five working days from tomorrow, from
 * 9:00 to 17:00, in the time zone of the place. The country decides which days are the weekend.
 */
export function localCarrier(options: {
  readonly name: string
  /** ISO 3166-1 alpha-2, upper case. */
  readonly excludedCountries: readonly string[]
}): Carrier {
  const excluded = new Set(options.excludedCountries)
  const serves = (countryCode: string): boolean => !excluded.has(countryCode)
  return {
    serves,
    async pickup(place, now) {
      if (!serves(place.country_code)) return null
      return { id: 1, name: options.name, windows: nextWindows(place, now) }
    },
  }
}

function nextWindows(place: Place, now: number): PickupWindow[] {
  const zone = timeZoneOf(place)
  const zones = timeZones()
  const weekend = weekendOf(place.country_code)
  const shown = now + zones.offset(zone, now) * 60_000
  const today = shown - (shown % dayMs)
  const windows: PickupWindow[] = []
  for (let day = today + dayMs; windows.length < days; day += dayMs) {
    if (weekend.has(new Date(day).getUTCDay() || 7)) continue
    const at = (timeMs: number): string => isoTime(zones.instant(zone, day + timeMs))
    windows.push({ start: at(opensAtMs), end: at(closesAtMs) })
  }
  return windows
}

/** Such as `2026-11-30T14:00:00Z`. */
const isoTime = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')

const weekends = new Map<string, ReadonlySet<number>>()

/**
 * Returns the weekend of a country by CLDR, 1 for Monday to 7 for Sunday. Some countries have one
 * day.
 */
function weekendOf(countryCode: string): ReadonlySet<number> {
  let weekend = weekends.get(countryCode)
  if (weekend === undefined) {
    weekend = new Set(new Intl.Locale(`und-${countryCode}`).getWeekInfo().weekend)
    weekends.set(countryCode, weekend)
  }
  return weekend
}
