import type { Language } from './catalogue.ts'
import { timeZones } from './time-zones/time-zones.ts'

/**
 * Formats a time in a language and a time zone (IANA), with the name of the zone at its end.
 * @param dateStyle `full` also names the day of the week, for a time to come
 */
export function timeText(
  language: Language,
  at: number | Date,
  userZone = 'UTC',
  dateStyle: 'medium' | 'full' = 'medium',
): string {
  const timeZone = timeZones().intlName(userZone, Number(at))
  const style = { dateStyle, timeStyle: 'short', timeZone } as const
  // People in many countries read English. All of them understand day, month, year and 24 hours.
  const locale = language === 'en' ? 'en-GB' : language
  const zone = userZone === 'UTC' ? 'UTC' : zoneName(locale, at, timeZone)
  return `${new Intl.DateTimeFormat(locale, style).format(at)} ${zone}`
}

/** The short name of a time zone at a time, such as "CET" or "GMT+9". */
function zoneName(locale: string, at: number | Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/**
 * Says how long ago a time was, such as "3 hours ago". It never says "yesterday": 30 hours ago may be
 * the day before.
 * @param ms milliseconds from now, negative for the past
 */
export function relativeTime(language: Language, ms: number): string {
  const found = units.find(([, length]) => Math.abs(ms) >= length)
  if (found === undefined)
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second')
  const [unit, size] = found
  return new Intl.RelativeTimeFormat(language).format(Math.trunc(ms / size), unit)
}
