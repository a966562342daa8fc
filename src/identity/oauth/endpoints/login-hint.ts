import { readCookies, writeCookie } from '../../../platform/http/cookies.ts'
import { mayBeEmail } from '../../../platform/text/email.ts'
import { pathCookieName } from '../../sessions/session-cookie.ts'
import { interactionPath } from '../provider/provider.ts'
import { ttlSeconds } from '../tokens/tokens.ts'

/** Whom an application expects to sign in, on the way from its request to the page for it. */
export interface LoginHint {
  /** The `Set-Cookie` that takes it there; undefined where there is no e-mail address to take. */
  set(uid: string, hint: unknown): string | undefined
  /** The address for a page that goes on at this path, if it is that of the request. */
  read(header: string | undefined, returnTo: string | undefined): string | undefined
}

/**
 * Takes the `login_hint` of a request (OpenID Connect Core, 3.1.2.1) to the page to sign in, in a cookie of that page: in its
 * address it would stand in the logs of proxies, and kept here it would be shown to whoever knows the request's id.
 */
export function loginHint(authUrl: string): LoginHint {
  const name = pathCookieName(authUrl, 'hint')
  const attributes = {
    path: interactionPath(authUrl, '').replace(/interaction\/$/, 'sign-in'),
    secure: name.startsWith('__'),
    httpOnly: true,
    sameSite: 'lax',
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
