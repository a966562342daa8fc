import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from '../client/build.ts'

/**
 * Builds everything that a release has, into an empty folder: the packages of the service and of
 * the client, the documentation as files, the list of dependencies (CycloneDX), the interface
 * (openapi.json) with a collection of requests, the notes, and the digests of all of them. The same
 * commit gives the same bytes. It needs no network.
 * @throws {Error} if a part of the build is missing or fails
 */
export async function buildRelease(root: string, to: string, version: string, notes: string) {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  const script = (file: string, ...args: string[]): string => {
    if (!existsSync(join(root, file))) throw new Error(`${file} is missing.`)
    return run(process.execPath, file, ...args)
  }
  const pack = ['pack', '--offline', '--silent', `--pack-destination=${to}`]
  run('npm', ...pack)
  const client = join(to, 'client')
  await buildClient(client)
  run('npm', ...pack, client)
  rmSync(client, { recursive: true })

  writeFileSync(join(to, `foyer-${version}.cdx.json`), script('scripts/package/sbom.ts'))
  script('scripts/collection/main.ts', join(to, `foyer-${version}.postman_collection.json`))
  writeFileSync(join(to, `foyer-${version}.openapi.json`), readFileSync(join(root, 'openapi.json')))
  writeFileSync(join(to, 'NOTES.md'), `${notes}\n`)
  const digests = readdirSync(to)
    .sort()
    .map((name) => `${hash('sha256', readFileSync(join(to, name)))}  ${name}\n`)
  writeFileSync(join(to, 'SHA256SUMS'), digests.join(''))
}
