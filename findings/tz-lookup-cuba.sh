#!/bin/sh
# Guess: a small table of time zones by place is wrong only within about ten kilometres of a border.
# Found: @photostructure/tz-lookup gives the time zone of the Bahamas for the north-east of Cuba,
# with Holguín, which lies 30 km from the coast. Since tzdata 2026f that is one hour in winter.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @photostructure/tz-lookup@11.7.0 moment-timezone@0.6.6
cat > finding.mjs << 'END'
import zoneAt from '@photostructure/tz-lookup'
import moment from 'moment-timezone'
console.log(`@photostructure/tz-lookup 11.7.0 of 2026-09-16; rules of ${moment.tz.dataVersion}`)
const cities = {
  Havana: [23.13, -82.38],
  'Santa Clara': [22.41, -79.97],
  'Holguín': [20.887, -76.259],
  'Sagua la Grande': [22.806, -80.07],
  Banes: [20.969, -75.711],
  Moa: [20.657, -74.94],
}
const at = '2027-01-15T12:00:00Z'
let wrong = 0
for (const [city, [latitude, longitude]] of Object.entries(cities)) {
  const zone = zoneAt(latitude, longitude)
  if (zone !== 'America/Havana') wrong += 1
  console.log(`${city}: ${zone}, ${moment.tz(at, zone).format('Z')} in January 2027`)
}
console.log(`${wrong} of 6 Cuban cities are in another country.`)
if (wrong !== 4) {
  console.log('CHANGED: the list of cities need not be compared with a second source for that.')
  process.exit(1)
}
END
echo "Guess: only places within about ten kilometres of a border are in a wrong zone."
node finding.mjs
echo "The guess is wrong: Holguín lies 30 km inside of Cuba."
