import { type ChildProcess, spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import { watch } from 'chokidar'

/**
 * Runs the service and restarts it after every change under these paths. Node's own `--watch` sees
 * only loaded modules, and on Linux its `--watch-path` misses files that an editor replaces.
 */
const root = join(import.meta.dirname, '..')
const watched = ['src', 'locales', 'migrations', 'assets', 'package.json'].map((path) =>
  join(root, path),
)
const command = ['--max-semi-space-size=4', '--v8-pool-size=2', join(root, 'bin/foyer.js'), 'serve']

/** Changes within this time cause only one restart. */
const quietMs = 150
/** A service that takes longer than this to stop is killed. */
const stopTimeoutMs = 5_000

/** Whether a file is a swap file or backup of an editor. */
const isEditorFile = (path: string) => /^[.#]|~$/.test(basename(path))

let service: ChildProcess | undefined
let exitCode = 0
let isRestarting = false
let isStopping = false

function start(): void {
  isRestarting = false
  const child = spawn(process.execPath, command, { stdio: 'inherit' })
  service = child
  child.once('exit', (code) => {
    service = undefined
    exitCode = code ?? 1
    if (isStopping) process.exit(exitCode)
    if (isRestarting) start()
    else console.error('foyer: The service has ended. It starts again on the next change.')
  })
}

function restart(): void {
  if (isStopping || isRestarting) return
  const child = service
  if (child === undefined) {
    start()
    return
  }
  isRestarting = true
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  child.once('exit', () => clearTimeout(timer))
}

let restartTimer: NodeJS.Timeout | undefined
const watcher = watch(watched, { ignored: isEditorFile, ignoreInitial: true })
// Before it is ready, the watcher does not report every change. A service that starts earlier could
// keep a former version.
watcher.once('ready', () => {
  watcher.on('all', () => {
    clearTimeout(restartTimer)
    restartTimer = setTimeout(restart, quietMs)
  })
  start()
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    isStopping = true
    if (service === undefined) process.exit(exitCode)
    service.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  })
