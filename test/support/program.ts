import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from '../../src/cli.ts'
import { openEmbedded } from '../../src/platform/database/embedded/pglite.ts'
import { copyDatabaseInto, databases, newDatabase, openPostgresOn } from './database.ts'
import { assertFetchesDocumented, watchFetches } from './fetched-traffic.ts'
import { freePort, highRateLimits } from './foyer.ts'
import type { OpenDatabase } from './inside.ts'
import { isSoak } from './soak.ts'

type Environment = Readonly<Record<string, string>>

/** The program, as users start it. */
export const program = join(import.meta.dirname, '../../bin/foyer.js')

/** Only the settings of the test apply, and none of its environment. */
const spawnProgram = ([file = '', ...args]: readonly string[], env: Environment, cwd?: string) =>
  spawn(file, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
  })

/**
 * Runs a command to its end. Writes a text to its standard input as soon as it has printed
 * `prompt`.
 */
export async function runWith(
  input: string,
  [file = '', ...args]: readonly string[],
  env: Environment,
  prompt = '',
): Promise<Ended> {
  const child = spawn(file, args, { env: { PATH: process.env.PATH ?? '', ...env }, stdio: 'pipe' })
  let said = ''
  const answer = (chunk = '') => {
    said += chunk
    if (said.includes(prompt) && child.stdin.writable) child.stdin.end(input)
  }
  child.stdout.on('data', (chunk: Buffer) => answer(chunk.toString()))
  answer()
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { status: child.exitCode, stdout, stderr }
}

/** The command that runs the program without npm. */
export const direct = [process.execPath, program]

/** The result of a finished run of the program. */
export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs `foyer` with arguments to its end. */
export async function foyer(
  argv: readonly string[],
  env: Environment,
  cwd?: string,
): Promise<Ended> {
  for (let left = mostRepetitions; ; left--) {
    const ended = await runApart(argv, env, cwd)
    if (!lateConnection.test(ended.stderr) || left === 0) return ended
  }
}

async function runApart(
  argv: readonly string[],
  env: Environment,
  cwd: string | undefined,
): Promise<Ended> {
  const child = spawnProgram([...direct, ...argv], env, cwd)
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { status: child.exitCode, stdout, stderr }
}

/**
 * Runs `foyer` with arguments in this process, with the same result as a separate process: with
 * these settings alone, and with its output returned. It costs a fifth, and is for tests of what a
 * command does. On PostgreSQL a command opens all its connections for single statements at once, so
 * it has one, except in the soak.
 */
export async function foyerHere(
  argv: readonly string[],
  env: Environment,
  directory = process.cwd(),
): Promise<Ended> {
  for (let left = mostRepetitions; ; left--) {
    const ended = await runHere(argv, env, directory)
    // `doctor` reports it on its standard output.
    if (!lateConnection.test(ended.stderr + ended.stdout) || left === 0) return ended
  }
}

/**
 * On a busy machine a new connection to the database may take longer than the program waits. The
 * program has done nothing then, and is run again. The soak runs alone.
 */
const lateConnection =
  /(?:cannot be reached: |is not available\. )(?:timeout e|Connection terminated due to connection t)/
const mostRepetitions = isSoak ? 0 : 7

async function runHere(
  argv: readonly string[],
  env: Environment,
  directory: string,
): Promise<Ended> {
  let [stdout, stderr] = ['', '']
  const status = await run(argv, {
    env: { ...oneLane, ...env },
    directory,
    stdin: process.stdin,
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  })
  return { status, stdout, stderr }
}

const oneLane: Environment = isSoak ? {} : { DATABASE_LANES: '1' }

/** Runs a command with `--json` in this process. It must succeed. @returns its output */
export async function foyerJson<T>(argv: readonly string[], env: Environment): Promise<T> {
  const { status, stdout, stderr } = await foyerHere([...argv, '--json'], env)
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout) as T
}

/** The service as a separate process. */
export class Service {
  readonly port: number
  readonly #process: ChildProcessByStdio<null, Readable, Readable>
  /** Resolves when the process has ended and all its output has arrived. */
  readonly #closed: Promise<void>
  output = ''

  private constructor(
    port: number,
    env: Environment,
    cwd?: string,
    command: readonly string[] = [...direct, 'serve'],
  ) {
    this.port = port
    const usual = { PORT: String(port), ...highRateLimits }
    this.#process = spawnProgram(command, { ...usual, ...env }, cwd)
    const keep = (chunk: Buffer) => {
      this.output += chunk.toString()
    }
    this.#process.stdout.on('data', keep)
    this.#process.stderr.on('data', keep)
    this.#closed = new Promise((resolve) => this.#process.once('close', () => resolve()))
    services.add(this.#process)
    watchFetches(port, env)
  }

  /** Starts it, and does not wait. */
  static async launch(env: Environment): Promise<Service> {
    return new Service(await freePort(), env)
  }

  get isReady(): boolean {
    return this.output.includes('"msg":"ready"')
  }

  /** Starts it, and waits until it is ready. */
  static async start(
    env: Environment,
    port?: number,
    cwd?: string,
    command?: readonly string[],
  ): Promise<Service> {
    for (let left = mostRepetitions; ; left--) {
      const service = new Service(port ?? (await freePort()), env, cwd, command)
      while (!service.isReady && service.running) await pause(5)
      if (service.isReady) return service
      await service.ended()
      assert.ok(lateConnection.test(service.output) && left > 0, service.output)
    }
  }

  get baseUrl(): string {
    return `http://localhost:${this.port}/v2`
  }

  get pid(): number {
    return this.#process.pid as number
  }

  get running(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null
  }

  /** Closes the pipes that the service writes to. */
  closeOutput(): void {
    this.#process.stdout.destroy()
    this.#process.stderr.destroy()
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal)
  }

  /**
   * Waits until the process has ended and all its output has arrived. If another process holds the
   * pipes, the rest of the output is not waited for.
   * @returns the exit status; null if a signal ended it
   */
  async ended(): Promise<number | null> {
    if (this.running) await once(this.#process, 'exit')
    const patience = new AbortController()
    const { signal } = patience
    const over = pause(5_000, undefined, { signal }).catch(() => {})
    await Promise.race([this.#closed, over])
    patience.abort()
    return this.#process.exitCode
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.signal(signal)
    return this.ended()
  }
}

const services = new Set<ChildProcessByStdio<null, Readable, Readable>>()
const folders: string[] = []

/** Makes a directory that is removed at the end of the test file. */
export function newDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-program-'))
  folders.push(folder)
  return folder
}

/** Makes a data directory with a migrated database without users. */
export async function preparedDirectory(): Promise<string> {
  const folder = newDirectory()
  copyDatabaseInto(folder)
  return folder
}

/** The settings that say where a service has its data. */
export type Place = { readonly DATA_DIR: string; readonly DATABASE_URL?: string }

/**
 * Settings for a service in a test that does not depend on the database: a migrated one without
 * users, on PostgreSQL if available. A start there takes half the processor time.
 */
export async function anyDatabase(): Promise<Place> {
  const hasPostgres = (await databases()).length > 1
  if (!hasPostgres) return { DATA_DIR: await preparedDirectory() }
  return { DATA_DIR: newDirectory(), DATABASE_URL: await newDatabase() }
}

/** Opens the database of a service that does not run. */
export const openDatabaseOf = ({ DATA_DIR, DATABASE_URL }: Place): Promise<OpenDatabase> =>
  DATABASE_URL === undefined ? openEmbedded({ dataDir: DATA_DIR }) : openPostgresOn(DATABASE_URL)

after(() => {
  for (const service of services) service.kill('SIGKILL')
  services.clear()
  // Each directory has a thousand files. Another process removes them, so no test waits for that.
  const removed = folders.splice(0)
  if (removed.length > 0)
    spawn('rm', ['-rf', ...removed], { detached: true, stdio: 'ignore' }).unref()
  assertFetchesDocumented()
})

export interface DemoFile {
  base_url: string
  auth_url: string
  application: { client_id: string; client_secret: string; redirect_uri: string }
  users: [DemoUser, DemoUser, ...DemoUser[]]
  listings: { id: number }[]
}

export interface DemoUser {
  email: string
  password: string
  access_token: string
}

export const readDemo = (dataDir: string): DemoFile =>
  JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as DemoFile
