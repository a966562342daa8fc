import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { typescriptEnv } from '../typescript.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Writes `src` without types, because Node.js strips no types in `node_modules`. `npm run check`
 * checks the types, so this does not.
 * @param directory as deep below the package as `src`, so that paths to `migrations` and `assets`
 *   stay the same; it must not exist
 */
export function buildLibrary(directory: string): void {
  const output = mkdtempSync(`${directory}-`)
  const options = ['--project', 'tsconfig.build.json', '--noCheck', '--outDir', output]
  const env = { ...process.env, ...typescriptEnv }
  execFileSync('tsc', options, { cwd: root, env, stdio: 'inherit' })
  renameSync(join(output, 'src'), directory)
  rmSync(output, { recursive: true })
  for (const path of globSync('**/*.{css,js}', { cwd: join(root, 'src') }))
    cpSync(join(root, 'src', path), join(directory, path), { force: false, errorOnExist: true })
}
