import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The share of an idle time in which the program may have worked. */
const idleUtilization = 0.05

/**
 * Collects the garbage of the start once the program has had almost nothing to do for `idleMs`
 * milliseconds, and gives the memory back to the operating system: docs/decisions/benchmark.md. This
 * blocks the program for a tenth of a second, so it does not happen under load.
 */
export function collectAfterStart({ idleMs = 2_000, collect = collectAll } = {}): void {
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > idleUtilization) return
    clearInterval(timer)
    collect()
  }, idleMs).unref()
}

/** Node.js offers the collection to new contexts, and only with this flag. */
function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const gc: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  // V8 repeats the collection until it frees nothing more.
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
