import { Client, type QueryResult } from 'pg'
import { StartRefused } from '../../errors/start-refused.ts'
import { Unavailable } from '../db.ts'
import { awaitEnd, connectionConfig, timeoutsMs, translateClientError } from './client.ts'

declare module 'pg' {
  interface Client {
    /** The id of the server process that was told when the session began. */
    readonly processID: number | null
  }
}

/** How often the two sessions are compared. */
const rounds = 3

/** How long a pooler may take to give a connection that it has, in milliseconds. */
const waitMs = 1_000

/**
 * Finds out whether a connection pooler, such as PgBouncer, is between this process and the server.
 * The server tells each session the id of its process, and a pooler tells another number. A pooler
 * that keeps sessions gives two sessions two processes, and each always has the same one. Sends
 * nothing that changes a session, because with other poolers the session belongs to others, too.
 * @returns whether there is a pooler
 * @throws {StartRefused} if it does not keep sessions
 * @throws {Unavailable} if the database cannot be reached, or the pooler has no connection left
 */
export async function findPooler(url: string): Promise<boolean> {
  const clients: Client[] = []
  const open = async () => {
    const client = await connect(url, timeoutsMs.connectAtStart)
    clients.push(client)
    return client
  }
  try {
    const first = await open()
    const process = await processOf(first)
    if (process === first.processID) return false
    const second = await open()
    for (let round = 0; round < rounds; round++) {
      const others = [await processOf(first), await processOf(first)]
      if (others.some((other) => other !== process) || (await processOf(second)) === process)
        throw new StartRefused(
          'A connection pooler is between Foyer and PostgreSQL, and does not keep sessions. Use ' +
            'pool_mode = session for this database (PgBouncer), or let DATABASE_URL lead to ' +
            'PostgreSQL itself. Nothing was changed.',
        )
    }
    return true
  } finally {
    await Promise.all(clients.map(close))
  }
}

/**
 * Counts how many connections a pooler gives to this process at once, by opening them. Closes them
 * again.
 * @param most how many to open at most
 */
export async function countConnections(url: string, most: number): Promise<number> {
  const clients: Client[] = []
  let count = 0
  try {
    for (; count < most; count++) {
      const client = await connect(url, waitMs)
      clients.push(client)
      await processOf(client)
    }
    return count
  } catch {
    return count
  } finally {
    await Promise.all(clients.map(close))
  }
}

async function connect(url: string, connectMs: number): Promise<Client> {
  const client = new Client({
    ...connectionConfig(url, connectMs),
    query_timeout: connectMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    const reason = translateClientError(error, client)
    client.connection.stream.destroy()
    throw reason
  }
}

/** The id of the server process that runs the statements of a client. */
async function processOf(client: Client): Promise<number> {
  try {
    const found: QueryResult<{ pid: number }> = await client.query('select pg_backend_pid() as pid')
    return found.rows[0]?.pid ?? 0
  } catch (error) {
    throw new Unavailable(translateClientError(error, client))
  }
}

const close = (client: Client): Promise<void> => awaitEnd(client.end(), [client])
