import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** How fast this machine is, in rounds a second: each reads and writes openapi.json as JSON. */
export interface MachineSpeed {
  readonly processors: number
  /** With one processor at work. */
  readonly one: number
  /** With all processors at work, together. */
  readonly all: number
}

const rounds = 15

const work = `
  const { readFileSync } = require('node:fs')
  const { parentPort, workerData: { file, rounds } } = require('node:worker_threads')
  const text = readFileSync(file, 'utf8')
  const run = (count) => { for (let round = 0; round < count; round++) JSON.stringify(JSON.parse(text)) }
  run(2)
  parentPort.once('message', () => {
    const start = performance.now()
    run(rounds)
    parentPort.postMessage(performance.now() - start)
  })
  parentPort.postMessage('ready')
`

/**
 * Measures this machine before a run of the tests, in less than a second. The same tests take
 * between five and ten minutes on machines with the same number of processors, so the times of two
 * runs can only be compared together with these figures.
 */
export async function measureMachine(): Promise<MachineSpeed> {
  const processors = availableParallelism()
  const one = await rate(1)
  return { processors, one, all: await rate(processors) }
}

/** @returns rounds a second of some threads at the same time */
async function rate(threads: number): Promise<number> {
  const file = join(import.meta.dirname, '../../openapi.json')
  const workers = Array.from(
    { length: threads },
    () => new Worker(work, { eval: true, workerData: { file, rounds } }),
  )
  await Promise.all(workers.map(messageOf))
  const times = await Promise.all(
    workers.map((worker) => {
      worker.postMessage('start')
      return messageOf(worker)
    }),
  )
  await Promise.all(workers.map((worker) => worker.terminate()))
  return times.reduce((sum: number, time) => sum + (1_000 * rounds) / Number(time), 0)
}

const messageOf = (worker: Worker): Promise<unknown> =>
  new Promise((resolve, reject) => void worker.once('message', resolve).once('error', reject))

/** Describes the speed in one line. */
export const describeMachine = ({ processors, one, all }: MachineSpeed): string =>
  `Speed of this machine: ${one.toFixed(0)} on one processor, ${all.toFixed(0)} on ${processors}, ` +
  'in rounds of openapi.json as JSON a second, before the run'
