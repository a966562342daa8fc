import type { Breaker } from '../../../platform/http/outgoing/breaker.ts'
import { InvalidDocument, openSibling } from '../../../platform/http/outgoing/sibling.ts'
import { firstFault, matches } from '../../../platform/schema/check.ts'
import { Type } from '../../../platform/schema/type.ts'
import type { Tracer } from '../../../platform/telemetry/tracer.ts'
import { isInCalendar } from '../../../platform/text/iso-time.ts'
import { type Carrier, CarrierUnavailable, type Pickup } from './carrier.ts'
import { type Place, timeZoneOf } from './time-zones.ts'

export interface HttpCarrierOptions {
  readonly url: string
  /** ISO 3166-1 alpha-2, upper case. */
  readonly excludedCountries: readonly string[]
  /** The time limit of an answer, in milliseconds. */
  readonly timeoutMs?: number
  /** How long an answer is cached, in milliseconds. */
  readonly freshForMs?: number
  readonly breaker?: Breaker
  readonly tracer?: Tracer | undefined
}

/**
 * A carrier behind HTTP. It gets the place of an address, without its name, street and user, and
 * answers with the document of the interface. 404 and 410 mean that it does not come there.
 */
export function httpCarrier({ url, excludedCountries, ...options }: HttpCarrierOptions): Carrier {
  const excluded = new Set(excludedCountries)
  const serves = (countryCode: string): boolean => !excluded.has(countryCode)
  const ask = openSibling({
    ...options,
    name: 'carrier pickup',
    read: readPickup,
    unavailable: (cause) => new CarrierUnavailable(cause),
  })
  return {
    serves,
    async pickup(place, _now, userId) {
      if (!serves(place.country_code)) return null
      const document = placeDocument(place)
      return ask({ key: JSON.stringify(document), url, document }, userId)
    },
  }
}

const placeDocument = (place: Place) => ({
  country_code: place.country_code,
  state_province: place.state_province,
  city: place.city ?? null,
  postal_code: place.postal_code ?? null,
  time_zone: timeZoneOf(place),
})

const instant = Type.String({ format: 'date-time' })

/** A pickup from another service. Other properties, such as links, are ignored. */
const ForeignPickup = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  name: Type.String({ minLength: 1, maxLength: 128 }),
  pickup_windows: Type.Array(Type.Object({ start_date: instant, end_date: instant }), {
    maxItems: 100,
  }),
})

/** @throws {InvalidDocument} */
function readPickup(document: unknown): Pickup {
  if (!matches(ForeignPickup, document))
    throw new InvalidDocument(firstFault(ForeignPickup, document) ?? 'This is not a pickup')
  const windows = document.pickup_windows.map(({ start_date, end_date }) => {
    if (!isInCalendar(start_date) || !isInCalendar(end_date))
      throw new InvalidDocument('pickup_windows must contain times of the calendar')
    const [start, end] = [Date.parse(start_date), Date.parse(end_date)]
    if (start >= end) throw new InvalidDocument('pickup_windows must end after they start')
    return { start: utc(start), end: utc(end) }
  })
  return { id: document.id, name: document.name, windows }
}

/** Such as `2026-11-30T14:00:00Z`. */
const utc = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')
