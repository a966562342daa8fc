import { type Figure, median, spreadOf } from './figures.ts'
import {
  machineTime,
  ownProcessorTime,
  peakMemory,
  processorTime,
  residentMemory,
} from './load/processes.ts'
import type { Answers } from './load/wrk.ts'
import type { Path } from './paths.ts'
import type { ServerProcess } from './server-process.ts'

/** Something that answers the requests of a path, and the way to send them. */
export interface Contestant {
  readonly name: string
  /** Absent if the contestant is a program that sends statements by itself. */
  readonly server?: ServerProcess
  readonly idleMemory?: number
  readonly statements: number | null
  readonly trips: number | null
  run(connections: number, seconds: number): Promise<Answers>
}

export interface RoundOptions {
  readonly database: Figure['database']
  readonly connections: number
  readonly rounds: number
  readonly seconds: number
  /** The processor time of PostgreSQL so far, in microseconds. Null for the embedded database. */
  databaseTime(): number | null
}

interface Round {
  readonly rate: number
  readonly answers: Answers
  readonly serverUs: number | null
  readonly databaseUs: number | null
  readonly others: number
}

const minWarmUps = 2
/** Two rounds agree if their rates differ by less than this share. */
const agreement = 0.08

/** Measures all contestants of a path in turn, in several rounds, after a warm-up. */
export async function measurePath(
  path: Path,
  contestants: readonly Contestant[],
  options: RoundOptions,
): Promise<Figure[]> {
  const warm = await warmUp(contestants, options)
  const rounds = new Map(contestants.map((contestant) => [contestant, [] as Round[]]))
  for (let round = 0; round < options.rounds; round++)
    for (const contestant of contestants)
      rounds.get(contestant)?.push(await runRound(contestant, options))
  return contestants.map((contestant) => {
    const { allocatedBytes, settled } = warm.get(contestant) as WarmedUp
    const measured = rounds.get(contestant) as Round[]
    return { ...figureOf(path, contestant, measured, options), allocatedBytes, settled }
  })
}

interface WarmedUp {
  readonly allocatedBytes: number | null
  readonly settled: boolean
}

/** Runs short rounds until two of each contestant agree, but not more than are measured. */
async function warmUp(
  contestants: readonly Contestant[],
  { connections, rounds }: RoundOptions,
): Promise<Map<Contestant, WarmedUp>> {
  const warm = new Map<Contestant, WarmedUp>()
  const rates = new Map<Contestant, number>()
  for (let round = 1; round <= Math.max(minWarmUps, rounds); round++) {
    for (const contestant of contestants) {
      const { server } = contestant
      let answers = { requests: 0, microseconds: 1 }
      const send = async () => {
        answers = await contestant.run(connections, 1)
      }
      const allocated = server ? await server.allocatedBy(send) : await send()
      const rate = rateOf(answers)
      const before = rates.get(contestant) ?? Number.NaN
      rates.set(contestant, rate)
      warm.set(contestant, {
        allocatedBytes: allocated === undefined ? null : allocated / answers.requests,
        settled: Math.abs(rate / before - 1) < agreement,
      })
    }
    if (round >= minWarmUps && [...warm.values()].every(({ settled }) => settled)) break
  }
  return warm
}

const rateOf = ({ requests, microseconds }: Pick<Answers, 'requests' | 'microseconds'>): number =>
  (requests * 1e6) / microseconds

async function runRound(
  { server, run }: Contestant,
  { connections, seconds, databaseTime }: RoundOptions,
): Promise<Round> {
  const read = () => ({
    machine: machineTime(),
    own: ownProcessorTime(),
    server: server ? processorTime(server.pid) : null,
    database: databaseTime(),
  })
  const before = read()
  const answers = await run(connections, seconds)
  const after = read()
  const serverTime = (after.server ?? 0) - (before.server ?? 0)
  const ofDatabase = (after.database ?? 0) - (before.database ?? 0)
  const ours = serverTime + ofDatabase + after.own - before.own
  const busy = after.machine.busy - before.machine.busy
  return {
    rate: rateOf(answers),
    answers,
    serverUs: server ? serverTime / answers.requests : null,
    databaseUs: before.database === null ? null : ofDatabase / answers.requests,
    others: Math.max(0, busy - ours) / (after.machine.total - before.machine.total),
  }
}

function figureOf(
  { name, title }: Path,
  { name: contestant, server, idleMemory = 0, statements, trips }: Contestant,
  rounds: readonly Round[],
  { database, connections }: RoundOptions,
): Omit<Figure, 'allocatedBytes' | 'settled'> {
  const answers = rounds.map((round) => round.answers)
  const medianOf = (values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null)
    return known.length === 0 ? null : median(known)
  }
  return {
    database,
    path: name,
    title,
    connections,
    contestant,
    rate: spreadOf(rounds.map(({ rate }) => rate)),
    p50: median(answers.map(({ p50 }) => p50)) / 1_000,
    p99: median(answers.map(({ p99 }) => p99)) / 1_000,
    serverUs: medianOf(rounds.map(({ serverUs }) => serverUs)),
    databaseUs: medianOf(rounds.map(({ databaseUs }) => databaseUs)),
    responseBytes: server ? median(answers.map(({ bytes, requests }) => bytes / requests)) : null,
    statements,
    trips,
    memory: server
      ? { idle: idleMemory, after: residentMemory(server.pid), peak: peakMemory(server.pid) }
      : null,
    others: Math.max(...rounds.map(({ others }) => others)),
  }
}
