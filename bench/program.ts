import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OpenDatabase } from '../src/platform/database/db.ts'
import { newDatabase, openPostgresOn } from '../test/support/database.ts'
import { freePort, highRateLimits } from '../test/support/foyer.ts'
import { flagsOfStart } from './performance/server-process.ts'

/** Foyer as in production, with its background work, on its own PostgreSQL database. */
export interface Program {
  readonly authUrl: string
  readonly port: number
  readonly pid: number
  readonly databaseUrl: string
  /** The same database, for preparing data. */
  readonly db: OpenDatabase
  stop(): Promise<void>
}

/**
 * Starts Foyer in a separate process and waits until it is ready. Foyer trusts this machine as a
 * proxy.
 * @param given.env further settings; with `DATABASE_URL` it is another instance of that service
 */
export async function startProgram({
  env = {},
}: {
  readonly env?: Readonly<Record<string, string>>
} = {}): Promise<Program> {
  const [url, port, dataDir] = [
    env.DATABASE_URL ?? (await newDatabase()),
    await freePort(),
    mkdtempSync(join(tmpdir(), 'foyer-bench-')),
  ]
  const child = fork(fileURLToPath(new URL('../bin/foyer.js', import.meta.url)), ['serve'], {
    silent: true,
    execArgv: flagsOfStart(),
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PORT: String(port),
      PROBE_PORT: 'off',
      SECRET_KEY: 'bench-key-0123456789-abcdefghijklmnopqrstuvwxyz',
      TRUSTED_PROXIES: 'loopback',
      ...highRateLimits,
      ...env,
    },
  })
  child.stderr?.pipe(process.stderr)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.stdout?.on('data', (chunk: Buffer) => chunk.includes('"msg":"ready"') && resolve())
  child.once('exit', () => reject(new Error('Foyer did not start.')))
  await promise
  const db = await openPostgresOn(url)
  return {
    authUrl: `http://localhost:${port}`,
    port,
    pid: child.pid ?? 0,
    databaseUrl: url,
    db,
    async stop() {
      child.kill()
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
