import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '@foyer/client'
import { buildLibrary } from '../../scripts/package/library.ts'
import { Bench, codeBlocksIn } from '../support/code-blocks.ts'
import { issuerReady } from '../support/issuer-ready.ts'
import { newDirectory, preparedDirectory, readDemo, Service } from '../support/program.ts'
import { isSoak } from '../support/soak.ts'
import { retryOutsideSoak } from '../support/wire.ts'

/*
 * The package as users install it. Packing and installing it with npm takes half a minute, so only
 * the soak does that. Otherwise a folder gets the same files, with the dependencies of the clone.
 */
const root = join(import.meta.dirname, '../..')
const { files } = createRequire(import.meta.url)(join(root, 'package.json'))

const oldNode = findOldNode()
if (oldNode === undefined) console.warn('NO NODE.JS OLDER THAN 24 FOUND: its test is left out.')

describe('the installed package', () => {
  const home = newDirectory()
  const installed = join(home, 'node_modules/foyer')
  const program = join(installed, 'bin/foyer.js')

  before(async () => {
    if (isSoak) await install(home)
    else copyTo(installed)
  })

  for (const [name, node] of [
    ['Node.js 24', process.execPath],
    ['an older Node.js, which starts the one among the dependencies', oldNode],
  ] as const)
    test(`starts, issues tokens, lists addresses and stops, on ${name}`, {
      skip: node === undefined,
    }, async () => {
      const env = { DATA_DIR: await preparedDirectory(), DEMO: 'true', PROBE_PORT: 'off' }
      const command = [node ?? '', program, 'serve']
      const service = await Service.start(env, undefined, home, command)
      const { auth_url, application, users } = readDemo(env.DATA_DIR)
      await issuerReady(auth_url)
      const response = await retryOutsideSoak(() =>
        fetch(`${auth_url}/oauth2/token`, {
          method: 'POST',
          body: new URLSearchParams({ grant_type: 'client_credentials', ...application }),
        }),
      )
      assert.equal(response.status, 200, await response.text())
      const client = createClient({ baseUrl: service.baseUrl, accessToken: users[0].access_token })
      assert.equal((await client.addresses.list().toArray()).length, 3)
      assert.equal(await service.stop(), 0)
    })

  test('the five-minute start works, from an empty folder to a listed address', async (t) => {
    const folder = newDirectory()
    const begun = performance.now()
    const command = [process.execPath, program, 'serve']
    const service = await Service.start({ PROBE_PORT: 'off' }, undefined, folder, command)
    const dataDir = join(folder, 'data')
    const bench = new Bench({
      port: service.port,
      dataDir,
      commands: '',
      signIn: async () => '',
    })
    const blocks = codeBlocksIn(readFileSync(join(installed, 'docs/guide/start.md'), 'utf8'))
    const run = blocks.filter(({ notRun }) => notRun === undefined)
    assert.equal(run.length, blocks.length - 1)
    for (const block of run) assert.equal(await bench.run(block), undefined, block.code)
    for (const path of ['start', 'reference', 'assets/scalar.js', 'files/docs/service-role.sql']) {
      const response = await fetch(`http://localhost:${service.port}/docs/${path}`)
      assert.equal(response.status, 200, `${path}: ${await response.text()}`)
    }
    const seconds = (performance.now() - begun) / 1000
    t.diagnostic(`${seconds.toFixed(1)} s, without the install`)
    assert.ok(seconds < 300, `${seconds} s`)
    assert.equal(await service.stop(), 0)
  })

  test('contains no tests, no data, no secrets and no sources', () => {
    const own = execFileSync('find', ['.', '-type', 'f', '-not', '-path', './node_modules/*'], {
      cwd: installed,
      encoding: 'utf8',
    })
    const paths = own.trim().split('\n')
    const tops = new Set(paths.map((path) => path.split('/')[1]))
    const always = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']
    const allowed = [...files.map((path: string) => path.split('/')[0]), ...always]
    assert.deepEqual(tops.difference(new Set(allowed)), new Set())
    const unwanted = /\.test\.|(?<!\.d)\.ts$|\.env|\.pem$|\.key$|demo\.json|\.npmrc/
    assert.deepEqual(
      paths.filter((path) => unwanted.test(path)),
      [],
    )
  })
})

/** The files that npm would pack, with the dependencies of this clone. */
function copyTo(directory: string): void {
  mkdirSync(directory, { recursive: true })
  for (const name of [...files, 'package.json'])
    if (existsSync(join(root, name)) && name !== 'lib')
      cpSync(join(root, name), join(directory, name), { recursive: true })
  buildLibrary(join(directory, 'lib'))
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
}

/** Packs the service and installs it in an empty folder, as an operator does. */
async function install(directory: string): Promise<void> {
  const run = promisify(execFile)
  const packed = ['pack', '--json', '--pack-destination', directory]
  const { stdout } = await run('npm', packed, { cwd: root, maxBuffer: 2 ** 26 })
  const [{ filename, size }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
  assert.ok(size < 24_000_000, `${size} bytes`)
  const args = ['install', '--prefer-offline', '--no-audit', `./${filename}`]
  await run('npm', args, { cwd: directory })
}

/** The Node.js of the system, if it is older than the one that Foyer needs. */
function findOldNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path))
    .find((path) => /^v2[0-3]\./.test(execFileSync(path, ['--version'], { encoding: 'utf8' })))
}
