export interface CookieAttributes {
  readonly path: string
  readonly secure: boolean
  readonly httpOnly?: boolean
  readonly sameSite: 'lax'
  readonly expires?: Date
  /** Seconds. */
  readonly maxAge?: number
}

/** The cookies of a `Cookie` header by name (RFC 6265, 4.2); of two with one name the first, whose path is the longer. */
export function readCookies(header: string | undefined): Readonly<Record<string, string>> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(equals, 0)).trim()
    if (name !== '' && !cookies.has(name)) cookies.set(name, pair.slice(equals + 1).trim())
  }
  return Object.fromEntries(cookies)
}

/** What may stand in a cookie without being written otherwise (RFC 6265, 4.1.1). */
const octets = /^[\w!#$%&'()*+./:<=>?@[\]^`{|}~-]*$/

/** A `Set-Cookie` header (RFC 6265, 4.1). @throws {TypeError} for a value that no cookie can have */
export function writeCookie(name: string, value: string, attributes: CookieAttributes): string {
  if (!octets.test(value)) throw new TypeError(`the cookie ${name} cannot hold this value`)
  const { path, secure, httpOnly, expires, maxAge } = attributes
  return [
    `${name}=${value}`,
    `Path=${path}`,
    maxAge !== undefined && `Max-Age=${maxAge}`,
    expires !== undefined && `Expires=${expires.toUTCString()}`,
    httpOnly && 'HttpOnly',
    secure && 'Secure',
    'SameSite=Lax',
  ]
    .filter((part) => part !== false && part !== undefined)
    .join('; ')
}
