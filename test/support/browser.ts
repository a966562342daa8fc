/** The response that a browser got: a page or a redirect. It follows no redirect by itself. */
export interface Page {
  /** The URL of the request. */
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The absolute target of a redirect; empty if there is none. */
  readonly location: string
}

export interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly secure: boolean
  /** Milliseconds since the epoch; undefined for the session of the browser. */
  readonly expires: number | undefined
  /** Its attributes, in lower case, such as `httponly`. */
  readonly attributes: readonly string[]
}

type Fields = Readonly<Record<string, string>> | readonly (readonly [string, string])[]
type Extra = Readonly<Record<string, string>>

/** A form of a page, with the values that it would send unchanged. */
export interface PageForm {
  readonly action: string
  readonly fields: Record<string, string>
}

/**
 * A browser without a screen, for one origin. It keeps cookies by RFC 6265, 5.3, with their path,
 * `Secure`, prefixes and expiry, and sends forms with an `Origin`, as browsers do.
 */
export class Browser {
  readonly origin: string
  readonly #jar = new Map<string, Cookie>()
  readonly #headers: Extra
  constructor(origin: string, headers: Extra = {}) {
    this.origin = new URL(origin).origin
    this.#headers = headers
  }

  /** All cookies, whatever their paths. */
  get cookies(): readonly Cookie[] {
    return [...this.#jar.values()]
  }

  cookie(name: string): Cookie | undefined {
    return this.cookies.find((cookie) => cookie.name === name)
  }

  /** Stores the cookie of a `Set-Cookie` header without checks. */
  plant(header: string): void {
    const [pair = '', ...parts] = header.split(';').map((part) => part.trim())
    const equals = pair.indexOf('=')
    const attribute = (wanted: string): string | undefined =>
      parts
        .map((part) => part.split('='))
        .find(([name]) => name?.toLowerCase() === wanted)
        ?.slice(1)
        .join('=')
    const age = attribute('max-age')
    const expires = attribute('expires')
    const cookie: Cookie = {
      name: pair.slice(0, equals),
      value: pair.slice(equals + 1),
      path: attribute('path') ?? '/',
      secure: parts.some((part) => part.toLowerCase() === 'secure'),
      expires:
        age !== undefined
          ? Date.now() + Number(age) * 1000
          : expires === undefined
            ? undefined
            : Date.parse(expires),
      attributes: parts.map((part) => part.toLowerCase()),
    }
    const { name, secure, path } = cookie
    if (name.startsWith('__Host-') && !(secure && path === '/')) return
    if (name.startsWith('__Secure-') && !secure) return
    if (secure && !this.origin.startsWith('https:')) return
    const key = `${name} ${path}`
    if (cookie.expires !== undefined && cookie.expires <= Date.now()) this.#jar.delete(key)
    else this.#jar.set(key, cookie)
  }

  get(url: string, headers: Extra = {}): Promise<Page> {
    return this.#ask(url, { headers })
  }

  /** Sends a form. `headers` can contain another `Origin`. */
  post(url: string, fields: Fields | FormData, headers: Extra = {}): Promise<Page> {
    const hasFile = fields instanceof FormData
    const body = hasFile ? fields : new URLSearchParams(fields as Record<string, string>)
    return this.#ask(url, { method: 'POST', body, headers: { origin: this.origin, ...headers } })
  }

  /**
   * Fills in a form of a page and sends it. Without `action` it is the first form, otherwise the
   * one whose action ends with this text.
   */
  submit(page: Page, fields: Readonly<Record<string, string>> = {}, action = ''): Promise<Page> {
    const form = formsOf(page).find((one) => one.action.endsWith(action))
    if (form === undefined) throw new Error(`no form on ${page.url}: ${page.text.slice(0, 400)}`)
    return this.post(form.action, { ...form.fields, ...fields })
  }

  /** Follows redirects within this origin. @returns the first other response */
  async follow(page: Page): Promise<Page> {
    let last = page
    for (let hops = 0; last.location.startsWith(`${this.origin}/`); hops++) {
      if (hops === 20) throw new Error(`${last.location} redirects without end`)
      last = await this.get(last.location)
    }
    return last
  }

  async #ask(url: string, init: RequestInit & { headers: Extra }): Promise<Page> {
    const target = new URL(url, this.origin)
    if (target.origin !== this.origin) throw new Error(`${target.href} is not at ${this.origin}`)
    const cookie = this.#cookiesFor(target)
    const headers = { ...this.#headers, ...init.headers, ...(cookie !== '' && { cookie }) }
    const response = await fetch(target, { ...init, headers, redirect: 'manual' })
    for (const header of response.headers.getSetCookie()) this.plant(header)
    const location = response.headers.get('location')
    return {
      url: target.href,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? '' : new URL(location, target).href,
    }
  }

  #cookiesFor({ pathname }: URL): string {
    return this.cookies
      .filter(({ path, expires }) => isUnder(pathname, path) && !(expires && expires <= Date.now()))
      .toSorted((one, other) => other.path.length - one.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }
}

/** RFC 6265, 5.1.4. */
const isUnder = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

/** The forms of a page: their targets, and the values that they would send unchanged. */
export function formsOf(page: Page): PageForm[] {
  return [...page.text.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(
    ([, start = '', content = '']) => {
      const fields: Record<string, string> = {}
      for (const [, input = ''] of content.matchAll(/<input\b([^>]*)>/g)) {
        const { type = 'text', name, value = '' } = attributesOf(input)
        const chosen = !/^(checkbox|radio)$/.test(type) || /\bchecked\b/.test(input)
        if (name !== undefined && type !== 'submit' && chosen) fields[name] = value
      }
      for (const [, start = '', options = ''] of content.matchAll(
        /<select\b([^>]*)>([\s\S]*?)<\/select>/g,
      )) {
        const { name } = attributesOf(start)
        const all = [...options.matchAll(/<option\b([^>]*)>([^<]*)/g)]
        const chosen = all.find(([, option = '']) => /\bselected\b/.test(option)) ?? all[0]
        const [, option = '', text = ''] = chosen ?? []
        if (name !== undefined && chosen)
          fields[name] = attributesOf(option).value ?? unescaped(text.trim())
      }
      for (const [, start = '', text = ''] of content.matchAll(
        /<textarea\b([^>]*)>\n?([^<]*)<\/textarea>/g,
      )) {
        const { name } = attributesOf(start)
        if (name !== undefined) fields[name] = unescaped(text)
      }
      return { action: new URL(attributesOf(start).action ?? '', page.url).href, fields }
    },
  )
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value = '']) => [
      name,
      unescaped(value),
    ]),
  )

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
}

/** A page's text as people read it. */
export const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole)
