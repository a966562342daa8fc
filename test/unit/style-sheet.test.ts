import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const place = '../../src/platform/http/pages/assets/foyer.css'
const sheet = readFileSync(new URL(place, import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')

/** The declarations of the style sheet. */
const declarations = sheet.match(/[\w-]+\s*:\s*[^;{}]+;/g) ?? []

test('the style sheet is smaller than 20 KB', () => {
  assert.ok(sheet.length < 20_000, `${sheet.length} bytes`)
})

test('the style sheet knows no left and no right, so that it also serves scripts from right to left', () => {
  const sided = declarations.filter(
    (declaration) =>
      /^(?:left|right|(?:margin|padding|border|scroll-margin)-(?:left|right)\b)/.test(
        declaration,
      ) || /:\s*(?:[^;]*\s)?(?:left|right)\b/.test(declaration),
  )
  assert.deepEqual(sided, [])
  // Four different values name the right side second and the left side fourth.
  const four = declarations.filter((declaration) => {
    const [name = '', values = ''] = declaration.split(/:\s*/)
    const [, right, , left] = values.replace(';', '').split(/\s+(?![^(]*\))/)
    const hasSides = /^(?:margin|padding|inset|border-(?:width|color|style)|scroll-margin)$/.test(
      name,
    )
    return hasSides && left !== undefined && left !== right
  })
  assert.deepEqual(four, [])
})

test('the style sheet loads nothing: no fonts, no imports, no pictures of others', () => {
  assert.doesNotMatch(sheet, /@import|@font-face|url\((?!\s*["']?data:)/)
})
