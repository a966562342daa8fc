import { type Client, escapeIdentifier } from 'pg'
import { sql } from '../sql.ts'
import { Connection } from './connection.ts'
import type { Hosts } from './hosts.ts'
import type { PipelinePool } from './pipeline-pool.ts'

/**
 * The interval of a test query, in milliseconds. Without it, a lost connection can stay unnoticed.
 */
const heartbeatMs = 2_000

type OnNotify = (payload: string) => void

/** Listens on a separate connection, which is opened at the first call of `listen`. */
export class Listener {
  readonly #channels = new Map<string, OnNotify[]>()
  readonly #connection: Connection
  #opened: Promise<unknown> | undefined
  #pulse: NodeJS.Timeout | undefined

  constructor(hosts: Hosts) {
    this.#connection = new Connection(hosts, { onConnect: (client) => this.#listen(client) })
  }

  /**
   * Calls `onNotify` for each NOTIFY, and with '' after each reconnection, since some may be
   * missed.
   */
  async listen(channel: string, onNotify: OnNotify): Promise<void> {
    const others = this.#channels.get(channel)
    this.#channels.set(channel, [...(others ?? []), onNotify])
    this.#opened ??= this.#open()
    await this.#opened
    if (!others) await this.#connection.client?.query(`listen ${escapeIdentifier(channel)}`)
  }

  async close(): Promise<void> {
    clearInterval(this.#pulse)
    await this.#connection.close()
  }

  async #open(): Promise<void> {
    await this.#connection.open()
    this.#pulse = setInterval(() => {
      this.#connection.client?.query('select 1').catch(() => {})
    }, heartbeatMs)
    this.#pulse.unref()
  }

  async #listen(client: Client): Promise<void> {
    client.on('notification', ({ channel, payload }) => this.#notify(channel, payload ?? ''))
    for (const channel of this.#channels.keys())
      await client.query(`listen ${escapeIdentifier(channel)}`)
    const again = this.#pulse !== undefined
    if (again) for (const channel of this.#channels.keys()) this.#notify(channel, '')
  }

  #notify(channel: string, payload: string): void {
    for (const onNotify of this.#channels.get(channel) ?? []) onNotify(payload)
  }
}

/** The time in which notifications of one channel become one, in milliseconds. */
const joinMs = 5

/**
 * Creates a function that sends NOTIFY by itself, at most once in 5 ms for each channel. It waits
 * for no disk, because it writes nothing. A notification that fails is lost.
 */
export function notifier(lanes: PipelinePool): (channel: string) => void {
  const waiting = new Set<string>()
  return (channel) => {
    if (waiting.has(channel)) return
    waiting.add(channel)
    setTimeout(() => {
      waiting.delete(channel)
      lanes.query(sql`select pg_notify(${channel}, '')`).catch(() => {})
    }, joinMs).unref()
  }
}
