import { type Client, type ClientConfig, DatabaseError } from 'pg'
import { Unavailable } from '../db.ts'
import type { Statement } from '../sql.ts'
import { translated } from '../sqlstate.ts'
import { columnTypes } from './column-types.ts'
import { runPrepared } from './prepared.ts'

/**
 * How long things may take, in milliseconds, so that whoever asks has an answer within 3 s: the server gives up
 * first and says why; the client's own limit is for a server that is silent.
 */
export const limits = {
  connect: 1_500,
  waitForConnection: 500,
  waitForTurn: 2_000,
  lock: 1_500,
  statement: 2_000,
  answer: 2_250,
  transaction: 2_500,
} as const

/** How every connection is made. What the URL says (SSL, for one) stands above it. */
export function connectionConfig(url: string): ClientConfig {
  return {
    connectionString: url,
    fallback_application_name: 'foyer',
    connectionTimeoutMillis: limits.connect,
    keepAlive: true,
    types: columnTypes,
  }
}

/** The same, for statements that follow each other without waiting and are answered in time or never. */
export function pipelinedConfig(url: string): ClientConfig {
  return { ...connectionConfig(url), pipeline: true, query_timeout: limits.answer }
}

/** Said once on every connection: rows look alike wherever the server stands, and nothing waits for ever. */
export const settings = `
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
  set statement_timeout = ${limits.statement};
  set lock_timeout = ${limits.lock};
  set idle_in_transaction_session_timeout = ${2 * limits.transaction};`

/** An error of a query on `client` as callers are to see it: `Unavailable` too where the connection is gone. */
export function failure(error: unknown, client: Client): unknown {
  if (error instanceof DatabaseError) return translated(error)
  return isLost(client) ? new Unavailable(error) : error
}

/** Known before `pg` tells the end of the connection. */
export function isLost(client: Client): boolean {
  return !client.connection.stream.writable
}

/**
 * What is sent on a connection in one turn of the event loop travels together, in one write: many requests come in one
 * turn of a busy server, and both ends spend more on a write than on a statement of a few rows.
 */
export function sendTogether({ connection: { stream } }: Client): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

/**
 * Runs one prepared statement.
 * @throws {Unavailable}
 */
export async function send<R>(client: Client, statement: Statement): Promise<R[]> {
  sendTogether(client)
  try {
    return await runPrepared<R>(client, statement)
  } catch (error) {
    // It comes from where answers are read; what asked is more telling.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw failure(error, client)
  }
}

/** A silent server never says good-bye: after a while the connections are closed without it. */
export async function endedInTime(ended: Promise<void>, clients: Iterable<Client>): Promise<void> {
  const timer = setTimeout(() => {
    for (const client of clients) client.connection.stream.destroy()
  }, limits.transaction)
  await ended.finally(() => clearTimeout(timer))
}
