import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** A server in a process of its own. */
export interface ServerProcess {
  readonly pid: number
  readonly port: number
  /** Measures how many bytes V8's heap allocates while `work` runs. */
  allocatedBy(work: () => Promise<unknown>): Promise<number>
  stop(): Promise<void>
}

export interface ServerOptions {
  /** From the root of the repository. */
  readonly module: string
  readonly args: readonly string[]
  readonly port: number
  readonly env?: Readonly<Record<string, string>>
}

const root = new URL('../../', import.meta.url)
const probe = fileURLToPath(new URL('./servers/probe.js', import.meta.url))
const codeCache = fileURLToPath(new URL('node_modules/.cache/foyer/code', root))
const startTimeoutMs = 120_000

/** The flags of Node.js with which `npm start` runs Foyer. */
export function flagsOfStart(): string[] {
  const text = readFileSync(new URL('package.json', root), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: { start: string } }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

/** Starts a server with the flags of `npm start`, and waits until it accepts connections. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const { module, args, port, env } = options
  const child = fork(fileURLToPath(new URL(module, root)), args, {
    execArgv: [...flagsOfStart(), '--import', probe],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: codeCache, ...env },
  })
  await untilListening(child, module, port)
  const ask = async (message: 'start' | 'stop'): Promise<unknown> => {
    child.send(message)
    const [answer] = await once(child, 'message')
    return answer
  }
  return {
    pid: Number(child.pid),
    port,
    async allocatedBy(work) {
      await ask('start')
      await work()
      return Number(await ask('stop'))
    },
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

async function untilListening(child: ChildProcess, module: string, port: number): Promise<void> {
  const end = performance.now() + startTimeoutMs
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`${module} did not start.`)
    if (await accepts(port)) return
    await pause(20)
  }
  throw new Error(`${module} did not start in time.`)
}

function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1', () => resolve(true))
  socket.on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
