import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../src/platform/i18n/catalogue.ts'
import { countryCodes } from '../src/resources/countries/address-data.ts'
import former from '../src/resources/countries/country-names.json' with { type: 'json' }
import { countryName, keysOfName } from '../src/resources/countries/names.ts'

/*
 * Builds src/resources/countries/country-names.generated.json, the names besides those of Intl by
 * which a country is found:
 *
 * $ npx node scripts/build-country-names.ts FOLDER
 *
 * FOLDER has the packages cldr-localenames-full and i18n-iso-countries in node_modules. docs/data.md
 * says how to get them. A name that two countries would have is left out, and printed. The names of
 * country-names.json win.
 */

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('The folder with the packages is missing.')
const read = (path: string) => JSON.parse(readFileSync(join(folder, 'node_modules', path), 'utf8'))
const version = (name: string) => `${name} ${read(`${name}/package.json`).version}`

const names: (readonly [code: string, name: string])[] = []

for (const language of [...languages, 'pt-PT']) {
  const { main } = read(`cldr-localenames-full/main/${language}/territories.json`)
  const { territories } = main[language].localeDisplayNames
  for (const [key, name] of Object.entries<string>(territories)) {
    const [code = '', alternative] = key.split('-alt-')
    if (alternative !== undefined) names.push([code, name])
  }
}
for (const language of languages) {
  const { countries } = read(`i18n-iso-countries/langs/${language}.json`)
  for (const [code, given] of Object.entries<string | string[]>(countries))
    for (const name of [given].flat()) names.push([code, name])
}
// What people there call their country.
for (const code of countryCodes) {
  const { language, script } = new Intl.Locale(`und-${code}`).maximize()
  const ofPlace = new Intl.DisplayNames([`${language}-${script}`], { type: 'region' })
  names.push([code, ofPlace.of(code) ?? ''])
}

/** Both countries have these names. */
const ambiguous = ['Congo', 'Kongo'].flatMap(keysOfName)

const codesByKey = new Map<string, string>(ambiguous.map((key) => [key, '']))
for (const language of languages)
  for (const code of countryCodes)
    for (const key of keysOfName(countryName(code, language))) codesByKey.set(key, code)
for (const [code, own] of Object.entries(former.names))
  for (const key of own.flatMap(keysOfName)) if (!codesByKey.has(key)) codesByKey.set(key, code)

const kept = new Map<string, string[]>(countryCodes.map((code) => [code, []]))
for (const [code, name] of names) {
  const own = kept.get(code)
  const keys = keysOfName(name)
  const others = keys.map((key) => codesByKey.get(key)).filter((other) => other !== undefined)
  const other = others.find((one) => one !== code)
  if (own === undefined || keys.length === 0) continue
  if (other !== undefined) console.log(`Left out: ${name}, for ${code} and for ${other || 'two'}`)
  else if (others.length < keys.length) own.push(name)
  if (other === undefined) for (const key of keys) codesByKey.set(key, code)
}
const lines = [...kept]
  .filter(([, own]) => own.length > 0)
  .map(([code, own]) => `    "${code}": ${JSON.stringify(own)}`)
const note = {
  what: 'Made by scripts/build-country-names.ts. Do not edit: see country-names.json and docs/data.md.',
  sources: [
    `${version('cldr-localenames-full')} (Unicode-3.0): alternative names`,
    `${version('i18n-iso-countries')} (MIT)`,
    `Intl of Node.js ${process.versions.node}: the name in the language of the country`,
  ],
}
writeFileSync(
  new URL('../src/resources/countries/country-names.generated.json', import.meta.url),
  `{
  "note": ${JSON.stringify(note, null, 2).replaceAll('\n', '\n  ')},
  "names": {
${lines.join(',\n')}
  }
}
`,
)
