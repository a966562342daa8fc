import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { isInterrupted, preparePackage, restoreFolder } from '../../scripts/client/folder.ts'
import { clientPackage, readPackage } from '../support/client-package.ts'
import { isSoak } from '../support/soak.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** The most bytes of the client without OAuth, gzipped: what a program loads for it. */
const largestCore = 6 * 1024

/** The most bytes of the tarball, with source maps and declarations, which no program loads. */
const largestTarball = 90_000

/** The versions of Node.js, each with its program. */
const tools = join(root, 'test/tools/node_modules')
const nodes = [
  ['20', join(tools, 'node-20/bin/node')],
  ['22', join(tools, 'node-22/bin/node')],
  ['24', process.execPath],
] as const

const textOf = async (name: string): Promise<string> => {
  const data = (await clientPackage()).files.get(`package/${name}`)
  assert.ok(data, name)
  return new TextDecoder().decode(data)
}

describe('the package of the client', () => {
  test('contains built files, the licence and the guide, and nothing else', async () => {
    const { files } = await clientPackage()
    const names = [...files.keys()].map((name) => name.replace(/^package\//, ''))
    const others = names.filter((name) => !/^lib\/.+\.d\.ts$/.test(name))
    assert.deepEqual(others.toSorted(), [
      'LICENSE',
      'README.md',
      'lib/index.js',
      'lib/index.js.map',
      'lib/oauth.js',
      'lib/oauth.js.map',
      'lib/shared.js',
      'lib/shared.js.map',
      'package.json',
    ])
    const {
      exports,
      dependencies,
      scripts,
      private: isPrivate,
    } = JSON.parse(await textOf('package.json'))
    assert.deepEqual(Object.keys(exports), ['.', './oauth', './package.json'])
    assert.deepEqual(Object.keys(dependencies), ['oauth4webapi'])
    assert.deepEqual([scripts, isPrivate], [undefined, undefined])
  })

  test('the client without OAuth has less than 6 KB', async () => {
    const parts = await Promise.all(['lib/index.js', 'lib/shared.js'].map(textOf))
    const size = parts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
    const oauth = gzipSync(await textOf('lib/oauth.js'), { level: 9 }).length
    const { tarball } = await clientPackage()
    console.log(
      `@foyer/client: ${size} bytes gzipped, /oauth ${oauth} more, tarball ${tarball.length}`,
    )
    assert.ok(size < largestCore, `${size} bytes`)
    assert.ok(tarball.length < largestTarball, `${tarball.length} bytes`)
    assert.doesNotMatch(parts.join(), /oauth4webapi/)
  })

  test('every module has a source map with its sources', async () => {
    for (const name of ['lib/index.js', 'lib/oauth.js', 'lib/shared.js']) {
      const map = JSON.parse(await textOf(`${name}.map`))
      const comment = `//# sourceMappingURL=${name.slice(4)}.map`
      assert.equal((await textOf(name)).trim().split('\n').at(-1), comment)
      assert.equal(map.sources.length, map.sourcesContent.length)
      assert.ok(
        map.sources.every((path: string) => path.startsWith('../src/')),
        map.sources,
      )
      assert.ok(map.sourcesContent.every((text: string) => text.length > 50))
    }
  })

  test('the declarations keep the comments that editors show', async () => {
    const addresses = await textOf('lib/resources/addresses.d.ts')
    assert.match(addresses, /\/\*\*\n +\* Creates an address\. Codes: `validation_failed`/)
    assert.match(await textOf('lib/client.d.ts'), /Creates a client\. It sends no request/)
    assert.match(await textOf('lib/oauth/sign-in.d.ts'), /Starts a sign-in/)
    const declarations = [...(await clientPackage()).files].filter(([name]) =>
      /\.d\.ts$/.test(name),
    )
    for (const [name, data] of declarations)
      assert.doesNotMatch(new TextDecoder().decode(data), / from '\.[^']*\.ts'/, name)
  })

  test('publint finds no fault', async () => {
    const { tarball } = await clientPackage()
    const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true })
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    )
  })

  test('Are The Types Wrong finds no fault', async () => {
    const { tarball } = await clientPackage()
    const checked = await checkPackage(createPackageFromTarballData(tarball))
    assert.ok(checked.types !== false)
    // CommonJS must load an ES module: Node.js does since 20.19 and 22.12.
    const problems = checked.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')
    // `node10` reads no `exports`: TypeScript 6 deprecates it.
    const current = problems.filter(
      (problem) => !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    )
    assert.deepEqual(current, [])
    assert.deepEqual(Object.keys(checked.entrypoints), ['.', './oauth', './package.json'])
  })

  test('an `npm pack` that fails or is interrupted leaves the manifest as it was', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-client-'))
    const manifest = readFileSync(join(root, 'packages/client/package.json'), 'utf8')
    writeFileSync(join(folder, 'package.json'), manifest)
    const now = () => readFileSync(join(folder, 'package.json'), 'utf8')
    const build = async () => void mkdirSync(join(folder, 'lib'))
    const failing = preparePackage(folder, () => Promise.reject(new Error('no room')))
    await assert.rejects(failing, /no room/)
    assert.deepEqual([now(), isInterrupted(folder)], [manifest, false])
    await preparePackage(folder, build)
    assert.ok(now() !== manifest && isInterrupted(folder))
    await preparePackage(folder, build)
    restoreFolder(folder)
    assert.deepEqual(readdirSync(folder), ['package.json'])
    assert.equal(now(), manifest)
  })

  test('`npm pack` in the repository makes the same package', { skip: !isSoak }, async () => {
    const changes = async () =>
      (await run('git', ['status', '--porcelain', 'packages'], { cwd: root })).stdout
    const before = await changes()
    const directory = mkdtempSync(join(tmpdir(), 'foyer-client-'))
    const args = ['pack', '--workspace', '@foyer/client', '--json', '--pack-destination', directory]
    const { stdout } = await run('npm', args, { cwd: root })
    const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
    const { files } = await readPackage(join(directory, filename))
    assert.deepEqual(files, (await clientPackage()).files)
    assert.equal(await changes(), before)
  })

  for (const [version, node] of nodes) {
    const skip = !isSoak || !existsSync(node)
    test(`npm installs it with Node.js ${version}`, { skip }, async () => {
      const cwd = mkdtempSync(join(tmpdir(), 'foyer-project-'))
      writeFileSync(join(cwd, 'package.json'), '{"type":"module"}')
      writeFileSync(join(cwd, 'client.tgz'), (await clientPackage()).tarball)
      const { stdout } = await run('npm', ['exec', '--call', 'echo $npm_execpath'], { cwd: root })
      const npm = (...args: string[]) => run(node, [stdout.trim(), ...args], { cwd })
      // The dependency is installed from a file, too, because npm's cache may not have it.
      await npm('pack', '--ignore-scripts', join(root, 'node_modules/oauth4webapi'))
      const [dependency = ''] = globSync('oauth4webapi-*.tgz', { cwd })
      await npm('install', '--offline', '--no-audit', './client.tgz', `./${dependency}`)
      await npm('ls', '--all')
      const script = `import { createClient } from '@foyer/client'
import { createSignIn } from '@foyer/client/oauth'
console.log(process.versions.node, typeof createClient, typeof createSignIn)`
      const program = await run(node, ['--input-type=module', '--eval', script], { cwd })
      assert.match(program.stdout, new RegExp(`^${version}\\..* function function$`, 'm'))
    })
  }
})
