import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite'
import type { Statement } from '../sql.ts'
import { isFatal } from '../sqlstate.ts'
import { forgetPrepared, runPrepared } from './prepared.ts'

const text = (value: string) => value
/**
 * Parsers that give the same JavaScript types as `pg`, so that both databases return equal rows.
 */
const parsers = {
  [types.INT8]: text,
  [types.DATE]: text,
  [types.TIMESTAMP]: text,
  [types.TIMESTAMPTZ]: text,
  [types.BYTEA]: (value: string) => Buffer.from(value.slice('\\x'.length), 'hex'),
}

/**
 * The cache of pages. PGlite touches all of it at its start, and its own 128 MB are most of a
 * process's memory. Pages that are not in it come from the cache of the operating system.
 */
const cacheParameters = ['-c', 'shared_buffers=32MB']

/** Starts PGlite. Its rows have the same JavaScript types as those of `pg`. */
export async function startEngine(options: PGliteOptions): Promise<Engine> {
  keepBaselineCode()
  const startParams = [...PGlite.defaultStartParams, ...cacheParameters]
  const engine = new Engine({ ...options, startParams, parsers, relaxedDurability: false })
  await engine.waitReady
  return engine
}

/**
 * Turns off V8's optimizing compiler for WebAssembly. For a single function of PGlite, it takes
 * 600 MB for half a second. A request over HTTP costs the same with the code of the baseline
 * compiler: docs/decisions/embedded-database.md.
 */
function keepBaselineCode(): void {
  setFlagsFromString('--no-wasm-dynamic-tiering')
  setFlagsFromString('--no-wasm-tier-up')
}

/**
 * A PGlite that prepares statements, and refuses everything after a PANIC. PGlite itself would send
 * a Sync and then loop for ever.
 */
export class Engine extends PGlite {
  #death: unknown

  /** Runs one prepared statement and returns its rows. */
  runPrepared<R>(statement: Statement): Promise<R[]> {
    return runPrepared(this, statement)
  }

  /** Prepares all statements again when they run next. */
  forgetPrepared(): Promise<void> {
    return forgetPrepared(this)
  }

  override async execProtocolStream(...args: Parameters<PGlite['execProtocolStream']>) {
    if (this.#death) throw this.#death
    try {
      return await super.execProtocolStream(...args)
    } catch (error) {
      if (isFatal(error)) this.#death = error
      throw error
    }
  }
}
