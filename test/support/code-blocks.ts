import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { freePort } from './foyer.ts'
import { foyerHere, newDirectory } from './program.ts'
import { settingsRead } from './settings.ts'

/** A block of code in a document, and how to run it. */
export interface CodeBlock {
  readonly line: number
  readonly language: string
  /** The words after the language, such as `fails` or the name of a schema. */
  readonly words: readonly string[]
  /** Why it does not run. */
  readonly notRun: string | undefined
  readonly code: string
}

/** Reads the blocks of a document. */
export function codeBlocksIn(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
  let open: { line: number; info: string; indent: string; code: string[] } | undefined
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, indent = '', info] = /^( *)```(.*)$/.exec(line) ?? []
    if (info === undefined) {
      open?.code.push(line.slice(open.indent.length))
    } else if (open === undefined) {
      open = { line: index + 1, info, indent, code: [] }
    } else {
      const [, reason] = /not-run="([^"]+)"/.exec(open.info) ?? []
      const [language = '', ...words] = open.info
        .replace(/not-run=".*"/, '')
        .trim()
        .split(/\s+/)
      blocks.push({ line: open.line, language, words, notRun: reason, code: open.code.join('\n') })
      open = undefined
    }
  }
  return blocks
}

const root = join(import.meta.dirname, '../..')

/** The service that the blocks of all pages use, and what stands for its reader. */
export interface Given {
  readonly port: number
  /** The data directory of the service. Blocks have it as `data`. */
  readonly dataDir: string
  /** The URL of `serveCommands`. */
  readonly commands: string
  /** Signs a user in where an application sends the browser. @returns the code */
  signIn(url: string): Promise<string>
}

/**
 * Runs the commands of `foyer` in this process, because a process for each of them would take a
 * second. The body of a request has the folder, DATA_DIR and the arguments.
 */
export async function serveCommands(env: Readonly<Record<string, string>>) {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const [folder = '', dataDir = '', ...argv] = body.split('\0').slice(0, -1)
    const settings = { ...env, DATA_DIR: resolve(folder, dataDir) }
    const { status, stdout, stderr } = await foyerHere(argv, settings, folder)
    response.statusCode = status === 0 ? 200 : 422
    response.end(status === 0 ? stdout : stdout + stderr)
  })
  const port = await freePort()
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', () => ready()))
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** A script that sends its arguments to this server. */
const askFor = (url: string): string =>
  `printf '%s\\0' "$PWD" "\${DATA_DIR:-data}" "$@" | /usr/bin/curl -sS --fail-with-body --data-binary @- ${url}\n`

interface Ended {
  readonly said: string
  /** What went wrong. Undefined if nothing failed. */
  readonly failed: string | undefined
}

/** A place where the blocks of one page run, one after the other. */
export class Bench {
  readonly #folder = newDirectory()
  readonly #given: Given
  #module = ''
  #count = 0

  constructor(given: Given) {
    this.#given = given
    symlinkSync(given.dataDir, join(this.#folder, 'data'))
    symlinkSync(join(root, 'node_modules'), join(this.#folder, 'node_modules'))
    const foyer = askFor(given.commands)
    this.#program('foyer', foyer)
    this.#program('npx', `[ "$1" = foyer ] || exit 64\nshift\n${foyer}`)
    // A busy service refuses requests for lack of capacity. The body of a refusal is not printed,
    // because the output of a block must have that of the last attempt alone.
    const options = '--silent --show-error --fail --retry 20 --retry-delay 1'
    this.#program('curl', `exec /usr/bin/curl ${options} "$@"\n`)
    this.#file('variables', '')
    this.#file('servers.mjs', endServers)
  }

  #file(name: string, content: string, mode = 0o600): string {
    const file = join(this.#folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content, { mode })
    return file
  }

  #program = (name: string, script: string) =>
    this.#file(`bin/${name}`, `#!/bin/sh\n${script}`, 0o700)

  /** Runs a block. @returns what went wrong; undefined if nothing failed */
  async run({ language, words, code }: CodeBlock): Promise<string | undefined> {
    if (words.includes('settings')) return checkSettings(code)
    const here = code.replaceAll('localhost:8080', `localhost:${this.#given.port}`)
    if (language === 'sh') {
      const { failed, said } = await this.#shell(here)
      if (words.includes('signs-in') && failed === undefined) {
        const code = await this.#given.signIn(said.trim().split('\n').at(-1) ?? '')
        return (await this.#shell(`CODE='${code}'`)).failed
      }
      return words.includes('fails') ? (failed === undefined ? 'It succeeded.' : undefined) : failed
    }
    if (language === 'json') return checkJson(code, words[0])
    const name = words.find((word) => word.includes('.'))
    if (name !== undefined) {
      // A command of the page runs this file, as a reader would.
      this.#file(name, here)
      return undefined
    }
    this.#module = words.includes('continues') ? `${this.#module}\n${here}` : here
    const file = this.#file(
      `block-${this.#count++}.${language === 'ts' ? 'mts' : 'mjs'}`,
      this.#module,
    )
    const options = ['--no-warnings', '--import', join(this.#folder, 'servers.mjs')]
    const args = [process.execPath, ...options, file]
    return (await this.#shell(args.map((arg) => `'${arg}'`).join(' '))).failed
  }

  /** The next block sees the variables of this one. */
  #shell(code: string): Promise<Ended> {
    const script = `set -euo pipefail -a\n. ./variables\n${code}\ndeclare -px > variables\n`
    return this.#execute('bash', ['-c', script])
  }

  #execute(file: string, args: readonly string[]): Promise<Ended> {
    const path = `${join(this.#folder, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`
    // Modules use the compiled code that the tests store.
    const { NODE_COMPILE_CACHE = '' } = process.env
    const own = { PATH: path, HOME: this.#folder, NODE_COMPILE_CACHE }
    return new Promise((resolve) => {
      execFile(
        file,
        args,
        { cwd: this.#folder, env: own, timeout: 120_000 },
        (error, stdout, stderr) =>
          resolve({
            said: stdout,
            failed: error === null ? undefined : `${error.code}: ${stdout}${stderr}`,
          }),
      )
    })
  }
}

/** Checks that a block sets only settings that the service reads, each once. */
function checkSettings(code: string): string | undefined {
  const known = settingsRead()
  const names = code.split('\n').map((line) => /^([A-Z_]+)=\S/.exec(line)?.[1] ?? line)
  const unknown = names.filter(
    (name) => !known.has(name.replace(/^(IDENTITY_PROVIDER)_[A-Z]+_/, '$1_NAME_')),
  )
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  return unknown.length + twice.length === 0 ? undefined : [...unknown, ...twice].join(', ')
}

/** Gives servers of modules any port, and ends them when nothing else is left to do. */
const endServers = `
import { Server } from 'node:net'
const { listen } = Server.prototype
Server.prototype.listen = function (...args) {
  return listen.apply(this, args.map((value) => (typeof value === 'number' ? 0 : value))).unref()
}
`

const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { 'card-number': true, 'account-number': true },
})
formats.default(ajv)

/** The schema of openapi.json, or of a file `docs/NAME.schema.json`. It is compiled once. */
function schemaNamed(name: string): ValidateFunction | undefined {
  const file = name.includes('-') ? `docs/${name}.schema.json` : 'openapi.json'
  if (ajv.schemas[file] === undefined) ajv.addSchema(read(file), file)
  return ajv.getSchema(name.includes('-') ? file : `${file}#/components/schemas/${name}`)
}

/** Checks JSON, by a schema of openapi.json or a file `docs/NAME.schema.json`. */
function checkJson(code: string, name: string | undefined): string | undefined {
  try {
    const value: unknown = JSON.parse(code)
    if (name === undefined) return undefined
    const check = schemaNamed(name)
    if (check === undefined) return `There is no schema ${name}.`
    return check(value) ? undefined : ajv.errorsText(check.errors)
  } catch (error) {
    return String(error)
  }
}
