import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildClientLibrary, publishedManifest } from './build.ts'

const root = join(import.meta.dirname, '../..')
const keptOf = (folder: string) => join(folder, 'package.json.kept')

/**
 * Makes what the package has and the folder of the sources does not. If that fails, the folder is
 * as it was.
 */
export async function preparePackage(folder: string, build = buildClientLibrary): Promise<void> {
  restoreFolder(folder)
  const manifest = join(folder, 'package.json')
  try {
    await build(folder)
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
    const published = publishedManifest(readFileSync(manifest, 'utf8'))
    // Both files appear as a whole, whenever this is interrupted.
    const fresh = join(folder, 'package.json.new.kept')
    cpSync(manifest, fresh)
    renameSync(fresh, keptOf(folder))
    writeFileSync(fresh, published)
    renameSync(fresh, manifest)
  } catch (error) {
    restoreFolder(folder)
    throw error
  }
}

/** Whether an `npm pack` was interrupted, so that the manifest is that of the package. */
export const isInterrupted = (folder: string): boolean => existsSync(keptOf(folder))

/** Restores the folder, also after an `npm pack` that was interrupted. */
export function restoreFolder(folder: string): void {
  if (isInterrupted(folder)) renameSync(keptOf(folder), join(folder, 'package.json'))
  rmSync(join(folder, 'lib'), { recursive: true, force: true })
  rmSync(join(folder, 'LICENSE'), { force: true })
}
