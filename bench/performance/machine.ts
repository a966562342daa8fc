import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, release, totalmem } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { machineTime } from './load/processes.ts'

/** What figures of two machines differ by. */
export interface Machine {
  readonly processors: number
  readonly model: string
  readonly memoryBytes: number
  readonly kernel: string
  readonly node: string
  /** The mode of transparent huge pages: `always`, `madvise` or `never`. */
  readonly hugePages: string
  /** Nanoseconds of a random read, by the megabytes that are read from. */
  readonly randomReadNs: Readonly<Record<string, number>>
}

export function describeMachine(): Machine {
  const sizes = [1, 16, 256]
  return {
    processors: availableParallelism(),
    model: cpus()[0]?.model ?? 'unknown',
    memoryBytes: totalmem(),
    kernel: release(),
    node: process.version,
    hugePages: hugePages(),
    randomReadNs: Object.fromEntries(sizes.map((size) => [size, randomReadNs(size)])),
  }
}

function hugePages(): string {
  const file = '/sys/kernel/mm/transparent_hugepage/enabled'
  return /\[(\w+)\]/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'unknown'
}

const lineBytes = 64
const reads = 1_000_000
/** The least of some trials counts, because other work can only make reads slower. */
const trials = 3

/**
 * Follows a random cycle through all cache lines of a block of memory. Each read needs the result
 * of the one before.
 */
function randomReadNs(megabytes: number): number {
  const step = lineBytes / Int32Array.BYTES_PER_ELEMENT
  const lines = (megabytes * 2 ** 20) / lineBytes
  const next = new Int32Array(lines * step)
  for (let line = 0; line < lines; line++) next[line * step] = line * step
  // Sattolo's algorithm makes one cycle of all lines.
  for (let line = lines - 1; line > 0; line--) {
    const a = line * step
    const b = Math.floor(Math.random() * line) * step
    const kept = next[a] as number
    next[a] = next[b] as number
    next[b] = kept
  }
  let at = follow(next, 0)
  let least = Number.POSITIVE_INFINITY
  for (let trial = 0; trial < trials; trial++) {
    const start = performance.now()
    at = follow(next, at)
    least = Math.min(least, performance.now() - start)
  }
  if (at < 0) throw new Error('This cannot be, but the result must be used.')
  return (least * 1e6) / reads
}

function follow(next: Int32Array, from: number): number {
  let at = from
  for (let n = 0; n < reads; n++) at = next[at] as number
  return at
}

const watchedMs = 2_000

/** The share of the processors' time that other programs and machines take now. */
export async function shareOfOthers(): Promise<number> {
  const before = machineTime()
  await pause(watchedMs)
  const after = machineTime()
  return (after.busy - before.busy) / (after.total - before.total)
}
