import { sql } from '../sql.ts'
import type { PipelinePool } from './pipeline-pool.ts'

/** The time in which notifications of one channel become one, in milliseconds. */
const joinMs = 5

/**
 * Creates a function that sends NOTIFY by itself, at most once in 5 ms for each channel. It waits
 * for no disk, because it writes nothing. A notification that fails is lost.
 */
export function notifier(lanes: PipelinePool): (channel: string) => void {
  const waiting = new Set<string>()
  return (channel) => {
    if (waiting.has(channel)) return
    waiting.add(channel)
    setTimeout(() => {
      waiting.delete(channel)
      lanes.query(sql`select pg_notify(${channel}, '')`).catch(() => {})
    }, joinMs).unref()
  }
}
