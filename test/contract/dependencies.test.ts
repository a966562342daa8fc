import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { faultsOf, type Lock, type LockedPackage } from '../../scripts/package/dependencies.ts'
import { compareVulnerabilities } from '../../scripts/package/vulnerabilities.ts'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const lock = read('package-lock.json') as Lock

test('every dependency has a digest, an allowed licence and no install script', () => {
  for (const each of [lock, read('test/tools/package-lock.json') as Lock]) {
    assert.ok(Object.keys(each.packages).length > 300)
    assert.deepEqual(faultsOf(each), [])
  }
})

/** Changes of one locked package, and the fault that each makes. */
const changes: readonly (readonly [LockedPackage, RegExp])[] = [
  [{ integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, /pg has no SHA-512 digest/],
  [{ resolved: 'https://example.com/pg.tgz' }, /pg does not come from the registry/],
  [{ hasInstallScript: true }, /pg runs a script when it is installed/],
  [{ license: 'AGPL-3.0-only' }, /pg has the licence AGPL-3\.0-only/],
  [{ license: 'MPL-2.0' }, /pg has the licence MPL-2\.0/],
  [{ engines: { node: '>=22.15.0' } }, /pg needs Node\.js >=22\.15\.0/],
  [{ inBundle: true, os: ['linux'] }, /pg is bundled but works on one platform alone/],
]

for (const [change, expected] of changes)
  test(`the check of dependencies refuses ${JSON.stringify(change)}`, () => {
    const path = 'node_modules/pg'
    const packages = { ...lock.packages, [path]: { ...lock.packages[path], ...change } }
    const [fault, ...more] = faultsOf({ packages })
    assert.match(fault ?? '', expected)
    assert.deepEqual(more, [])
  })

test('the package contains all dependencies except those of one platform', () => {
  const { dependencies, bundleDependencies } = read('package.json')
  // npm installs the part of these packages that fits the machine, at the version that they name.
  const installed = ['@node-rs/argon2', '@node-rs/bcrypt']
  assert.deepEqual(
    bundleDependencies.toSorted(),
    Object.keys(dependencies)
      .filter((name) => !installed.includes(name))
      .toSorted(),
  )
})

test('the list of dependencies is the same each time, and names every package', async () => {
  const run = promisify(execFile)
  const sbom = async (env: NodeJS.ProcessEnv) => {
    const options = { cwd: root, maxBuffer: 1e7, env: { ...process.env, ...env } }
    return (await run(process.execPath, ['scripts/package/sbom.ts'], options)).stdout
  }
  const [first, second] = await Promise.all([sbom({}), sbom({ NODE_ENV: 'production' })])
  assert.equal(first, second)
  const { bomFormat, components, metadata } = JSON.parse(first)
  assert.deepEqual([bomFormat, metadata.component.name], ['CycloneDX', 'foyer'])
  const listed = new Set(components.map(({ purl }: { purl: string }) => decodeURIComponent(purl)))
  const missing = Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path, { version }]) => `pkg:npm/${path.split('node_modules/').at(-1)}@${version}`)
    .filter((purl) => !listed.has(purl))
  assert.deepEqual(missing, [])
})

test('a vulnerability needs an explanation, and an explanation a vulnerability', () => {
  const advisory = {
    name: 'pg',
    title: 'Remote code execution',
    severity: 'high',
    url: 'https://github.com/advisories/GHSA-wc9v-mj63-m9g5',
  }
  const report = { vulnerabilities: { pg: { via: [advisory] }, knex: { via: ['pg'] } } }
  assert.deepEqual(compareVulnerabilities(report, {}), [
    'GHSA-wc9v-mj63-m9g5 (high) in pg: Remote code execution',
  ])
  const explained = { 'GHSA-wc9v-mj63-m9g5': 'Column names never come from users.' }
  assert.deepEqual(compareVulnerabilities(report, explained), [])
  assert.deepEqual(compareVulnerabilities({ vulnerabilities: {} }, explained), [
    'GHSA-wc9v-mj63-m9g5 is explained, but npm does not report it',
  ])
})
