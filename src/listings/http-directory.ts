import { LRUCache } from 'lru-cache'
import { parseJson } from '../platform/json.ts'
import { readBounded } from '../platform/read-bounded.ts'
import { Breaker } from './breaker.ts'
import { DirectoryUnavailable, type Listing, type ListingDirectory } from './directory.ts'
import { readForeignListing } from './document.ts'

export interface HttpDirectoryOptions {
  /** Where a listing is, with `{id}` for its id. */
  readonly url: string
  /** How long an answer may take, in milliseconds: less than a request may. */
  readonly timeout?: number
  /** How long an answer is good for, in milliseconds. */
  readonly freshFor?: number
  readonly breaker?: Breaker
}

/** The largest answer that is read, in bytes, decompressed. */
const maxBytes = 64 * 1024
/** The most listings that are remembered. */
const remembered = 1_000

/**
 * A directory behind HTTP. It is asked once for all who want the same listing at about the same time; what it fails to
 * tell is not remembered. A listing it does not have is a 404 or 410; any other status but 200, a redirect among
 * them, is a failure.
 */
export function httpDirectory({
  url,
  timeout = 2_000,
  freshFor = 5_000,
  breaker = new Breaker({ failures: 5, rest: 5_000 }),
}: HttpDirectoryOptions): ListingDirectory {
  const known = new LRUCache<string, Promise<Listing | null>>({ max: remembered, ttl: freshFor })
  return {
    find(id) {
      const answer = known.get(id)
      if (answer !== undefined) return answer
      const asked = breaker
        .run(() => ask(url.replace('{id}', id), id, timeout))
        .catch((cause: unknown) => {
          if (known.peek(id) === asked) known.delete(id)
          throw new DirectoryUnavailable(cause)
        })
      known.set(id, asked)
      return asked
    },
  }
}

async function ask(url: string, id: string, timeout: number): Promise<Listing | null> {
  const response = await fetch(url, {
    headers: { accept: 'application/hal+json, application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  if (response.status === 200) {
    return readForeignListing(id, parseJson(await readBounded(response, maxBytes)).value)
  }
  await response.body?.cancel()
  if (response.status === 404 || response.status === 410) return null
  throw new Error(`The directory answered ${response.status}.`)
}
