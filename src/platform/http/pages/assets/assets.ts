import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** A file that pages load. Its name changes with its content, so browsers may cache it for ever. */
export interface Asset {
  readonly path: string
  readonly type: string
  readonly content: string
}

export interface Assets {
  readonly styles: Asset
  readonly script: Asset
  readonly enhancements: Asset
}

const scriptType = 'text/javascript; charset=utf-8'

/**
 * Reads the style sheet and the scripts of the pages.
 * @param script the file of the script for passkeys
 */
export const readAssets = (script: URL): Assets => ({
  styles: readAsset(new URL('foyer.css', import.meta.url), 'text/css; charset=utf-8'),
  script: readAsset(script, scriptType),
  enhancements: readAsset(new URL('enhancements.js', import.meta.url), scriptType),
})

function readAsset(file: URL, type: string): Asset {
  const content = readFileSync(file, 'utf8')
  const name = basename(file.pathname)
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16)
  return { path: `/assets/${name.replace('.', `.${hash}.`)}`, type, content }
}
