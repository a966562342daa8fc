import { EventEmitter, once } from 'node:events'
import type { Client } from 'pg'
import { Unavailable } from '../db.ts'
import type { Statement } from '../sql.ts'
import { isReadOnly, isStalePlan } from '../sqlstate.ts'
import { Backends } from './backends.ts'
import { errorOfStep, readOnlyByDefault, send, timeoutsMs } from './client.ts'
import { Connection } from './connection.ts'
import type { Hosts } from './hosts.ts'

/** Whether a statement probably writes. Functions that write are not seen here. */
const seemsToWrite = ({ text }: Statement): boolean =>
  /\b(?:insert|update|delete|share)\b/i.test(text)

/**
 * A few connections for single statements. Each connection sends statements without waiting for the
 * results of earlier ones. If a connection is lost, statements that are not sent yet use another
 * one. A statement that was sent is never sent again, because the database may have executed it.
 *
 * A write can wait for a synchronous standby without end. So that no read waits behind it, half of the
 * connections are for writes, and the others only read. A single connection does both.
 */
export class PipelinePool {
  /** What closed connections have left at the server, and whether writes are refused. */
  readonly backends: Backends
  readonly #hosts: Hosts
  readonly #connections: readonly Connection[]
  readonly #readers: readonly Connection[]
  readonly #writers: readonly Connection[]
  readonly #events = new EventEmitter().setMaxListeners(0)
  /** Whether a statement writes, by its name. The database knows it, and refuses to write elsewhere. */
  readonly #writes = new Map<string, boolean>()

  /** @param notice is called when writes stop and when they continue, for the log */
  constructor(hosts: Hosts, count: number, notice: (text: string) => void) {
    this.#hosts = hosts
    this.backends = new Backends((statement) => this.query(statement), notice)
    const onConnect = () => void setImmediate(() => this.#events.emit('up'))
    const onLost = (client: Client) => this.backends.ended(client)
    // A single connection must come back to ask what became of its predecessor.
    const onlyNote = async (client: Client) => void this.backends.ended(client)
    const writer = () => new Connection(hosts, { onConnect, onLost: count > 1 ? onLost : onlyNote })
    const reader = () => new Connection(hosts, { onConnect, settings: readOnlyByDefault })
    const writerCount = Math.max(1, Math.floor(count / 2))
    const readers = Array.from({ length: count - writerCount }, reader)
    this.#writers = Array.from({ length: writerCount }, writer)
    this.#readers = count > 1 ? readers : this.#writers
    this.#connections = [...readers, ...this.#writers]
  }

  /** The number of its connections, of those that are open, and of statements without a result. */
  get state(): { readonly max: number; readonly open: number; readonly inFlight: number } {
    const open = this.#connections.filter(({ client }) => client !== undefined)
    const inFlight = open.reduce((sum, connection) => sum + connection.inFlight, 0)
    return { max: this.#connections.length, open: open.length, inFlight }
  }

  /** @throws when the database cannot be reached or refuses the connection. */
  async open(): Promise<void> {
    // One at a time would be slower, and if one fails, the others must have ended for a second try.
    const opened = await Promise.allSettled(this.#connections.map((one) => one.open()))
    for (const outcome of opened) if (outcome.status === 'rejected') throw outcome.reason
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()))
  }

  /** @throws {Unavailable} */
  async query<R>(statement: Statement): Promise<R[]> {
    const { name } = statement
    const writes = this.#writes.get(name) ?? seemsToWrite(statement)
    this.#writes.set(name, writes)
    if (!writes)
      try {
        return await this.#run(statement, this.#readers)
      } catch (error) {
        if (!isReadOnly(error) || this.#readers === this.#writers) throw error
        this.#writes.set(name, true)
      }
    this.backends.assertWritable()
    return this.#run(statement, this.#writers)
  }

  async #run<R>(statement: Statement, connections: readonly Connection[]): Promise<R[]> {
    const connection = leastBusy(connections) ?? (await this.#nextConnected(connections))
    const { client } = connection
    if (!client) throw new Unavailable(new Error('The connection was lost immediately.'))
    const step = send(client, statement)
    connection.inFlight++
    try {
      await step.ended
    } catch (error) {
      if (isStalePlan(error)) connection.retire(client)
      if (connections === this.#writers && isReadOnly(error)) this.#hosts.leave()
      throw errorOfStep(error, client)
    } finally {
      connection.inFlight--
    }
    return step.read()
  }

  async #nextConnected(connections: readonly Connection[]): Promise<Connection> {
    const signal = AbortSignal.timeout(timeoutsMs.waitForConnection)
    for (;;) {
      try {
        await once(this.#events, 'up', { signal })
      } catch {
        throw new Unavailable(new Error('No connection became free in time.'))
      }
      const connection = leastBusy(connections)
      if (connection) return connection
    }
  }
}

/** The connection with the fewest statements in flight. A slow statement delays those behind it. */
function leastBusy(connections: readonly Connection[]): Connection | undefined {
  let freest: Connection | undefined
  for (const connection of connections)
    if (connection.client && (freest === undefined || connection.inFlight < freest.inFlight))
      freest = connection
  return freest
}
