import { Client, type ClientBase, type ClientConfig, DatabaseError, type QueryResult } from 'pg'
import { Unavailable } from '../db.ts'
import type { Statement } from '../sql.ts'
import { translateError } from '../sqlstate.ts'
import { rememberBackend } from './backends.ts'
import { columnTypes } from './column-types.ts'
import { splitHosts } from './hosts.ts'
import { Step, Trip } from './trip.ts'

/**
 * How long each step may take, in milliseconds, so that every request has its response within 3 s.
 * The server gives up first and returns the reason. The client's own limit is for a server that
 * does not respond.
 */
export const timeoutsMs = {
  connect: 1_500,
  /** For the first connections of a process, and for scripts: no request waits for them. */
  connectAtStart: 10_000,
  waitForConnection: 500,
  waitForTurn: 2_000,
  lock: 1_500,
  statement: 2_000,
  answer: 2_250,
  transaction: 2_500,
} as const

/** How long a transaction and its steps may take, in milliseconds. */
export interface TransactionLimits {
  /** For a free connection, which may have to be opened. */
  readonly waitForTurn: number
  readonly statement: number
  readonly answer: number
  readonly transaction: number
}

/** The times for bulk work, which no request waits for, in milliseconds. */
export const bulkTimeoutsMs: TransactionLimits = {
  waitForTurn: 10_000,
  statement: 50_000,
  answer: 55_000,
  transaction: 60_000,
}

/**
 * After this time without traffic, the system checks whether the other end is there, in
 * milliseconds. Its default is two hours, and firewalls forget idle connections much earlier.
 */
const keepAliveDelayMs = 30_000

/**
 * Connections for bulk work. Transactions without a user take at most half of them, so two run at
 * once. They are opened by the first bulk work, and closed after some seconds without any.
 */
export const bulkConnections = 4

/** The options of every connection. Options in the URL, such as those for SSL, take precedence. */
export function connectionConfig(
  url: string,
  connectMs: number = timeoutsMs.connect,
): ClientConfig {
  return {
    connectionString: url,
    fallback_application_name: 'foyer',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    types: columnTypes,
  }
}

/** Names of this machine. An absolute path is the folder of a Unix socket. */
const thisMachine = /^(?:localhost|127(?:\.\d+){3}|::1|\/.*)?$/

/**
 * Returns the first host that connections to a URL reach without TLS over a network. Undefined if
 * they use TLS, or stay on this machine. It opens no connection.
 */
export function hostWithoutTls(url: string): string | undefined {
  const clients = splitHosts(url).urls.map((one) => new Client(connectionConfig(one)))
  return clients.find(({ host, ssl }) => !ssl && !thisMachine.test(host))?.host
}

/** The options of a connection for pipelined statements, each with a timeout on the client. */
export function pipelinedConfig(
  url: string,
  { answer }: TransactionLimits = timeoutsMs,
): ClientConfig {
  return { ...connectionConfig(url), pipeline: true, query_timeout: answer }
}

/** Outside of `begin read write`, the database refuses to write in a session with this setting. */
export const readOnlyByDefault = 'set default_transaction_read_only = on;'

interface SessionRow {
  readonly pid: number
  readonly since: string
  readonly standby: boolean
  readonly reads_only: boolean
}

/**
 * Prepares a new session. Its settings make rows independent of the server's configuration, and let
 * no statement wait for ever. For a while after a failover, the address of the primary may still
 * lead to the former primary, which is a standby now. So the same round trip checks for that.
 * @param others further settings
 * @param mustWrite whether the server must accept writes by default
 * @throws {Unavailable} when the server is a standby, or does not write
 */
export async function prepareSession(
  client: ClientBase,
  { statement, transaction }: TransactionLimits = timeoutsMs,
  others = '',
  mustWrite = false,
): Promise<void> {
  const results: unknown = await client.query(`
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
    select pg_is_in_recovery() as standby, pg_backend_pid() as pid,
      (select backend_start::text from pg_stat_get_activity(pg_backend_pid())) as since,
      current_setting('default_transaction_read_only') = 'on' as reads_only;
    set statement_timeout = ${statement};
    set lock_timeout = ${timeoutsMs.lock};
    set idle_in_transaction_session_timeout = ${2 * transaction};
    ${others}`)
  const [row] =
    (results as QueryResult<SessionRow>[]).find(({ rows }) => rows.length > 0)?.rows ?? []
  if (row?.standby) throw new Unavailable(new Error('the server is a standby, which only reads'))
  if (row?.reads_only && mustWrite)
    throw new Unavailable(new Error('the server only reads (default_transaction_read_only)'))
  if (row) rememberBackend(client, row)
}

/**
 * Translates an error of a query on `client`. If the connection is lost, the error is
 * `Unavailable`.
 */
export function translateClientError(error: unknown, client: Client): unknown {
  if (error instanceof DatabaseError) return translateError(error)
  return isLost(client) ? new Unavailable(error) : error
}

/** Whether the connection is lost. The stream shows this before `pg` emits an event. */
export function isLost(client: Client): boolean {
  return !client.connection.stream.writable
}

/**
 * Sends all statements of one turn of the event loop in one write. A busy server reads many
 * requests in one turn, and on both ends a write costs more than a statement with a few rows.
 */
export function batchWrites({ connection: { stream } }: Client): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

/** Sends one prepared statement outside a transaction. */
export function send(client: Client, statement: Statement): Step {
  batchWrites(client)
  const step = new Step(statement)
  client.query(new Trip([step]))
  return step
}

/**
 * Waits until a statement has succeeded.
 * @throws {Unavailable}
 */
export async function awaitEndOf(step: Step, client: Client): Promise<void> {
  try {
    await step.ended
  } catch (error) {
    throw errorOfStep(error, client)
  }
}

/** Translates the error of a statement, and gives it the stack of the caller. */
export function errorOfStep(error: unknown, client: Client): unknown {
  // The error's own stack shows where responses are read.
  if (error instanceof Error) Error.captureStackTrace(error)
  return translateClientError(error, client)
}

/** Waits until connections have ended. If the server does not respond in time, destroys them. */
export async function awaitEnd(ended: Promise<void>, clients: Iterable<Client>): Promise<void> {
  const timer = setTimeout(() => {
    for (const client of clients) client.connection.stream.destroy()
  }, timeoutsMs.transaction)
  await ended.finally(() => clearTimeout(timer))
}
