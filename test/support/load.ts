import { setTimeout as pause } from 'node:timers/promises'
import { london } from './addresses.ts'
import type { Received } from './validate-response.ts'
import { createWire, retry503 } from './wire.ts'

/**
 * An address that the service has acknowledged: its last acknowledged contents, and the contents
 * that it may have instead.
 */
interface Written {
  readonly token: string
  readonly id: number
  acknowledged: string
  /** Changes that were not acknowledged. Each may still have been made. */
  readonly doubtful: Set<string>
}

export interface LoadOptions {
  readonly writers: number
  readonly readers: number
  /** Access tokens, one a user. Each user gets some eighty addresses. */
  readonly tokens: readonly string[]
}

/**
 * How many addresses are created for each user. Together with the existing ones, and those whose
 * response was lost, they stay below the limit.
 */
const addressesEach = 80
/**
 * How long a refused client waits before its next request. It is much shorter than Retry-After, to
 * keep the load high.
 */
const retryDelayMs = 20

/** Clients that send requests over HTTP without pauses, and a record of the responses. */
export class Load {
  /** Answers by status. */
  readonly answers: Record<number, number> = {}
  /** Responses that are neither a success nor a 503 with a Retry-After. */
  readonly unexpected: string[] = []
  /** Requests without a response. */
  broken = 0
  /** The longest time until a response, in milliseconds. */
  slowest = 0
  reads = 0
  writes = 0
  readonly #origin: string
  readonly #wire: ReturnType<typeof createWire>
  readonly #unused: string[]
  readonly #written: Written[] = []
  readonly #clients: Promise<void>[]
  #ended = false
  #serial = 0

  constructor(origin: string, { writers, readers, tokens }: LoadOptions) {
    this.#origin = origin
    this.#wire = createWire(origin, writers + readers)
    const [shown = '', ...unused] = tokens
    this.#unused = unused
    this.#clients = [
      ...Array.from({ length: writers }, () => this.#write()),
      ...Array.from({ length: readers }, () => this.#read(shown)),
    ]
  }

  get refused(): number {
    return this.answers[503] ?? 0
  }

  /** Waits until this many more reads and writes have succeeded. */
  async succeeds(times: number): Promise<void> {
    const reads = this.reads + times
    const writes = this.writes + times
    const deadline = performance.now() + 60_000
    while (this.reads < reads || this.writes < writes) {
      if (performance.now() > deadline) throw new Error(`It takes too long: ${this}`)
      await pause(2)
    }
  }

  async end(): Promise<void> {
    this.#ended = true
    await Promise.all(this.#clients)
    this.#wire.close()
  }

  /** Reads all addresses. @returns those that were acknowledged and are missing */
  async lost(): Promise<string[]> {
    const wire = createWire(this.#origin, 1)
    const held = new Map<number, string>()
    for (const token of new Set(this.#written.map(({ token }) => token))) {
      const asked = request('GET', '/v2/addresses?page_size=1000', token)
      const { text } = await retry503(() => wire.send(asked))
      const list: { _embedded: { items: { id: number; full_name: string }[] } } = JSON.parse(text)
      for (const { id, full_name } of list._embedded.items) held.set(id, full_name)
    }
    wire.close()
    return this.#written.flatMap(({ id, acknowledged, doubtful }) => {
      const name = held.get(id)
      const kept = name !== undefined && (name === acknowledged || doubtful.has(name))
      return kept ? [] : [`${id}: ${acknowledged}, not ${name}`]
    })
  }

  toString(): string {
    const answers = Object.entries(this.answers).map(([status, times]) => `${times} × ${status}`)
    return `${answers.join(', ')}, ${this.broken} without an answer, slowest ${Math.round(this.slowest)} ms`
  }

  /**
   * Creates an address, changes it twice, and so on. When all users have enough addresses, it only
   * changes them.
   */
  async #write(): Promise<void> {
    const own: Written[] = []
    while (!this.#ended) {
      const token = this.#unused.pop()
      if (token !== undefined) own.push(...(await this.#fill(token)))
      else if (own.length === 0) throw new Error('There are too few users for this load.')
      else await this.#change(own[this.#serial % own.length] as Written)
    }
  }

  /** Creates as many addresses for a user as the limit allows. */
  async #fill(token: string): Promise<Written[]> {
    const created: Written[] = []
    // A service that is down refuses many attempts. These must not use up users.
    while (created.length < addressesEach && !this.#ended) {
      const address = await this.#create(token)
      if (address === undefined) continue
      created.push(address)
      for (let change = 0; change < 2 && !this.#ended; change++) await this.#change(address)
    }
    return created
  }

  async #create(token: string): Promise<Written | undefined> {
    const name = `${this.#serial++}`
    const body = { ...london, full_name: name }
    const created = await this.#send(request('POST', '/v2/addresses', token, body))
    if (created?.status !== 201) return undefined
    this.writes++
    const { id } = JSON.parse(created.text) as { id: number }
    const address = { token, id, acknowledged: name, doubtful: new Set<string>() }
    this.#written.push(address)
    return address
  }

  async #change(address: Written): Promise<void> {
    const { token, id, doubtful } = address
    const name = `${this.#serial++}`
    doubtful.add(name)
    const path = `/v2/addresses/${id}`
    const changed = await this.#send(request('PATCH', path, token, { full_name: name }))
    if (changed?.status !== 200) return
    this.writes++
    doubtful.delete(name)
    address.acknowledged = name
  }

  async #read(token: string): Promise<void> {
    while (!this.#ended) {
      const read = await this.#send(request('GET', '/v2/addresses', token))
      if (read?.status === 200) this.reads++
    }
  }

  /** @returns the answer, if it is a success */
  async #send(asked: ReturnType<typeof request>): Promise<Received | undefined> {
    const start = performance.now()
    const answer = await this.#wire.send(asked).catch(() => undefined)
    this.slowest = Math.max(this.slowest, performance.now() - start)
    if (answer === undefined) this.broken++
    else this.#count(asked.method, answer)
    if (answer && answer.status < 300) return answer
    await pause(retryDelayMs)
    return undefined
  }

  #count(method: string, { status, header, text }: Received): void {
    this.answers[status] = (this.answers[status] ?? 0) + 1
    const foreseen = status < 300 || (status === 503 && header('Retry-After') !== undefined)
    if (!foreseen) this.unexpected.push(`${method} ${status} ${text}`)
  }
}

/** A request on a user's resources. */
export const request = (method: string, path: string, token: string, body?: object) => ({
  method,
  path,
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  ...(body && { body: JSON.stringify(body) }),
})
