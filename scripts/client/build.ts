import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '../..')
const source = join(root, 'packages/client')

/**
 * Writes what the package of the client has and its folder does not: `lib`, with an ES module for
 * each entry, the source maps, and the declarations.
 * @param directory it gets the folder `lib`
 */
export async function buildClientLibrary(directory: string): Promise<void> {
  const library = join(directory, 'lib')
  rmSync(library, { recursive: true, force: true })
  const bundle = await rolldown({
    cwd: source,
    input: { index: 'src/index.ts', oauth: 'src/oauth/index.ts' },
    external: ['oauth4webapi'],
    platform: 'neutral',
  })
  await bundle.write({
    dir: library,
    format: 'esm',
    sourcemap: true,
    sourcemapPathTransform: (path) => `../${path.slice(path.indexOf('src/'))}`,
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared.js',
  })
  await bundle.close()
  const options = ['--project', join(source, 'tsconfig.build.json'), '--outDir', library]
  execFileSync(join(root, 'node_modules/.bin/tsc'), options, { cwd: root, stdio: 'inherit' })
  // TypeScript keeps `.ts` in declarations, and other tools would look for these files.
  for (const path of globSync('**/*.d.ts', { cwd: library })) {
    const file = join(library, path)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll(/( from '\.[^']*)\.ts'/g, "$1.js'"))
  }
}

interface Manifest {
  readonly publishConfig: { readonly exports: object }
  readonly scripts?: object
}

/** Returns the `package.json` to publish: its `exports` lead to `lib` instead of the sources. */
export function publishedManifest(text: string): string {
  const { publishConfig, scripts, ...manifest } = JSON.parse(text) as Manifest
  const { exports, ...config } = publishConfig
  return `${JSON.stringify({ ...manifest, exports, publishConfig: config }, null, 2)}\n`
}

/** Writes the whole package into an empty folder, as it is published. */
export async function buildClient(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true })
  await buildClientLibrary(directory)
  const manifest = readFileSync(join(source, 'package.json'), 'utf8')
  writeFileSync(join(directory, 'package.json'), publishedManifest(manifest))
  cpSync(join(source, 'README.md'), join(directory, 'README.md'))
  cpSync(join(root, 'LICENSE'), join(directory, 'LICENSE'))
}
