import { setTimeout as pause } from 'node:timers/promises'
import { format, median, percentile, startWriteLoad } from './write-load.ts'
import type { Writer } from './writers.ts'

/*
 * Measures the writes of other users beside one user who sends 12, 50 and 200 at once and ignores
 * `Retry-After`, on PostgreSQL. They must take at most 5 times as long as without that user, and
 * none may be refused. Otherwise the program ends with status 1. The ratios are medians over the
 * rounds. The service, PostgreSQL and the clients share the machine.
 */
const rounds = Number(process.env.ROUNDS ?? 3)
const seconds = Number(process.env.SECONDS ?? 6)
const crowds = [12, 50, 200]
/** The number of writes per second of all other users. */
const calmWritesPerSecond = 40
const maxLatencyRatio = 5

const service = await startWriteLoad({ users: 200, seconds })
try {
  const [one, ...others] = service.writers as [Writer, ...Writer[]]
  const ratios: number[][] = []
  let refusedOthers = 0
  for (let round = 1; round <= rounds; round++) {
    console.log(`round ${round}:`)
    const calm = await service.load({ perSecond: calmWritesPerSecond }, others)
    console.log(`  others alone: ${format(calm)}`)
    const latencyRatios: number[] = []
    for (const connections of crowds) {
      const [outcome, flood] = await Promise.all([
        service.load({ perSecond: calmWritesPerSecond }, others),
        service.loadBeside({ connections, obeysRetryAfter: false }, [one]),
      ])
      latencyRatios.push(percentile(outcome.took, 0.5) / percentile(calm.took, 0.5))
      refusedOthers += outcome.refusedAfter.length
      console.log(`  others beside ${connections} of one user: ${format(outcome)}`)
      console.log(`    that user: ${format(flood)}`)
      await pause(1_000)
    }
    ratios.push(latencyRatios)
  }
  const ratio = crowds.map((_, at) => median(ratios.map((round) => round[at])))
  crowds.forEach((crowd, at) => {
    console.log(`others' p50 beside ${crowd} at once: ${ratio[at]?.toFixed(2)} times the calm one`)
  })
  console.log(`others refused: ${refusedOthers}`)
  if (ratio.some((each) => each > maxLatencyRatio) || refusedOthers > 0) process.exitCode = 1
} finally {
  await service.stop()
}
