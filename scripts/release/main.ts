import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildRelease } from './build.ts'
import { makeRelease } from './release.ts'

/*
 * Makes a release of what is committed: `npm run release [-- VERSION]`. Without a version it is the
 * one of package.json. docs/releases.md explains it.
 */
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'build/release')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const version = process.argv[2] ?? manifest.version
try {
  const tag = await makeRelease({
    root,
    version,
    date: new Date().toISOString().slice(0, 10),
    build: (notes) => buildRelease(root, folder, version, notes),
  })
  console.log(`${tag} is in ${folder}. To publish it, push the tag and the files.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
