import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildClientLibrary, publishedManifest } from './build.ts'

/**
 * Prepares `packages/client` for `npm pack` and `npm publish`. In the workspace, `exports` leads to
 * the sources; in the package, to `lib`. With `--clean` it restores the folder.
 */
const folder = join(import.meta.dirname, '../../packages/client')
const [manifest, kept] = [join(folder, 'package.json'), join(folder, 'package.json.kept')]
if (process.argv.includes('--clean')) {
  renameSync(kept, manifest)
  rmSync(join(folder, 'lib'), { recursive: true })
  rmSync(join(folder, 'LICENSE'))
} else {
  await buildClientLibrary(folder)
  cpSync(join(folder, '../../LICENSE'), join(folder, 'LICENSE'))
  cpSync(manifest, kept)
  writeFileSync(manifest, publishedManifest(readFileSync(manifest, 'utf8')))
}
