import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Listing } from '../../src/resources/listings/directory/directory.ts'
import { freePort } from './ports.ts'

/** How the server answers, given the listing that it has, or null if it has none. */
type Manner = (response: ServerResponse, listing: Listing | null) => void

/** Answers as the documentation of the directory of listings says. */
export const well: Manner = (response, listing) => {
  const links = { self: { href: `/listings/${listing?.id}` } }
  response.writeHead(listing ? 200 : 404, { 'content-type': 'application/hal+json' })
  response.end(JSON.stringify(listing ? { ...listing, _links: links } : { code: 'not_found' }))
}

/** Another service's directory of listings, on loopback, that can be made to fail. */
export class ListingServer {
  readonly listings = new Map<string, Listing>()
  /** The ids that were asked for. */
  readonly asked: string[] = []
  manner: Manner = well
  /** How the server answers about some listings. */
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
    // Nobody else takes this port while the server is away.
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

  /** Puts a listing there. @returns its id */
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
