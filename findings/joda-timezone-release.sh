#!/bin/sh
# Guess: a package of time zones that was published four days after tzdata 2026c has 2026c, or at
# least 2026b, which was three months old.
# Found: @js-joda/timezone 2.25.2 of 2026-07-12 has neither. British Columbia, Alberta and Morocco are
# wrong from November 2026 on.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @js-joda/core@6.3.2 @js-joda/timezone@2.25.2 moment-timezone@0.6.6
cat > finding.mjs << 'END'
import { ZonedDateTime, ZoneId } from '@js-joda/core'
import '@js-joda/timezone'
import moment from 'moment-timezone'
console.log(`@js-joda/timezone 2.25.2; the rules of ${moment.tz.dataVersion} in moment-timezone 0.6.6`)
const rules = {
  'America/Vancouver': '2026b of 2026-04-22',
  'America/Edmonton': '2026c of 2026-07-08',
  'Africa/Casablanca': '2026c of 2026-07-08',
}
let wrong = 0
for (const [zone, rule] of Object.entries(rules)) {
  const is = ZonedDateTime.of(2027, 1, 15, 12, 0, 0, 0, ZoneId.of(zone)).offset().toString()
  const should = moment.tz('2027-01-15T12:00', zone).format('Z')
  if (is !== should) wrong += 1
  console.log(`${zone}: ${is} in January 2027, and ${should} since ${rule}`)
}
console.log(`${wrong} of 3 rules are missing.`)
if (wrong !== 3) {
  console.log('CHANGED: the package has newer rules.')
  process.exit(1)
}
END
echo "Guess: the release of July 2026 has the rules of that time."
node finding.mjs
echo "The guess is wrong: the day of a release tells nothing about its data. Compare the data."
