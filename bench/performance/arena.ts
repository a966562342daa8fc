import type { OpenDatabase } from '../../src/platform/database/db.ts'
import type { BenchData } from './data/fill.ts'
import type { Recorder } from './data/recorder.ts'
import type { ServerProcess } from './server-process.ts'

/** What all contestants of a run share. */
export interface Arena {
  readonly data: BenchData
  /** For files of requests, tasks and scripts. */
  readonly directory: string
  readonly foyer: ServerProcess
  /** Resident memory of Foyer before its first request. */
  readonly foyerIdle: number
  /** Only on PostgreSQL, where Foyer has peers. */
  readonly postgres?: {
    readonly db: OpenDatabase
    readonly url: string
    /** The program `pgbench`. */
    readonly pgbench: string
    readonly recorder: Recorder
  }
}
