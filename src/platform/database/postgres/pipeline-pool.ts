import { EventEmitter, once } from 'node:events'
import { Unavailable } from '../db.ts'
import type { Statement } from '../sql.ts'
import { isStalePlan } from '../sqlstate.ts'
import { limits, send } from './client.ts'
import { Connection } from './connection.ts'

/**
 * A few connections for single statements, sent one behind the other without waiting for answers. A
 * statement whose connection is lost before it was sent goes elsewhere; one that was sent is never sent
 * again, for it may have been carried out.
 */
export class PipelinePool {
  readonly #lanes: readonly Connection[]
  readonly #events = new EventEmitter().setMaxListeners(0)

  constructor(url: string, count: number) {
    const onUp = () => void setImmediate(() => this.#events.emit('up'))
    this.#lanes = Array.from({ length: count }, () => new Connection(url, onUp))
  }

  /** @throws when the database cannot be reached or does not let us in. */
  async open(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.open()))
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.close()))
  }

  /** @throws {Unavailable} */
  async query<R>(statement: Statement): Promise<R[]> {
    const lane = this.#freest() ?? (await this.#nextUp())
    const { client } = lane
    if (!client) throw new Unavailable(new Error('The connection was lost at once.'))
    lane.inFlight++
    try {
      return await send<R>(client, statement)
    } catch (error) {
      if (isStalePlan(error)) lane.retire(client)
      throw error
    } finally {
      lane.inFlight--
    }
  }

  /** A slow statement holds those behind it, so the next goes where the fewest wait. */
  #freest(): Connection | undefined {
    let freest: Connection | undefined
    for (const lane of this.#lanes)
      if (lane.client && (freest === undefined || lane.inFlight < freest.inFlight)) freest = lane
    return freest
  }

  async #nextUp(): Promise<Connection> {
    const signal = AbortSignal.timeout(limits.waitForConnection)
    for (;;) {
      try {
        await once(this.#events, 'up', { signal })
      } catch {
        throw new Unavailable(new Error('No connection came back in time.'))
      }
      const lane = this.#freest()
      if (lane) return lane
    }
  }
}
