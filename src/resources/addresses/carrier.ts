import { Temporal } from 'temporal-polyfill'
import { type Place, timeZoneOf } from './time-zones.ts'

/** The time in which a carrier comes to an address. Instants in UTC, ISO 8601 with `Z`. */
export interface PickupWindow {
  readonly start: string
  readonly end: string
}

/** A carrier that picks up from an address, and its pickup times. */
export interface Pickup {
  readonly id: number
  readonly name: string
  readonly windows: readonly PickupWindow[]
}

/** The interface to carriers. */
export interface Carrier {
  /** Whether the carrier picks up in a country (ISO 3166-1 alpha-2, upper case). */
  serves(countryCode: string): boolean
  /**
   * Returns the pickup times at a place.
   * @param now milliseconds since the epoch
   * @returns null if the carrier does not pick up there
   */
  pickup(place: Place, now: number): Promise<Pickup | null>
}

const days = 5
const opensAt = Temporal.PlainTime.from('09:00')
const closesAt = Temporal.PlainTime.from('17:00')

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
  const weekend = weekendOf(place.country_code)
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  const windows: PickupWindow[] = []
  for (let day = today.add({ days: 1 }); windows.length < days; day = day.add({ days: 1 })) {
    if (weekend.has(day.dayOfWeek)) continue
    const at = (plainTime: Temporal.PlainTime): string =>
      day.toZonedDateTime({ timeZone: zone, plainTime }).toInstant().toString()
    windows.push({ start: at(opensAt), end: at(closesAt) })
  }
  return windows
}

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
