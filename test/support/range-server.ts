import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request for a range: its prefix, and its headers. */
interface AskedRange {
  readonly prefix: string
  readonly headers: IncomingHttpHeaders
}

/** A stand-in for the range protocol of Pwned Passwords, on loopback, which tests can make fail. */
export class RangeServer {
  readonly asked: AskedRange[] = []
  readonly #stolen = new Map<string, number>()
  readonly #server: Server
  /** Answers in place of the protocol. */
  manner: ((response: ServerResponse) => void) | undefined

  private constructor() {
    this.#server = createServer((request, response) => {
      const [, prefix = ''] = /^\/range\/([\dA-F]{5})$/.exec(request.url ?? '') ?? []
      this.asked.push({ prefix, headers: request.headers })
      if (this.manner !== undefined) return this.manner(response)
      response.writeHead(prefix === '' ? 400 : 200, { 'content-type': 'text/plain' })
      response.end(this.#linesOf(prefix).join('\r\n'))
    })
  }

  static async start(): Promise<RangeServer> {
    const server = new RangeServer()
    await once(server.#server.listen(0, '127.0.0.1'), 'listening')
    return server
  }

  /** The value of `BREACHED_PASSWORDS_URL`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/range`
  }

  /** Adds a password to the list. With a count of 0 it is padding. */
  steal(password: string, count = 3): void {
    this.#stolen.set(sha1Of(password), count)
  }

  /** The list without a password. */
  forget(password: string): void {
    this.#stolen.delete(sha1Of(password))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** The hashes with a prefix, among some padding. */
  #linesOf(prefix: string): string[] {
    const stolen = [...this.#stolen].flatMap(([hash, count]) =>
      hash.startsWith(prefix) ? [`${hash.slice(5)}:${count}`] : [],
    )
    const padding = Array.from({ length: 20 }, () => {
      return `${randomBytes(18).toString('hex').slice(0, 35).toUpperCase()}:0`
    })
    return [...stolen, ...padding].toSorted()
  }
}

export const sha1Of = (password: string): string =>
  createHash('sha1').update(password).digest('hex').toUpperCase()
