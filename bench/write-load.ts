import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createApplication } from '../src/identity/applications/applications.ts'
import { issueUserToken } from '../src/identity/oauth/tokens/tokens.ts'
import { createUser } from '../src/identity/users/accounts/accounts.ts'
import { createAddress } from '../src/resources/addresses/addresses.ts'
import { type ProcessorTime, processorParts, readProcessorTime, separate } from './processors.ts'
import { type Program, startProgram } from './program.ts'
import type { Outcome, Writer, Writes } from './writers.ts'

/** The result of one load. */
export interface Measured extends Outcome {
  /** What each part used of a processor during the load. */
  readonly parts: ProcessorTime
}

/** A service on PostgreSQL with two processes that send it writes (`PATCH` of an address). */
export interface WriteLoad {
  /** Users with a token and an address each. */
  readonly writers: readonly Writer[]
  /** Sends writes from the first process. */
  load(pace: Writes['pace'], of?: readonly Writer[]): Promise<Measured>
  /** Sends writes from the second process, also to another server. */
  loadBeside(pace: Writes['pace'], of: readonly Writer[], port?: number): Promise<Measured>
  stop(): Promise<void>
}

/**
 * Starts a service and its clients, and warms them up. `SEPARATE=true` keeps the clients on the
 * first processor, and the service and PostgreSQL on the second.
 * @param seconds the length of each load
 */
export async function startWriteLoad({
  users,
  seconds,
}: {
  readonly users: number
  readonly seconds: number
}): Promise<WriteLoad> {
  const program = await startProgram()
  const [first, second] = [startClient('./writers.ts'), startClient('./writers.ts')]
  const processes = {
    service: program.pid,
    db: program.db,
    clients: [first, second].map(({ pid = 0 }) => pid),
  }
  if (process.env.SEPARATE === 'true') await separate(processes)
  const writers = await makeWriters(program, users)

  const run = async (child: ChildProcess, writes: Writes): Promise<Measured> => {
    const before = await readProcessorTime(processes)
    const start = performance.now()
    child.send(writes)
    const answer = once(child, 'message')
    await pause(writes.seconds * 1_000)
    const after = await readProcessorTime(processes)
    const parts = processorParts(before, after, performance.now() - start)
    const [outcome] = (await answer) as [Outcome]
    return { ...outcome, parts }
  }
  const { port } = program
  await run(first, { port, writers, seconds: 3, pace: { connections: 16, obeysRetryAfter: true } })
  return {
    writers,
    load: (pace, of = writers) => run(first, { port, writers: of, seconds, pace }),
    loadBeside: (pace, of, to = port) => run(second, { port: to, writers: of, seconds, pace }),
    async stop() {
      for (const child of [first, second]) stopClient(child)
      await program.stop()
    },
  }
}

/** Starts a program of this folder. If it ends by itself, the benchmark fails. */
export function startClient(program: string, args: readonly string[] = []): ChildProcess {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), args)
  return child.on('exit', (code) => process.exit(code ?? 1))
}

export function stopClient(child: ChildProcess): void {
  child.removeAllListeners('exit').kill()
}

/** Creates users with a token and an address each. */
async function makeWriters({ db }: Program, count: number): Promise<Writer[]> {
  const { application, client_id } = await createApplication(db, {
    name: 'Bench',
    scopes: ['write:user'],
    redirectUris: ['http://127.0.0.1/'],
  })
  const terms = {
    application: { id: application.id, clientId: client_id },
    scopes: ['write:user' as const],
  }
  const given = {
    full_name: 'Ada Lovelace',
    address_1: '1 High Street',
    city: 'London',
    postal_code: 'SW1Y 4LB',
    country_code: 'GB',
  }
  const writers: Writer[] = []
  while (writers.length < count) {
    const email = `${randomUUID()}@example.com`
    const userId = await createUser(db, { email, password: 'correct horse', serviceName: 'Foyer' })
    const { access_token: token } = await issueUserToken(db, userId, terms)
    const { id } = await createAddress(db, userId, { given, faults: new Map() })
    writers.push({ token, addressId: id })
  }
  return writers
}

/** Completed writes per second. */
export function rateOf({ completed, elapsed }: Outcome): number {
  return (completed * 1_000) / elapsed
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}

export function median(values: readonly (number | undefined)[]): number {
  return percentile(values as readonly number[], 0.5)
}

/** A line about a load. */
export function format(outcome: Measured): string {
  const { took, refusedAfter, retryAfter, failed, elapsed, parts } = outcome
  const times = (values: readonly number[]) =>
    `p50 ${percentile(values, 0.5).toFixed(0)} ms, p99 ${percentile(values, 0.99).toFixed(0)} ms`
  const refused = Math.round((refusedAfter.length * 1_000) / elapsed)
  const refusals =
    refusedAfter.length === 0
      ? ''
      : `; ${refused} refused/s after ${times(refusedAfter)}, Retry-After ${percentile(retryAfter, 0.5)} s`
  const other = Object.entries(failed).map(([why, count]) => `; ${count} × ${why}`)
  const used = Object.entries(parts).map(([name, part]) => `${name} ${part.toFixed(2)}`)
  return (
    `${Math.round(rateOf(outcome))} writes/s, ${times(took)}${refusals}${other.join('')}; ` +
    `processors: ${used.join(', ')}`
  )
}
