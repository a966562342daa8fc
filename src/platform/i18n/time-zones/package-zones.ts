import moment from 'moment-timezone'
import type { ZoneSource } from './zone-source.ts'

/**
 * The copy of the tz database in moment-timezone. Its rules end in 2037: later times have the
 * offset of that year's winter.
 */
export function packageZones(): ZoneSource {
  const known = new Set(moment.tz.names().map((name) => name.toLowerCase()))
  return {
    name: 'moment-timezone',
    version: moment.tz.dataVersion,
    offset(zone, at) {
      // The library takes `America_New_York` for `America/New_York`.
      const found = known.has(zone.toLowerCase()) ? moment.tz.zone(zone) : null
      return found === null ? undefined : 0 - Math.round(found.utcOffset(at))
    },
  }
}
