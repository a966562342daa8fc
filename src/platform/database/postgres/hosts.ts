/** One server of a URL that may name several. */
interface Servers {
  /** A URL with one host for each server, in order. */
  readonly urls: readonly string[]
  /** The value of `target_session_attrs`. It is no parameter of `pg`. */
  readonly target: string | undefined
}

const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is

/**
 * Splits a URL in libpq's form, such as `postgres://one:5432,two:5432/foyer?target_session_attrs=…`
 * (PostgreSQL, 34.1.1.3 and 34.1.2). Each host has a port of its own, 5432 if omitted. Other URLs
 * are returned unchanged.
 */
export function splitHosts(url: string): Servers {
  const [, start, hosts = '', end = ''] = parts.exec(url) ?? []
  if (start === undefined) return { urls: [url], target: undefined }
  let target: string | undefined
  const rest = end
    .replace(/([?&])target_session_attrs=([^&#]*)&?/, (_, mark: string, value: string) => {
      target = value
      return mark
    })
    .replace(/[?&]$/, '')
  return { urls: hosts.split(',').map((host) => `${start}${host}${rest}`), target }
}

/** The hosts and the database of a URL, without its user and password, for messages. */
export function placeOf(url: string): string {
  const places = splitHosts(url).urls.map((one) => new URL(one))
  return `${places.map(({ host }) => host).join(',')}${places[0]?.pathname ?? ''}`
}

/**
 * The servers of a database, of which one is the primary. All connections use the same one. When it
 * cannot be used, they go on to the next, and after the last to the first.
 */
export class Hosts {
  /** Connections that were opened under another number are to a server that no longer writes. */
  epoch = 0
  /** Whether the server must also accept writes by default: `target_session_attrs=read-write`. */
  readonly mustWrite: boolean
  readonly #urls: readonly string[]
  #index = 0

  constructor(url: string) {
    const { urls, target } = splitHosts(url)
    this.#urls = urls
    this.mustWrite = target === 'read-write'
  }

  get count(): number {
    return this.#urls.length
  }

  /** The URL for the next connection. */
  get url(): string {
    return this.#urls[this.#index] as string
  }

  /** Leaves a server that refuses to write, if another one can be the primary. */
  leave(): void {
    if (this.mustWrite) this.epoch++
  }

  /** Goes on to the next server after `url`. Of several calls for one server only the first counts. */
  skip(url: string): void {
    if (url === this.url) this.#index = (this.#index + 1) % this.#urls.length
  }
}
