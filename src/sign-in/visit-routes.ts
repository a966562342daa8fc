import type { FastifyReply, FastifyRequest } from 'fastify'
import { SignInRefused } from '../errors.ts'
import { type SessionCookie, sessionCookie } from '../oauth/session-cookie.ts'
import { findSession, type Session, SessionRefused, startSession } from '../oauth/sessions.ts'
import { basePath } from '../pages/scope.ts'
import { readCookies, writeCookie } from '../platform/cookies.ts'
import type { Database } from '../platform/db.ts'
import { type Credentials, type From, knownDevice } from '../user/credentials.ts'
import { deviceName } from './device.ts'

/** What visits of browsers depend on. */
export interface VisitParts {
  readonly db: Database
  readonly authUrl: string
  readonly credentials: Credentials
}

/** A browser's way in and out: its cookies and its session. */
export interface Visits {
  /** From where a request comes. */
  from(request: FastifyRequest): From
  /** The session of the browser, if it has one. */
  session(request: FastifyRequest): Promise<Session | undefined>
  /** Signs a user in in this browser and sends it on. @throws {SignInRefused} wrong, for a user who is disabled or has a new password */
  signIn(request: FastifyRequest, reply: FastifyReply, who: SignedIn): Promise<FastifyReply>
  /** Makes the browser one that knows an account: it has attempts of its own from now on. */
  remember(reply: FastifyReply, email: string): void
  /** Takes the session's cookie away. */
  forget(reply: FastifyReply): void
}

export interface SignedIn {
  readonly userId: number
  /** RFC 8176. */
  readonly amr: readonly string[]
  /** A path of our own. */
  readonly returnTo: string | undefined
  /** The password that proved who it is, if one did. */
  readonly passwordVersion?: number | undefined
}

/** Browsers keep a cookie for that long at most, in seconds (RFC 6265bis, 5.5). */
const longestCookie = 400 * 86_400

export function openVisits({ db, authUrl, credentials }: VisitParts): Visits {
  const cookie: SessionCookie = sessionCookie(authUrl)
  const secure = new URL(authUrl).protocol === 'https:'
  const deviceCookie = secure ? '__Host-foyer-device' : 'foyer-device'
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const
  return {
    from: ({ ip, headers }) => ({
      address: ip,
      device: readCookies(headers.cookie)[deviceCookie],
      browser: deviceName(headers['user-agent']),
    }),
    session: ({ headers }) => findSession(db, cookie.read(headers.cookie)),
    async signIn({ headers }, reply, { userId, amr, returnTo, passwordVersion }) {
      const device = deviceName(headers['user-agent'])
      const replaces = cookie.read(headers.cookie)
      try {
        const who = { userId, amr, device, passwordVersion, replaces }
        const { id, expiresAt } = await startSession(db, who)
        reply.header('Set-Cookie', cookie.set(id, expiresAt))
      } catch (error) {
        throw error instanceof SessionRefused ? new SignInRefused('wrong') : error
      }
      return reply.redirect(returnTo ?? `${basePath(authUrl)}/account/sessions`, 303)
    },
    remember(reply, email) {
      const value = knownDevice(credentials, email)
      const options = { ...attributes, maxAge: longestCookie }
      reply.header('Set-Cookie', writeCookie(deviceCookie, value, options))
    },
    forget(reply) {
      reply.header('Set-Cookie', cookie.clear())
    },
  }
}
