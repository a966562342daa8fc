import type { Language } from './catalogue.ts'

/** Formats a time in a language, in UTC. The text ends with "UTC". */
export function timeText(language: Language, at: number | Date): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  // People in many countries read English. All of them understand day, month, year and 24 hours.
  const locale = language === 'en' ? 'en-GB' : language
  return `${new Intl.DateTimeFormat(locale, style).format(at)} UTC`
}
