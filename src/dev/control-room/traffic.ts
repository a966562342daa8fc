import type { IncomingMessage, Server } from 'node:http'
import type { Clock } from '../../platform/clock.ts'
import { methodOf } from '../../platform/http/api/methods.ts'
import { holdsCardNumber } from '../../platform/text/card-number/card-number.ts'

/** A request that the service has answered, or that it has sent to a webhook. */
export interface Exchange {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly direction: 'received' | 'sent'
  readonly method: string
  /** The path of a received request, the URL of a sent one. Neither has its query. */
  readonly target: string
  /** The status of the answer, or why there is none. */
  readonly outcome: string
  readonly ms: number
}

/** How many exchanges are kept. */
const maxExchanges = 100

/** The last requests, newest first. They stay in memory alone. */
export class Traffic {
  readonly #clock: Clock
  #exchanges: readonly Exchange[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get latest(): readonly Exchange[] {
    return this.#exchanges
  }

  clear(): void {
    this.#exchanges = []
  }

  /** Adds a request. The query is left out, because it may have a code or a token. */
  add({ target, ...rest }: Exchange): void {
    const [place = ''] = target.split('?')
    const shown = holdsCardNumber(place) ? '(a card number)' : place.slice(0, 300)
    this.#exchanges = [{ ...rest, target: shown }, ...this.#exchanges].slice(0, maxExchanges)
  }

  /** Adds all requests that a server receives, except those for pages below `ownPaths`. */
  watch(server: Server, ownPaths: readonly string[]): void {
    server.on('request', (request: IncomingMessage, response) => {
      const { url: target = '' } = request
      if (ownPaths.some((path) => target.startsWith(path))) return
      const begun = performance.now()
      response.once('close', () => {
        const outcome = response.writableFinished
          ? String(response.statusCode)
          : 'connection closed'
        const ms = Math.round(performance.now() - begun)
        const method = methodOf(request)
        this.add({ at: this.#clock.now(), direction: 'received', method, target, outcome, ms })
      })
    })
  }
}
