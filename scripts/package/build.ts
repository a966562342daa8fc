import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildLibrary } from './library.ts'

/**
 * Makes what the package has and a clone does not, before `npm pack`: `lib`, which is `src` without
 * types, and `sbom.cdx.json`, the list of dependencies. With `--clean` it removes them.
 */
const root = join(import.meta.dirname, '../..')
const [library, sbom] = [join(root, 'lib'), join(root, 'sbom.cdx.json')]
rmSync(library, { recursive: true, force: true })
rmSync(sbom, { force: true })
if (!process.argv.includes('--clean')) {
  buildLibrary(library)
  writeFileSync(sbom, execFileSync(process.execPath, [join(import.meta.dirname, 'sbom.ts')]))
}
