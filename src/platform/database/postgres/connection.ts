import { Client } from 'pg'
import { connectPatiently } from '../retry.ts'
import {
  awaitEnd,
  isLost,
  pipelinedConfig,
  prepareSession,
  timeoutsMs,
  translateClientError,
} from './client.ts'
import type { Hosts } from './hosts.ts'

export interface ConnectionOptions {
  /** Is called with each new connection before others may use it. */
  readonly onConnect?: (client: Client) => void | Promise<void>
  /** Is called with each lost connection. When it resolves, there may be a new one. */
  readonly onLost?: (client: Client) => Promise<void>
  /** Further settings of its sessions, as SQL. */
  readonly settings?: string
}

/** A pipelined connection that reconnects by itself. */
export class Connection {
  /** The number of statements that wait for their results. */
  inFlight = 0
  readonly #hosts: Hosts
  readonly #options: ConnectionOptions
  #client: Client | undefined
  /** Of `hosts`, when the client was made. */
  #epoch = 0
  #closed = false

  constructor(hosts: Hosts, options: ConnectionOptions = {}) {
    this.#hosts = hosts
    this.#options = options
  }

  /** The client. Undefined while the connection is lost. */
  get client(): Client | undefined {
    if (this.#client && this.#epoch !== this.#hosts.epoch) this.retire(this.#client)
    return this.#client && !isLost(this.#client) ? this.#client : undefined
  }

  /**
   * Connects for the first time, unless it is connected. No request waits yet, so a busy server gets
   * more time than at later attempts. From then on the connection reconnects whenever it is lost.
   */
  async open(): Promise<this> {
    if (this.#client === undefined) await this.#connect(timeoutsMs.connectAtStart)
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
    const { url, mustWrite, epoch } = this.#hosts
    const { onConnect, settings } = this.#options
    const client = new Client({ ...pipelinedConfig(url), connectionTimeoutMillis })
    const lost = () => {
      client.connection.stream.destroy()
      this.#forget(client)
    }
    client.on('error', lost)
    client.on('end', lost)
    try {
      await client.connect()
      await prepareSession(client, timeoutsMs, settings, mustWrite)
      await onConnect?.(client)
    } catch (error) {
      const reason = translateClientError(error, client)
      client.connection.stream.destroy()
      this.#hosts.skip(url)
      throw reason
    }
    if (this.#closed) await client.end()
    else [this.#client, this.#epoch] = [client, epoch]
  }

  #forget(client: Client): boolean {
    if (this.#client !== client) return false
    this.#client = undefined
    if (!this.#closed) void this.#reconnect(client)
    return true
  }

  async #reconnect(lost: Client): Promise<void> {
    await this.#options.onLost?.(lost)
    const connect = async () => {
      if (!this.#closed) await this.#connect()
    }
    await connectPatiently(connect, () => true)
  }
}
