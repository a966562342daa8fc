import { Client } from 'pg'
import { type OpenDatabase, Unavailable } from '../db.ts'
import { currentDeadline } from '../deadline.ts'
import { measureQueues } from '../observe/queue-metrics.ts'
import { connectPatiently, retryConflicts } from '../retry.ts'
import type { Statement } from '../sql.ts'
import { assertOutsideTransaction, guardTransaction } from '../transaction-guard.ts'
import {
  bulkConnections,
  bulkTimeoutsMs,
  connectionConfig,
  type TransactionLimits,
  timeoutsMs,
  translateClientError,
} from './client.ts'
import { measureConnections } from './connection-metrics.ts'
import { Hosts } from './hosts.ts'
import { Listener, notifier } from './listener.ts'
import { PipelinePool } from './pipeline-pool.ts'
import { countConnections, findPooler } from './pooler.ts'
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
  /** How long bulk work and its statements may take. */
  readonly bulkLimits?: TransactionLimits
  /**
   * The number of connections for transactions while more than 500 transactions wait.
   * `transactions` if omitted.
   */
  readonly maxTransactions?: number
  /** Is called with a line for the log, when writes stop and when they continue. */
  readonly notice?: (text: string) => void
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
    bulkLimits = bulkTimeoutsMs,
    maxTransactions,
    notice = () => {},
  } = options
  const hosts = new Hosts(url)
  const lanes = new PipelinePool(hosts, laneCount, notice)
  const { backends } = lanes
  const listener = new Listener(hosts)
  const closeLanes = () => {
    backends.close()
    return lanes.close()
  }
  const isPooled = await openLanes(hosts, lanes).catch(async (error: unknown) => {
    await closeLanes()
    throw error
  })
  const shared = { hosts, backends, notify: notifier(lanes), isPooled }
  const transactions = new Transactions({
    ...shared,
    count: transactionCount,
    max: maxTransactions,
    min: isPooled ? 0 : transactionCount,
  })
  const bulk = new Transactions({
    ...shared,
    count: bulkConnections,
    min: 0,
    limits: bulkLimits,
  })
  const close = async () => {
    await Promise.all([closeLanes(), transactions.close(), bulk.close(), listener.close()])
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
    async bulkTransaction(work, timeoutMs = bulkLimits.transaction) {
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
    ...(isPooled ? { countFree: (most: number) => countConnections(hosts.url, most) } : {}),
    script: (text) => runScript(hosts.url, text),
    listen: (channel, heard) => listener.listen(channel, heard),
    readOnlyReason: () => backends.reason,
    measure(metrics) {
      measureQueues(metrics, { transactions: transactions.queue, bulk: bulk.queue })
      measureConnections(metrics, lanes, { transactions, bulk })
    },
    close,
  }
  return database
}

/**
 * Opens the connections for single statements, to the first server that can be used.
 * @returns whether a pooler is between
 */
function openLanes(hosts: Hosts, lanes: PipelinePool): Promise<boolean> {
  let untried = hosts.count
  return connectPatiently(
    async () => {
      const { url } = hosts
      const isPooled = await findPooler(url).catch((error: unknown) => {
        hosts.skip(url)
        throw error
      })
      await lanes.open()
      if (isPooled && (await countConnections(url, 1)) === 0)
        throw new Unavailable(new Error('the connection pooler has no connection left'))
      return isPooled
    },
    (error) => error instanceof Unavailable && --untried > 0,
  )
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
