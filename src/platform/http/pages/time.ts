import type { Language } from '../../i18n/catalogue.ts'
import { timeText } from '../../i18n/time-text.ts'
import { type Html, html } from './html.ts'

/** A `time` element: a readable time, and the time in ISO 8601. */
export const time = (language: Language, at: number | Date): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${timeText(language, at)}</time>`
