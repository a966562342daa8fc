import type { Application } from '@foyer/client/oauth'

/** A fault of a request, which the proxy causes. */
export type Fault =
  /** The connection is closed, and the service did not get the request. */
  | 'lost request'
  /** The service did what was asked, and the connection is closed without its response. */
  | 'lost response'
  /** The connection is closed in the middle of the response. */
  | 'half a response'
  | 'too many requests'
  | 'unavailable'
  /** What the token endpoint itself answers. */
  | 'temporarily unavailable'
  | 'no response'

/** A request that arrived. */
export interface Arrived {
  readonly method: string
  readonly path: string
  readonly key: string | null
  readonly traceparent: string | null
}

/** What every runtime gets: a service behind a proxy that can cause faults, and users. */
export interface Setting {
  readonly baseUrl: string
  readonly authUrl: string
  /** The proxy's own URL, which takes `control` requests. */
  readonly proxy: string
  /** One access token for each case. */
  readonly tokens: readonly string[]
  /** A listing that every user may buy. */
  readonly listingId: string
  readonly server: Application
  readonly page: Application & { readonly redirectUri: string }
}

/** Controls the proxy: it sets faults, returns the requests that arrived, and signs a user in. */
export async function control<T>(setting: Setting, name: string, body: object): Promise<T> {
  const init = { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${setting.proxy}/control/${name}`, init)
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
