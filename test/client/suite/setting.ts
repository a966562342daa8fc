import type { Application } from '@foyer/client/oauth'

/** What happens to a request on its way, instead of passing. */
export type Fault =
  /** The connection is closed, and the service did not get the request. */
  | 'lost request'
  /** The service did what was asked, and the connection is closed without its response. */
  | 'lost response'
  /** The connection is closed in the middle of the response. */
  | 'half a response'
  | 'too many requests'
  | 'unavailable'
  | 'no response'

/** A request that arrived. */
export interface Arrived {
  readonly method: string
  readonly path: string
  readonly key: string | null
  readonly traceparent: string | null
}

/** What every runtime is given: a service behind a road with faults, and users. */
export interface Setting {
  readonly baseUrl: string
  readonly authUrl: string
  /** The road's own URL, which takes `control` requests. */
  readonly road: string
  /** One access token for each case. */
  readonly tokens: readonly string[]
  /** A listing that everybody may buy. */
  readonly listingId: string
  readonly server: Application
  readonly page: Application & { readonly redirectUri: string }
}

/** Asks the road: it sets faults, tells what arrived, and signs a user in. */
export async function control<T>(setting: Setting, name: string, body: object): Promise<T> {
  const init = { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${setting.road}/control/${name}`, init)
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
