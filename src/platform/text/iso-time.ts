import { Type } from '../schema/type.ts'

/** A time in ISO 8601, in UTC, with milliseconds. @param at milliseconds since the epoch */
export const isoTime = (at: number): string => new Date(at).toISOString()

/** The same, or null. */
export const isoTimeOrNull = (at: number | null): string | null =>
  at === null ? null : isoTime(at)

export const timeSchema = Type.String({ format: 'date-time' })

export const timeOrNullSchema = Type.Union([timeSchema, Type.Null()])
