import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { Overloaded } from '../db.ts'
import { type Statement, sql } from '../sql.ts'

/** The server process of a session. Its id can be used again, but not with the same start. */
export interface Backend {
  readonly pid: number
  /** When it started, as PostgreSQL writes it. */
  readonly since: string
}

const backends = new WeakMap<ClientBase, Backend>()

/** Stores the server process of a new session. */
export const rememberBackend = (client: ClientBase, backend: Backend): void =>
  void backends.set(client, backend)

/** The pause between two questions to the server, in milliseconds: the first, and the longest. */
const minPauseMs = 10
const maxPauseMs = 250

/** How long a client should wait before it sends a refused write again, in seconds. */
const retryAfterSeconds = 5

const standbyAway =
  'PostgreSQL waits for a synchronous standby (synchronous_standby_names) that does not confirm.'

type Ask = <R>(statement: Statement) => Promise<R[]>

/**
 * The server processes of connections that were given up. A COMMIT that waits for a synchronous
 * standby has no time limit and does not notice that its connection is closed. So each such
 * connection counts until its process has ended, or has nothing to do: a pooler keeps it, or the
 * server has not noticed yet that the connection is closed.
 */
export class Backends {
  readonly #ask: Ask
  readonly #notice: (text: string) => void
  readonly #left = new Map<Backend, () => void>()
  #reason: string | undefined
  #isAsking = false
  #isClosed = false

  /**
   * @param ask runs a statement that only reads
   * @param notice is called when writes stop and when they continue, for the log
   */
  constructor(ask: Ask, notice: (text: string) => void) {
    this.#ask = ask
    this.#notice = notice
  }

  /** The number of processes that may still run. */
  get count(): number {
    return this.#left.size
  }

  /** Why no write can be committed now, in one line. Undefined if writes are accepted. */
  get reason(): string | undefined {
    return this.#reason
  }

  /** @throws {Overloaded} while no write can be committed */
  assertWritable(): void {
    if (this.#reason !== undefined) throw new Overloaded(this.#reason, retryAfterSeconds)
  }

  /** Resolves when the server process of a connection that was given up no longer works for it. */
  async ended(client: ClientBase): Promise<void> {
    const backend = backends.get(client)
    if (backend === undefined || this.#isClosed) return
    const gone = new Promise<void>((resolve) => this.#left.set(backend, resolve))
    void this.#watch()
    await gone
  }

  close(): void {
    this.#isClosed = true
    this.#forget([...this.#left.keys()])
  }

  async #watch(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    for (let waitMs = minPauseMs; this.#left.size > 0; waitMs = Math.min(2 * waitMs, maxPauseMs)) {
      // While the server does not respond, nothing is known.
      await this.#look().catch(() => {})
      if (this.#left.size > 0) await pause(waitMs, undefined, { ref: false })
    }
    this.#isAsking = false
    this.#stopWrites(undefined)
  }

  async #look(): Promise<void> {
    const asked = [...this.#left.keys()]
    const running = await this.#ask<Backend & { waits: boolean }>(sql`
      select pid, backend_start::text as since,
        coalesce(wait_event = 'SyncRep', false) as waits
      from pg_stat_activity
      where pid = any(${asked.map(({ pid }) => pid)}::integer[]) and state is distinct from 'idle'`)
    const find = ({ pid, since }: Backend) =>
      running.find((one) => one.pid === pid && one.since === since)
    this.#forget(asked.filter((backend) => find(backend) === undefined))
    this.#stopWrites(asked.some((backend) => find(backend)?.waits) ? standbyAway : undefined)
  }

  #forget(gone: readonly Backend[]): void {
    for (const backend of gone) {
      this.#left.get(backend)?.()
      this.#left.delete(backend)
    }
  }

  #stopWrites(reason: string | undefined): void {
    if (reason === this.#reason || this.#isClosed) return
    this.#reason = reason
    this.#notice(
      reason === undefined ? 'Writes are accepted again.' : `Writes are refused: ${reason}`,
    )
  }
}
