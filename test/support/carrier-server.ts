import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { freePort } from './ports.ts'

/** A way of the server to answer. */
export type Manner = (response: ServerResponse) => void

/** An answer as docs/operations.md documents it, with links, which Foyer ignores. */
export const documented = {
  id: 4,
  name: 'Night Riders',
  pickup_windows: [
    { start_date: '2026-12-01T18:00:00+01:00', end_date: '2026-12-01T21:00:00+01:00' },
    { start_date: '2026-12-02T17:30:00.250Z', end_date: '2026-12-02T20:00:00Z' },
  ],
  _links: { self: { href: '/pickups/4' } },
}

/** Answers with a status and a document. */
export const answers =
  (status: number, document: unknown = documented): Manner =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof document === 'string' ? document : JSON.stringify(document))
  }

/** A stand-in for the service of a carrier, on loopback, which tests can make fail. */
export class CarrierServer {
  /** The requests. */
  readonly asked: { method: string; headers: IncomingMessage['headers']; body: unknown }[] = []
  manner: Manner = answers(200)
  /** The way to answer for some places, by their postal codes. */
  readonly manners = new Map<unknown, Manner>()
  readonly #server: Server

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const { method = '', headers } = request
      const body = (await json(request)) as { postal_code?: unknown }
      this.asked.push({ method, headers, body })
      const manner = this.manners.get(body.postal_code) ?? this.manner
      manner(response)
    })
  }

  static async start(): Promise<CarrierServer> {
    const server = new CarrierServer()
    await server.comeBack(await freePort())
    return server
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** The value of `CARRIER_URL`. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/pickups`
  }

  async goAway(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async comeBack(port: number): Promise<void> {
    await once(this.#server.listen(port, '127.0.0.1'), 'listening')
  }
}
