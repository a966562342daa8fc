// cspell:ignore jetzt Stunden Tagen Monat
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relativeTime, timeText } from '../../src/platform/i18n/time-text.ts'

test('a relative time says how long ago it was, and names no day of the calendar', () => {
  const hour = 3_600_000
  for (const [ms, en, de, ja] of [
    [0, 'now', 'jetzt', '今'],
    [-59_000, 'now', 'jetzt', '今'],
    [-60_000, '1 minute ago', 'vor 1 Minute', '1 分前'],
    [-3 * hour, '3 hours ago', 'vor 3 Stunden', '3 時間前'],
    // At one in the morning, this is not yesterday.
    [-30 * hour, '1 day ago', 'vor 1 Tag', '1 日前'],
    [50 * hour, 'in 2 days', 'in 2 Tagen', '2 日後'],
    [-40 * 24 * hour, '1 month ago', 'vor 1 Monat', '1 か月前'],
  ] as const)
    for (const [language, text] of [
      ['en', en],
      ['de', de],
      ['ja', ja],
    ] as const)
      assert.equal(relativeTime(language, ms), text)
})

test('a time is in the zone of the user by the newest rules, with the name of the zone', () => {
  const at = Date.parse('2027-01-15T12:00:00Z')
  for (const [language, zone, expected] of [
    ['en', 'Europe/Berlin', /^15 Jan 2027, 13:00 CET$/],
    ['de', 'Europe/Berlin', /^15\.01\.2027, 13:00 MEZ$/],
    ['en', 'UTC', /^15 Jan 2027, 12:00 UTC$/],
    ['en', undefined, /^15 Jan 2027, 12:00 UTC$/],
    ['en', 'Asia/Calcutta', /^15 Jan 2027, 17:30 /],
    // tzdata 2026e and 2026f: Manitoba and Cuba have not put their clocks back.
    ['en', 'America/Winnipeg', /^15 Jan 2027, 07:00 (?:GMT-5|EST)$/],
    ['en', 'Canada/Central', /^15 Jan 2027, 07:00 (?:GMT-5|EST)$/],
    ['en', 'America/Havana', /^15 Jan 2027, 08:00 (?:GMT-4|CDT)$/],
    ['fr', 'America/Winnipeg', /^15 janv\. 2027, 07:00 UTC[−-]5$/],
  ] as const)
    assert.match(timeText(language, at, zone), expected)
})

test('an unknown time zone is an error', () => {
  assert.throws(() => timeText('en', 0, 'Mars/Olympus'), RangeError)
})
