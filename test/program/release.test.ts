import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { makeRelease } from '../../scripts/release/release.ts'
import { isSoak } from '../support/soak.ts'

const source = join(import.meta.dirname, '../..')
const folders: string[] = []

/** A clone of some files, with one commit. */
function newClone(files: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'foyer-release-'))
  folders.push(root)
  for (const file of files) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    cpSync(join(source, file), join(root, file))
  }
  gitIn(root)('init', '--quiet')
  gitIn(root)('config', 'user.name', 'Tests')
  gitIn(root)('config', 'user.email', 'tests@example.com')
  gitIn(root)('add', '--all')
  gitIn(root)('commit', '--quiet', '--message', 'feat: everything')
  return root
}

const gitIn =
  (root: string) =>
  (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()

describe('a release', () => {
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true })
  })

  let root: string
  let built: string[]
  const release = (version = '7.8.9', build = async (notes: string) => void built.push(notes)) =>
    makeRelease({ root, version, date: '2026-01-31', build })
  beforeEach(() => {
    built = []
    const manifests = ['package.json', 'package-lock.json', 'packages/client/package.json']
    root = newClone([...manifests, 'CHANGELOG.md'])
    const changes =
      '# Changelog\n\n## Unreleased\n\n### Added\n\n- A door.\n\n## 0.0.9 (2025-01-01)\n'
    writeFileSync(join(root, 'CHANGELOG.md'), changes)
    gitIn(root)('commit', '--all', '--quiet', '--message', 'docs: a changelog')
  })

  test('writes the versions and the section of the changelog, builds, and tags', async () => {
    assert.equal(await release(), 'v7.8.9')
    const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
    assert.match(
      changelog,
      /## Unreleased\n\n## 7\.8\.9 \(2026-01-31\)\n\n### Added\n\n- A door\.\n/,
    )
    for (const file of ['package.json', 'packages/client/package.json'])
      assert.equal(JSON.parse(readFileSync(join(root, file), 'utf8')).version, '7.8.9')
    const { version, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const versions = [version, packages[''].version, packages['packages/client'].version]
    assert.deepEqual(versions, ['7.8.9', '7.8.9', '7.8.9'])
    assert.deepEqual(built, ['### Added\n\n- A door.'])
    const git = gitIn(root)
    assert.equal(git('status', '--porcelain'), '')
    assert.equal(git('rev-parse', 'v7.8.9^{commit}'), git('rev-parse', 'HEAD'))
    assert.match(
      git('tag', '--list', '--format=%(contents)'),
      /^Foyer 7\.8\.9\n\n### Added\n\n- A door\./,
    )
  })

  test('can be repeated, also after a build that failed', async () => {
    const failing = () => release('7.8.9', () => Promise.reject(new Error('no room')))
    await assert.rejects(failing, /no room/)
    const git = gitIn(root)
    assert.equal(git('tag'), '')
    const commit = git('rev-parse', 'HEAD')
    await release()
    await release()
    assert.deepEqual([git('rev-parse', 'HEAD'), git('tag')], [commit, 'v7.8.9'])
    assert.equal(built.length, 2)
  })

  test('is refused with uncommitted files, with a tag on another commit, and without changes', async () => {
    writeFileSync(join(root, 'new.txt'), '')
    await assert.rejects(release(), /has changes/)
    rmSync(join(root, 'new.txt'))
    await assert.rejects(release('1'), /no version/)
    await release()
    await assert.rejects(release('7.8.10'), /nothing under "## Unreleased"/)
    gitIn(root)('commit', '--allow-empty', '--quiet', '--message', 'fix: something')
    await assert.rejects(release(), /belongs to another commit/)
  })
})

test('npm run release builds the same files twice, without a network', {
  skip: !isSoak && 'it packs everything: `npm run test:soak` does it',
}, () => {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const root = newClone(
    gitIn(source)(...list)
      .split('\0')
      .filter(Boolean),
  )
  symlinkSync(join(source, 'node_modules'), join(root, 'node_modules'))
  // `.gitignore` names a folder, but here `node_modules` is a link.
  writeFileSync(join(root, '.git/info/exclude'), 'node_modules\n')
  const env = {
    ...process.env,
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_offline: 'true',
  }
  const run = () => {
    const ended = spawnSync('npm', ['run', 'release', '--', '7.8.9'], {
      cwd: root,
      env,
      encoding: 'utf8',
    })
    assert.equal(ended.status, 0, ended.stderr)
    return readFileSync(join(root, 'build/release/SHA256SUMS'), 'utf8')
  }
  const first = run()
  assert.equal(run(), first)
  assert.deepEqual(readdirSync(join(root, 'build/release')).sort(), [
    'NOTES.md',
    'SHA256SUMS',
    'foyer-7.8.9.cdx.json',
    'foyer-7.8.9.openapi.json',
    'foyer-7.8.9.postman_collection.json',
    'foyer-7.8.9.tgz',
    'foyer-client-7.8.9.tgz',
  ])
  rmSync(root, { recursive: true })
})
