import { type Client, type ClientConfig, DatabaseError } from 'pg'
import { Unavailable } from '../db.ts'
import type { Statement } from '../sql.ts'
import { translateError } from '../sqlstate.ts'
import { columnTypes } from './column-types.ts'
import { runPrepared } from './prepared.ts'

/**
 * How long things may take, in milliseconds, so that whoever asks has an answer within 3 s: the server gives up
 * first and says why; the client's own limit is for a server that is silent.
 */
export const timeoutsMs = {
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
    connectionTimeoutMillis: timeoutsMs.connect,
    keepAlive: true,
    types: columnTypes,
  }
}

/** The same, for statements that follow each other without waiting and are answered in time or never. */
export function pipelinedConfig(url: string): ClientConfig {
  return { ...connectionConfig(url), pipeline: true, query_timeout: timeoutsMs.answer }
}

/** Said once on every connection: rows look alike wherever the server stands, and nothing waits for ever. */
export const sessionSettings = `
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
  set statement_timeout = ${timeoutsMs.statement};
  set lock_timeout = ${timeoutsMs.lock};
  set idle_in_transaction_session_timeout = ${2 * timeoutsMs.transaction};`

/** An error of a query on `client` as callers are to see it: `Unavailable` too where the connection is gone. */
export function translateClientError(error: unknown, client: Client): unknown {
  if (error instanceof DatabaseError) return translateError(error)
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
export function batchWrites({ connection: { stream } }: Client): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

/**
 * Runs one prepared statement.
 * @throws {Unavailable}
 */
export async function send<R>(client: Client, statement: Statement): Promise<R[]> {
  batchWrites(client)
  try {
    return await runPrepared<R>(client, statement)
  } catch (error) {
    // It comes from where answers are read; what asked is more telling.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw translateClientError(error, client)
  }
}

/** A silent server never says good-bye: after a while the connections are closed without it. */
export async function awaitEnd(ended: Promise<void>, clients: Iterable<Client>): Promise<void> {
  const timer = setTimeout(() => {
    for (const client of clients) client.connection.stream.destroy()
  }, timeoutsMs.transaction)
  await ended.finally(() => clearTimeout(timer))
}
