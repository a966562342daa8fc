#!/bin/sh
# Guess: a list of countries with names in many languages gives each name to the right code.
# Found: in Portuguese, the two Congos are mixed up. The name of the Democratic Republic of the Congo
# (CD) leads to CG, and CD has a name that the Republic of the Congo had from 1969 to 1992.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts i18n-iso-countries@7.14.0
cat > finding.cjs << 'END'
const countries = require('i18n-iso-countries')
for (const language of ['en', 'fr', 'pt'])
  countries.registerLocale(require(`i18n-iso-countries/langs/${language}.json`))
const cases = [
  ['en', 'Democratic Republic of the Congo', 'CD'],
  ['fr', 'République démocratique du Congo', 'CD'],
  ['pt', 'República Democrática do Congo', 'CG'],
]
let changed = 0
for (const [language, name, expected] of cases) {
  const code = countries.getAlpha2Code(name, language)
  if (code !== expected) changed += 1
  console.log(`${language}, ${name}: ${code}`)
}
console.log(`pt, CD: ${countries.getName('CD', 'pt')}`)
const cldr = new Intl.DisplayNames(['pt'], { type: 'region' })
console.log(`For comparison, CLDR: CD is ${cldr.of('CD')}, CG is ${cldr.of('CG')}.`)
if (changed > 0) {
  console.log('CHANGED: the list may have been corrected.')
  process.exit(1)
}
END
echo "i18n-iso-countries 7.14.0"
echo "Guess: each name leads to its own country."
node finding.cjs
echo "The guess is wrong: a name needs a second source before it decides anything."
