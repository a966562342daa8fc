import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import {
  contrast,
  hardestGround,
  minContrast,
  palettes,
} from '../../src/platform/http/pages/brand/colours.ts'
import { overrideTexts } from '../../src/platform/i18n/catalogue.ts'
import { readConfig, say } from '../support/inside.ts'
import { png } from '../support/pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-brand-'))
after(() => rmSync(folder, { recursive: true }))

/** Writes a file. @returns its path */
function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const brandOf = (env: Record<string, string>) => readConfig(env).brand
const refused = (env: Record<string, string>, why: RegExp) =>
  assert.throws(() => readConfig(env), { name: 'ConfigError', message: why })

describe('contrast', () => {
  test('black on white has 21:1, and the examples of the W3C have their ratios', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21)
    assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
    assert.equal(contrast('#0000ff', '#ffffff').toFixed(2), '8.59')
  })

  test("Foyer's own colours have enough contrast, and are those of the style sheet", () => {
    const place = '../../src/platform/http/pages/assets/foyer.css'
    const sheet = readFileSync(new URL(place, import.meta.url), 'utf8')
    const [light = '', dark = ''] = sheet.split('@media (prefers-color-scheme: dark)')
    for (const scheme of ['light', 'dark'] as const) {
      const { accent, ink, soft, ground, card, 'on-accent': onAccent } = palettes[scheme]
      assert.ok(contrast(accent, hardestGround[scheme]) >= minContrast)
      assert.ok(contrast(accent, onAccent) >= contrast(accent, hardestGround[scheme]))
      for (const text of [ink, soft])
        for (const behind of [ground, card]) assert.ok(contrast(text, behind) >= minContrast)
      for (const [name, colour] of Object.entries(palettes[scheme])) {
        const written = colour.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3')
        assert.ok((scheme === 'light' ? light : dark).includes(`--${name}: ${written};`), name)
      }
    }
  })
})

describe('the settings of a brand', () => {
  test('without any, pages and emails are as Foyer has them', () => {
    assert.deepEqual(brandOf({}), { accents: undefined, logo: undefined, links: {} })
  })

  test('a brand has an accent for light pages and one for dark pages', () => {
    const both = { BRAND_COLOR: '#5b2a86', BRAND_COLOR_DARK: '#c9a5ec' }
    assert.deepEqual(brandOf(both).accents, { light: '#5b2a86', dark: '#c9a5ec' })
    for (const [name, value] of Object.entries(both))
      refused({ [name]: value }, /^Set both BRAND_COLOR, .* and BRAND_COLOR_DARK/)
  })

  test('an accent with too little contrast is refused with the ratio', () => {
    const wrong: [env: Record<string, string>, why: RegExp][] = [
      [
        { BRAND_COLOR: '#9fd3c7' },
        /^BRAND_COLOR #9fd3c7 .* 1\.52:1 .* 4\.5:1\. Choose a darker color\.$/m,
      ],
      [
        { BRAND_COLOR_DARK: '#0b6b5d' },
        /^BRAND_COLOR_DARK #0b6b5d .* WCAG 2\.2 AA requires 4\.5:1\. Choose a lighter/m,
      ],
      [{ BRAND_COLOR: 'teal' }, /^BRAND_COLOR must be a color such as #0b6b5d, not "teal"/m],
    ]
    for (const [env, why] of wrong) refused(env, why)
  })

  test('links are https pages, and help may be an email address', () => {
    const { links } = brandOf({
      BRAND_TERMS_URL: 'https://a.example/terms',
      BRAND_SUPPORT_URL: 'mailto:help@a.example',
    })
    assert.deepEqual(links, { terms: 'https://a.example/terms', support: 'mailto:help@a.example' })
    refused({ BRAND_TERMS_URL: 'mailto:a@a.example' }, /BRAND_TERMS_URL must be an https URL, not/)
    refused({ BRAND_PRIVACY_URL: 'javascript:alert(1)' }, /BRAND_PRIVACY_URL must be an https URL/)
    refused(
      { BRAND_SUPPORT_URL: 'mailto:a@b?bcc=c@d' },
      /BRAND_SUPPORT_URL must be an https URL or/,
    )
  })

  test('a logo is a PNG, WebP or SVG file of a moderate size', () => {
    const svg = file('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
    assert.equal(brandOf({ BRAND_LOGO: svg }).logo?.type, 'image/svg+xml')
    const logo = brandOf({ BRAND_LOGO: file('logo.png', png(40, 40)), BRAND_LOGO_HAS_NAME: 'true' })
    assert.deepEqual([logo.logo?.type, logo.logo?.hasName], ['image/png', true])
    refused({ BRAND_LOGO: join(folder, 'none.png') }, /BRAND_LOGO cannot be read: ENOENT/)
    refused(
      { BRAND_LOGO: file('page.svg', '<html>') },
      /BRAND_LOGO must be a PNG, WebP or SVG file/,
    )
    const large = Buffer.concat([png(40, 40), Buffer.alloc(64 * 1024)])
    refused({ BRAND_LOGO: file('large.png', large) }, /BRAND_LOGO must be .* at most 64 KiB/)
  })
})

describe('own texts', () => {
  const texts = (given: Record<string, string>) => {
    const place = mkdtempSync(join(folder, 'texts-'))
    for (const [name, content] of Object.entries(given)) writeFileSync(join(place, name), content)
    return { BRAND_TEXTS: place }
  }

  test('a text takes the place of the original in its language alone', () => {
    const own = { 'page.title.sign_in': 'Auf geht es', 'page.text.email': '{email} sind Sie.' }
    overrideTexts(readConfig(texts({ 'de.json': JSON.stringify(own), 'notes.txt': 'x' })).texts)
    assert.equal(say('de', 'page.title.sign_in'), 'Auf geht es')
    assert.equal(say('de', 'page.text.email', { email: 'a@b' }), 'a@b sind Sie.')
    assert.equal(say('de', 'page.button.sign_in'), 'Anmelden')
    assert.equal(say('en', 'page.title.sign_in'), 'Sign in')
    overrideTexts({})
    assert.equal(say('de', 'page.title.sign_in'), 'Anmelden')
  })

  const wrong: Record<string, [name: string, content: string, why: RegExp]> = {
    'an unknown key': [
      'en.json',
      '{"page.title.sing_in":"x"}',
      /page\.title\.sing_in is not the key/,
    ],
    'a missing placeholder': ['en.json', '{"page.text.email":"You."}', /must contain \{email\}/],
    'an unknown placeholder': ['en.json', '{"page.title.sign_in":"{x}"}', /must not contain \{x\}/],
    'an empty text': ['en.json', '{"page.title.sign_in":" "}', /must be a text of 1 to 2000/],
    'a number': ['en.json', '{"page.title.sign_in":1}', /must be a text of 1 to 2000/],
    'a line break': ['en.json', '{"page.title.sign_in":"a\\nb"}', /must not contain control/],
    'a list': ['en.json', '[]', /must be an object of texts by key/],
    'no JSON': ['en.json', '{', /en\.json is not JSON/],
    'another language': ['xx.json', '{}', /xx\.json is not named after a language/],
  }
  for (const [what, [name, content, why]] of Object.entries(wrong))
    test(`a file with ${what} is refused`, () => refused(texts({ [name]: content }), why))

  test('a folder that is not there is refused', () =>
    refused({ BRAND_TEXTS: join(folder, 'none') }, /BRAND_TEXTS cannot be read: ENOENT/))
})
