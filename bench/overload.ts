import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createUser } from '../src/identity/accounts/accounts.ts'
import { createApplication } from '../src/identity/applications/applications.ts'
import { issueUserToken } from '../src/identity/oauth/tokens/tokens.ts'
import { createAddress } from '../src/resources/addresses/addresses.ts'
import { freePort } from '../test/support/foyer.ts'
import { type ProcessorTime, processorParts, readProcessorTime, separate } from './processors.ts'
import { type Program, startProgram } from './program.ts'
import type { Outcome, Writer, Writes } from './writers.ts'

/**
 * Measures writes (`PATCH` of an address) on PostgreSQL in four experiments:
 *
 * 1. Clients that obey `Retry-After`: 64 at once (enough for the highest rate), half as many, 2, 4
 *    and 8 times as many, and 4,000, which is more than the service lets wait. Completed writes per
 *    second must stay above 0.9 of the best.
 * 2. Writes of other users beside one user who sends 12, 50 and 200 at once and ignores
 *    `Retry-After`. They must take at most 5 times as long as without that user, and none may be
 *    refused.
 * 3. A flood of 1, 2, 4 and 8 times the highest rate that ignores `Retry-After`. Completed writes
 *    per second must stay above 0.9 of the best, and half of the refusals must come within 100 ms.
 * 4. The same floods on the machine, but not on the service: 64 clients write, and the rest of the
 *    flood goes to another process that only refuses (`refuser.ts`). This shows how many writes the
 *    machine can do at best beside such a flood.
 *
 * The program ends with status 1 if a bound is broken. Each round runs all experiments, and the
 * results are medians over the rounds. The service, PostgreSQL and the clients share the machine.
 * Each line says how much of a processor each of them used. `SEPARATE=true` keeps the clients on
 * the first processor, and the service and PostgreSQL on the second.
 */
interface Measured extends Outcome {
  /** What each part used of a processor during the load. */
  readonly parts: ProcessorTime
}

const rounds = Number(process.env.ROUNDS ?? 3)
const seconds = Number(process.env.SECONDS ?? 6)
const users = 200
const saturating = 64
const concurrencies = [32, 64, 128, 256, 512, 4_000]
const multiples = [1, 2, 4, 8]
const crowds = [12, 50, 200]
/** The number of writes per second of all other users while one user floods. */
const calmWritesPerSecond = 40
const minGoodput = 0.9
const maxLatencyRatio = 5
const maxRefusalMs = 100

const program = await startProgram()
const [clients, greedy] = [start('./writers.ts'), start('./writers.ts')]
const refuserPort = await freePort()
const refuser = start('./refuser.ts', [String(refuserPort)])
await once(refuser, 'message')
const processes = {
  service: program.pid,
  db: program.db,
  clients: [clients, greedy].map(({ pid = 0 }) => pid),
}
if (process.env.SEPARATE === 'true') await separate(processes)
try {
  const writers = await makeWriters(program, users)
  const [one, ...others] = writers as [Writer, ...Writer[]]
  const load = (child: ChildProcess, pace: Writes['pace'], of: readonly Writer[], time = seconds) =>
    run(child, { port: program.port, writers: of, seconds: time, pace })
  await load(clients, { connections: 16, obeysRetryAfter: true }, writers, 3)

  const goodputs: number[][] = []
  const efficiencies: number[][] = []
  const ratios: number[][] = []
  const floods: number[][] = []
  const baselines: number[][] = []
  const refusals: number[] = []
  let refusedOthers = 0
  for (let round = 1; round <= rounds; round++) {
    console.log(`round ${round}:`)
    const rates: number[] = []
    const calmEfficiencies: number[] = []
    for (const connections of concurrencies) {
      const outcome = await load(clients, { connections, obeysRetryAfter: true }, writers)
      rates.push(rateOf(outcome))
      calmEfficiencies.push(efficiencyOf(outcome))
      console.log(`  ${connections} at once: ${format(outcome)}`)
      await pause(1_000)
    }
    const highest = Math.max(...rates)
    goodputs.push(rates.map((rate) => rate / highest))

    const calm = await load(clients, { perSecond: calmWritesPerSecond }, others)
    console.log(`  others alone: ${format(calm)}`)
    const latencyRatios: number[] = []
    for (const connections of crowds) {
      const [outcome, flood] = await Promise.all([
        load(clients, { perSecond: calmWritesPerSecond }, others),
        load(greedy, { connections, obeysRetryAfter: false }, [one]),
      ])
      latencyRatios.push(percentile(outcome.took, 0.5) / percentile(calm.took, 0.5))
      refusedOthers += outcome.refusedAfter.length
      console.log(`  others beside ${connections} of one user: ${format(outcome)}`)
      console.log(`    that user: ${format(flood)}`)
      await pause(1_000)
    }
    ratios.push(latencyRatios)

    const flooded: number[] = []
    const efficiency: number[] = []
    for (const multiple of multiples) {
      const outcome = await load(clients, { perSecond: highest * multiple }, writers)
      flooded.push(rateOf(outcome) / highest)
      efficiency.push(efficiencyOf(outcome) / Math.max(...calmEfficiencies))
      if (outcome.refusedAfter.length > 0) refusals.push(percentile(outcome.refusedAfter, 0.5))
      console.log(`  flood of ${multiple} × the highest rate: ${format(outcome)}`)
      await pause(1_000)
    }
    floods.push(flooded)
    efficiencies.push(efficiency)

    const besideFlood: number[] = []
    for (const multiple of multiples) {
      const flood = {
        port: refuserPort,
        writers,
        seconds,
        pace: { perSecond: highest * (multiple - 1) },
      }
      const [outcome, refused] = await Promise.all([
        load(clients, { connections: saturating, obeysRetryAfter: true }, writers),
        run(greedy, flood),
      ])
      besideFlood.push(rateOf(outcome) / highest)
      console.log(
        `  ${saturating} at once beside a flood of ${multiple - 1} × elsewhere: ${format(outcome)}`,
      )
      console.log(`    that flood: ${format(refused)}`)
      await pause(1_000)
    }
    baselines.push(besideFlood)
  }

  const goodput = concurrencies.map((_, at) => median(goodputs.map((rates) => rates[at])))
  concurrencies.forEach((connections, at) => {
    console.log(
      `completed writes at ${connections} at once: ${goodput[at]?.toFixed(2)} of the best`,
    )
  })
  const isGoodputKept = goodput.every(
    (part, at) => (concurrencies[at] ?? 0) < saturating || part >= minGoodput,
  )
  const ratio = crowds.map((_, at) => median(ratios.map((round) => round[at])))
  crowds.forEach((crowd, at) => {
    console.log(`others' p50 beside ${crowd} at once: ${ratio[at]?.toFixed(2)} times the calm one`)
  })
  const flood = multiples.map((_, at) => median(floods.map((rates) => rates[at])))
  const perProcessor = multiples.map((_, at) => median(efficiencies.map((parts) => parts[at])))
  const baseline = multiples.map((_, at) => median(baselines.map((rates) => rates[at])))
  multiples.forEach((multiple, at) => {
    const [part = 0, most = 0] = [flood[at], baseline[at]]
    console.log(
      `completed writes in a flood of ${multiple} ×: ${part.toFixed(2)} of the best, ` +
        `${perProcessor[at]?.toFixed(2)} for each second of the service and PostgreSQL, ` +
        `${(part / most).toFixed(2)} of what the machine can do (${most.toFixed(2)} of the best)`,
    )
  })
  const refusal = refusals.length > 0 ? median(refusals) : 0
  console.log(`time to refusal: ${refusal.toFixed(1)} ms; others refused: ${refusedOthers}`)
  const isFair = ratio.every((one) => one <= maxLatencyRatio) && refusedOthers === 0
  const isFloodWithstood = flood.every((part) => part >= minGoodput) && refusal <= maxRefusalMs
  if (!isGoodputKept || !isFair || !isFloodWithstood) process.exitCode = 1
} finally {
  for (const child of [clients, greedy, refuser]) child.removeAllListeners('exit').kill()
  await program.stop()
}

function start(program: string, args: readonly string[] = []): ChildProcess {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), args)
  return child.on('exit', (code) => process.exit(code ?? 1))
}

async function run(child: ChildProcess, writes: Writes): Promise<Measured> {
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

/** Completed writes for each second of a processor that the service and PostgreSQL used. */
function efficiencyOf(measured: Measured): number {
  return rateOf(measured) / (measured.parts.service + measured.parts.postgres)
}

function rateOf({ completed, elapsed }: Outcome): number {
  return (completed * 1_000) / elapsed
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}

function median(values: readonly (number | undefined)[]): number {
  return percentile(values as readonly number[], 0.5)
}

function format(outcome: Measured): string {
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
