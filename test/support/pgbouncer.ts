import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './ports.ts'
import { type Cluster, unprivileged } from './postgres.ts'

const program = '/usr/sbin/pgbouncer'

/**
 * Why tests with PgBouncer are skipped. False if they are not.
 * @throws if it is missing and CI is set, because CI may skip no test
 */
export function withoutPgbouncer(): string | false {
  if (existsSync(program)) return false
  if (process.env.CI) throw new Error('PgBouncer was not found.')
  console.warn('NO PGBOUNCER FOUND: its tests are left out. Install pgbouncer.')
  return 'there is no PgBouncer'
}

/** A PgBouncer in front of a cluster. */
export interface Pooler {
  /** The address of one of the cluster's databases, through the pooler. */
  url(database: string): string
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()

/** Starts PgBouncer with the defaults of its package, except for what is named. */
export async function startPooler(
  cluster: Cluster,
  mode: 'session' | 'transaction' | 'statement',
  settings: Readonly<Record<string, string | number>> = {},
): Promise<Pooler> {
  // It refuses to run as root.
  const owner = unprivileged()
  const home = mkdtempSync(join(tmpdir(), 'foyer-pgbouncer-'))
  if (owner) chownSync(home, owner.uid, owner.gid)
  const port = await freePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(home, 'users.txt'),
    pool_mode: mode,
    ...settings,
  }
  writeFileSync(all.auth_file, '"postgres" ""\n')
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const file = join(home, 'pgbouncer.ini')
  const databases = `[databases]\n* = host=127.0.0.1 port=${cluster.port}\n`
  writeFileSync(file, `${databases}[pgbouncer]\n${lines.join('\n')}\n`)
  const child = spawn(program, ['-q', file], { ...owner, cwd: home, stdio: 'ignore' })
  running.add(child)
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const patience = performance.now() + 30_000
  while (!(await accepts(url('postgres')))) {
    if (performance.now() > patience || child.exitCode !== null)
      throw new Error('PgBouncer did not start.')
    await pause(20)
  }
  return {
    url,
    async stop() {
      running.delete(child)
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
      rmSync(home, { recursive: true })
    },
  }
}

after(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})

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
