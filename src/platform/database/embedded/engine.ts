import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite'
import { isFatal } from '../sqlstate.ts'

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

/** Starts PGlite. Its rows have the same JavaScript types as those of `pg`. */
export async function startEngine(options: PGliteOptions): Promise<PGlite> {
  const engine = new Engine({ ...options, parsers, relaxedDurability: false })
  await engine.waitReady
  return engine
}

/**
 * A PGlite that refuses everything after a PANIC. PGlite itself would send a Sync and then loop for
 * ever.
 */
class Engine extends PGlite {
  #death: unknown

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
