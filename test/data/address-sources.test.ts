import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  type Disagreement,
  disagreementOf,
  googlePattern,
  samplesOf,
} from '../../scripts/address-rules/postal-codes.ts'
import { isPostalCode } from '../../src/resources/countries/postal-code.ts'
import { addressRules, countryCodes } from '../../src/resources/countries/rules.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Correction {
  readonly zip?: string
  readonly formats?: string
  readonly postprefix?: string
  readonly why: string
  readonly source: string
}

const corrections: Readonly<Record<string, Correction>> = JSON.parse(
  read('src/resources/countries/address-corrections.json'),
)

const disagreements: Disagreement[] = []
for (const code of countryCodes) {
  const { postprefix = code } = corrections[code] ?? {}
  const found = await disagreementOf(code, `${code}|${postprefix}`)
  if (found !== undefined) disagreements.push(found)
}

test('what a source accepts is accepted, unless a correction says why not', () => {
  assert.ok(disagreements.length > 30, String(disagreements.length))
  for (const code of countryCodes) {
    const { zip, formats } = corrections[code] ?? {}
    const rule = addressRules(code).postalCode
    if (rule === null || zip !== undefined) continue
    for (const text of samplesOf(googlePattern(code) ?? ''))
      assert.ok(isPostalCode(text, rule), `${code} ${text}`)
    if (formats !== undefined) continue
    for (const { source, example } of disagreements.find((one) => one.code === code)?.wider ?? [])
      assert.ok(isPostalCode(example, rule), `${code} ${example}, ${source}`)
  }
})

test('every decision against a source is about a disagreement', () => {
  for (const [code, { formats }] of Object.entries(corrections)) {
    if (formats === undefined) continue
    assert.equal(formats, 'google')
    assert.ok(
      disagreements.some((one) => one.code === code),
      code,
    )
  }
})

test('every correction has its reason and its source', () => {
  for (const [code, { why, source }] of Object.entries(corrections))
    assert.ok(why.length > 10 && source.length > 5, code)
})

test('the page about the data lists every disagreement, and the versions in use', () => {
  const page = read('docs/data.md')
  for (const { code } of disagreements) assert.match(page, new RegExp(`\\b${code}\\b`), code)
  const { devDependencies } = JSON.parse(read('package.json'))
  for (const name of ['postal-code-checker', 'postal-codes-js', 'postcode-validator', 'iso-3166']) {
    const version: string = devDependencies[name]
    assert.match(page, new RegExp(`\`${name}\`[^|]*\\| ${version.replaceAll('.', '\\.')},`), name)
    assert.ok(
      read('src/resources/countries/address-rules.generated.json').includes(`${name} ${version}`),
      name,
    )
  }
})
