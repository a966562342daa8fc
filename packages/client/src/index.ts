import { type Addresses, createAddresses } from './addresses.ts'
import { type Countries, createCountries } from './countries.ts'
import { type Call, createHttp, type RequestOptions } from './http.ts'
import { parse } from './json.ts'
import { createEntry } from './links.ts'
import { createListings, type Listings } from './listings.ts'
import { createPaymentMethods, type PaymentMethods } from './payment-methods.ts'
import type { Root } from './resources.ts'
import { type Application, applicationToken } from './token.ts'
import { type CurrentUser, createCurrentUser } from './user.ts'
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts'

export type { Addresses, AddressQuery, AddressSort } from './addresses.ts'
export type { Collection, Part } from './collection.ts'
export type { Countries } from './countries.ts'
export { FoyerError } from './error.ts'
export type { Call, Query, ReadOptions, RequestOptions, WriteOptions } from './http.ts'
export type { Ref } from './links.ts'
export type { ListingPaymentMethodQuery, Listings } from './listings.ts'
export type { PaymentMethodQuery, PaymentMethods } from './payment-methods.ts'
export { etagOf, responseOf } from './received.ts'
export type * from './resources.ts'
export { type Application, requestToken, type TokenOptions } from './token.ts'
export type { CurrentUser } from './user.ts'
export type * from './webhooks/resources.ts'
export {
  type ReceivedWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from './webhooks/verify.ts'
export type { WebhookQuery, Webhooks } from './webhooks/webhooks.ts'

/** The URL of the service, and the credentials: a user's access token, an application, or none. */
export type ClientOptions = {
  /** The URL of the resources, such as `http://localhost:8080/v2`. */
  baseUrl: string
  /**
   * The language of titles, names and messages, as in `Accept-Language`: `de`, or `pt-BR,
   * pt;q=0.9`.
   */
  language?: string | undefined
  /** Replaces the platform's `fetch`. */
  fetch?: typeof fetch | undefined
} & ({ accessToken?: AccessToken | undefined } | Application)

/** An access token, or a function that returns one for each request. */
export type AccessToken = string | (() => string | Promise<string>)

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
  /** Returns the root resource, whose links lead to all others. It is fetched once. */
  root(options?: Pick<RequestOptions, 'signal'>): Promise<Root>
  /**
   * Sends a request and returns the response with any status, for requests that the rest of the
   * client does not offer. `hrefOrPath` is a URL, or a path under `baseUrl` that begins with a
   * slash. The client's access token is sent only to the service's own origin.
   */
  request<Body = unknown>(method: string, hrefOrPath: string, call?: Call): Promise<Answer<Body>>
}

/** Creates a client. It sends no request until a method is called. */
export function createClient(options: ClientOptions): Foyer {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const fetch = options.fetch ?? globalThis.fetch
  const http = createHttp({
    baseUrl,
    language: options.language,
    fetch,
    accessToken: accessTokenOf(options),
  })
  const entry = createEntry(http, baseUrl)
  return {
    addresses: createAddresses(http, entry),
    paymentMethods: createPaymentMethods(http, entry),
    listings: createListings(http, entry),
    user: createCurrentUser(http, entry),
    countries: createCountries(http, entry),
    webhooks: createWebhooks(http, entry),
    root: entry.root,
    async request<Body>(method: string, hrefOrPath: string, call?: Call): Promise<Answer<Body>> {
      const href = /^https?:/i.test(hrefOrPath) ? hrefOrPath : `${baseUrl}${hrefOrPath}`
      const response = await http.send(method, href, call)
      const text = await response.text()
      const { status, headers } = response
      return { status, headers, text, body: parse(text) as Body }
    },
  }
}

function accessTokenOf(options: ClientOptions): () => Promise<string | undefined> {
  if ('clientId' in options) return applicationToken(options, { fetch: options.fetch })
  const { accessToken } = options
  return async () => (typeof accessToken === 'function' ? await accessToken() : accessToken)
}
