import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

export interface Content {
  readonly type: string
  readonly body: string | Buffer
  readonly encoding?: string
}

/** Where the files of pages are. */
export const packageRoot = new URL('../../', import.meta.url)

const script = 'text/javascript; charset=utf-8'

/** The types of the files below `/docs/files`. All others are text. */
const linkedTypes: Readonly<Record<string, string>> = {
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Reads a file of the package, by its path in the repository. */
export const openLinkedFile = async (path: string): Promise<Content> => ({
  type: linkedTypes[extname(path)] ?? 'text/plain; charset=utf-8',
  body: await readFile(new URL(path, packageRoot)),
})

/** The files of `assets` beside this one. */
const own: Readonly<Record<string, string>> = {
  'docs.css': 'text/css; charset=utf-8',
  'docs.js': script,
  'reference.js': script,
}

/**
 * Reads a file that pages load, when a browser asks for it. Nothing of it stays in memory.
 * @param acceptEncoding the header of the request
 */
export async function openAsset(
  name: string,
  acceptEncoding: string,
): Promise<Content | undefined> {
  if (name === 'scalar.js') {
    const packed = await readFile(new URL('assets/scalar.js.br', packageRoot))
    return /\bbr\b/.test(acceptEncoding)
      ? { type: script, body: packed, encoding: 'br' }
      : { type: script, body: await promisify(brotliDecompress)(packed) }
  }
  const type = Object.hasOwn(own, name) ? own[name] : undefined
  return type === undefined
    ? undefined
    : { type, body: await readFile(new URL(`assets/${name}`, import.meta.url)) }
}
