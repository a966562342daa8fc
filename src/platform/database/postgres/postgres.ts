import { Client } from 'pg'
import type { OpenDatabase } from '../db.ts'
import { currentDeadline } from '../deadline.ts'
import { measureQueues } from '../observe/queue-metrics.ts'
import { retryConflicts } from '../retry.ts'
import type { Statement } from '../sql.ts'
import { assertOutsideTransaction, guardTransaction } from '../transaction-guard.ts'
import {
  bulkConnections,
  bulkTimeoutsMs,
  connectionConfig,
  timeoutsMs,
  translateClientError,
} from './client.ts'
import { measureConnections } from './connection-metrics.ts'
import { Listener } from './listener.ts'
import { notifier } from './notifier.ts'
import { PipelinePool } from './pipeline-pool.ts'
import { Transactions } from './transactions.ts'

export interface PostgresOptions {
  /**
   * `postgres://user:password@host:port/database`, with parameters such as `sslmode`, as `pg` reads
   * them.
   */
  readonly url: string
  /** The number of connections for single statements. */
  readonly lanes?: number
  /** The number of connections for transactions, and so how many run at once. */
  readonly transactions?: number
  /**
   * The number of connections for transactions while more than 500 transactions wait.
   * `transactions` if omitted.
   */
  readonly maxTransactions?: number
}

/**
 * Opens a PostgreSQL database (15 or later). Whatever happens to the server, every statement and
 * every transaction ends within 3 s, and lost connections are opened again.
 * @throws {Unavailable} when the database cannot be reached now; other errors when it refuses the
 * connection.
 */
export async function openPostgres(options: PostgresOptions): Promise<OpenDatabase> {
  const {
    url,
    lanes: laneCount = 3,
    transactions: transactionCount = 10,
    maxTransactions,
  } = options
  const lanes = new PipelinePool(url, laneCount)
  const notify = notifier(lanes)
  const transactions = new Transactions(url, notify, transactionCount, maxTransactions)
  const bulk = new Transactions(url, notify, bulkConnections, bulkConnections, bulkTimeoutsMs, 0)
  const listener = new Listener(url)
  const close = async () => {
    await Promise.all([lanes.close(), transactions.close(), bulk.close(), listener.close()])
  }
  try {
    await lanes.open()
  } catch (error) {
    await close()
    throw error
  }
  const database: OpenDatabase = {
    kind: 'postgres',
    query: <R>(statement: Statement) =>
      retryConflicts(() => {
        assertOutsideTransaction(database)
        return lanes.query<R>(statement)
      }, performance.now() + timeoutsMs.answer),
    transaction: (work) => database.transactionFor(null, work),
    async transactionFor(userId, work) {
      assertOutsideTransaction(database)
      const deadline = Math.min(performance.now() + timeoutsMs.transaction, currentDeadline())
      return retryConflicts(
        () =>
          transactions.run((tx) => guardTransaction(database, () => work(tx)), deadline, userId),
        deadline,
      )
    },
    async bulkTransaction(work, timeoutMs = bulkTimeoutsMs.transaction) {
      assertOutsideTransaction(database)
      const deadline = performance.now() + timeoutMs
      return retryConflicts(
        () => bulk.run((tx) => guardTransaction(database, () => work(tx)), deadline, null),
        deadline,
      )
    },
    assertCapacity: (userId, deadline) =>
      transactions.assertCapacity(
        userId,
        Math.min(performance.now() + timeoutsMs.transaction, deadline),
      ),
    script: (text) => runScript(url, text),
    listen: (channel, heard) => listener.listen(channel, heard),
    queueWaitMs: () => transactions.queue.newcomerWaitMs,
    measure(metrics) {
      measureQueues(metrics, { transactions: transactions.queue, bulk: bulk.queue })
      measureConnections(metrics, lanes, { transactions, bulk })
    },
    close,
  }
  return database
}

/**
 * Runs a script on a new connection without the short timeouts, because a migration may take
 * longer.
 */
async function runScript(url: string, text: string): Promise<void> {
  const client = new Client(connectionConfig(url, timeoutsMs.connectAtStart))
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(text)
  } catch (error) {
    throw translateClientError(error, client)
  } finally {
    await client.end().catch(() => {})
  }
}
