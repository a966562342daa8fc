import { join } from 'node:path'
import { preparePackage, restoreFolder } from './folder.ts'

/**
 * Prepares `packages/client` for `npm pack` and `npm publish`. In the workspace, `exports` leads to
 * the sources; in the package, to `lib`. With `--clean` it restores the folder.
 */
const folder = join(import.meta.dirname, '../../packages/client')
if (process.argv.includes('--clean')) restoreFolder(folder)
else await preparePackage(folder)
