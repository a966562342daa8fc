import { relativeTime, timeText } from '../../i18n/time-text.ts'
import type { Frame } from './frame.ts'
import { type Html, html } from './html.ts'

/**
 * A `time` element: how long ago it was if that is known, then the time in the zone of the user.
 * The attribute has the time in ISO 8601.
 */
export function time({ language, now, timeZone }: Frame, at: number | Date): Html {
  const exact = timeText(language, at, timeZone)
  const text = now === undefined ? exact : `${relativeTime(language, Number(at) - now)} (${exact})`
  return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`
}
