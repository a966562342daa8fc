import { Temporal } from 'temporal-polyfill'
import { type Place, timeZoneOf } from './time-zones.ts'

/** When a carrier comes to an address; instants in UTC, ISO 8601 with `Z`. */
export interface PickupWindow {
  readonly start: string
  readonly end: string
}

/** A carrier that collects at an address, and when it can. */
export interface Pickup {
  readonly id: number
  readonly name: string
  readonly windows: readonly PickupWindow[]
}

/** The port behind which carriers stand. */
export interface Carrier {
  /** Whether it collects in this country (ISO 3166-1 alpha-2, upper case) at all. */
  serves(countryCode: string): boolean
  /**
   * Tells when it collects at a place.
   * @param now milliseconds since the epoch
   * @returns null where it does not collect
   */
  pickup(place: Place, now: number): Promise<Pickup | null>
}

const days = 5
const opens = Temporal.PlainTime.from('09:00')
const closes = Temporal.PlainTime.from('17:00')

/**
 * The carrier that needs no contract: it comes on the next five working days from tomorrow, from 9 to 17
 * o'clock, all by the calendar, clock and weekend of the place.
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
  const weekend = weekendOf(place.country_code)
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  const windows: PickupWindow[] = []
  for (let day = today.add({ days: 1 }); windows.length < days; day = day.add({ days: 1 })) {
    if (weekend.has(day.dayOfWeek)) continue
    const at = (plainTime: Temporal.PlainTime): string =>
      day.toZonedDateTime({ timeZone: zone, plainTime }).toInstant().toString()
    windows.push({ start: at(opens), end: at(closes) })
  }
  return windows
}

const weekends = new Map<string, ReadonlySet<number>>()

/** The days off of a country by CLDR, 1 for Monday to 7 for Sunday; some have but one. */
function weekendOf(countryCode: string): ReadonlySet<number> {
  let weekend = weekends.get(countryCode)
  if (weekend === undefined) {
    weekend = new Set(new Intl.Locale(`und-${countryCode}`).getWeekInfo().weekend)
    weekends.set(countryCode, weekend)
  }
  return weekend
}
