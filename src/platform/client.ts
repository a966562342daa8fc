import { type Client, type ClientConfig, DatabaseError, TypeOverrides, types } from 'pg'
import { Unavailable } from './db.ts'
import type { Statement } from './sql.ts'
import { translated } from './sqlstate.ts'

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

const { DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL } = types.builtins
const asText = new TypeOverrides()
const arraysOfThem = [1182, 1115, 1185, 1187]
const textArray: number = 1009
for (const oid of [DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL])
  asText.setTypeParser(oid, (text: string) => text)
for (const oid of arraysOfThem) asText.setTypeParser(oid, types.getTypeParser(textArray))

/** How every connection is made. What the URL says (SSL, for one) stands above it. */
export function connectionConfig(url: string): ClientConfig {
  return {
    connectionString: url,
    fallback_application_name: 'foyer',
    connectionTimeoutMillis: limits.connect,
    keepAlive: true,
    types: asText,
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
 * Runs one prepared statement; `pg` prepares it once on each connection.
 * @throws {Unavailable}
 */
export async function send<R>(client: Client, { name, text, values }: Statement): Promise<R[]> {
  try {
    const { rows } = await client.query({ name, text, values: [...values] })
    return rows
  } catch (error) {
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
