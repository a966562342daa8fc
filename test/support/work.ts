import type { Worker } from '../../src/platform/process/work.ts'

/** A worker for a queue, with the numbers of the one for emails. */
export const workerOf = (queue: string, perform: Worker['perform']): Worker => ({
  queue,
  atOnce: 4,
  retriesAtOnce: 3,
  hostShare: 1,
  retry: { firstSeconds: 15, factor: 3, maxSeconds: 28_800, maxAttempts: 10 },
  perform,
})
