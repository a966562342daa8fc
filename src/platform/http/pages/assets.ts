import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A file that pages load, under a name that changes with its content: so it may be kept for ever. */
export interface Asset {
  readonly path: string
  readonly type: string
  readonly content: string
}

export interface Assets {
  readonly styles: Asset
  readonly script: Asset
}

/** Reads the one style sheet and the one script of the pages. */
export const readAssets = (): Assets => ({
  styles: readAsset('foyer.css', 'text/css; charset=utf-8'),
  script: readAsset('passkeys.js', 'text/javascript; charset=utf-8'),
})

function readAsset(name: string, type: string): Asset {
  const content = readFileSync(new URL(name, import.meta.url), 'utf8')
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16)
  return { path: `/assets/${name.replace('.', `.${hash}.`)}`, type, content }
}
