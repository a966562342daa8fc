import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actAs } from '../audit/actor.ts'
import { SignInRefused } from '../errors.ts'
import { loginHint } from '../oauth/login-hint.ts'
import { endSession } from '../oauth/sessions.ts'
import { type Refusal, refusalOf, refused } from '../pages/faults.ts'
import { answerRefusal, frameAt, hashing, parameter, sendJson } from '../pages/requests.ts'
import { basePath, formOf, type PageOptions, PageProblem, preparePages } from '../pages/scope.ts'
import { signedOutPage, signOutPage } from '../pages/sign-out.ts'
import type { Database } from '../platform/db.ts'
import type { App } from '../platform/http.ts'
import type { Message } from '../platform/i18n.ts'
import { completeMethods } from '../platform/resources.ts'
import { signInOptions, verifyPasskey } from '../second-factors/passkeys.ts'
import { checkCode, factorsOf, type SecondFactors } from '../second-factors/second-factors.ts'
import { type Credentials, checkPassword } from '../user/credentials.ts'
import { readCredential } from './credential.ts'
import { beginSecondStep, endSecondStep, findSecondStep, type Pending } from './pending.ts'
import { localPath } from './return-to.ts'
import { secondFactorPage, signInNotes, signInPage } from './sign-in-pages.ts'
import { signUpRoutes } from './sign-up-routes.ts'
import { openVisits } from './visit-routes.ts'
import type { WayBackParts } from './way-back.ts'

export interface SignInParts extends PageOptions, WayBackParts {
  readonly db: Database
  readonly credentials: Credentials
  readonly secondFactors: SecondFactors
}

/** The pages on which people prove who they are. */
export function signInRoutes(parts: SignInParts) {
  return async (app: App): Promise<void> => {
    preparePages(app, { ...parts, leaves: true })
    const complete = completeMethods(app)
    passwordRoutes(app, parts)
    passkeyRoutes(app, parts)
    secondFactorRoutes(app, parts)
    signOutRoutes(app, parts)
    signUpRoutes(app, parts)
    complete()
  }
}

function passwordRoutes(app: App, parts: SignInParts): void {
  const { authUrl, credentials, db } = parts
  const base = basePath(authUrl)
  const visits = openVisits(parts)
  const hint = loginHint(authUrl)

  app.get(`${base}/sign-in`, async (request, reply) => {
    const returnTo = localPath(authUrl, parameter(request, 'return_to'))
    if (returnTo === undefined && (await visits.session(request)))
      return reply.redirect(`${base}/account/sessions`, 303)
    const note = signInNotes.find((name) => name === parameter(request, 'note'))
    const email = hint.read(request.headers.cookie, returnTo)
    return signInPage(request.frame, { email, returnTo, note })
  })

  app.post(`${base}/sign-in`, { config: hashing }, async (request, reply) => {
    const form = formOf(request)
    const email = form.get('email')?.trim() ?? ''
    const password = form.get('password') ?? ''
    const returnTo = localPath(authUrl, form.get('return_to'))
    const refuse = (refusal: Refusal) => {
      answerRefusal(reply, refusal)
      return signInPage(frameAt(request, '/sign-in'), { email, returnTo, faults: refusal.faults })
    }
    const missing = Object.entries({ email, password })
      .filter(([, value]) => value === '')
      .map(([name]): [string, Message] => [name, ['page.error.required']])
    if (missing.length > 0) return refuse(refused(missing))
    try {
      const from = visits.from(request)
      const given = { email, password, from }
      const { userId, passwordVersion } = await checkPassword(credentials, given)
      visits.remember(reply, email)
      const { required } = await factorsOf(db, userId)
      const first = { userId, amr: ['pwd'], returnTo, passwordVersion }
      if (!required) return await visits.signIn(request, reply, first)
      const step = await beginSecondStep(db, request.browser, first)
      return reply.redirect(`${base}/sign-in/second-factor?step=${step}`, 303)
    } catch (error) {
      return refuse(refusalOf(error, ['password', 'page.error.wrong']))
    }
  })
}

function passkeyRoutes(app: App, parts: SignInParts): void {
  const { authUrl, secondFactors } = parts
  const base = basePath(authUrl)
  const visits = openVisits(parts)

  app.get(`${base}/sign-in/passkey`, async (_request, reply) =>
    reply.redirect(`${base}/sign-in`, 303),
  )

  app.post(`${base}/sign-in/passkey/options`, async (request, reply) =>
    sendJson(reply, await signInOptions(secondFactors, { from: visits.from(request) })),
  )

  app.post(`${base}/sign-in/passkey`, async (request, reply) => {
    const form = formOf(request)
    const returnTo = localPath(authUrl, form.get('return_to'))
    const response = readCredential<AuthenticationResponseJSON>(form)
    try {
      const given = { response, from: visits.from(request) }
      const { userId, amr } = await verifyPasskey(secondFactors, given)
      return await visits.signIn(request, reply, { userId, amr, returnTo })
    } catch (error) {
      const refusal = passkeyRefusal(error)
      answerRefusal(reply, refusal)
      return signInPage(frameAt(request, '/sign-in'), { returnTo, faults: refusal.faults })
    }
  })
}

function secondFactorRoutes(app: App, parts: SignInParts): void {
  const { authUrl, db, secondFactors } = parts
  const base = basePath(authUrl)
  const path = `${base}/sign-in/second-factor`
  const visits = openVisits(parts)

  const stepOf = async (request: FastifyRequest, step = ''): Promise<Pending> => {
    const pending = await findSecondStep(db, request.browser, step)
    if (pending === undefined) throw new PageProblem('sign_in_expired', 410)
    return pending
  }
  const pageFor = async (request: FastifyRequest, step: string, refusal?: Refusal) => {
    const pending = await stepOf(request, step)
    const { passkeys } = await factorsOf(db, pending.userId)
    const view = { step, passkey: passkeys.length > 0 }
    const frame = frameAt(request, `/sign-in/second-factor?step=${step}`)
    return secondFactorPage(frame, { ...view, ...(refusal && { faults: refusal.faults }) })
  }
  /** Where a finished step has led already: somebody pressed twice, or went back. */
  const onward = async (request: FastifyRequest, reply: FastifyReply, pending: Pending) => {
    const session = await visits.session(request)
    if (session?.userId !== pending.userId) throw new PageProblem('sign_in_expired', 410)
    return reply.redirect(pending.returnTo ?? `${base}/account/sessions`, 303)
  }
  const finish = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { step, amr }: { step: string; amr: readonly string[] },
  ) => {
    const pending = await stepOf(request, step)
    if (!(await endSecondStep(db, request.browser, step))) return onward(request, reply, pending)
    const ways = [...new Set([...pending.amr, ...amr, 'mfa'])]
    try {
      return await visits.signIn(request, reply, { ...pending, amr: ways })
    } catch (error) {
      // The user is disabled, or has a new password: what the old one has begun ends here.
      throw error instanceof SignInRefused ? new PageProblem('sign_in_expired', 410) : error
    }
  }

  app.get(path, async (request, reply) => {
    const step = parameter(request, 'step') ?? ''
    const pending = await stepOf(request, step)
    return pending.consumed ? onward(request, reply, pending) : pageFor(request, step)
  })

  app.post(path, async (request, reply) => {
    const form = formOf(request)
    const step = form.get('step') ?? ''
    const pending = await stepOf(request, step)
    if (pending.consumed) return onward(request, reply, pending)
    const { userId } = pending
    const code = form.get('code') ?? ''
    try {
      await checkCode(secondFactors, { userId, code, from: visits.from(request) })
    } catch (error) {
      const refusal = refusalOf(error, ['code', 'page.error.code'])
      answerRefusal(reply, refusal)
      return pageFor(request, step, refusal)
    }
    return finish(request, reply, { step, amr: ['otp'] })
  })

  app.get(`${path}/passkey`, async (_request, reply) => reply.redirect(`${base}/sign-in`, 303))

  app.post(`${path}/passkey/options`, async (request, reply) => {
    const { userId } = await stepOf(request, formOf(request).get('step'))
    return sendJson(
      reply,
      await signInOptions(secondFactors, { userId, from: visits.from(request) }),
    )
  })

  app.post(`${path}/passkey`, async (request, reply) => {
    const form = formOf(request)
    const step = form.get('step') ?? ''
    const pending = await stepOf(request, step)
    if (pending.consumed) return onward(request, reply, pending)
    const { userId } = pending
    const response = readCredential<AuthenticationResponseJSON>(form)
    let amr: readonly string[]
    try {
      const given = { response, userId, from: visits.from(request) }
      amr = (await verifyPasskey(secondFactors, given)).amr
    } catch (error) {
      const refusal = passkeyRefusal(error)
      answerRefusal(reply, refusal)
      return pageFor(request, step, refusal)
    }
    return finish(request, reply, { step, amr })
  })
}

function signOutRoutes(app: App, parts: SignInParts): void {
  const { authUrl, db } = parts
  const base = basePath(authUrl)
  const visits = openVisits(parts)

  app.get(`${base}/sign-out`, async (request) =>
    (await visits.session(request)) === undefined
      ? signedOutPage(request.frame)
      : signOutPage(request.frame, { action: `${base}/sign-out` }),
  )

  app.post(`${base}/sign-out`, async (request, reply) => {
    const session = await visits.session(request)
    if (session !== undefined)
      await actAs({ kind: 'user', requestId: request.id }, () =>
        endSession(db, session.userId, session.uid, 'signed_out'),
      )
    visits.forget(reply)
    return reply.redirect(`${base}/sign-out`, 303)
  })
}

/** A challenge that is over is one more passkey that did not work. */
function passkeyRefusal(error: unknown): Refusal {
  const ended = error instanceof SignInRefused && error.reason === 'ended'
  return refusalOf(ended ? new SignInRefused('wrong') : error, ['', 'page.error.passkey'])
}
