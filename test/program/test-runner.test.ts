import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { describeMachine, measureMachine } from '../support/machine-speed.ts'

/*
 * Tests the runner of the tests: it runs every file once, and its status is 1 if anything fails.
 */

const runner = join(import.meta.dirname, '../support/run.ts')

/** If the runner's own time limit failed, the run would never end. */
const limit = { timeout: 600_000 }

const passing = `
  import { describe, test } from 'node:test'
  test('above', () => {})
  for (const name of await Promise.resolve(['one', 'two']))
    describe(name, () => void test('inside', () => {}))`

test('runs files, and keeps the tests of each in their describe', async (t) => {
  const { status, output } = await runFiles(t, { 'a.mjs': passing, 'b.mjs': passing })
  assert.equal(status, 0, output)
  const lines = output.split('\n').filter((line) => line.includes('✔'))
  const file = ['  ✔ above', '    ✔ inside', '  ✔ one', '    ✔ inside', '  ✔ two', '✔ .mjs']
  assert.deepEqual(
    lines.map((line) => line.replace(/ \(.*/, '').replace(/✔ .*\.mjs$/, '✔ .mjs')),
    [...file, ...file],
  )
  assert.match(
    output,
    /\nProcessor time\n( +[\d.]+ s {2}\S+\.mjs\n){2} +[\d.]+ s {2}all 2 test files\n/,
  )
})

test('measures the machine, with one processor and with all', async () => {
  const speed = await measureMachine()
  assert.ok(speed.one > 0 && speed.all > 0)
  assert.match(describeMachine(speed), /^Speed of this machine: \d+ on one processor, \d+ on \d+,/)
})

test('fails, and names what is open, if a test leaves a server open', limit, async (t) => {
  const leaking = `
    import { createServer } from 'node:http'
    import { test } from 'node:test'
    test('passes', (t, done) => void createServer().listen(0, '127.0.0.1', done))`
  const soon = { FOYER_TEST_END_TIMEOUT_MS: '200' }
  const { status, output } = await runFiles(t, { 'leaking.mjs': leaking }, soon)
  assert.equal(status, 1, output)
  assert.match(output, /Tests left open: .*TCPServerWrap/)
})

test('fails, and names the file, if a test never ends', limit, async (t) => {
  const hanging = `
    import { test } from 'node:test'
    test('passes', () => {})
    test('hangs', () => new Promise((resolve) => setTimeout(resolve, 60_000)))`
  const runFor = (ms: number) =>
    runFiles(t, { 'hanging.mjs': hanging }, { FOYER_TEST_FILE_TIMEOUT_MS: String(ms) })
  let { status, output } = await runFor(3_000)
  // On a busy machine the first test may take longer.
  for (let ms = 6_000; !output.includes('✔ passes') && ms <= 48_000; ms *= 2)
    ({ status, output } = await runFor(ms))
  assert.equal(status, 1, output)
  assert.match(output, /✔ passes[\s\S]*hanging\.mjs has not ended in [\d.]+ minutes/)
})

test('fails if something throws outside of the test that began it', async (t) => {
  const throwing = `
    import { test } from 'node:test'
    test('passes', () => void setTimeout(() => { throw new Error('thrown late') }, 20))
    test('waits', () => new Promise((resolve) => setTimeout(resolve, 40)))`
  const { status, output } = await runFiles(t, { 'throwing.mjs': throwing })
  assert.equal(status, 1, output)
  assert.match(output, /thrown late/)
})

test('gives each file the environment of the run', async (t) => {
  const changing = `
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    test('has no value of another file', () => {
      assert.equal(process.env.NODE_ENV, undefined)
      process.env.NODE_ENV = 'production'
    })`
  const files = { 'a.mjs': changing, 'b.mjs': changing, 'c.mjs': changing, 'd.mjs': changing }
  const { status, output } = await runFiles(t, files)
  assert.equal(status, 0, output)
})

test('releases the services of a file before the next file starts', async (t) => {
  const module = JSON.stringify(new URL('../support/file-end.ts', import.meta.url).href)
  const { status, output } = await runFiles(t, {
    'a.mjs': `
      import { test } from 'node:test'
      import { releaseAtEnd } from ${module}
      globalThis.service = releaseAtEnd({ app: {} })
      test('has a service', (t) => t.assert.deepEqual(Object.keys(service), ['app']))`,
    'b.mjs': `
      import { test } from 'node:test'
      test('has none', (t) => t.assert.deepEqual(Object.keys(service), []))`,
  })
  assert.equal(status, 0, output)
})

test('ends with the counts, in which a suite that fails by itself is a failure', async (t) => {
  const { status, output } = await runFiles(t, {
    'a.mjs': `
      import { describe, test } from 'node:test'
      describe('a suite', () => {
        test('passes', () => {})
        test('fails', (t) => t.assert.ok(false))
      })
      describe('a suite without tests', () => { throw new Error('not installed') })`,
  })
  assert.equal(status, 1, output)
  assert.match(output, /^2 tests: 1 passed, 2 failed, 0 skipped$/m)
})

/** Runs test files in one process of the runner. */
async function runFiles(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<{ status: number | null; output: string }> {
  const cwd = mkdtempSync(join(tmpdir(), 'foyer-runner-'))
  t.after(() => rmSync(cwd, { recursive: true }))
  mkdirSync(join(cwd, 'node_modules'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content)
  const child = spawn(process.execPath, [runner, '--embedded', '*.mjs'], {
    cwd,
    env: {
      PATH: process.env.PATH ?? '',
      FOYER_TEST_PROCESSES: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: t.signal,
  })
  child.on('error', () => {})
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { status: child.exitCode, output: stdout + stderr }
}
