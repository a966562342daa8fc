// cspell:ignore jetzt Stunden Tagen Monat
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relativeTime } from '../../src/platform/i18n/time-text.ts'

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
