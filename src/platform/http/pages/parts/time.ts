import { relativeTime, timeText } from '../../../i18n/time-text.ts'
import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'

/**
 * A `time` element in the zone of the user. A time in the past begins with how long ago it was, if
 * that is known. A time to come has its day of the week. The attribute has the time in ISO 8601.
 */
export function time(frame: Frame, at: number | Date): Html {
  const { language, now, timeZone } = frame
  const isPast = now !== undefined && Number(at) <= now
  const text = isPast
    ? `${relativeTime(language, Number(at) - now)} · ${timeText(language, at, timeZone)}`
    : timeToCome(frame, at)
  return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`
}

/** A time in the future, for a sentence: with its day of the week, in the zone of the user. */
export const timeToCome = ({ language, timeZone }: Frame, at: number | Date): string =>
  timeText(language, at, timeZone, 'full')
