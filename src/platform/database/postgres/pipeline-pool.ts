import { EventEmitter, once } from 'node:events'
import { Unavailable } from '../db.ts'
import type { Statement } from '../sql.ts'
import { isStalePlan } from '../sqlstate.ts'
import { errorOfStep, send, timeoutsMs } from './client.ts'
import { Connection } from './connection.ts'

/**
 * A few connections for single statements. Each connection sends statements without waiting for the
 * results of earlier ones. If a connection is lost, statements that are not sent yet use another
 * one. A statement that was sent is never sent again, because the database may have executed it.
 */
export class PipelinePool {
  readonly #connections: readonly Connection[]
  readonly #events = new EventEmitter().setMaxListeners(0)

  constructor(url: string, count: number) {
    const onUp = () => void setImmediate(() => this.#events.emit('up'))
    this.#connections = Array.from({ length: count }, () => new Connection(url, onUp))
  }

  /** The number of its connections, of those that are open, and of statements without a result. */
  get state(): { readonly max: number; readonly open: number; readonly inFlight: number } {
    const open = this.#connections.filter(({ client }) => client !== undefined)
    const inFlight = open.reduce((sum, connection) => sum + connection.inFlight, 0)
    return { max: this.#connections.length, open: open.length, inFlight }
  }

  /** @throws when the database cannot be reached or refuses the connection. */
  async open(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.open()))
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()))
  }

  /** @throws {Unavailable} */
  async query<R>(statement: Statement): Promise<R[]> {
    const connection = this.#leastBusy() ?? (await this.#nextConnected())
    const { client } = connection
    if (!client) throw new Unavailable(new Error('The connection was lost immediately.'))
    const step = send(client, statement)
    connection.inFlight++
    try {
      await step.ended
    } catch (error) {
      if (isStalePlan(error)) connection.retire(client)
      throw errorOfStep(error, client)
    } finally {
      connection.inFlight--
    }
    return step.read()
  }

  /**
   * The connection with the fewest statements in flight. A slow statement delays those behind it.
   */
  #leastBusy(): Connection | undefined {
    let freest: Connection | undefined
    for (const connection of this.#connections)
      if (connection.client && (freest === undefined || connection.inFlight < freest.inFlight))
        freest = connection
    return freest
  }

  async #nextConnected(): Promise<Connection> {
    const signal = AbortSignal.timeout(timeoutsMs.waitForConnection)
    for (;;) {
      try {
        await once(this.#events, 'up', { signal })
      } catch {
        throw new Unavailable(new Error('No connection became free in time.'))
      }
      const connection = this.#leastBusy()
      if (connection) return connection
    }
  }
}
