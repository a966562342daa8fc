import { execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { isAlive } from './is-alive.ts'
import { freePort } from './ports.ts'

/** A PostgreSQL for tests, on a free port of loopback. It ends with the process that started it. */
export interface Cluster {
  readonly port: number
  /** The process id of the postmaster. */
  readonly pid: number
  /** The folder with its files: `data` and `log`. */
  readonly home: string
  /** The address of one of its databases, for its superuser. */
  url(database?: string): string
  /** Starts it again, and waits until it takes connections. */
  start(): Promise<void>
  /** `kill -9` of the postmaster: all connections are lost, and nothing more is written to disk. */
  kill(): Promise<void>
  /** Ends it at once, and waits until it has ended. */
  stop(): Promise<void>
  /**
   * Ends its connections and restarts it as a standby, as after a failover. It needs the settings of
   * `fsync` or a `wal_level` of its own.
   */
  demote(): Promise<void>
  /** Makes the standby the primary again. Its connections stay. */
  promote(): Promise<void>
  /** Sends SIGSTOP to all its processes: the server neither answers nor refuses. */
  pause(): void
  /** Sends SIGSTOP only to the process that accepts connections: open connections still work. */
  pausePostmaster(): void
  resume(): void
}

export interface ClusterOptions {
  /**
   * Whether commits are synced to the disk. Without it, commits are faster and still survive a
   * killed postmaster.
   */
  readonly fsync?: boolean
  /** Whether it logs every statement with its parameters, and every error, in full detail. */
  readonly logsEverything?: boolean
  /** The folder in which it makes its own folder. The default is that of temporary files. */
  readonly directory?: string
  /** The cluster to copy as a streaming standby. Both need a `wal_level` and `max_wal_senders`. */
  readonly standbyOf?: Cluster
  /** Settings that replace those of the tests, by name. */
  readonly settings?: Readonly<Record<string, string>>
}

const oldest = 15

/**
 * Starts a separate cluster.
 * @returns null if the machine has no PostgreSQL 15 or later; then a warning is printed
 * @throws if there is none and CI is set, because CI may skip no test
 */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster | null> {
  const bin = findBinaries()
  if (bin === null) {
    if (process.env.CI) throw new Error('No PostgreSQL 15 or later was found to test on.')
    console.warn('NO POSTGRESQL FOUND: its tests are left out. Install PostgreSQL 15 or later.')
    return null
  }
  const owner = unprivileged()
  const home = mkdtempSync(join(options.directory ?? tmpdir(), 'foyer-postgres-'))
  if (owner) chownSync(home, owner.uid, owner.gid)
  const data = join(home, 'data')
  const [program, ...args] = options.standbyOf
    ? ['pg_basebackup', '-R', '-c', 'fast', '-d', options.standbyOf.url()]
    : ['initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  execFileSync(join(bin, program as string), [...args, '-D', data, '--no-sync'], {
    ...owner,
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  removeWhenThisProcessEnds(home)
  const port = await freePort()
  const cluster = new LocalCluster(bin, home, port, owner, options)
  await cluster.start()
  return cluster
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

class LocalCluster implements Cluster {
  readonly port: number
  readonly home: string
  readonly #bin: string
  readonly #data: string
  readonly #owner: Owner | undefined
  readonly #options: ClusterOptions

  constructor(
    bin: string,
    home: string,
    port: number,
    owner: Owner | undefined,
    options: ClusterOptions,
  ) {
    this.#bin = bin
    this.home = home
    this.#data = join(home, 'data')
    this.port = port
    this.#owner = owner
    this.#options = options
  }

  url(database = 'postgres'): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`
  }

  async start(): Promise<void> {
    const patience = performance.now() + 60_000
    let running = false
    while (performance.now() < patience) {
      if (!running) {
        running = true
        // After a kill the old processes may run for a moment and prevent a new start.
        this.#spawn().once('exit', () => {
          running = false
        })
      }
      if (await accepts(this.url())) return
      await pause(20)
    }
    throw new Error('The test cluster did not start.')
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  stop(): Promise<void> {
    return this.#end('SIGQUIT')
  }

  async demote(): Promise<void> {
    await this.#end('SIGINT')
    writeFileSync(join(this.#data, 'standby.signal'), '')
    await this.start()
  }

  async promote(): Promise<void> {
    const client = new Client({ connectionString: this.url() })
    await client.connect()
    await client.query('select pg_promote()')
    await client.end()
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const { pid } = this
    process.kill(pid, signal)
    while (isAlive(pid)) await pause(5)
  }

  pause(): void {
    // A postmaster that stands still starts no others, and children that end stay in the list.
    this.pausePostmaster()
    for (const each of childrenOf(this.pid)) process.kill(each, 'SIGSTOP')
  }

  pausePostmaster(): void {
    process.kill(this.pid, 'SIGSTOP')
  }

  resume(): void {
    const { pid } = this
    for (const each of [...childrenOf(pid), pid]) process.kill(each, 'SIGCONT')
  }

  #spawn() {
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      // Services have up to twenty each, and several files run at once.
      max_connections: '400',
      shared_buffers: '32MB',
      deadlock_timeout: '50ms',
      fsync: this.#options.fsync ? 'on' : 'off',
      ...(this.#options.logsEverything ? everything : { log_min_messages: 'panic' }),
      ...(this.#options.fsync || this.#options.logsEverything ? {} : littleLog),
      ...this.#options.settings,
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const log = this.#options.logsEverything ? openSync(join(this.home, 'log'), 'a') : 'ignore'
    const postmaster = spawn(
      join(this.#bin, 'postgres'),
      ['-D', this.#data, '-p', String(this.port), ...args],
      { ...this.#owner, cwd: this.#data, stdio: ['ignore', log, log], detached: true },
    )
    postmaster.unref()
    return postmaster
  }

  get pid(): number {
    return Number(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n')[0])
  }
}

/** Settings that write as little as possible. No test of this cluster needs recovery. */
const littleLog = { full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' }

/** Settings with which a server logs everything that it can about its statements. */
const everything = {
  log_min_messages: 'debug1',
  log_min_error_statement: 'debug5',
  log_error_verbosity: 'verbose',
  log_statement: 'all',
  log_duration: 'on',
  log_parameter_max_length: '-1',
  log_parameter_max_length_on_error: '-1',
}

/** Finds the folder of `postgres` and `initdb`: the newest of Debian's, or one of PATH. */
export function findBinaries(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : []
  const newestFirst = versions.filter((version) => version >= oldest).sort((a, b) => b - a)
  const folders = [
    ...newestFirst.map((version) => join(debian, String(version), 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => isNewEnough(join(folder, 'postgres'))) ?? null
}

function isNewEnough(postgres: string): boolean {
  if (!existsSync(postgres)) return false
  const version = execFileSync(postgres, ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)/.exec(version)?.[1]) >= oldest
}

/**
 * Returns the user for the server if this process is root, because PostgreSQL refuses to run as
 * root.
 */
export function unprivileged(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * A shell waits for its input to close, which happens however this process ends. Then it cleans up.
 */
function removeWhenThisProcessEnds(home: string): void {
  const script = `cat >/dev/null
    pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
    if [ -n "$pid" ]; then kill -CONT "$pid" $(pgrep -P "$pid"); kill -QUIT "$pid"; fi
    while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
    rm -rf "$1"`
  const watcher = spawn('sh', ['-c', script, 'sh', home], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.unref()
  const input = watcher.stdin as typeof watcher.stdin & { unref(): void }
  input.unref()
}

async function accepts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

function childrenOf(pid: number): number[] {
  const list = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return list.trim().split(/\s+/).map(Number)
}
