import { type ChildProcess, spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import { watch } from 'chokidar'

/**
 * Runs the service and restarts it on every change under these paths. Node's own `--watch` sees only the modules
 * that are loaded, and on Linux its `--watch-path` loses files that an editor replaces.
 */
const root = join(import.meta.dirname, '..')
const watched = ['src', 'migrations', 'assets', 'package.json'].map((path) => join(root, path))
const command = ['--max-semi-space-size=4', join(root, 'bin/foyer.js'), 'serve']

/** Changes that follow each other faster than this cause one restart. */
const quietMs = 150
/** A service that takes longer than this to stop is killed before a restart. */
const stopTimeoutMs = 5_000

/** Swap files and backups. */
const isEditorsOwn = (path: string) => /^[.#]|~$/.test(basename(path))

let service: ChildProcess | undefined
let endedWith = 0
let restarting = false
let stopping = false

function start(): void {
  restarting = false
  const child = spawn(process.execPath, command, { stdio: 'inherit' })
  service = child
  child.once('exit', (code) => {
    service = undefined
    endedWith = code ?? 1
    if (stopping) process.exit(endedWith)
    if (restarting) start()
    else console.error('foyer: The service has ended. It starts again on the next change.')
  })
}

function restart(): void {
  if (stopping || restarting) return
  const child = service
  if (child === undefined) {
    start()
    return
  }
  restarting = true
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  child.once('exit', () => clearTimeout(timer))
}

let quiet: NodeJS.Timeout | undefined
watch(watched, { ignored: isEditorsOwn, ignoreInitial: true }).on('all', () => {
  clearTimeout(quiet)
  quiet = setTimeout(restart, quietMs)
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    stopping = true
    if (service === undefined) process.exit(endedWith)
    service.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  })

start()
