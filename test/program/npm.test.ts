import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { newDirectory } from '../support/program.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** What `npm ci` reads. */
const files = [
  'package.json',
  'package-lock.json',
  ...globSync('packages/*/package.json', { cwd: root }),
]

test('a Node.js that is too old, without the one of npm, is told so in one line', async () => {
  const folder = newDirectory()
  cpSync(join(root, 'bin/foyer.js'), join(folder, 'bin/foyer.js'))
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  const node = join(root, 'test/tools/node_modules/node-22/bin/node')
  await assert.rejects(
    run(node, [join(folder, 'bin/foyer.js'), 'serve']),
    ({ code, stderr }: { code: number; stderr: string }) => {
      assert.equal(code, 1)
      assert.match(
        stderr,
        /^foyer: Node\.js 24 or later is needed, and this is 22\.\d+\.\d+\. Install it from https:\S+\.\n$/,
      )
      return true
    },
  )
})

// Debian 13 has npm 9.2. Older versions than 11 read overrides and lock files in their own way.
for (const name of ['npm-9', 'npm-11'])
  test(`${name} installs what the lock file names`, async () => {
    const folder = newDirectory()
    for (const file of files) cpSync(join(root, file), join(folder, file))
    const npm = join(root, 'test/tools/node_modules', name, 'bin/npm-cli.js')
    const { stdout } = await run(
      process.execPath,
      [npm, 'ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'],
      { cwd: folder },
    )
    assert.match(stdout, /added \d{3} packages/)
  })
