import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { agree, visit } from '../support/authorize.ts'
import { Bench, codeBlocksIn, type Given, serveCommands } from '../support/code-blocks.ts'
import { demoDirectory } from '../support/demo-directory.ts'
import { issuerReady } from '../support/issuer-ready.ts'
import { foyerHere, newDirectory, readDemo, Service } from '../support/program.ts'
import { newBrowser, signIn } from '../support/sign-in.ts'

/*
 * Runs every block of code of all documents, page by page, from top to bottom, against one service
 * with demo data. The first word of a block is its language; the rest says how it runs:
 *
 * - `sh`: in bash, in the folder with `data/`. Variables stay for the next blocks of the page, and no
 *   others are set. Every command must succeed, and `curl` fails if the status is 400 or more.
 * - `sh fails`: the same, but the command must fail.
 * - `sh settings`: does not run. Each line must set a setting that the service reads.
 * - `sh signs-in`: its last line is the URL of an authorization request. A demo user signs in and
 *   agrees, and the next blocks have the code in `CODE`.
 * - `ts`, `js`: a module. `ts continues` continues the block before. `ts NAME.mts` is saved as this
 *   file, for a command below it.
 * - `json`: must be valid. `json Address` also fits the schema `Address` of openapi.json.
 * - `text`: is not code.
 * - any of them with `not-run="reason"`: does not run. Only for what a test cannot have.
 *
 * GitHub and the site show only the language.
 */
const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** The commands of this page erase the user of all other pages, so it is the last one. */
const lastFile = 'docs/operations.md'
const files = [
  ...globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root, exclude: [lastFile] }),
  lastFile,
]

/** Languages of blocks that are not code, each with what they contain. */
const isShown: Readonly<Record<string, string>> = {
  text: 'output, a header or a URL',
}
const runs = ['sh', 'ts', 'js', 'json']

describe('blocks of code', { skip: !existsSync('/usr/bin/curl') && 'There is no curl.' }, () => {
  let service: Service
  let given: Given
  let token: string
  let commands: Awaited<ReturnType<typeof serveCommands>>
  before(async () => {
    const dataDir = await demoDirectory()
    const settings = { DATA_DIR: dataDir, DEMO: 'true', PROBE_PORT: 'off' }
    service = await Service.start(settings)
    const { auth_url, users } = readDemo(dataDir)
    token = users[0].access_token
    await issuerReady(auth_url)
    commands = await serveCommands({ PORT: String(service.port), PROBE_PORT: 'off' })
    given = {
      commands: commands.url,
      port: service.port,
      dataDir,
      signIn: async (url) => {
        const browser = newBrowser(auth_url)
        await signIn(browser, users[0].email, { secret: users[0].password })
        const page = await agree(browser, await visit(browser, url))
        const { location } = page.status === 303 ? await browser.follow(page) : page
        return new URL(location).searchParams.get('code') ?? ''
      },
    }
  })
  after(async () => {
    commands.close()
    await service.stop()
  })

  for (const file of files) {
    const blocks = codeBlocksIn(read(file))
    if (blocks.length === 0) continue
    test(`${file}: ${blocks.length}`, async (t) => {
      const bench = new Bench(given)
      for (const block of blocks) {
        const { line, language, notRun } = block
        const place = `${file}:${line}`
        if (notRun !== undefined) {
          assert.deepEqual(missingIn(notRun), [], `${place} names files that do not exist`)
          t.diagnostic(`${place} does not run: ${notRun}`)
          continue
        }
        if (language in isShown) continue
        assert.ok(runs.includes(language), `${place}: the language ${language || '(none)'}`)
        assert.equal(await bench.run(block), undefined, place)
      }
    })
  }

  test('the demo’s token is only in a reference that is requested by the service’s own host name', async () => {
    const path = '/docs/reference'
    const own = await pageAt(service.port, path, `localhost:${service.port}`)
    assert.ok(own.includes(`data-token="${token}"`))
    const foreign = await pageAt(service.port, path, 'evil.example')
    assert.match(foreign, /data-token=""/)
    assert.ok(!foreign.includes(token))
  })
})

test('every command that a text names exists', async () => {
  const { stdout } = await foyerHere(['--help'], {})
  const names = new Set(
    stdout.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)?) {2}/gm).map(([, name]) => name),
  )
  assert.ok(names.has('app delete') && names.has('serve'))
  const unknown = files.flatMap((file) =>
    [...read(file).matchAll(/`(?:npx )?foyer\s+([a-z][^`]*)`/g)].flatMap(([, command = '']) => {
      const [first = '', second = ''] = command.split(/\s+/)
      // `foyer audit 2` begins the text that is hashed for a batch.
      const isKnown =
        /^\d/.test(second) || [first, `${first} ${second}`].some((name) => names.has(name))
      return isKnown ? [] : [`${file}: foyer ${command}`]
    }),
  )
  assert.deepEqual(unknown, [])
})

/** Returns the files and folders that a reason names and that do not exist. */
const missingIn = (reason: string): string[] =>
  (reason.match(/\b(?:docs|test)\/[\w/.-]*\w/g) ?? []).filter(
    (path) => !existsSync(join(root, path)),
  )

test('a reason that names a file must name one that exists', () => {
  assert.deepEqual(missingIn('test/docs/code-blocks.test.ts does this; test/program, too'), [])
  assert.deepEqual(missingIn('needs years; test/stories/audit does this'), ['test/stories/audit'])
})

/** Requests a page with this host name. */
const pageAt = (port: number, path: string, host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request({ port, path, headers: { host } }, async (response) => {
      resolve(Buffer.concat(await response.toArray()).toString())
    })
      .on('error', reject)
      .end()
  })

test('a failing block is found, whatever its language', async () => {
  const dataDir = newDirectory()
  const given = { port: 1, dataDir, commands: '' }
  const bench = new Bench({ ...given, signIn: async () => '' })
  const blocks = (markdown: string) => codeBlocksIn(markdown)
  const [fine, ...wrong] = blocks(
    [
      '```sh\nNAME=Ada\n```',
      '```sh\nfalse\ntrue\n```',
      '```sh\ncurl "$BASE_URL"\n```',
      '```sh\nfalse | cat\n```',
      '```sh fails\ntrue\n```',
      '```ts\nconst a: string = 1; throw new Error(a)\n```',
      '```sh settings\nAUTH_URI=https://a.example\n```',
      '```json\n{ "code": }\n```',
      '```json Error\n{ "code": "not_found" }\n```',
    ].join('\n\n'),
  )
  assert.equal(fine && (await bench.run(fine)), undefined)
  const [later] = blocks('```sh\ntest "$NAME" = Ada\n```')
  assert.equal(later && (await bench.run(later)), undefined)
  for (const block of wrong) assert.notEqual(await bench.run(block), undefined, block.code)
  assert.equal(blocks('```sh not-run="needs a bank"\nx\n```')[0]?.notRun, 'needs a bank')
})
