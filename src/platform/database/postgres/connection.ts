import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import {
  awaitEnd,
  isLost,
  pipelinedConfig,
  prepareSession,
  timeoutsMs,
  translateClientError,
} from './client.ts'

/**
 * The pause between two attempts to connect, plus or minus half of it at random. It is short, so
 * that the connection is back within 1 s.
 */
const minPauseMs = 20
const maxPauseMs = 300

/** A pipelined connection that reconnects by itself. */
export class Connection {
  /** The number of statements that wait for their results. */
  inFlight = 0
  readonly #url: string
  readonly #onConnect: (client: Client) => void | Promise<void>
  #client: Client | undefined
  #closed = false

  /** @param onConnect is called with each new connection before others may use it. */
  constructor(url: string, onConnect: (client: Client) => void | Promise<void> = () => {}) {
    this.#url = url
    this.#onConnect = onConnect
  }

  /** The client. Undefined while the connection is lost. */
  get client(): Client | undefined {
    return this.#client && !isLost(this.#client) ? this.#client : undefined
  }

  /**
   * Connects for the first time. No request waits yet, so a busy server gets more time than at later
   * attempts. From then on the connection reconnects whenever it is lost.
   */
  async open(): Promise<this> {
    await this.#connect(timeoutsMs.connectAtStart)
    return this
  }

  /** Lets sent statements finish, and continues with a new connection. */
  retire(client: Client): void {
    if (this.#forget(client)) void client.end().catch(() => {})
  }

  /** Lets sent statements finish, and does not reconnect. */
  async close(): Promise<void> {
    this.#closed = true
    const client = this.#client
    this.#client = undefined
    if (client) await awaitEnd(client.end(), [client])
  }

  async #connect(connectionTimeoutMillis: number = timeoutsMs.connect): Promise<void> {
    const client = new Client({ ...pipelinedConfig(this.#url), connectionTimeoutMillis })
    const lost = () => {
      client.connection.stream.destroy()
      this.#forget(client)
    }
    client.on('error', lost)
    client.on('end', lost)
    try {
      await client.connect()
      await prepareSession(client)
      await this.#onConnect(client)
    } catch (error) {
      const reason = translateClientError(error, client)
      client.connection.stream.destroy()
      throw reason
    }
    if (this.#closed) await client.end()
    else this.#client = client
  }

  #forget(client: Client): boolean {
    if (this.#client !== client) return false
    this.#client = undefined
    if (!this.#closed) void this.#reconnect()
    return true
  }

  async #reconnect(): Promise<void> {
    for (let waitMs = minPauseMs; !this.#closed; waitMs = Math.min(2 * waitMs, maxPauseMs)) {
      try {
        return await this.#connect()
      } catch {
        await pause(waitMs * (0.5 + Math.random()))
      }
    }
  }
}
