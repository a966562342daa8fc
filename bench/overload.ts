import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../test/support/foyer.ts'
import {
  format,
  type Measured,
  median,
  percentile,
  rateOf,
  startClient,
  startWriteLoad,
  stopClient,
} from './write-load.ts'

/*
 * Measures writes (`PATCH` of an address) on PostgreSQL in three experiments:
 *
 * 1. Clients that obey `Retry-After`: 64 at once (enough for the highest rate), half as many, 2, 4
 *    and 8 times as many, and 4,000, which is more than the service lets wait. Completed writes per
 *    second must stay above 0.9 of the best.
 * 2. A flood of 1, 2, 4 and 8 times the highest rate that ignores `Retry-After`. Completed writes
 *    per second must stay above 0.9 of the best, and half of the refusals must come within 100 ms.
 * 3. The same floods on the machine, but not on the service: 64 clients write, and the rest of the
 *    flood goes to another process that only refuses (`refuser.ts`). This shows how many writes the
 *    machine can do at best beside such a flood.
 *
 * The program ends with status 1 if a bound is broken. Each round runs all experiments, and the
 * results are medians over the rounds. The service, PostgreSQL and the clients share the machine.
 * Each line says how much of a processor each of them used.
 */
const rounds = Number(process.env.ROUNDS ?? 3)
const seconds = Number(process.env.SECONDS ?? 6)
const saturating = 64
const concurrencies = [32, 64, 128, 256, 512, 4_000]
const multiples = [1, 2, 4, 8]
const minGoodput = 0.9
const maxRefusalMs = 100

const service = await startWriteLoad({ users: 200, seconds })
const refuserPort = await freePort()
const refuser = startClient('./refuser.ts', [String(refuserPort)])
await once(refuser, 'message')
try {
  const goodputs: number[][] = []
  const efficiencies: number[][] = []
  const floods: number[][] = []
  const baselines: number[][] = []
  const refusals: number[] = []
  for (let round = 1; round <= rounds; round++) {
    console.log(`round ${round}:`)
    const rates: number[] = []
    const calmEfficiencies: number[] = []
    for (const connections of concurrencies) {
      const outcome = await service.load({ connections, obeysRetryAfter: true })
      rates.push(rateOf(outcome))
      calmEfficiencies.push(efficiencyOf(outcome))
      console.log(`  ${connections} at once: ${format(outcome)}`)
      await pause(1_000)
    }
    const highest = Math.max(...rates)
    goodputs.push(rates.map((rate) => rate / highest))

    const flooded: number[] = []
    const efficiency: number[] = []
    for (const multiple of multiples) {
      const outcome = await service.load({ perSecond: highest * multiple })
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
      const elsewhere = { perSecond: highest * (multiple - 1) }
      const [outcome, refused] = await Promise.all([
        service.load({ connections: saturating, obeysRetryAfter: true }),
        service.loadBeside(elsewhere, service.writers, refuserPort),
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
  console.log(`time to refusal: ${refusal.toFixed(1)} ms`)
  const isFloodWithstood = flood.every((part) => part >= minGoodput) && refusal <= maxRefusalMs
  if (!isGoodputKept || !isFloodWithstood) process.exitCode = 1
} finally {
  stopClient(refuser)
  await service.stop()
}

/** Completed writes for each second of a processor that the service and PostgreSQL used. */
function efficiencyOf(measured: Measured): number {
  return rateOf(measured) / (measured.parts.service + measured.parts.postgres)
}
