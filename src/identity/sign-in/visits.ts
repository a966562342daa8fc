import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Queryable } from '../../platform/database/db.ts'
import { readCookies, writeCookie } from '../../platform/http/cookies.ts'
import { basePath, formOf } from '../../platform/http/pages/scope.ts'
import { keyedHash, newSecret } from '../../platform/secrets/secrets.ts'
import { formKeyField } from '../../support/idempotency/write.ts'
import {
  type CredentialDeps,
  findActiveUser,
  makeDeviceCookie,
  type RenewedHash,
  type RequestSource,
} from '../users/credentials/credentials.ts'
import { findFactorKinds } from '../users/second-factors/second-factors.ts'
import { deviceName } from '../users/sessions/device.ts'
import { type SessionCookie, sessionCookie } from '../users/sessions/session-cookie.ts'
import {
  endAtLatest,
  findNewSession,
  findSession,
  type KeptSession,
  type Session,
  startSession,
  type UsedForm,
} from '../users/sessions/sessions.ts'
import { tellOfNewBrowser } from './links/new-browser.ts'
import { beginSecondStep, findSecondStep } from './second-step/second-step.ts'

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
  /** Like `afterFirstStep`, but sends no response. @throws {Refused} wrong_credentials */
  beginAfterFirstStep(request: FastifyRequest, who: FirstStep): Promise<Begun>
  /** Like `signIn`, but sends no response. @throws {Refused} wrong_credentials */
  begin(request: FastifyRequest, who: SignedIn): Promise<Begun>
  /**
   * For a browser that sends a form again: finds where the form led the first time. That is the
   * second step, or `returnTo` with the session that the form started.
   * @returns undefined if this form of this browser has signed nobody in within the last minute, or
   * that session has ended
   */
  repeat(
    request: FastifyRequest,
    form: Omit<OneTimeForm, 'use'> & Pick<SignedIn, 'returnTo'>,
  ): Promise<Begun | undefined>
  /**
   * Makes a new id for the session of the browser, for a form that ends all other sessions. If the
   * form has a random key and is sent twice, both requests get the same id.
   */
  keep(request: FastifyRequest, session: Session): KeptSession
  /** Stores the new id of the session in the browser. */
  renew(reply: FastifyReply, session: Session, kept: KeptSession): void
  /**
   * For a browser that sends a form again with the former id: finds the session to which the form
   * gave a new id the first time.
   */
  repeatRenewal(request: FastifyRequest, returnTo: string): Promise<Begun | undefined>
  /** Redirects a browser to where it continues. */
  lead(reply: FastifyReply, begun: Begun): FastifyReply
  /**
   * Makes the browser a known browser of a user. Its attempts have a separate count until the
   * password changes.
   */
  remember(reply: FastifyReply, user: { userId: number; passwordVersion: number }): void
  /** Deletes the session's cookie. */
  forget(reply: FastifyReply): void
}

/** Where a browser continues, with its new cookies. */
export interface Begun {
  readonly path: string
  /** `Set-Cookie` headers. */
  readonly cookies: readonly string[]
}

export interface SignedIn {
  readonly userId: number
  /** The methods of the sign-in (RFC 8176). */
  readonly amr: readonly string[]
  /** A path of this service. */
  readonly returnTo: string | undefined
  /** Whether the account is new. Then the user is not told of the sign-in. */
  readonly isSignUp?: true | undefined
  /** The version of the password that the user signed in with, if any. */
  readonly passwordVersion?: number | undefined
  /** A new hash of that password. */
  readonly renewedHash?: RenewedHash | undefined
  /** Checks in the transaction of the sign-in that what the user signed in with still exists. */
  readonly assertLasts?: ((tx: Queryable) => Promise<void>) | undefined
  /** The form that signs the user in, if it works once. */
  readonly form?: OneTimeForm | undefined
}

/**
 * A form that works once. A browser that sends it twice drops the first answer. So the second one
 * gets the same session: its id depends on the browser, the form, and everything secret in it.
 */
export interface OneTimeForm extends Pick<UsedForm, 'use'> {
  readonly name: 'email code' | 'email link' | 'password with link' | 'second step'
  /** The tokens, codes and passwords in the form. */
  readonly secrets: readonly string[]
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
  /** Whether the account is new. Then the user is not told of the sign-in. */
  readonly isSignUp?: true | undefined
  /** The form of the first step, if it works once. */
  readonly form?: OneTimeForm | undefined
}

/** Browsers keep a cookie for 400 days at most (RFC 6265bis, 5.5). */
const maxCookieAgeSeconds = 400 * 86_400

export function openVisits({ db, authUrl, credentials }: VisitDeps): Visits {
  const cookie: SessionCookie = sessionCookie(authUrl)
  const secure = new URL(authUrl).protocol === 'https:'
  const deviceCookie = secure ? '__Host-foyer-device' : 'foyer-device'
  const attributes = { path: '/', secure } as const
  const account = `${basePath(authUrl)}/account`
  const secondStep = (step: string): Begun => ({
    path: `${basePath(authUrl)}/sign-in/second-factor?step=${step}`,
    cookies: [],
  })
  /**
   * @param session the id of a session that only one form gives. If the form is sent again, the
   * browser is still the same known browser. Otherwise it could get any number of counts
   */
  const deviceHeader = (user: Parameters<typeof makeDeviceCookie>[1], session?: string): string => {
    const { deviceKey, repeatKey } = credentials
    const nonce = session && keyedHash(repeatKey, `browser of ${session}`).toString('base64url')
    const value = makeDeviceCookie(deviceKey, user, nonce)
    return writeCookie(deviceCookie, value, { ...attributes, maxAge: maxCookieAgeSeconds })
  }
  const idOf = (
    browser: string,
    kind: 'step' | 'session',
    { name, secrets }: Omit<OneTimeForm, 'use'>,
  ): string =>
    keyedHash(credentials.repeatKey, JSON.stringify([kind, browser, name, ...secrets])).toString(
      'base64url',
    )
  const usedForm = (
    browser: string,
    kind: 'step' | 'session',
    form: OneTimeForm | undefined,
  ): UsedForm | undefined => form && { id: idOf(browser, kind, form), use: form.use }
  /** The new id of a session. Undefined if the form has no random key, or there is no session. */
  const renewedId = (request: FastifyRequest): string | undefined => {
    const former = cookie.read(request.headers.cookie)
    const form = formOf(request)
    if (former === undefined || !form.get(formKeyField)) return undefined
    const secrets = ['renewed session', request.browser, request.url, former, ...form]
    return keyedHash(credentials.repeatKey, JSON.stringify(secrets)).toString('base64url')
  }
  const visits: Visits = {
    from: ({ ip, headers }) => ({
      address: ip,
      device: readCookies(headers.cookie)[deviceCookie],
      browser: deviceName(headers['user-agent']),
    }),
    session: ({ headers }) => findSession(db, cookie.read(headers.cookie)),
    afterFirstStep: async (request, reply, first) =>
      visits.lead(reply, await visits.beginAfterFirstStep(request, first)),
    signIn: async (request, reply, signedIn) =>
      visits.lead(reply, await visits.begin(request, signedIn)),
    async beginAfterFirstStep(request, first) {
      const { userId } = first
      const { required } = await findFactorKinds(db, userId)
      if (!required) return visits.begin(request, first)
      const { browser } = request
      const form = usedForm(browser, 'step', first.form)
      return secondStep(await beginSecondStep(db, browser, { ...first, form }))
    },
    async begin(request, { returnTo = account, isSignUp, ...signedIn }) {
      const { headers, browser } = request
      const { userId, amr } = signedIn
      const device = deviceName(headers['user-agent'])
      const replaces = cookie.read(headers.cookie)
      const form = usedForm(browser, 'session', signedIn.form)
      const tell = isSignUp
        ? undefined
        : (tx: Queryable, passwordVersion: number) =>
            tellOfNewBrowser(tx, credentials, {
              userId,
              passwordVersion,
              amr,
              from: visits.from(request),
            })
      const who = { ...signedIn, device, replaces, form, tell }
      const started = await startSession(db, who)
      credentials.signIns?.succeeded()
      const { id, expiresAt, passwordVersion } = started
      return {
        path: returnTo,
        cookies: [cookie.set(id, expiresAt), deviceHeader({ userId, passwordVersion }, id)],
      }
    },
    async repeat({ browser }, { returnTo = account, ...form }) {
      const step = idOf(browser, 'step', form)
      if (await findSecondStep(db, browser, step)) return secondStep(step)
      const id = idOf(browser, 'session', form)
      const session = await findNewSession(db, id)
      if (session === undefined) return undefined
      const user = await findActiveUser(db, session.userId)
      const cookies = [cookie.set(id, session.expiresAt), deviceHeader(user, id)]
      return { path: returnTo, cookies }
    },
    keep(request, { uid }) {
      const former = cookie.read(request.headers.cookie) ?? ''
      return { uid, former, id: renewedId(request) ?? newSecret() }
    },
    renew(reply, { signedInAt }, { id }) {
      reply.header('Set-Cookie', cookie.set(id, endAtLatest(signedInAt)))
    },
    async repeatRenewal(request, returnTo) {
      const id = renewedId(request)
      const session = await findSession(db, id)
      if (id === undefined || session === undefined) return undefined
      const user = await findActiveUser(db, session.userId)
      const cookies = [cookie.set(id, endAtLatest(session.signedInAt)), deviceHeader(user, id)]
      return { path: returnTo, cookies }
    },
    lead(reply, { path, cookies }) {
      for (const header of cookies) reply.header('Set-Cookie', header)
      return reply.redirect(path, 303)
    },
    remember(reply, user) {
      reply.header('Set-Cookie', deviceHeader(user))
    },
    forget(reply) {
      reply.header('Set-Cookie', cookie.clear())
    },
  }
  return visits
}
