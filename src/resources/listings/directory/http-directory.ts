import type { Breaker } from '../../../platform/http/outgoing/breaker.ts'
import { openSibling } from '../../../platform/http/outgoing/sibling.ts'
import type { Tracer } from '../../../platform/telemetry/tracer.ts'
import { DirectoryUnavailable, type ListingDirectory } from './directory.ts'
import { readForeignListing } from './document.ts'

export interface HttpDirectoryOptions {
  /** The URL of a listing, with `{id}` for its id. */
  readonly url: string
  /** The time limit of an answer, in milliseconds. */
  readonly timeoutMs?: number
  /** How long an answer is cached, in milliseconds. */
  readonly freshForMs?: number
  readonly breaker?: Breaker
  /** The clock of the caches, in milliseconds. */
  readonly now?: () => number
  readonly tracer?: Tracer | undefined
}

/** A directory behind HTTP. */
export function httpDirectory({ url, ...options }: HttpDirectoryOptions): ListingDirectory {
  const ask = openSibling({
    ...options,
    name: 'listings find',
    read: (document, id) => readForeignListing(id, document),
    unavailable: (cause) => new DirectoryUnavailable(cause),
  })
  return { find: (id, userId) => ask({ key: id, url: url.replace('{id}', id) }, userId) }
}
