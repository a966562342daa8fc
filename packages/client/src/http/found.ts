/** How long clients share what one of them has found: milliseconds. */
const lifetime = 3_600_000

/** A program has a few services, each in some languages. */
const most = 100

interface Found {
  value: Promise<unknown>
  until: number
}

/** What the clients of this program have found, by the function that sent their requests. */
const known = new WeakMap<typeof fetch, Map<string, Found>>()

/**
 * Returns a function that finds a value once, and again after a failure. Later clients with the
 * same `fetch` find it under the same name for an hour: a server makes a client for each user. They
 * share no request under way, because each has its own hooks and time limits.
 */
export function once<T>(
  fetch: typeof globalThis.fetch,
  name: string,
  find: () => Promise<T>,
): () => Promise<T> {
  let own: Promise<T> | undefined
  return () => {
    if (own === undefined) {
      const all = known.get(fetch) ?? new Map<string, Found>()
      known.set(fetch, all)
      const found = all.get(name)
      if (found !== undefined && Date.now() < found.until) {
        own = found.value as Promise<T>
      } else {
        const value = find()
        own = value
        value.then(
          () => {
            all.delete(name)
            all.set(name, { value, until: Date.now() + lifetime })
            const [oldest = ''] = all.keys()
            if (all.size > most) all.delete(oldest)
          },
          () => {
            own = undefined
          },
        )
      }
    }
    return own
  }
}
