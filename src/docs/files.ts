import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { packageRoot } from './site/place.ts'

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

/** The types of the files that pages link to. All others are text. */
const linkedTypes: Readonly<Record<string, string>> = {
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Reads a file of the package that a page links to, by its path in the repository. */
export const openLinkedFile = async (path: string): Promise<{ type: string; body: Buffer }> => ({
  type: linkedTypes[extname(path)] ?? 'text/plain; charset=utf-8',
  body: await readFile(new URL(path, packageRoot)),
})

/** The files of the documentation that browsers load, each with its place. */
const own: Readonly<Record<string, string>> = {
  'docs.css': style,
  'docs.js': script,
  'explorer.js': script,
  'console.js': script,
}

/** The program of the console: `dist/browser/standalone.js` of `@scalar/api-reference`. */
const consoleProgram = 'scalar-1.72.1.js'

/** The names of all files below `assets`. */
export const publicFiles: readonly string[] = [
  'foyer.css',
  ...Object.keys(own),
  'minisearch.js',
  consoleProgram,
]

/**
 * Reads a file when a browser asks for it. Nothing of it stays in memory.
 * @param styles the style sheet of all pages
 * @param acceptEncoding the header of the request
 */
export async function openFile(
  name: string,
  styles: string | Buffer,
  acceptEncoding = '',
): Promise<{ type: string; body: string | Buffer; encoding?: string } | undefined> {
  if (name === 'foyer.css') return { type: style, body: styles }
  if (name === 'minisearch.js')
    return { type: script, body: await readFile(new URL(import.meta.resolve('minisearch'))) }
  if (name === consoleProgram) {
    const packed = await readFile(new URL(`assets/${name}.br`, packageRoot))
    const takesPacked = /\bbr\b/.test(acceptEncoding)
    return takesPacked
      ? { type: script, body: packed, encoding: 'br' }
      : { type: script, body: await promisify(brotliDecompress)(packed) }
  }
  if (!Object.hasOwn(own, name)) return undefined
  const type = own[name] ?? ''
  return { type, body: await readFile(new URL(`assets/${name}`, import.meta.url)) }
}
