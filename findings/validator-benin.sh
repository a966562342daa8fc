#!/bin/sh
# Guess: a widely used validator knows the telephone numbers that a country has had for two years.
# Found: validator refuses every number of Benin as it is since 30 November 2024 (ten digits that begin
# with 01), and accepts those of before. libphonenumber-js knows today's numbers.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts validator@13.15.35 libphonenumber-js@1.13.16
cat > finding.mjs << 'END'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import validator from 'validator'
const cases = [
  ['+2290195123456', 'today, ten digits', false, true],
  ['+22995123456', 'before, eight digits', true, false],
]
let changed = 0
for (const [number, what, validatorSays, libphonenumberSays] of cases) {
  const here = validator.isMobilePhone(number, 'fr-BJ')
  const there = parsePhoneNumberFromString(number)?.isPossible() ?? false
  if (here !== validatorSays || there !== libphonenumberSays) changed += 1
  console.log(`${number} (${what}): validator ${here}, libphonenumber-js ${there}`)
}
if (changed > 0) {
  console.log('CHANGED: validator may know the numbers of today.')
  process.exit(1)
}
END
echo "validator 13.15.35, isMobilePhone with fr-BJ; libphonenumber-js 1.13.16, isPossible"
echo "Guess: both know the numbers of today."
node finding.mjs
echo "The guess is wrong for validator."
