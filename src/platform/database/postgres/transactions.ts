import { Pool, type PoolClient } from 'pg'
import { type Transaction, Unavailable } from '../db.ts'
import { awaitUntil } from '../deadline.ts'
import { FairQueue } from '../fair-queue.ts'
import { isStalePlan } from '../sqlstate.ts'
import {
  awaitEnd,
  batchWrites,
  isLost,
  pipelinedConfig,
  send,
  sessionSettings,
  timeoutsMs,
  translateClientError,
} from './client.ts'

/**
 * BEGIN travels with the first statement. Were it to fail alone, that statement would stand outside any
 * transaction: so outside of one these connections may not write.
 */
const begin = 'begin read write'
const readOnlyOutside = 'set default_transaction_read_only = on'

/** A pool of connections, each for one transaction at a time, and the queue for them. */
export class Transactions {
  readonly #pool: Pool
  readonly #queue: FairQueue
  readonly #clients = new Set<PoolClient>()

  constructor(url: string, count: number) {
    this.#queue = new FairQueue(count)
    this.#pool = new Pool({
      ...pipelinedConfig(url),
      max: count,
      connectionTimeoutMillis: timeoutsMs.waitForTurn,
      idleTimeoutMillis: 0,
      onConnect: (client) => client.query(`${sessionSettings} ${readOnlyOutside}`),
    })
    // A connection that is lost must not end the process: whoever uses it hears of it from the query.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => {
      client.on('error', () => client.connection.stream.destroy())
      this.#clients.add(client)
    })
    this.#pool.on('remove', (client) => this.#clients.delete(client))
  }

  close(): Promise<void> {
    return awaitEnd(this.#pool.end(), this.#clients)
  }

  /** @throws {Unavailable} when a transaction of this user would not have its turn in time */
  assertCapacity(userId: number, deadline: number): void {
    this.#queue.assertCapacity(userId, deadline)
  }

  /**
   * One attempt at a transaction, which must be over by `deadline` (of `performance.now()`).
   * @throws {Unavailable} when it is not, or the database went away; conflicts as they are.
   */
  async run<T>(
    work: (tx: Transaction) => Promise<T>,
    deadline: number,
    userId: number | null,
  ): Promise<T> {
    // The turn lasts until the connection is free again, however the transaction ends.
    const leave = await this.#queue.enter(userId, deadline)
    const client = await this.#connect(deadline).catch((error: unknown) => {
      leave()
      throw error
    })
    const release = (isBroken = false) => {
      client.release(isBroken)
      leave()
    }
    let over = false
    let committed: Promise<string> | undefined
    // After the deadline another transaction may have the client: no statement may be sent, and above all no COMMIT.
    const commit = (): Promise<string> => {
      if (over) return Promise.reject(new Error('The transaction is over.'))
      over = true
      return control(client, 'commit')
    }
    const tx: Transaction = {
      query(statement) {
        if (over) return Promise.reject(new Error('The transaction is over.'))
        return send(client, statement)
      },
      async commitWith(last) {
        committed = commit()
        // Where a statement fails, its error says more than the end of the transaction.
        const [result, outcome] = await Promise.allSettled([last, committed])
        if (result.status === 'rejected') throw result.reason
        if (outcome.status === 'rejected') throw outcome.reason
        return result.value
      },
    }
    const whole = async (): Promise<T> => {
      const [, result] = await Promise.all([control(client, begin), work(tx)])
      // COMMIT after a failed statement whose error was swallowed rolls back, and says so in its tag alone.
      if ((await (committed ?? commit())) !== 'COMMIT')
        throw new Error('A statement of the transaction had failed: nothing was committed.')
      return result
    }
    try {
      const result = await awaitUntil(deadline, whole())
      release()
      return result
    } catch (error) {
      abandon(client, release, error)
      throw error
    } finally {
      over = true
    }
  }

  async #connect(deadline: number): Promise<PoolClient> {
    const connecting = this.#pool.connect()
    try {
      return await awaitUntil(deadline, connecting)
    } catch (error) {
      // A connection that comes too late for this one is there for the next.
      connecting.then(
        (client) => client.release(),
        () => {},
      )
      throw error instanceof Unavailable ? error : new Unavailable(error)
    }
  }
}

async function control(client: PoolClient, text: string): Promise<string> {
  batchWrites(client)
  try {
    return (await client.query(text)).command
  } catch (error) {
    throw translateClientError(error, client)
  }
}

/** Nobody waits for the ROLLBACK: the locks go with it, or with the connection, soon enough. */
function abandon(client: PoolClient, release: (isBroken?: boolean) => void, error: unknown): void {
  if (isLost(client) || isStalePlan(error)) release(true)
  else
    client.query('rollback').then(
      () => release(),
      () => release(true),
    )
}
