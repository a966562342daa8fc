import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type OpenDatabase, one } from '../src/platform/database/db.ts'
import { sql } from '../src/platform/database/sql.ts'

/** The processor time that each part of a measurement has used, in milliseconds. */
export interface ProcessorTime {
  readonly service: number
  readonly postgres: number
  readonly clients: number
}

export interface Processes {
  readonly service: number
  readonly db: OpenDatabase
  readonly clients: readonly number[]
}

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

/** Reads the processor time of the parts so far (proc(5)). Only Linux has it. */
export async function readProcessorTime({ service, db, clients }: Processes) {
  const sum = (ids: readonly number[]) => ids.reduce((total, id) => total + timeOf(id), 0)
  const backends = await postgresIds(db)
  const postgres = sum(backends) + endedTimeOf(parentOf(backends))
  return { service: timeOf(service), postgres, clients: sum(clients) }
}

/** The difference of two readings, as parts of a processor. */
export function processorParts(
  before: ProcessorTime,
  after: ProcessorTime,
  elapsedMs: number,
): ProcessorTime {
  const part = (name: keyof ProcessorTime) => (after[name] - before[name]) / elapsedMs
  return { service: part('service'), postgres: part('postgres'), clients: part('clients') }
}

/**
 * Keeps the clients on the first processor, and the service and PostgreSQL on the second, so that
 * neither takes time from the other. New connections of PostgreSQL inherit it.
 */
export async function separate({ service, db, clients }: Processes): Promise<void> {
  const pin = (processor: number, id: number) =>
    execFileSync('taskset', ['-acp', String(processor), String(id)], { stdio: 'ignore' })
  for (const id of clients) pin(0, id)
  const backends = await postgresIds(db)
  for (const id of [service, parentOf(backends), ...backends]) pin(1, id)
}

/** The processes of the PostgreSQL server, without its first one, which does no work. */
async function postgresIds(db: OpenDatabase): Promise<readonly number[]> {
  const ids = sql`select array_agg(pid) as ids from pg_stat_activity`
  return one(await db.query<{ ids: number[] }>(ids)).ids
}

const parentOf = ([id = 0]: readonly number[]): number => Number(statOf(id)[1])

function timeOf(id: number): number {
  const fields = statOf(id)
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs
}

/** The processor time of the children of a process that have ended. */
function endedTimeOf(id: number): number {
  const fields = statOf(id)
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * tickMs
}

/** The fields of a process after its name. Empty if it has ended. */
function statOf(id: number): readonly string[] {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}
