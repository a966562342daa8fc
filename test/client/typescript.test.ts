import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { projectWithClient } from '../support/client-package.ts'
import { isSoak } from '../support/soak.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** A program that uses the client. Some lines must compile, and others must not. */
const program = `
import { createClient, FoyerError, type Address, type PaymentMethod } from '@foyer/client'
import { createSignIn, clientCredentials, memoryStore } from '@foyer/client/oauth'

const signIn = createSignIn({
  authUrl: 'https://account.example.com',
  clientId: 'app_1',
  redirectUri: 'https://app.example.com/callback',
  store: memoryStore(),
})
export const foyer = createClient({ baseUrl: 'https://account.example.com/v2', accessToken: signIn.accessToken })
export const page = createClient({ baseUrl: '', accessToken: 'secret', retries: 0, timeout: 1_000 })
clientCredentials({ authUrl: '', clientId: '', clientSecret: '' })

export async function use(): Promise<void> {
  const home: Address = await foyer.addresses.create({ city: 'London' })
  const carrier = await foyer.follow(home, 'address:carrier')
  const starts: string[] = carrier.pickup_windows.map((window) => window.start_date)
  await foyer.follow(home, 'address:update', { body: { city: 'Bath' } })
  const gone: undefined = await foyer.follow(home, 'address:delete')
  await foyer.addresses.update(home, (current) => ({ ...current, city: null }))
  for await (const method of foyer.paymentMethods.list()) nameOf(method)
  // @ts-expect-error: no such relation
  await foyer.follow(home, 'address:paint')
  // @ts-expect-error: the relation takes a body
  await foyer.follow(home, 'address:update')
  // @ts-expect-error: no such property
  await foyer.addresses.create({ town: 'London' })
  // @ts-expect-error: no such field to sort by
  foyer.addresses.list({ sort: 'colour' })
  void [starts, gone]
}

function nameOf(method: PaymentMethod): string {
  if (method.type === 'PayPal') return method._embedded.type_details.email
  // @ts-expect-error: a card has no email address
  return method._embedded.type_details.email
}

export function explain(error: unknown): string {
  if (!(error instanceof FoyerError)) throw error
  // @ts-expect-error: no such code
  if (error.code === 'no_such_code') return ''
  switch (error.code) {
    case 'validation_failed': {
      const status: 400 = error.status
      return String(status) + Object.keys(error.errors).join()
    }
    case 'connection_failed':
    case 'timed_out': {
      const response: undefined = error.response
      return String(response)
    }
    case 'invalid_grant':
      return 'Sign in again.'
    default:
      return error.message
  }
}
`

/** The strictest settings, which also check the declarations of the package and its dependency. */
const strict = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
}
const modules = {
  nodenext: { module: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
}
const compilers = {
  'TypeScript 5': join(root, 'test/tools/node_modules/typescript/bin/tsc'),
  'TypeScript 7': join(root, 'node_modules/typescript/bin/tsc'),
}

describe('a project with the client', () => {
  let project: string

  before(async () => {
    project = await projectWithClient({
      'package.json': JSON.stringify({ type: 'module' }),
      'program.ts': program,
    })
  })

  for (const [compiler, file] of Object.entries(compilers))
    for (const [name, settings] of Object.entries(modules)) {
      // TypeScript 5 needs five seconds, and the next test runs it, too.
      const isShort = compiler === 'TypeScript 7'
      test(`compiles with ${compiler} and "${name}"`, { skip: !isShort && !isSoak }, async () => {
        const config = join(project, `tsconfig.${name}.json`)
        const compilerOptions = { ...strict, ...settings }
        writeFileSync(config, JSON.stringify({ compilerOptions, files: ['program.ts'] }))
        const compiled = run(process.execPath, [file, '--project', config], { cwd: project })
        const { stdout } = await compiled.catch((error) => error)
        assert.equal(stdout, '')
      })
    }

  test('compiles with TypeScript 5 in an editor, which shows comments', async () => {
    const comments: Readonly<Record<string, RegExp>> = {
      'createClient({': /^Creates a client\. It sends no request/,
      'create({ city': /^Creates an address\. Codes: `validation_failed`/,
      'follow(home': /^Follows a relation of a resource or page by its name/,
      start_date: /^In UTC/,
      'createSignIn({': /^Prepares the sign-in of one user/,
      'timeout: 1_000': /^Milliseconds for each attempt/,
    }
    const positions = Object.keys(comments).map((text) => String(program.indexOf(text) + 1))
    const settings = JSON.stringify({ ...strict, ...modules.bundler })
    const editor = join(root, 'test/tools/editor.ts')
    const { stdout } = await run(process.execPath, [editor, project, settings, ...positions])
    const told = JSON.parse(stdout) as { faults: string[]; comments: string[] }
    assert.deepEqual(told.faults, [])
    for (const [index, pattern] of Object.values(comments).entries())
      assert.match(told.comments[index] ?? '', pattern)
  })
})
