import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { parseTarGzip } from 'nanotar'
import { buildClient } from '../../scripts/client/build.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** The client as it is published. */
export interface ClientPackage {
  readonly tarball: Uint8Array<ArrayBuffer>
  /** The files of the tarball by their path, which begins with `package/`. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

let packed: Promise<ClientPackage> | undefined

/** Builds and packs the client, once for each state of its sources. */
export const clientPackage = (): Promise<ClientPackage> => {
  packed ??= pack()
  return packed
}

async function pack(): Promise<ClientPackage> {
  const kept = join(root, 'node_modules/.cache/foyer-client', `${digestOfSources()}.tgz`)
  if (!existsSync(kept)) {
    const directory = mkdtempSync(join(tmpdir(), 'foyer-client-'))
    await buildClient(join(directory, 'client'))
    // The workspace's own scripts would build in its folder, which other tests read.
    const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', directory]
    const { stdout } = await run('npm', args, { cwd: join(directory, 'client') })
    const [{ filename }] = JSON.parse(stdout)
    mkdirSync(dirname(kept), { recursive: true })
    // Another process may do the same, so the file is renamed when it is complete.
    const copy = `${kept}.${process.pid}`
    copyFileSync(join(directory, filename), copy)
    renameSync(copy, kept)
    rmSync(directory, { recursive: true })
  }
  return await readPackage(kept)
}

/** A digest of everything that the package depends on. */
function digestOfSources(): string {
  const client = globSync('packages/client/{src/**/*.ts,*.json,README.md}', { cwd: root })
  const others = ['LICENSE', 'package-lock.json', 'scripts/client/build.ts', 'tsconfig.json']
  const digest = createHash('sha256').update(process.version)
  for (const file of [...client, ...others].sort())
    digest.update(file).update(readFileSync(join(root, file)))
  return digest.digest('hex')
}

/** Reads a tarball. */
export async function readPackage(file: string): Promise<ClientPackage> {
  const tarball = Uint8Array.from(readFileSync(file))
  const entries = await parseTarGzip(tarball)
  const files = new Map(
    entries.flatMap(({ name, data }) => (data === undefined ? [] : [[name, data]])),
  )
  return { tarball, files }
}

/**
 * Makes a folder into which the package is installed as npm does it, without the registry: the
 * files of the tarball, and its only dependency from this repository.
 */
export async function projectWithClient(files: Readonly<Record<string, string>>): Promise<string> {
  const project = mkdtempSync(join(tmpdir(), 'foyer-project-'))
  const client = join(project, 'node_modules/@foyer/client')
  for (const [name, data] of (await clientPackage()).files)
    writeFile(join(client, name.replace(/^package\//, '')), data)
  symlinkSync(join(root, 'node_modules/oauth4webapi'), join(project, 'node_modules/oauth4webapi'))
  for (const [name, text] of Object.entries(files)) writeFile(join(project, name), text)
  return project
}

function writeFile(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
