import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the processor seconds of each test file of a run. The largest value is first. */
export function readHeaviest(queue: string, files: readonly string[]): [string, number][] {
  const measured = files.flatMap((file, number): [string, number][] => {
    try {
      return [[file, Number(readFileSync(join(queue, String(number), 'seconds'), 'utf8'))]]
    } catch {
      return [] // A file that did not finish.
    }
  })
  return measured.toSorted(([, a], [, b]) => b - a)
}

/** Describes the twenty files that took the most processor time, and the sum of all files. */
export function describeHeaviest(heaviest: readonly [string, number][], server: number): string {
  const lines = heaviest.slice(0, 20).map(([file, seconds]) => `${inSeconds(seconds)}  ${file}\n`)
  const files = heaviest.reduce((sum, [, seconds]) => sum + seconds, 0)
  const total = `${inSeconds(files)}  all ${heaviest.length} test files\n`
  return `\nProcessor time\n${lines.join('')}${total}${inSeconds(server)}  PostgreSQL\n`
}

const inSeconds = (seconds: number) => `${seconds.toFixed(1).padStart(6)} s`
