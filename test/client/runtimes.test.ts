import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { startChromium } from '../support/chromium.ts'
import { projectWithClient } from '../support/client-package.ts'
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts'
import { serveFolder } from '../support/folder-server.ts'
import { isSoak } from '../support/soak.ts'
import { type Report, suite } from './suite/main.ts'
import { control, type Setting } from './suite/setting.ts'

/*
 * Runs the suite of the client in every supported runtime, with the published package, installed
 * into an empty project. The service is real. Every Node.js and the browser run all cases. Threads,
 * workers, Deno and the page without a bundler run only the first ones, and all in the soak.
 */
const fewCases = 3
const tools = join(import.meta.dirname, '../tools/node_modules')
const run = promisify(execFile)

const printReport = `
import { runSuite } from './suite.js'
console.log(JSON.stringify(await runSuite(JSON.parse(process.argv[2]))))
process.exit(0)
`
const projectFiles = {
  'package.json': JSON.stringify({ type: 'module', dependencies: { '@foyer/client': '*' } }),
  'run.js': printReport,
  'thread.js': `
import { Worker } from 'node:worker_threads'
const worker = new Worker(new URL('./run.js', import.meta.url), { argv: process.argv.slice(2) })
worker.once('exit', process.exit)
`,
  'index.html': '<!doctype html><title>Suite</title><script type="module" src="/main.js"></script>',
  'main.js': `
import { runSuite } from './suite.js'
window.inPage = runSuite
window.inWorker = (setting) => new Promise((resolve, reject) => {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }) => resolve(data)
  worker.onerror = ({ message }) => reject(new Error(message))
  worker.postMessage(setting)
})
`,
  'worker.js': `
import { runSuite } from './suite.js'
self.onmessage = async ({ data }) => self.postMessage(await runSuite(data))
`,
  'plain.html': `<!doctype html><title>Suite</title><script type="importmap">
{ "imports": {
  "@foyer/client": "/node_modules/@foyer/client/lib/index.js",
  "@foyer/client/oauth": "/node_modules/@foyer/client/lib/oauth.js",
  "oauth4webapi": "/node_modules/oauth4webapi/build/index.js"
} }
</script><script type="module">
import { openTab, runSuite } from '/suite.js'
window.inPage = runSuite
window.openTab = (setting) => { window.tab = openTab(setting) }
</script>`,
}

describe('the suite of the client', () => {
  let proxy: FaultyProxy
  let project: string

  before(async () => {
    const bundle = await rolldown({
      input: join(import.meta.dirname, 'suite/main.ts'),
      external: /^@foyer\/client/,
      platform: 'neutral',
    })
    const { output } = await bundle.generate({ format: 'esm' })
    await bundle.close()
    project = await projectWithClient({ ...projectFiles, 'suite.js': output[0].code })
    proxy = await startFaultyProxy()
  })
  after(() => proxy.close())

  const newSetting = (isWhole: boolean): Promise<Setting> =>
    proxy.newSetting(isWhole || isSoak ? suite.length : fewCases)

  async function inProgram(
    file: string,
    args: readonly string[],
    isWhole: boolean,
  ): Promise<Report> {
    const env = { DENO_DIR: mkdtempSync(join(tmpdir(), 'foyer-deno-')), DENO_NO_UPDATE_CHECK: '1' }
    const all = [...args, JSON.stringify(await newSetting(isWhole))]
    const { stdout } = await run(file, all, { cwd: project, env, maxBuffer: 2 ** 24 })
    return JSON.parse(stdout)
  }

  const deno = ['run', '--quiet', '--allow-all', '--no-remote', '--node-modules-dir=manual']
  const programs: readonly (readonly [string, string, readonly string[]])[] = [
    ['Node.js 20', join(tools, 'node-20/bin/node'), ['run.js']],
    ['Node.js 22', join(tools, 'node-22/bin/node'), ['run.js']],
    ['Node.js 24', process.execPath, ['run.js']],
    ['a thread of Node.js', process.execPath, ['thread.js']],
    ['Deno', join(tools, 'deno/deno'), [...deno, 'run.js']],
  ]
  for (const [name, file, args] of programs) {
    const isThere = existsSync(file)
    if (!isThere && process.env.CI) throw new Error(`${name} is not installed.`)
    if (!isThere) console.warn(`${name.toUpperCase()} NOT FOUND: its test is left out.`)
    test(`passes in ${name}`, { skip: !isThere }, async () =>
      check(await inProgram(file, args, /^Node/.test(name))),
    )
  }

  test('passes in Chromium: in a page and in a worker that Vite built, and without a bundler', async (t) => {
    const chromium = await startChromium()
    if (chromium === null) return t.skip('There is no Chromium.')
    const { build } = await import('vite')
    await build({ root: project, logLevel: 'silent', configFile: false })
    const built = await serveFolder(join(project, 'dist'))
    const plain = await serveFolder(project)
    try {
      const page = await chromium.newPage()
      page.setDefaultTimeout(120_000)
      await page.goto(`${built.url}/index.html`)
      for (const place of ['inPage', 'inWorker']) {
        const setting = await newSetting(place === 'inPage')
        check(await page.evaluate<Report>(`${place}(${JSON.stringify(setting)})`))
      }
      await page.goto(`${plain.url}/plain.html`)
      check(await page.evaluate<Report>(`inPage(${JSON.stringify(await newSetting(false))})`))
      const context = await chromium.newContext()
      context.setDefaultTimeout(120_000)
      const tabs = [await context.newPage(), await context.newPage()] as const
      for (const tab of tabs) await tab.goto(`${plain.url}/plain.html`)
      await t.test('two tabs share a sign-in', async () =>
        shareSignIn(tabs, await proxy.newSetting(1)),
      )
    } finally {
      await chromium.close()
      built.close()
      plain.close()
    }
  })
})

/**
 * Checks that two tabs share a sign-in, with the default store and locks of pages: IndexedDB and
 * Web Locks.
 */
async function shareSignIn([one, other]: readonly [Page, Page], setting: Setting): Promise<void> {
  const inBoth = (code: string) =>
    Promise.all([one, other].map((tab) => tab.evaluate<unknown>(code)))
  await inBoth(`openTab(${JSON.stringify(setting)})`)
  // A new user comes back in another tab: the one that the link of the email opened.
  const callback = await one.evaluate(`tab.start('${setting.tokens[0]}')`)
  const [refreshToken, again] = await other.evaluate<string[]>(`tab.finish('${callback}')`)
  assert.equal(again, refreshToken)
  const [former, shared] = await inBoth('tab.accessToken()')
  assert.equal(shared, former)
  const [renewed, same] = await inBoth(`tab.accessToken('${former}')`)
  assert.ok(typeof renewed === 'string' && renewed !== former)
  assert.equal(same, renewed)
  assert.equal((await control<unknown[]>(setting, 'refreshes', { refreshToken })).length, 1)

  await one.evaluate('tab.signOut()')
  assert.deepEqual(await inBoth('tab.refusal()'), ['login_required', 'login_required'])
  assert.deepEqual(await inBoth('tab.tokens()'), [null, null])
}

function check(report: Report): void {
  const count = Object.keys(report).length
  assert.ok(count === suite.length || (count === fewCases && !isSoak))
  const expected = suite.slice(0, count).map(({ name }) => [name, null])
  assert.deepEqual(report, Object.fromEntries(expected))
}
