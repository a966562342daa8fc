import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { released, sectionOf } from './changelog.ts'

export interface Release {
  /** The folder of the clone. */
  readonly root: string
  readonly version: string
  /** As in 2026-01-31. */
  readonly date: string
  /** Builds the files of the release from the commit that is checked out. */
  build(notes: string): Promise<void>
}

/** The files that name the version: what `npm version` would write. */
const manifests = ['package.json', 'packages/client/package.json', 'package-lock.json']

/**
 * Makes a release: writes the version and the section of the changelog, commits them, builds, and
 * tags last. A step that is done is not done again, so a release that has failed is repeated.
 * Nothing is pushed or published.
 * @returns the tag
 * @throws {Error} if the clone has changes, or the tag belongs to another commit
 */
export async function makeRelease({ root, version, date, build }: Release): Promise<string> {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  const tag = `v${version}`
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error(`"${version}" is no version.`)
  if (git('status', '--porcelain') !== '')
    throw new Error('The clone has changes. Commit them first.')
  const tagged = git('tag', '--list', tag) === '' ? null : git('rev-parse', `${tag}^{commit}`)
  if (tagged !== null && tagged !== git('rev-parse', 'HEAD'))
    throw new Error(`The tag ${tag} belongs to another commit. Check it out to build it again.`)

  const path = join(root, 'CHANGELOG.md')
  const changelog = released(readFileSync(path, 'utf8'), version, date)
  writeFileSync(path, changelog)
  for (const name of manifests) writeVersion(join(root, name), version)
  if (git('status', '--porcelain') !== '')
    git('commit', '--all', '--quiet', '--message', `chore(release): ${version}`)

  const notes = sectionOf(changelog, version) ?? ''
  await build(notes)
  const message = `Foyer ${version}\n\n${notes}`
  // Without cleanup, git would take the headings of the changelog for comments.
  if (tagged === null) git('tag', '--annotate', '--cleanup=verbatim', '--message', message, tag)
  return tag
}

interface Manifest {
  version: string
  packages?: Record<string, { version?: string }>
}

/** Writes the version of the service and of the client, which is the same, into a file of npm. */
function writeVersion(file: string, version: string): void {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  manifest.version = version
  for (const name of ['', 'packages/client']) {
    const locked = manifest.packages?.[name]
    if (locked) locked.version = version
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}
