import { pathCookieName, sessionCookie } from '../../users/sessions/session-cookie.ts'

/** The paths of the endpoints below the issuer. */
export const paths = {
  token: '/oauth2/token',
  introspection: '/oauth2/introspect',
  revocation: '/oauth2/revoke',
  jwks: '/oauth2/jwks',
  pushed_authorization_request: '/oauth2/par',
  userinfo: '/oauth2/userinfo',
  end_session: '/oauth2/end-session',
  authorization: '/authorize',
} as const

/**
 * The names of the library's cookies. It shares the session cookie. The cookies of an interaction
 * belong to paths.
 */
export const cookieNames = (authUrl: string) => ({
  session: sessionCookie(authUrl).name,
  interaction: pathCookieName(authUrl, 'interaction'),
  resume: pathCookieName(authUrl, 'resume'),
})

/** The path on which the user continues an authorization. It includes the path of the issuer. */
export const interactionPath = (authUrl: string, uid: string): string =>
  `${new URL(authUrl).pathname.replace(/\/$/, '')}/interaction/${uid}`
