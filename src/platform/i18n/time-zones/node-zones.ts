import type { ZoneSource } from './zone-source.ts'

/** The copy of the tz database in Node.js, by `Intl`. */
export const nodeZones = (): ZoneSource => ({
  name: 'Node.js',
  version: process.versions.tz ?? '',
  offset(zone, at) {
    try {
      const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      const parts = format.formatToParts(at)
      return minutesOf(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '')
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  },
})

/** Reads `GMT`, `GMT-05:00` or, before about 1920, `GMT-00:25:21`. */
function minutesOf(text: string): number {
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(text) ?? []
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? 0 - ahead : ahead
}
