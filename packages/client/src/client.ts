import type { Root } from './documents.ts'
import { createFollow, type Follow } from './follow.ts'
import { createHttp } from './http/http.ts'
import { parse } from './http/json.ts'
import type { AccessToken, Call, Hooks, RequestOptions, Retries } from './http/options.ts'
import { createEntry } from './links.ts'
import { type Addresses, createAddresses } from './resources/addresses.ts'
import { type Countries, createCountries } from './resources/countries.ts'
import { createListings, type Listings } from './resources/listings.ts'
import { createPaymentMethods, type PaymentMethods } from './resources/payment-methods.ts'
import { type CurrentUser, createCurrentUser } from './resources/user.ts'
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts'

/** The URL of the service, the access token, and how requests are sent. */
export interface ClientOptions {
  /** The URL of the resources, such as `http://localhost:8080/v2`. */
  baseUrl: string
  /**
   * A token, or a function that returns one, such as those of `@foyer/client/oauth`. Without it,
   * the client reads public resources.
   */
  accessToken?: AccessToken | undefined
  /**
   * The language of titles, names and messages, as in `Accept-Language`: `de`, or `pt-BR,
   * pt;q=0.9`.
   */
  language?: string | undefined
  /** Replaces the platform's `fetch`. */
  fetch?: typeof fetch | undefined
  /** Milliseconds for each attempt, 30,000 by default; 0 for no limit. */
  timeout?: number | undefined
  /** How many attempts may follow the first one, or more about them. 2 by default; 0 for none. */
  retries?: number | Retries | undefined
  /** Functions that the client calls, for logs and traces. */
  hooks?: Hooks | undefined
}

/** A response with any status. */
export interface Answer<Body> {
  status: number
  headers: Headers
  /** The body as JSON; undefined if it is not JSON. Its content is not checked. */
  body: Body
  /** The body as text. */
  text: string
}

/** A client of a Foyer service, for one user or application. */
export interface Foyer {
  readonly addresses: Addresses
  readonly paymentMethods: PaymentMethods
  readonly listings: Listings
  readonly user: CurrentUser
  readonly countries: Countries
  readonly webhooks: Webhooks
  /**
   * Returns the root resource, whose links lead to all others. It is fetched once, for all clients
   * of the program that are made in the next hour.
   */
  root(options?: Pick<RequestOptions, 'signal'>): Promise<Root>
  /**
   * Follows a relation of a resource or page by its name, and returns what it leads to:
   * `follow(address, 'address:carrier')`. Relations that change something take a `body`.
   * @throws {TypeError} if the resource does not have it, because it does not apply or is not
   *   allowed
   */
  follow: Follow
  /**
   * Sends a request once and returns the response with any status, for requests that the rest of
   * the client does not offer. `hrefOrPath` is a URL, or a path under `baseUrl` that begins with a
   * slash. The client's access token is sent only to the service's own origin.
   */
  request<Body = unknown>(method: string, hrefOrPath: string, call?: Call): Promise<Answer<Body>>
}

/** Creates a client. It sends no request until a method is called. */
export function createClient(options: ClientOptions): Foyer {
  const { language, accessToken, retries, hooks = {}, timeout = 30_000 } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const fetch = options.fetch ?? globalThis.fetch
  const {
    limit = 2,
    delay = 500,
    longestDelay = 60_000,
  } = typeof retries === 'number' ? { limit: retries } : (retries ?? {})
  const settings = {
    baseUrl,
    language,
    fetch,
    accessToken,
    timeout,
    retries: { limit, delay, longestDelay },
    hooks,
  }
  const http = createHttp(settings)
  const entry = createEntry(http, settings)
  return {
    addresses: createAddresses(http, entry),
    paymentMethods: createPaymentMethods(http, entry),
    listings: createListings(http, entry),
    user: createCurrentUser(http, entry),
    countries: createCountries(http, entry),
    webhooks: createWebhooks(http, entry),
    root: entry.root,
    follow: createFollow(http),
    async request<Body>(method: string, hrefOrPath: string, call?: Call): Promise<Answer<Body>> {
      const href = /^https?:/i.test(hrefOrPath) ? hrefOrPath : `${baseUrl}${hrefOrPath}`
      const { response, body: text } = await http.send(method, href, call)
      const { status, headers } = response
      return { status, headers, text, body: parse(text) as Body }
    },
  }
}
