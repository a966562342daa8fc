import type { Metrics } from '../../metrics/metrics.ts'
import { type OpenDatabase, type Transaction, Unavailable } from '../db.ts'
import { awaitUntil, currentDeadline } from '../deadline.ts'
import { FairQueue } from '../fair-queue.ts'
import { measureQueues } from '../observe/queue-metrics.ts'
import { retryConflicts } from '../retry.ts'
import type { Statement } from '../sql.ts'
import { isFatal, markCommitSent, sqlState, translateError } from '../sqlstate.ts'
import { assertOutsideTransaction, guardTransaction } from '../transaction-guard.ts'
import type { DiskFull } from './disk-space.ts'
import type { Engine } from './engine.ts'

/** The operations on files that a PGlite in a directory depends on. */
export interface EngineHost {
  /** Starts PGlite again. It recovers as after a crash. */
  restart(): Promise<Engine>
  /** The error, if the disk has no space to write. */
  fullDisk(): DiskFull | undefined
  release(): void
  /** The directory of the database's files. Undefined for a database in memory. */
  readonly directory?: string
}

const memoryHost: EngineHost = {
  restart: () => Promise.reject(new Error('A database in memory is lost with its engine.')),
  fullDisk: () => undefined,
  release: () => {},
}

/**
 * The longest time from the request of a transaction to its end, in milliseconds. It bounds the
 * wait for earlier transactions, too.
 */
const transactionTimeoutMs = 2_500
/** The time of a transaction of bulk work, which no request waits for, in milliseconds. */
const bulkTimeoutMs = 60_000

/** The SQLSTATE of a write in a read-only session. */
const readOnly = '25006'

/**
 * The longest time that the engine blocks the only thread, in milliseconds. Then requests are read.
 */
const maxBlockMs = 10

type OnNotify = (payload: string) => void

/**
 * PGlite as an `OpenDatabase`. Statements and transactions take turns. A crashed engine is
 * replaced.
 */
export class Embedded implements OpenDatabase {
  readonly kind = 'embedded'
  readonly #host: EngineHost
  readonly #listeners: { channel: string; onNotify: OnNotify }[] = []
  #engine: Engine | undefined
  /** Set while the session is read-only. */
  #full: DiskFull | undefined
  #yieldAt = 0
  #closed = false
  /**
   * Single statements count as work without a user: each waits for the statements before it, and
   * for at most one transaction for each of them.
   */
  readonly #queue = new FairQueue(1)

  constructor(engine: Engine, host: EngineHost = memoryHost) {
    this.#engine = engine
    this.#host = host
  }

  async query<R>(statement: Statement): Promise<R[]> {
    assertOutsideTransaction(this)
    const deadline = performance.now() + transactionTimeoutMs
    return retryConflicts(
      () => this.#inTurn((engine) => this.#run<R>(engine, statement), deadline),
      deadline,
    )
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transactionFor(null, work)
  }

  transactionFor<T>(userId: number | null, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const deadline = Math.min(performance.now() + transactionTimeoutMs, currentDeadline())
    return this.#transactBy(deadline, userId, work)
  }

  bulkTransaction<T>(work: (tx: Transaction) => Promise<T>, timeoutMs = bulkTimeoutMs): Promise<T> {
    return this.#transactBy(performance.now() + timeoutMs, null, work)
  }

  async #transactBy<T>(
    deadline: number,
    userId: number | null,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    assertOutsideTransaction(this)
    return retryConflicts(
      () => this.#inTurn((engine) => this.#transact(engine, work, deadline), deadline, userId),
      deadline,
    )
  }

  assertCapacity(userId: number, deadline: number): void {
    this.#queue.assertCapacity(userId, Math.min(performance.now() + transactionTimeoutMs, deadline))
  }

  async script(text: string): Promise<void> {
    await this.#inTurn(async (engine) => {
      await this.#guarded(engine.exec(text))
      // A script may change tables, and a statement that is prepared must not change its result.
      await this.#guarded(engine.forgetPrepared())
    })
  }

  async listen(channel: string, onNotify: OnNotify): Promise<void> {
    this.#listeners.push({ channel, onNotify })
    await this.#inTurn((engine) => engine.listen(`"${channel}"`, onNotify))
  }

  /** The content of the database, as a template for another one. */
  dump(): Promise<Blob> {
    return this.#inTurn((engine) => engine.dumpDataDir('none'))
  }

  whileIdle<T>(work: (directory: string) => Promise<T>): Promise<T> {
    const { directory } = this.#host
    if (directory === undefined) throw new Error('A database in memory has no files.')
    return this.#inTurn(async (engine) => {
      await this.#guarded(engine.exec('checkpoint'))
      return work(directory)
    })
  }

  readOnlyReason(): string | undefined {
    return this.#host.fullDisk()?.message
  }

  measure(metrics: Metrics): void {
    measureQueues(metrics, { embedded: this.#queue })
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#queue.idle()
    await this.#engine?.close()
    this.#host.release()
  }

  /** Waits for a turn and runs `work`. Does not start work that would miss its deadline. */
  async #inTurn<T>(
    work: (engine: Engine) => Promise<T>,
    deadline = Infinity,
    userId: number | null = null,
  ): Promise<T> {
    if (this.#closed) throw new Unavailable(new Error('The database is closed.'))
    const leave = await this.#queue.enter(userId, deadline)
    try {
      return await work(await this.#ready())
    } finally {
      // The engine blocks this thread, so requests are read from time to time.
      if (performance.now() < this.#yieldAt) leave()
      else
        setImmediate(() => {
          this.#yieldAt = performance.now() + maxBlockMs
          leave()
        })
    }
  }

  async #ready(): Promise<Engine> {
    const engine = this.#engine ?? (await this.#restarted())
    const full = this.#host.fullDisk()
    if ((full === undefined) !== (this.#full === undefined)) {
      await engine.exec(`set default_transaction_read_only = ${full ? 'on' : 'off'}`)
      this.#full = full
    }
    return engine
  }

  async #restarted(): Promise<Engine> {
    try {
      const engine = await this.#host.restart()
      for (const { channel, onNotify } of this.#listeners) {
        await engine.listen(`"${channel}"`, onNotify)
        onNotify('')
      }
      this.#full = undefined
      this.#engine = engine
      return engine
    } catch (error) {
      throw new Unavailable(error)
    }
  }

  async #transact<T>(
    engine: Engine,
    work: (tx: Transaction) => Promise<T>,
    deadline: number,
  ): Promise<T> {
    const channels = new Set<string>()
    let hasEnded = false
    let isLast = false
    let hasSentCommit = false
    const run = async <R>(statement: Statement): Promise<R[]> => {
      if (hasEnded || isLast || this.#engine !== engine) throw new Error('The transaction is over.')
      return this.#run(engine, statement)
    }
    const sent: Promise<unknown>[] = []
    const tx: Transaction = {
      query: <R>(statement: Statement) => {
        const rows = run<R>(statement)
        sent.push(rows)
        return rows
      },
      // The engine runs in this process, so there is no round trip to save.
      commitWith: (last) => {
        isLast = true
        return last
      },
      commitAfter: (last, result) => tx.commitWith(last).then(() => result),
      notifyAfterCommit: (channel) => channels.add(channel),
    }
    await this.#guarded(engine.exec('begin'))
    try {
      const result = await awaitUntil(
        deadline,
        guardTransaction(this, () => work(tx)),
      )
      hasEnded = true
      hasSentCommit = true
      const [outcome] = await this.#guarded(engine.exec('commit'))
      // If the work ignores the error of a statement, COMMIT rolls back. Only its command tag shows
      // this.
      if (outcome?.command !== 'COMMIT')
        throw new Error('A statement of the transaction had failed: nothing was committed.')
      // All who listen are in this process.
      for (const { channel, onNotify } of this.#listeners) if (channels.has(channel)) onNotify('')
      return result
    } catch (error) {
      // The work may have failed before it waited for these. Then its own error counts.
      for (const rows of sent) rows.catch(() => {})
      if (hasSentCommit) markCommitSent(error)
      if (!hasEnded && this.#engine === engine) await this.#guarded(engine.exec('rollback'))
      throw error
    } finally {
      hasEnded = true
    }
  }

  #run<R>(engine: Engine, statement: Statement): Promise<R[]> {
    return this.#guarded(engine.runPrepared<R>(statement))
  }

  /** Translates errors. After a PANIC the engine is not used again, not even to close it. */
  async #guarded<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      if (isFatal(error)) this.#engine = undefined
      if (this.#full && sqlState(error) === readOnly) throw new Unavailable(this.#full)
      throw translateError(error)
    }
  }
}
