import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/db.ts'
import { readCookies, writeCookie } from '../../platform/http/cookies.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import {
  type CredentialDeps,
  makeDeviceCookie,
  type RenewedHash,
  type RequestSource,
} from '../credentials/credentials.ts'
import { findFactorKinds } from '../second-factors/second-factors.ts'
import { beginSecondStep } from '../sign-in/second-step.ts'
import { deviceName } from './device.ts'
import { type SessionCookie, sessionCookie } from './session-cookie.ts'
import { findSession, type Session, startSession } from './sessions.ts'

/** The dependencies of `openVisits`. */
export interface VisitDeps {
  readonly db: Database
  readonly authUrl: string
  readonly credentials: CredentialDeps
}

/** Signs browsers in and out: their sessions and cookies. */
export interface Visits {
  /** Tells where a request comes from. */
  from(request: FastifyRequest): RequestSource
  /** Finds the session of the browser. */
  session(request: FastifyRequest): Promise<Session | undefined>
  /**
   * Continues after the first step, such as the right password. If the user has a second factor, it
   * redirects to the second step. Otherwise it signs the user in.
   * @throws {Refused} wrong_credentials
   */
  afterFirstStep(
    request: FastifyRequest,
    reply: FastifyReply,
    who: FirstStep,
  ): Promise<FastifyReply>
  /**
   * Signs a user in, makes the browser a known browser of the user, and redirects it.
   * @throws {Refused} wrong_credentials, if the user is disabled or has a new password
   */
  signIn(request: FastifyRequest, reply: FastifyReply, who: SignedIn): Promise<FastifyReply>
  /**
   * Makes the browser a known browser of a user. Its attempts have a separate count until the
   * password changes.
   */
  remember(reply: FastifyReply, user: { userId: number; passwordVersion: number }): void
  /** Deletes the session's cookie. */
  forget(reply: FastifyReply): void
}

export interface SignedIn {
  readonly userId: number
  /** The methods of the sign-in (RFC 8176). */
  readonly amr: readonly string[]
  /** A path of this service. */
  readonly returnTo: string | undefined
  /** The version of the password that the user signed in with, if any. */
  readonly passwordVersion?: number | undefined
  /** A new hash of that password. */
  readonly renewedHash?: RenewedHash | undefined
}

/** A user who has done the first step of a sign-in, such as giving the right password. */
export interface FirstStep {
  readonly userId: number
  /** The method (RFC 8176). */
  readonly amr: readonly string[]
  readonly passwordVersion: number
  /** A new hash of the password, to store with the sign-in or its first step. */
  readonly renewedHash?: RenewedHash | undefined
  /** Whether the user opened a link in an email in this sign-in. */
  readonly emailProved: boolean
  /** A path of this service. */
  readonly returnTo: string | undefined
}

/** Browsers keep a cookie for 400 days at most (RFC 6265bis, 5.5). */
const maxCookieAgeSeconds = 400 * 86_400

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
    async afterFirstStep(request, reply, first) {
      const { userId } = first
      const { required } = await findFactorKinds(db, userId)
      if (!required) return visits.signIn(request, reply, first)
      const step = await beginSecondStep(db, request.browser, first)
      return reply.redirect(`${basePath(authUrl)}/sign-in/second-factor?step=${step}`, 303)
    },
    async signIn({ headers }, reply, { returnTo, ...signedIn }) {
      const { userId } = signedIn
      const device = deviceName(headers['user-agent'])
      const replaces = cookie.read(headers.cookie)
      const who = { ...signedIn, device, replaces }
      const started = await startSession(db, who)
      credentials.signIns?.succeeded()
      reply.header('Set-Cookie', cookie.set(started.id, started.expiresAt))
      visits.remember(reply, { userId, passwordVersion: started.passwordVersion })
      return reply.redirect(returnTo ?? `${basePath(authUrl)}/account`, 303)
    },
    remember(reply, user) {
      const value = makeDeviceCookie(credentials.deviceKey, user)
      const options = { ...attributes, maxAge: maxCookieAgeSeconds }
      reply.header('Set-Cookie', writeCookie(deviceCookie, value, options))
    },
    forget(reply) {
      reply.header('Set-Cookie', cookie.clear())
    },
  }
  return visits
}
