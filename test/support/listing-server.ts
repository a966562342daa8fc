import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Listing } from '../../src/resources/listings/directory/directory.ts'
import { freePort } from './ports.ts'

/** A way of the server to answer, given the listing that it has, or null if it has none. */
type Manner = (response: ServerResponse, listing: Listing | null) => void

/** Answers as the directory of listings documents it. */
export const asDocumented: Manner = (response, listing) => {
  const links = { self: { href: `/listings/${listing?.id}` } }
  response.writeHead(listing ? 200 : 404, { 'content-type': 'application/hal+json' })
  response.end(JSON.stringify(listing ? { ...listing, _links: links } : { code: 'not_found' }))
}

/**
 * A stand-in for another service's directory of listings, on loopback, which tests can make fail.
 */
export class ListingServer {
  readonly listings = new Map<string, Listing>()
  /** The requested ids. */
  readonly asked: string[] = []
  manner: Manner = asDocumented
  /** The way to answer for some listings, by their ids. */
  readonly manners = new Map<string, Manner>()
  #server: Server

  private constructor() {
    this.#server = createServer((request, response) => {
      const id = /^\/listings\/(\d+)$/.exec(request.url ?? '')?.[1] ?? ''
      this.asked.push(id)
      const manner = this.manners.get(id) ?? this.manner
      manner(response, this.listings.get(id) ?? null)
    })
  }

  static async start(): Promise<ListingServer> {
    const server = new ListingServer()
    // No other server takes this port while this server is stopped.
    await server.comeBack(await freePort())
    return server
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** The template for `LISTINGS_URL`. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/listings/{id}`
  }

  /** Adds a listing. @returns its id */
  sells(listing: Listing): string {
    this.listings.set(listing.id, listing)
    return listing.id
  }

  async goAway(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async comeBack(port: number): Promise<void> {
    await once(this.#server.listen(port, '127.0.0.1'), 'listening')
  }
}
