// cspell:ignore GOCACHE
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

export const examplesDirectory = join(import.meta.dirname, '../../examples')

/** The environment of an example: of the test's own environment only the path of programs. */
const environment = (env: Readonly<Record<string, string>>) => ({
  PATH: process.env.PATH ?? '',
  // Go stores compiled code here. The second run takes a third of the time.
  GOCACHE: join(import.meta.dirname, '../../node_modules/.cache/go-build'),
  // Modules use the compiled code that the tests store.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  ...env,
})

/** What an example has printed when it ends. */
export interface Printed {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs an example to its end. */
export async function runExample(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Printed> {
  const options = { cwd: examplesDirectory, env: environment(env), stdio: 'pipe' } as const
  const child = spawn(command, args, options)
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { status: child.exitCode, stdout, stderr }
}

/** An example that runs until it is stopped. */
export class RunningExample {
  readonly #child: ChildProcess
  output = ''

  constructor(file: string, env: Readonly<Record<string, string>>) {
    const options = { cwd: examplesDirectory, env: environment(env), stdio: 'pipe' } as const
    this.#child = spawn(process.execPath, [file], options)
    const keep = (chunk: Buffer) => {
      this.output += chunk.toString()
    }
    this.#child.stdout?.on('data', keep)
    this.#child.stderr?.on('data', keep)
  }

  /** Waits until it has printed a text. */
  async printed(expected: string): Promise<void> {
    while (!this.output.includes(expected)) {
      const { exitCode, signalCode } = this.#child
      if (exitCode !== null || signalCode !== null) throw new Error(`it has ended: ${this.output}`)
      await pause(10)
    }
  }

  /** @returns the exit status; null if the signal ended it */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, 'close')
      this.#child.kill(signal)
      await ended
    }
    return this.#child.exitCode
  }
}
