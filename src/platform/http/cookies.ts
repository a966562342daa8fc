import { type Cookies, parseCookie, stringifySetCookie } from 'cookie'

/** The attributes of a cookie. */
export interface CookieAttributes {
  readonly path: string
  readonly secure: boolean
  readonly expires?: Date
  /** Seconds. */
  readonly maxAge?: number
}

/** Cookie values are not encoded, because all of them consist of allowed characters. */
const asIs = (value: string): string => value

/**
 * The cookies of a `Cookie` header by name (RFC 6265, 4.2). Of two with one name, the first counts.
 */
export const readCookies = (header: string | undefined): Readonly<Cookies> =>
  parseCookie(header ?? '', { decode: asIs })

/**
 * A `Set-Cookie` header (RFC 6265, 4.1). Scripts cannot read the cookie, and other sites send it
 * only when the user follows a link.
 * @throws {TypeError} if a cookie cannot hold the value
 */
export const writeCookie = (name: string, value: string, attributes: CookieAttributes): string =>
  stringifySetCookie(
    { name, value, httpOnly: true, sameSite: 'lax', ...attributes },
    { encode: asIs },
  )
