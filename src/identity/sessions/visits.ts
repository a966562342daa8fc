import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/db.ts'
import { readCookies, writeCookie } from '../../platform/http/cookies.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import { type CredentialDeps, type From, knownDevice } from '../credentials/credentials.ts'
import { factorKindsOf } from '../second-factors/second-factors.ts'
import { beginSecondStep } from '../sign-in/second-step.ts'
import { deviceName } from './device.ts'
import { type SessionCookie, sessionCookie } from './session-cookie.ts'
import { findSession, type Session, startSession } from './sessions.ts'

/** What visits of browsers depend on. */
export interface VisitDeps {
  readonly db: Database
  readonly authUrl: string
  readonly credentials: CredentialDeps
}

/** A browser's way in and out: its cookies and its session. */
export interface Visits {
  /** From where a request comes. */
  from(request: FastifyRequest): From
  /** The session of the browser, if it has one. */
  session(request: FastifyRequest): Promise<Session | undefined>
  /**
   * Continues after the password: with the second step if there is one, else by signing the user in.
   * @throws {Refused} wrong_credentials
   */
  afterPassword(request: FastifyRequest, reply: FastifyReply, who: FirstStep): Promise<FastifyReply>
  /**
   * Signs a user in, makes this browser one that knows the user, and redirects it.
   * @throws {Refused} wrong_credentials, for a user who is disabled or has a new password
   */
  signIn(request: FastifyRequest, reply: FastifyReply, who: SignedIn): Promise<FastifyReply>
  /** Makes the browser one that knows a user: it has attempts of its own until the password changes. */
  remember(reply: FastifyReply, user: { userId: number; passwordVersion: number }): void
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

/** A user who has given the right password. */
export interface FirstStep {
  readonly userId: number
  readonly passwordVersion: number
  /** Whether a link in an email was opened in this sign-in. */
  readonly emailProved: boolean
  /** A path of our own. */
  readonly returnTo: string | undefined
}

/** Browsers keep a cookie for that long at most, in seconds (RFC 6265bis, 5.5). */
const longestCookie = 400 * 86_400

export function openVisits({ db, authUrl, credentials }: VisitDeps): Visits {
  const cookie: SessionCookie = sessionCookie(authUrl)
  const secure = new URL(authUrl).protocol === 'https:'
  const deviceCookie = secure ? '__Host-foyer-device' : 'foyer-device'
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const
  const visits: Visits = {
    from: ({ ip, headers }) => ({
      address: ip,
      device: readCookies(headers.cookie)[deviceCookie],
      browser: deviceName(headers['user-agent']),
    }),
    session: ({ headers }) => findSession(db, cookie.read(headers.cookie)),
    async afterPassword(request, reply, first) {
      const { userId } = first
      const { required } = await factorKindsOf(db, userId)
      if (!required) return visits.signIn(request, reply, { ...first, amr: ['pwd'] })
      const step = await beginSecondStep(db, request.browser, { ...first, amr: ['pwd'] })
      return reply.redirect(`${basePath(authUrl)}/sign-in/second-factor?step=${step}`, 303)
    },
    async signIn({ headers }, reply, { userId, amr, returnTo, passwordVersion }) {
      const device = deviceName(headers['user-agent'])
      const replaces = cookie.read(headers.cookie)
      const who = { userId, amr, device, passwordVersion, replaces }
      const started = await startSession(db, who)
      reply.header('Set-Cookie', cookie.set(started.id, started.expiresAt))
      visits.remember(reply, { userId, passwordVersion: started.passwordVersion })
      return reply.redirect(returnTo ?? `${basePath(authUrl)}/account/sessions`, 303)
    },
    remember(reply, user) {
      const value = knownDevice(credentials.deviceKey, user)
      const options = { ...attributes, maxAge: longestCookie }
      reply.header('Set-Cookie', writeCookie(deviceCookie, value, options))
    },
    forget(reply) {
      reply.header('Set-Cookie', cookie.clear())
    },
  }
  return visits
}
