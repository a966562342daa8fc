import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../src/config/config.ts'
import { openInstallation } from '../../src/support/installation/open.ts'
import { freePort, highRateLimits } from '../../test/support/foyer.ts'
import { findBinaries, startCluster } from '../../test/support/postgres.ts'
import type { Arena } from './arena.ts'
import { openContestants } from './contestants.ts'
import { fillDatabase } from './data/fill.ts'
import { openRecorder } from './data/recorder.ts'
import type { Figure } from './figures.ts'
import { processorTimeOfTree, residentMemory } from './load/processes.ts'
import type { DatabaseKind, Options } from './options.ts'
import type { Path } from './paths.ts'
import { type Contestant, measurePath, type RoundOptions } from './rounds.ts'
import { startServer } from './server-process.ts'

/** The results of one database. */
export interface Run {
  readonly figures: readonly Figure[]
  readonly users: number
  readonly seedSeconds: number
}

/** The embedded database gets this share of the users. */
const embeddedShare = 0.1

/**
 * Starts Foyer on a new database, with its peers, and measures all paths.
 * @param onFigures is called after each path and number of connections
 */
export async function runOn(
  kind: DatabaseKind,
  options: Options,
  onFigures: (figures: readonly Figure[]) => void,
): Promise<Run> {
  const directory = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  await using stack = new AsyncDisposableStack()
  // Also after an interrupt, which does not dispose of the stack.
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  const cluster = kind === 'postgres' ? await startPostgres() : null
  if (cluster) stack.defer(() => cluster.kill())
  const port = await freePort()
  const environment = {
    PORT: String(port),
    DATA_DIR: join(directory, 'data'),
    AUTH_URL: `http://127.0.0.1:${port}`,
    SECRET_KEY: 'bench-key-0123456789-abcdefghijklmnopqrstuvwxyz',
    PROBE_PORT: 'off',
    DEMO: 'false',
    ...highRateLimits,
    ...(cluster && { DATABASE_URL: cluster.url() }),
  }
  const { db, secretKey } = await openInstallation(readConfig(environment))
  const users = Math.ceil(options.users * (cluster ? 1 : embeddedShare))
  console.log(`${kind}: adding ${users} users…`)
  const data = await fillDatabase(db, secretKey, {
    users,
    refreshTokens: refreshTokensFor(options),
  })
  console.log(`${kind}: added ${users} users in ${data.seedSeconds.toFixed(1)} s`)
  if (!cluster) await db.close()

  const foyer = await startServer({
    module: 'bin/foyer.js',
    args: ['serve'],
    port,
    env: environment,
  })
  stack.defer(() => foyer.stop())
  await pause(1_000)
  const shared = { data, directory, foyer, foyerIdle: residentMemory(foyer.pid) }
  let arena: Arena = shared
  if (cluster) {
    stack.defer(() => db.close())
    const recorder = await openRecorder(db, secretKey, environment)
    stack.defer(() => recorder.close())
    const pgbench = join(String(findBinaries()), 'pgbench')
    arena = { ...shared, postgres: { db, url: cluster.url(), pgbench, recorder } }
  }
  const databaseTime = () => (cluster ? processorTimeOfTree(cluster.pid) : null)
  const figures: Figure[] = []
  for (const path of options.paths)
    for await (const measured of measure(path, arena, {
      ...options,
      database: kind,
      databaseTime,
    })) {
      figures.push(...measured)
      onFigures(measured)
    }
  return { figures, users, seedSeconds: data.seedSeconds }
}

/** Measures a path with each number of connections. */
async function* measure(
  path: Path,
  arena: Arena,
  options: Options & Pick<RoundOptions, 'database' | 'databaseTime'>,
): AsyncGenerator<Figure[]> {
  const contestants = await openContestants(path, arena)
  try {
    const numbers = arena.postgres ? options.connections : options.connections.slice(0, 1)
    for (const [index, connections] of numbers.entries()) {
      const measured = index === 0 ? contestants : contestants.filter(isCompared)
      yield await measurePath(path, measured, { ...options, connections })
    }
  } finally {
    for (const { name, server } of contestants) if (name !== 'foyer') await server?.stop()
  }
}

/** Whether a contestant is measured with every number of connections. */
const isCompared = ({ name }: Contestant): boolean => name !== 'pgbench' && name !== 'pool'

/** Enough for the warm-up and every round of a contestant, and for recording. */
function refreshTokensFor({ connections, rounds }: Options): number {
  const mostRounds = 2 * rounds + 2
  return connections.reduce((total, count) => total + (count + 1) * mostRounds, 10)
}

/** Like an ordinary PostgreSQL, except that commits do not wait for the disk. */
async function startPostgres() {
  const cluster = await startCluster({ settings: { shared_buffers: '256MB' } })
  if (cluster === null) throw new Error('The benchmark needs PostgreSQL 15 or later.')
  return cluster
}

/** What must be installed first, in one line. Undefined if nothing is missing. */
export function findMissing(): string | undefined {
  if (findBinaries() === null) return 'The benchmark needs PostgreSQL 15 or later.'
  // wrk prints its version with status 1.
  const { error } = spawnSync('wrk', ['--version'])
  return error && 'The benchmark needs wrk. Install it, on Debian with: apt install wrk'
}
