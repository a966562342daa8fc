#!/bin/sh
# Guess: what a widely used validator accepts as a postal code is one, and what it refuses is none.
# Found: validator accepts 977 for Nepal, which is its prefix of telephones, and M1 without its
# second half for Great Britain. It refuses Japanese codes without a hyphen and Latvian ones without
# letters. So it cannot be a source of formats.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts validator@13.15.35
cat > finding.mjs << 'END'
import validator from 'validator'
const cases = [
  ['NP', '977', true, 'the prefix of telephones in Nepal'],
  ['GB', 'M1', true, 'only the first half of a code'],
  ['JP', '1540023', false, 'a Japanese code without its hyphen'],
  ['LV', '1073', false, 'a Latvian code without its letters'],
]
let changed = 0
for (const [country, code, expected, what] of cases) {
  const accepted = validator.isPostalCode(code, country)
  if (accepted !== expected) changed += 1
  console.log(`${country} ${code}: ${accepted ? 'accepted' : 'refused'} (${what})`)
}
console.log(`It knows ${validator.isPostalCodeLocales.length} countries.`)
if (changed > 0) {
  console.log('CHANGED: it may be worth another look as a source of formats.')
  process.exit(1)
}
END
echo "validator 13.15.35, isPostalCode"
echo "Guess: what it accepts is a postal code, and what it refuses is none."
node finding.mjs
echo "The guess is wrong."
