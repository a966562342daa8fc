import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Brand, BrandLogo } from '../platform/http/pages/brand/brand.ts'
import {
  type Colour,
  contrast,
  hardestGround,
  isColour,
  minContrast,
  type Scheme,
} from '../platform/http/pages/brand/colours.ts'
import { languageOfFile, type Overrides, overrideFaults } from '../platform/i18n/overrides.ts'
import { ConfigError, flagOf, type Get } from './values.ts'

/*
 * The settings that make pages and emails the marketplace's own. Their files are read once, at the
 * start.
 */

type Setting = <T>(read: () => T, placeholder: T) => T

/** Reads the accents, the logo and the links. */
export function brandOf(get: Get, setting: Setting): Brand {
  const light = setting(() => accentOf('light', get(accentNames.light)), undefined)
  const dark = setting(() => accentOf('dark', get(accentNames.dark)), undefined)
  setting(() => checkBoth(get), undefined)
  const hasName = setting(() => flagOf('BRAND_LOGO_HAS_NAME', get, false), false)
  const link = (name: string) => setting(() => linkOf(name, get(name)), undefined)
  const links = {
    terms: link('BRAND_TERMS_URL'),
    privacy: link('BRAND_PRIVACY_URL'),
    support: link('BRAND_SUPPORT_URL'),
  }
  return {
    accents: light && dark && { light, dark },
    logo: setting(() => logoOf(get('BRAND_LOGO'), hasName), undefined),
    links: Object.fromEntries(Object.entries(links).filter(([, url]) => url !== undefined)),
  }
}

const accentNames = { light: 'BRAND_COLOR', dark: 'BRAND_COLOR_DARK' } as const

/** @throws {ConfigError} with the contrast if it is too low */
function accentOf(scheme: Scheme, value: string | undefined): Colour | undefined {
  if (value === undefined) return undefined
  const name = accentNames[scheme]
  if (!isColour(value))
    throw new ConfigError(`${name} must be a color such as #0b6b5d, not "${value}".`)
  const ground = hardestGround[scheme]
  const ratio = contrast(value, ground)
  if (ratio >= minContrast) return value
  // Rounding up could show a ratio that would be enough.
  const shown = (Math.floor(ratio * 100) / 100).toFixed(2)
  throw new ConfigError(
    `${name} ${value} has a contrast of ${shown}:1 to the background ${ground}. ` +
      `WCAG 2.2 AA requires ${minContrast}:1. Choose a ${scheme === 'light' ? 'darker' : 'lighter'} color.`,
  )
}

/** @throws {ConfigError} if only one accent is set */
function checkBoth(get: Get): undefined {
  if ((get(accentNames.light) === undefined) === (get(accentNames.dark) === undefined)) return
  throw new ConfigError(
    'Set both BRAND_COLOR, for light pages, and BRAND_COLOR_DARK, for dark ones.',
  )
}

function linkOf(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  const isPage = url?.protocol === 'https:' && url.username === '' && url.password === ''
  const isMailbox = name === 'BRAND_SUPPORT_URL' && /^mailto:[^\s?@]+@[^\s?@]+$/.test(value)
  if (isPage) return url.href
  if (isMailbox) return value
  const also = name === 'BRAND_SUPPORT_URL' ? ' or mailto: and an email address' : ''
  throw new ConfigError(`${name} must be an https URL${also}, not "${value}".`)
}

const mostLogoBytes = 64 * 1024

function logoOf(file: string | undefined, hasName: boolean): BrandLogo | undefined {
  if (file === undefined) return undefined
  const content = readOrRefuse('BRAND_LOGO', () => readFileSync(file))
  const type = typeOf(content)
  if (content.length <= mostLogoBytes && type !== undefined) return { type, content, hasName }
  throw new ConfigError(
    `BRAND_LOGO must be a PNG, WebP or SVG file of at most ${mostLogoBytes / 1024} KiB: ${file}`,
  )
}

function typeOf(content: Buffer): BrandLogo['type'] | undefined {
  const start = content.toString('latin1', 0, 256)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return 'image/webp'
  return /^(?:\xef\xbb\xbf)?\s*<(?:svg|\?xml)[\s>]/.test(start) ? 'image/svg+xml' : undefined
}

/** Reads the folder of own texts: `de.json` for German, and so on. */
export function textsOf(folder: string | undefined): Overrides {
  if (folder === undefined) return {}
  const faults: string[] = []
  const texts = readOrRefuse('BRAND_TEXTS', () => readdirSync(folder).toSorted())
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const language = languageOfFile(name)
      const path = join(folder, name)
      if (language === undefined) {
        faults.push(`BRAND_TEXTS: ${path} is not named after a language, such as de.json.`)
        return []
      }
      const given = readJson(path, faults)
      const wrong = given === undefined ? [] : overrideFaults(language, given)
      faults.push(...wrong.map((fault) => `BRAND_TEXTS: ${path}: ${fault}`))
      return [language, given]
    })
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return Object.fromEntries(texts) as Overrides
}

function readJson(path: string, faults: string[]): unknown {
  const text = readOrRefuse('BRAND_TEXTS', () => readFileSync(path, 'utf8'))
  try {
    return JSON.parse(text)
  } catch {
    faults.push(`BRAND_TEXTS: ${path} is not JSON.`)
    return undefined
  }
}

function readOrRefuse<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new ConfigError(`${name} cannot be read: ${(error as Error).message}`)
  }
}
