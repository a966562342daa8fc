import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { createClient } from '@foyer/client'
import { createApplication } from '../../src/identity/applications/applications.ts'
import { agree, callback, signedIn, visit } from '../support/authorize.ts'
import { projectWithClient } from '../support/client-package.ts'
import { anyOne } from '../support/database.ts'
import { type Foyer, startFoyer } from '../support/foyer.ts'
import { keepListing } from '../support/listings.ts'

/*
 * Compiles every TypeScript block of the client's README with the published package, and runs it
 * against a service.
 */
const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'packages/client/README.md'), 'utf8')
const blocks = [...readme.matchAll(/^```ts[^\n]*\n(.*?)^```$/gms)].map(([, code = '']) => code)

/** Names that the blocks use without declaring them. */
const types = `
import type { Foyer } from '@foyer/client'
export interface Given {
  foyer: Foyer; console: Pick<Console, 'log'>; location: { href: string }
  comeBack(): Promise<void>
  accessToken: string; clientId: string; clientSecret: string
  pageId: string; webId: string; webSecret: string
  secret: string; formerSecret: string; traceparent: string
}
`
const names = [
  ...['foyer', 'console', 'location', 'comeBack', 'accessToken', 'clientId', 'clientSecret'],
  ...['pageId', 'webId', 'webSecret', 'secret', 'formerSecret', 'traceparent'],
]

/** Returns a module whose default export runs a block. */
function moduleOf(block: string, authUrl: string): string {
  const imports = block.match(/^import .*\n/gm) ?? []
  const code = block
    .replaceAll(/^import .*\n/gm, '')
    .replaceAll('http://localhost:8080', authUrl)
    .replace('export async function POST', 'received = async function POST')
    .replace('// The page that the user comes back to', 'await comeBack()')
  const own = (name: string) =>
    code.includes(`const ${name} =`) || code.includes(`const { ${name} }`)
  return `import type { Given } from './given.ts'
${imports.join('')}
export default async function run(given: Given) {
const { ${names.filter((name) => !own(name)).join(', ')} } = given
let received: ((request: Request) => Promise<Response>) | undefined
${code}
return received
}
`
}

describe('the README of the client', () => {
  let service: Foyer & { stop(): Promise<void> }
  let project: string
  let given: Record<string, unknown>
  const printed: string[] = []

  before(async () => {
    const database = await anyOne()
    service = await startFoyer(await database.open())
    const modules = blocks.map((block, index) => [
      `block-${index}.ts`,
      moduleOf(block, service.authUrl),
    ])
    project = await projectWithClient({
      'package.json': JSON.stringify({ type: 'module' }),
      'given.ts': types,
      ...Object.fromEntries(modules),
    })
    const library = join(project, 'node_modules/@foyer/client/lib/index.js')
    const { createClient } = await import(pathToFileURL(library).href)
    given = await newGiven(service, createClient, printed)
  })
  after(() => service.stop())

  test('every block compiles', async () => {
    const compilerOptions = {
      ...{ target: 'es2022', module: 'nodenext', lib: ['es2022', 'dom'], types: [], strict: true },
      ...{ noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true },
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const compiled = promisify(execFile)(process.execPath, [tsc], { cwd: project })
    assert.equal((await compiled.catch((error) => error)).stdout, '')
  })

  test('every block does what it says', async () => {
    assert.ok(blocks.length >= 14)
    for (const [index, block] of blocks.entries()) {
      const { default: run } = await import(pathToFileURL(join(project, `block-${index}.ts`)).href)
      const received = await run(given).catch((error: Error) => {
        throw new Error(`This block failed:\n${block}`, { cause: error })
      })
      if (received === undefined) continue
      const response = await received(new Request('http://localhost', { method: 'POST', body: '' }))
      assert.deepEqual([response.status, await response.text()], [400, 'missing_header'])
    }
    for (const text of ['S256', 'not_modified', 'GB United Kingdom', '200 in '])
      assert.ok(
        printed.some((line) => line.includes(text)),
        text,
      )
  })
})

/** A user with all scopes, applications of each kind, and a browser that signs in. */
async function newGiven(
  service: Foyer,
  create: typeof createClient,
  printed: string[],
): Promise<Record<string, unknown>> {
  const webhooks = ['read:webhooks', 'write:webhooks'] as const
  const user = await service.newUser(['read:user', 'write:user', ...webhooks])
  await keepListing(service, { id: '1001' })
  const { db } = service
  const redirectUris = [callback]
  const scopes = ['read:user', 'write:user'] as const
  const server = await createApplication(db, { name: 'Shop', scopes: ['read:events'] })
  const page = await createApplication(db, { name: 'Page', kind: 'spa', redirectUris, scopes })
  const web = await createApplication(db, { name: 'Web', redirectUris, scopes })
  const location = { href: '' }
  return {
    foyer: create({ baseUrl: service.baseUrl, accessToken: user.accessToken }),
    accessToken: user.accessToken,
    console: { log: (...values: unknown[]) => printed.push(values.map(String).join(' ')) },
    location,
    async comeBack() {
      const browser = await signedIn(service, user.id)
      const asked = await visit(browser, location.href)
      const answer =
        asked.status === 200 ? await browser.follow(await agree(browser, asked)) : asked
      location.href = answer.location
    },
    clientId: server.client_id,
    clientSecret: server.client_secret,
    pageId: page.client_id,
    webId: web.client_id,
    webSecret: web.client_secret,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    formerSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  }
}
