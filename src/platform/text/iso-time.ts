import { Type } from '../schema/type.ts'

/** A time in ISO 8601, in UTC, with milliseconds. @param at milliseconds since the epoch */
export const isoTime = (at: number): string => new Date(at).toISOString()

/** Like `isoTime`, but null for null. */
export const isoTimeOrNull = (at: number | null): string | null =>
  at === null ? null : isoTime(at)

/**
 * Whether the date and the time at the beginning of a text exist (RFC 3339, 5.6). `Date.parse`
 * takes 30 February as 1 March. PostgreSQL refuses that day, and the year 0.
 */
export function isInCalendar(text: string): boolean {
  const [written] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(text.toUpperCase()) ?? []
  const at = Date.parse(`${written}Z`)
  return !Number.isNaN(at) && isoTime(at).slice(0, 19) === written && !text.startsWith('0000')
}

export const timeSchema = Type.String({ format: 'date-time' })

export const timeOrNullSchema = Type.Union([timeSchema, Type.Null()])
