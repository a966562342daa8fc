import { type Client, escapeIdentifier } from 'pg'
import { Connection } from './connection.ts'

/** A silent connection may be a lost one: it is asked this often, in milliseconds. */
const heartbeat = 2_000

type Heard = (payload: string) => void

/** Listens on a connection of its own, opened when there is something to listen for. */
export class Listener {
  readonly #channels = new Map<string, Heard[]>()
  readonly #connection: Connection
  #opened: Promise<unknown> | undefined
  #pulse: NodeJS.Timeout | undefined

  constructor(url: string) {
    this.#connection = new Connection(url, (client) => this.#listen(client))
  }

  /** Calls `heard` for each NOTIFY, and with '' after a lost connection is back: some may be missed. */
  async listen(channel: string, heard: Heard): Promise<void> {
    const others = this.#channels.get(channel)
    this.#channels.set(channel, [...(others ?? []), heard])
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
    }, heartbeat)
    this.#pulse.unref()
  }

  async #listen(client: Client): Promise<void> {
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''))
    for (const channel of this.#channels.keys())
      await client.query(`listen ${escapeIdentifier(channel)}`)
    const again = this.#pulse !== undefined
    if (again) for (const channel of this.#channels.keys()) this.#tell(channel, '')
  }

  #tell(channel: string, payload: string): void {
    for (const heard of this.#channels.get(channel) ?? []) heard(payload)
  }
}
