import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type Brand, noBrand } from '../brand/brand.ts'

/** A file that pages load. Its name changes with its content, so browsers may cache it for ever. */
export interface Asset {
  readonly path: string
  readonly type: string
  readonly content: string | Buffer
}

export interface Assets {
  readonly styles: Asset
  readonly script: Asset
  readonly enhancements: Asset
  /** The script of the page with the fields of a card processor. */
  readonly cardFields: Asset
  /** The logo of the service, if it has one of its own. */
  readonly logo?: Asset
}

const scriptType = 'text/javascript; charset=utf-8'

/**
 * Reads the style sheet and the scripts of the pages. The style sheet ends with the accents of the
 * brand, so that pages need no second one.
 * @param script the file of the script for passkeys
 */
export const readAssets = (script: URL, { accents, logo }: Brand = noBrand): Assets => ({
  styles: assetOf(
    'foyer.css',
    'text/css; charset=utf-8',
    readFileSync(new URL('foyer.css', import.meta.url), 'utf8') +
      (accents === undefined
        ? ''
        : `:root{--accent:${accents.light}}\n@media (prefers-color-scheme:dark){:root{--accent:${accents.dark}}}\n`),
  ),
  script: readAsset(script, scriptType),
  enhancements: readAsset(new URL('enhancements.js', import.meta.url), scriptType),
  cardFields: readAsset(new URL('card-fields.js', import.meta.url), scriptType),
  ...(logo && { logo: assetOf(`logo.${extensions[logo.type]}`, logo.type, logo.content) }),
})

const extensions = { 'image/png': 'png', 'image/webp': 'webp', 'image/svg+xml': 'svg' } as const

const readAsset = (file: URL, type: string): Asset =>
  assetOf(basename(file.pathname), type, readFileSync(file, 'utf8'))

function assetOf(name: string, type: string, content: string | Buffer): Asset {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16)
  return { path: `/assets/${name.replace('.', `.${hash}.`)}`, type, content }
}
