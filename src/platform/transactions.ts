import { Pool, type PoolClient } from 'pg'
import {
  endedInTime,
  failure,
  isLost,
  limits,
  pipelinedConfig,
  send,
  sendTogether,
  settings,
} from './client.ts'
import { type Queryable, Unavailable } from './db.ts'
import { before } from './deadline.ts'
import { isStalePlan } from './sqlstate.ts'

/**
 * BEGIN travels with the first statement. Were it to fail alone, that statement would stand outside any
 * transaction: so outside of one these connections may not write.
 */
const begin = 'begin read write'
const readOnlyOutside = 'set default_transaction_read_only = on'

/** A pool of connections, each for one transaction at a time. */
export class Transactions {
  readonly #pool: Pool
  readonly #clients = new Set<PoolClient>()

  constructor(url: string, count: number) {
    this.#pool = new Pool({
      ...pipelinedConfig(url),
      max: count,
      connectionTimeoutMillis: limits.waitForTurn,
      idleTimeoutMillis: 0,
      onConnect: (client) => client.query(`${settings} ${readOnlyOutside}`),
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
    return endedInTime(this.#pool.end(), this.#clients)
  }

  /**
   * One attempt at a transaction, which must be over by `deadline` (of `performance.now()`).
   * @throws {Unavailable} when it is not, or the database went away; conflicts as they are.
   */
  async run<T>(work: (tx: Queryable) => Promise<T>, deadline: number): Promise<T> {
    const client = await this.#connect(deadline)
    let over = false
    const tx: Queryable = {
      query(statement) {
        if (over) return Promise.reject(new Error('The transaction is over.'))
        return send(client, statement)
      },
    }
    // After the deadline the client may be another's: not one statement more, COMMIT before all.
    const commit = async () => {
      if (over) throw new Error('The transaction is over.')
      return control(client, 'commit')
    }
    try {
      const result = await before(deadline, inTransaction(client, tx, work, commit))
      client.release()
      return result
    } catch (error) {
      abandon(client, error)
      throw error
    } finally {
      over = true
    }
  }

  async #connect(deadline: number): Promise<PoolClient> {
    const connecting = this.#pool.connect()
    try {
      return await before(deadline, connecting)
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

async function inTransaction<T>(
  client: PoolClient,
  tx: Queryable,
  work: (tx: Queryable) => Promise<T>,
  commit: () => Promise<string>,
): Promise<T> {
  const [, result] = await Promise.all([control(client, begin), work(tx)])
  // COMMIT after a failed statement whose error was swallowed rolls back, and says so in its tag alone.
  if ((await commit()) !== 'COMMIT')
    throw new Error('A statement of the transaction had failed: nothing was committed.')
  return result
}

async function control(client: PoolClient, text: string): Promise<string> {
  sendTogether(client)
  try {
    return (await client.query(text)).command
  } catch (error) {
    throw failure(error, client)
  }
}

/** Nobody waits for the ROLLBACK: the locks go with it, or with the connection, soon enough. */
function abandon(client: PoolClient, error: unknown): void {
  if (isLost(client) || isStalePlan(error)) client.release(true)
  else
    client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    )
}
