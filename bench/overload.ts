import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createAddress } from '../src/addresses/addresses.ts'
import { createApplication } from '../src/applications/applications.ts'
import { issueUserToken } from '../src/oauth/tokens.ts'
import { createUser } from '../src/user/accounts.ts'
import { type Program, startProgram } from './program.ts'
import type { Outcome, Writer, Writes } from './writers.ts'

/**
 * Measures writes (`PATCH` of an address) on PostgreSQL, at 0.5, 1, 2, 4 and 8 times the capacity, and beside one user
 * who sends 12, 50 and 200 at once. Exits with status 1 when completed writes per second fall below 0.9 of the best, or
 * when other users' writes are refused or take more than 5 times as long as without that user. Each round measures its
 * own capacity and baseline; the figures are medians over rounds. The service, PostgreSQL and the clients share one
 * machine.
 */
const rounds = Number(process.env.ROUNDS ?? 3)
const seconds = Number(process.env.SECONDS ?? 6)
const users = 200
const multiples = [0.5, 1, 2, 4, 8]
const crowds = [12, 50, 200]
/** Writes per second of all other users while one user floods. */
const calmPace = 40
const promisedGoodput = 0.9
const promisedRatio = 5
/** Milliseconds. */
const promisedRefusal = 100

const program = await startProgram()
const [clients, greedy] = [startWriters(), startWriters()]
try {
  const writers = await makeWriters(program, users)
  const [one, ...others] = writers as [Writer, ...Writer[]]
  const load = (child: ChildProcess, pace: Writes['pace'], of: readonly Writer[], time = seconds) =>
    run(child, { port: program.port, writers: of, seconds: time, pace })
  await load(clients, { connections: 16 }, writers, 3)

  const goodputs: number[][] = []
  const refusals: number[] = []
  const ratios: number[][] = []
  let refusedOthers = 0
  for (let round = 1; round <= rounds; round++) {
    const full = await load(clients, { connections: 64 }, writers, seconds / 2)
    const capacity = rateOf(full)
    console.log(`round ${round}: capacity ${Math.round(capacity)} writes/s`)
    const rates: number[] = []
    for (const multiple of multiples) {
      const outcome = await load(clients, { perSecond: capacity * multiple }, writers)
      rates.push(rateOf(outcome))
      if (outcome.refusedAfter.length > 0) refusals.push(share(outcome.refusedAfter, 0.5))
      console.log(`  ${multiple} × capacity: ${shown(outcome)}`)
      await pause(1_000)
    }
    goodputs.push(rates.map((rate) => rate / Math.max(...rates)))

    const calm = await load(clients, { perSecond: calmPace }, others)
    console.log(`  others alone: ${shown(calm)}`)
    const beside: number[] = []
    for (const connections of crowds) {
      const [outcome, flood] = await Promise.all([
        load(clients, { perSecond: calmPace }, others),
        load(greedy, { connections }, [one]),
      ])
      beside.push(share(outcome.took, 0.5) / share(calm.took, 0.5))
      refusedOthers += outcome.refusedAfter.length
      console.log(`  others beside ${connections} of one user: ${shown(outcome)}`)
      console.log(`    that user: ${shown(flood)}`)
      await pause(1_000)
    }
    ratios.push(beside)
  }

  const goodput = multiples.map((_, at) => median(goodputs.map((rates) => rates[at])))
  multiples.forEach((multiple, at) => {
    console.log(`goodput at ${multiple} × capacity: ${goodput[at]?.toFixed(2)} of the best`)
  })
  const held = goodput.slice(1).every((part) => part >= promisedGoodput)
  const ratio = crowds.map((_, at) => median(ratios.map((round) => round[at])))
  crowds.forEach((crowd, at) => {
    console.log(`others' p50 beside ${crowd} at once: ${ratio[at]?.toFixed(2)} times the calm one`)
  })
  const refusal = refusals.length > 0 ? median(refusals) : 0
  console.log(`time to refusal: ${refusal.toFixed(1)} ms; others refused: ${refusedOthers}`)
  const fair = ratio.every((one) => one <= promisedRatio) && refusedOthers === 0
  if (!held || !fair || !(refusal <= promisedRefusal)) process.exitCode = 1
} finally {
  for (const child of [clients, greedy]) child.removeAllListeners('exit').kill()
  await program.stop()
}

function startWriters(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./writers.ts', import.meta.url)))
  return child.on('exit', (code) => process.exit(code ?? 1))
}

async function run(child: ChildProcess, writes: Writes): Promise<Outcome> {
  child.send(writes)
  const [outcome] = (await once(child, 'message')) as [Outcome]
  return outcome
}

/** Users with a token and an address each. */
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
    const userId = await createUser(db, { email, password: 'correct horse' })
    const { access_token: token } = await issueUserToken(db, userId, terms)
    const { id } = await createAddress(db, userId, { given, faults: new Map() })
    writers.push({ token, addressId: id })
  }
  return writers
}

function rateOf({ completed, elapsed }: Outcome): number {
  return (completed * 1_000) / elapsed
}

function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}

function median(values: readonly (number | undefined)[]): number {
  return share(values as readonly number[], 0.5)
}

function shown(outcome: Outcome): string {
  const { took, refusedAfter, retryAfter, failed, elapsed } = outcome
  const times = (values: readonly number[]) =>
    `p50 ${share(values, 0.5).toFixed(0)} ms, p99 ${share(values, 0.99).toFixed(0)} ms`
  const refused = Math.round((refusedAfter.length * 1_000) / elapsed)
  const refusals =
    refusedAfter.length === 0
      ? ''
      : `; ${refused} refused/s after ${times(refusedAfter)}, Retry-After ${share(retryAfter, 0.5)} s`
  const other = Object.entries(failed).map(([why, count]) => `; ${count} × ${why}`)
  return `${Math.round(rateOf(outcome))} writes/s, ${times(took)}${refusals}${other.join('')}`
}
