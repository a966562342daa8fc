import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import { type Transaction, Unavailable } from '../db.ts'
import { awaitUntil } from '../deadline.ts'
import { FairQueue } from '../fair-queue.ts'
import type { Statement } from '../sql.ts'
import { isOfStandby, isStalePlan, markCommitSent } from '../sqlstate.ts'
import type { Backends } from './backends.ts'
import {
  awaitEnd,
  awaitEndOf,
  isLost,
  pipelinedConfig,
  prepareSession,
  readOnlyByDefault,
  type TransactionLimits,
  timeoutsMs,
} from './client.ts'
import type { Hosts } from './hosts.ts'
import { type Step, Trips } from './trip.ts'

/**
 * BEGIN is sent together with the first statement. These connections are read-only outside of
 * transactions, so that no statement can write without BEGIN.
 */
const begin: Statement = {
  name: 'begin',
  text: 'begin isolation level read committed read write',
  values: [],
}
const commit: Statement = { name: 'commit', text: 'commit', values: [] }

/** After this time without a transaction, an extra connection is closed, in milliseconds. */
const extraIdleMs = 10_000
/**
 * After this time a connection of a pooler is given back, in seconds, also if it is in use. The
 * pooler gives it to whoever has waited longest, so instances take turns.
 */
const pooledSeconds = 0.5
/** How long as many transactions run as there were connections, when the pooler had no more. */
const pooledPauseMs = 10_000

/** Of how many connections a pool has, and what it shares with others. */
export interface TransactionsOptions {
  readonly hosts: Hosts
  /** What closed connections have left at the server, and whether writes are refused. */
  readonly backends: Backends
  /** Called for `notifyAfterCommit` when a transaction has committed. */
  readonly notify: (channel: string) => void
  /** The number of connections. */
  readonly count: number
  /** The number of connections while more than 500 transactions wait. `count` if omitted. */
  readonly max?: number | undefined
  /** The number of connections that stay open without work. */
  readonly min: number
  /** Whether others wait for the connections of the same pooler. Then they are given back soon. */
  readonly isPooled: boolean
  readonly limits?: TransactionLimits
}

/** A pool of connections, each for one transaction at a time, and the queue for them. */
export class Transactions {
  readonly #hosts: Hosts
  readonly #isPooled: boolean
  readonly #backends: Backends
  readonly #epochs = new WeakMap<Client, number>()
  readonly #pool: Pool
  readonly queue: FairQueue
  readonly #clients = new Set<PoolClient>()
  readonly #notify: (channel: string) => void

  constructor(options: TransactionsOptions) {
    const { hosts, backends, notify, count, max = count, min, isPooled } = options
    const { limits = timeoutsMs } = options
    this.#isPooled = isPooled
    this.#hosts = hosts
    this.#backends = backends
    this.#notify = notify
    this.queue = new FairQueue(count, max)
    const epochs = this.#epochs
    this.#pool = new Pool({
      // The server can be another one for each connection.
      Client: class extends Client {
        constructor(config?: ClientConfig) {
          super({ ...config, connectionString: hosts.url })
          epochs.set(this, hosts.epoch)
        }
      },
      ...pipelinedConfig(hosts.url, limits),
      min,
      max,
      connectionTimeoutMillis: limits.waitForTurn,
      idleTimeoutMillis: extraIdleMs,
      maxLifetimeSeconds: isPooled ? pooledSeconds : 0,
      onConnect: (client) => prepareSession(client, limits, readOnlyByDefault, hosts.mustWrite),
    })
    // A lost connection must not end the process. The caller gets the error from its query.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => {
      client.on('error', () => client.connection.stream.destroy())
      this.#clients.add(client)
    })
    this.#pool.on('remove', (client) => this.#clients.delete(client))
  }

  /** The numbers of open connections, and of those that run a transaction. */
  get connections(): { readonly open: number; readonly busy: number; readonly max: number } {
    const { totalCount: open, idleCount, options } = this.#pool
    return { open, busy: open - idleCount, max: options.max }
  }

  close(): Promise<void> {
    return awaitEnd(this.#pool.end(), this.#clients)
  }

  /** @throws {Unavailable} when a transaction of this user would not get its turn in time */
  assertCapacity(userId: number, deadline: number): void {
    this.#backends.assertWritable()
    this.queue.assertCapacity(userId, deadline)
  }

  /**
   * Runs a transaction once. It must end by `deadline` (of `performance.now()`).
   * @throws {Unavailable} when it ends later or the connection is lost, with `mayHaveCommitted`.
   * Conflicts are thrown unchanged, for a retry.
   */
  async run<T>(
    work: (tx: Transaction) => Promise<T>,
    deadline: number,
    userId: number | null,
  ): Promise<T> {
    this.#backends.assertWritable()
    // The turn ends when the connection is free again, not when the caller has its result.
    const leave = await this.queue.enter(userId, deadline)
    const client = await this.#connect(deadline).catch((error: unknown) => {
      // There may not be enough connections for all instances.
      const open = this.#clients.size
      if (this.#isPooled && open > 0) this.queue.limitTo(open, pooledPauseMs)
      else if (this.queue.isExtended) this.queue.limitTo(Number.POSITIVE_INFINITY)
      leave()
      throw error
    })
    const release = (isBroken = false) => {
      client.release(isBroken)
      // Its backend may wait for a standby, and counts as a connection until it has ended.
      if (isBroken) void this.#backends.ended(client).then(leave)
      else leave()
    }
    const channels = new Set<string>()
    const trips = new Trips(client)
    let hasEnded = false
    let committed: Promise<string> | undefined
    let commitStep: Step | undefined
    // After the deadline another transaction may use the client, so no statement and no COMMIT may
    // follow.
    const run = async (statement: Statement): Promise<Step> => {
      if (hasEnded) throw new Error('The transaction is over.')
      const step = trips.add(statement)
      if (statement === commit) commitStep = step
      await awaitEndOf(step, client)
      return step
    }
    const end = async (): Promise<string> => {
      const step = run(commit)
      hasEnded = true
      return (await step).command
    }
    const read = async <R>(statement: Statement) => (await run(statement)).read<R>()
    const sent: Promise<unknown>[] = []
    const tx: Transaction = {
      query: <R>(statement: Statement) => {
        const rows = read<R>(statement)
        sent.push(rows)
        return rows
      },
      async commitWith(last) {
        committed = end()
        // If a statement fails, its error says more than the error of COMMIT.
        const [result, outcome] = await Promise.allSettled([last, committed])
        if (result.status === 'rejected') throw result.reason
        if (outcome.status === 'rejected') throw outcome.reason
        return result.value
      },
      commitAfter: (last, result) => tx.commitWith(last).then(() => result),
      notifyAfterCommit: (channel) => channels.add(channel),
    }
    const whole = async (): Promise<T> => {
      const [, result] = await Promise.all([run(begin), work(tx)])
      // If the work ignores the error of a statement, COMMIT rolls back. Only its command tag shows
      // this.
      if ((await (committed ?? end())) !== 'COMMIT')
        throw new Error('A statement of the transaction had failed: nothing was committed.')
      return result
    }
    try {
      const result = await awaitUntil(deadline, whole())
      release()
      channels.forEach(this.#notify)
      return result
    } catch (error) {
      // The work may have failed before it waited for these. Then its own error counts.
      for (const rows of sent) rows.catch(() => {})
      trips.drop()
      if (commitStep?.isSent) markCommitSent(error)
      abandon(client, release, error)
      throw error
    } finally {
      hasEnded = true
    }
  }

  async #connect(deadline: number): Promise<PoolClient> {
    // Writes may have stopped while this transaction waited for its turn.
    this.#backends.assertWritable()
    const connecting = this.#pool.connect()
    let client: PoolClient
    try {
      client = await awaitUntil(deadline, connecting)
    } catch (error) {
      // A connection that opens too late stays in the pool for the next transaction.
      connecting.then(
        (client) => client.release(),
        () => {},
      )
      throw error instanceof Unavailable ? error : new Unavailable(error)
    }
    if (this.#epochs.get(client) === this.#hosts.epoch) return client
    // It is connected to a server that no longer writes.
    client.release(true)
    return this.#connect(deadline)
  }
}

/**
 * Rolls back without waiting. If ROLLBACK fails, the connection is closed, which releases the
 * locks.
 */
function abandon(client: PoolClient, release: (isBroken?: boolean) => void, error: unknown): void {
  if (isLost(client) || isStalePlan(error) || isOfStandby(error)) release(true)
  else
    client.query('rollback').then(
      () => release(),
      () => release(true),
    )
}
