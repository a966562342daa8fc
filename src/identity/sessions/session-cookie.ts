import { readCookies, writeCookie } from '../../platform/http/cookies.ts'

/** The cookie that holds a session's id, as headers have it. */
export interface SessionCookie {
  readonly name: string
  /** Its value in a `Cookie` header. */
  read(header: string | undefined): string | undefined
  /** The `Set-Cookie` that gives it to the browser. */
  set(id: string, expiresAt: Date): string
  /** The `Set-Cookie` that takes it away. */
  clear(): string
}

/**
 * The session's cookie of an issuer. Over HTTPS its name begins with `__Host-`, so that browsers take it from
 * nowhere else (RFC 6265bis, 4.1.3); over HTTP, in development, they would not take that name at all.
 */
export function sessionCookie(authUrl: string): SessionCookie {
  const secure = isSecure(authUrl)
  const name = secure ? '__Host-foyer-session' : 'foyer-session'
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const
  return {
    name,
    read: (header) => readCookies(header)[name],
    set: (id, expires) => writeCookie(name, id, { ...attributes, expires }),
    clear: () => writeCookie(name, '', { ...attributes, expires: new Date(0) }),
  }
}

/** The name of a cookie that belongs to one path, where `__Host-` cannot be. */
export const pathCookieName = (authUrl: string, name: string): string =>
  isSecure(authUrl) ? `__Secure-foyer-${name}` : `foyer-${name}`

const isSecure = (authUrl: string): boolean => new URL(authUrl).protocol === 'https:'
