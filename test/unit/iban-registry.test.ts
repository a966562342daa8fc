import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countrySpecs } from 'ibantools'
import registry from '../../src/platform/text/iban/registry.generated.json' with { type: 'json' }

/**
 * Everything that `ibantools` knows otherwise than the registry of SWIFT. A difference that it has
 * given up makes the test fail. When none is left, its table can replace ours.
 */
const differences: Readonly<Record<string, string>> = {
  BI: 'not registered',
  DJ: 'not registered',
  FK: 'not registered',
  HN: 'not registered',
  PK: 'too narrow',
  PS: 'too narrow',
  BY: 'too narrow',
  DO: 'too narrow',
  GE: 'too wide',
  IE: 'too wide',
  TR: 'too wide',
  VG: 'too wide',
  AX: 'not a country of IBANs',
  GF: 'not a country of IBANs',
  GP: 'not a country of IBANs',
  MF: 'not a country of IBANs',
  MQ: 'not a country of IBANs',
  NC: 'not a country of IBANs',
  PF: 'not a country of IBANs',
  PM: 'not a country of IBANs',
  RE: 'not a country of IBANs',
  TF: 'not a country of IBANs',
  WF: 'not a country of IBANs',
  YT: 'not a country of IBANs',
}

type CountrySpec = (typeof countrySpecs)[string]

/** One letter for each character of an account number: n digit, a letter, c both. */
const registeredClasses = (structure: string): string =>
  [...structure.slice(5).matchAll(/(\d+)!([nac])/g)]
    .map(([, count, name = '']) => name.repeat(Number(count)))
    .join('')

const classOf: Readonly<Record<string, string>> = { '0-9': 'n', 'A-Z': 'a' }

const libraryClasses = ({ bban_regexp: pattern }: CountrySpec): string =>
  [...(pattern ?? '').matchAll(/\[([0-9A-Z-]+)\](?:\{(\d+)\})?/g)]
    .map(([, range = '', count = '1']) => (classOf[range] ?? 'c').repeat(Number(count)))
    .join('')

/** How the library's form differs, as a word. Undefined if the two are equal. */
function differenceOf(spec: CountrySpec | undefined, structure: string): string | undefined {
  if (!spec?.IBANRegistry) return 'not registered'
  const ours = registeredClasses(structure)
  const theirs = libraryClasses(spec)
  if (ours === theirs) return undefined
  const isNarrower = [...ours].some((one, at) => one === 'c' && theirs[at] !== 'c')
  return ours.length === theirs.length && !isNarrower ? 'too wide' : 'too narrow'
}

test('the differences between the registry of IBANs and the library are known', () => {
  const found: Record<string, string> = {}
  for (const [country, { structure }] of Object.entries(registry.countries)) {
    const difference = differenceOf(countrySpecs[country], structure)
    if (difference !== undefined) found[country] = difference
  }
  for (const [country, { IBANRegistry }] of Object.entries(countrySpecs)) {
    if (IBANRegistry && !(country in registry.countries)) found[country] = 'not a country of IBANs'
  }
  assert.deepEqual(found, differences)
})
