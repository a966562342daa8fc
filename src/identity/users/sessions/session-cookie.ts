import { readCookies, writeCookie } from '../../../platform/http/cookies.ts'

/** Reads and writes the cookie that holds a session's id. */
export interface SessionCookie {
  readonly name: string
  /** Reads the id from a `Cookie` header. */
  read(header: string | undefined): string | undefined
  /** The `Set-Cookie` header that stores the id in the browser. */
  set(id: string, expiresAt: Date): string
  /** The `Set-Cookie` header that deletes the cookie. */
  clear(): string
}

/**
 * The session cookie of an issuer. Over HTTPS its name begins with `__Host-`, so that no other host
 * can set it (RFC 6265bis, 4.1.3). Browsers refuse that name over HTTP, which is used in
 * development.
 */
export function sessionCookie(authUrl: string): SessionCookie {
  const secure = isSecure(authUrl)
  const name = secure ? '__Host-foyer-session' : 'foyer-session'
  const attributes = { path: '/', secure } as const
  return {
    name,
    read: (header) => readCookies(header)[name],
    set: (id, expires) => writeCookie(name, id, { ...attributes, expires }),
    clear: () => writeCookie(name, '', { ...attributes, expires: new Date(0) }),
  }
}

/**
 * The name of a cookie that belongs to one path. Such a cookie cannot have the prefix `__Host-`.
 */
export const pathCookieName = (authUrl: string, name: string): string =>
  isSecure(authUrl) ? `__Secure-foyer-${name}` : `foyer-${name}`

const isSecure = (authUrl: string): boolean => new URL(authUrl).protocol === 'https:'
