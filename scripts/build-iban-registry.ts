import { readFileSync, writeFileSync } from 'node:fs'

/*
 * Reduces the IBAN registry of SWIFT to the structure and an example for each country:
 *
 * $ npx node scripts/build-iban-registry.ts iban-registry-v102.txt 102 2026-06
 *
 * The file is the text version of the registry. Its columns are countries, and its rows are data
 * elements. docs/data.md says where to get it.
 */

const target = new URL('../src/platform/text/iban/registry.generated.json', import.meta.url)

const [file, release, month] = process.argv.slice(2)
if (file === undefined || release === undefined || month === undefined) {
  console.error('usage: build-iban-registry.ts FILE RELEASE MONTH')
  process.exit(1)
}
const lines = readFileSync(file, 'latin1')
  .split(/\r?\n/)
  .map((line) => line.split('\t').map((cell) => cell.trim()))
const [codes, structures, lengths, examples] = [
  'IBAN prefix country code (ISO 3166)',
  'IBAN structure',
  'IBAN length',
  'IBAN electronic format example',
].map((element) => lines.find(([name]) => name === element)?.slice(1) ?? [])

const rows = (codes ?? [])
  .map((country, index) => ({
    country,
    structure: structures?.[index] ?? '',
    length: Number(lengths?.[index]),
    example: examples?.[index] ?? '',
  }))
  .filter(({ country }) => country !== '')
  .sort((a, b) => (a.country < b.country ? -1 : 1))
if (rows.length < 89) throw new Error(`At least 89 countries were expected, not ${rows.length}`)
for (const { country, structure, length, example } of rows) {
  const isStructure = /^[A-Z]{2}2!n(?:\d+![nac])+$/.test(structure)
  if (!isStructure || !structure.startsWith(country) || example.length !== length)
    throw new Error(`The row of ${country} is not readable`)
}

const note = {
  what: 'The IBAN registry of SWIFT (ISO 13616), reduced. Do not edit: see docs/data.md.',
  data: 'https://www.swift.com/standards/data-standards/iban-international-bank-account-number',
  release: Number(release),
  published: month,
  command: 'npx node scripts/build-iban-registry.ts FILE RELEASE MONTH',
}
writeFileSync(
  target,
  `{
  "note": ${JSON.stringify(note, null, 2).replaceAll('\n', '\n  ')},
  "countries": {
${rows.map(({ country, ...row }) => `    "${country}": ${JSON.stringify(row)}`).join(',\n')}
  }
}
`,
)
