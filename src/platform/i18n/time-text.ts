import type { Language } from './catalogue.ts'

/** A time as people of a language write it, in UTC, which is said. */
export function timeText(language: Language, at: number | Date): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  // English is read in many countries: day, month, year and 24 hours are understood in all of them.
  const locale = language === 'en' ? 'en-GB' : language
  return `${new Intl.DateTimeFormat(locale, style).format(at)} UTC`
}
