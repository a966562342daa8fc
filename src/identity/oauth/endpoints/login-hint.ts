import { readCookies, writeCookie } from '../../../platform/http/cookies.ts'
import { mayBeEmail } from '../../../platform/text/email.ts'
import { pathCookieName } from '../../users/sessions/session-cookie.ts'
import { interactionPath } from '../provider/paths.ts'
import { ttlSeconds } from '../tokens/tokens.ts'

/** Passes the email address that an application expects from its request to the sign-in page. */
export interface LoginHint {
  /** The `Set-Cookie` header with the hint. Undefined if the hint is not an email address. */
  set(uid: string, hint: unknown): string | undefined
  /** The email address, if the sign-in page returns to the request that the hint belongs to. */
  read(header: string | undefined, returnTo: string | undefined): string | undefined
}

/**
 * Passes the `login_hint` of a request (OpenID Connect Core, 3.1.2.1) to the sign-in page in a
 * cookie of that page. In the URL, it would appear in the logs of proxies. In the database,
 * everybody who knows the request's id could see it.
 */
export function loginHint(authUrl: string): LoginHint {
  const name = pathCookieName(authUrl, 'hint')
  const attributes = {
    path: interactionPath(authUrl, '').replace(/interaction\/$/, 'sign-in'),
    secure: name.startsWith('__'),
    maxAge: ttlSeconds.interaction,
  } as const
  return {
    set: (uid, hint) =>
      typeof hint === 'string' && mayBeEmail(hint)
        ? writeCookie(name, `${uid}.${Buffer.from(hint).toString('base64url')}`, attributes)
        : undefined,
    read(header, returnTo) {
      const [uid = '', hint = ''] = readCookies(header)[name]?.split('.') ?? []
      const email = Buffer.from(hint, 'base64url').toString()
      return returnTo === interactionPath(authUrl, uid) && mayBeEmail(email) ? email : undefined
    },
  }
}
