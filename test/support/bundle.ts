import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/foyer')

/**
 * Bundles the program for the processes that tests start, because each spends most of its start on
 * finding, reading and linking nine hundred modules. Modules keep the URLs of their own files, and
 * modules that the program imports late are still imported late. A bundle is made once for each
 * state of `src`.
 * @returns the file to run instead of `bin/foyer.js`
 */
export async function bundleProgram(): Promise<string> {
  const directory = join(cache, `program-${programFingerprint()}`)
  const file = join(directory, 'foyer.js')
  if (existsSync(file)) return file
  const unfinished = `${directory}.${process.pid}`
  await writeBundle(unfinished)
  // Node.js keeps the compiled code of the bundle where `bin/foyer.js` keeps that of the modules.
  const start = `import { enableCompileCache } from 'node:module'
enableCompileCache(${JSON.stringify(join(cache, 'code'))})
import('./cli.js').then((cli) => cli.main())
`
  writeFileSync(join(unfinished, 'foyer.js'), start)
  removeOld('program-*')
  try {
    renameSync(unfinished, directory)
  } catch (error) {
    // Another run may have finished first. Its bundle is the same.
    if (!existsSync(file)) throw error
    rmSync(unfinished, { recursive: true })
  }
  return file
}

/**
 * Removes what was made of earlier sources, such as their bundles. Another run of the tests may use
 * a recent one.
 */
export function removeOld(pattern: string): void {
  for (const path of globSync(join(cache, pattern)))
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > oldMs)
      rmSync(path, { recursive: true, force: true })
}

const oldMs = 3_600_000

async function writeBundle(directory: string): Promise<void> {
  const { rolldown } = await import('rolldown')
  mkdirSync(directory, { recursive: true })
  const bundle = await rolldown({
    cwd: root,
    input: { cli: './src/cli.ts' },
    platform: 'node',
    transform: { target: 'node24' },
    // Packages are not bundled, apart from the helpers of the bundler's own code.
    external: (id) => /^[^./]/.test(id) && !id.startsWith('@oxc-project/'),
    plugins: [
      {
        name: 'own URLs',
        transform: {
          filter: { code: 'import.meta.url' },
          handler: (code, id) =>
            code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
        },
      },
    ],
  })
  await bundle.write({
    dir: directory,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
}

/** A digest of the program and its packages. When it changes, a new bundle is made. */
export function programFingerprint(): string {
  const hash = createHash('sha256')
  const files = globSync(['src/**/*.{ts,json}', 'package.json', 'package-lock.json'], { cwd: root })
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(root, file)))
  hash.update(readFileSync(import.meta.filename))
  return hash.digest('hex').slice(0, 12)
}
