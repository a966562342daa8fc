import type { FastifyRequest } from 'fastify'
import { isRefused } from '../../platform/errors/refusals.ts'
import { trackMethods } from '../../platform/http/api/resources.ts'
import { type FormRoute, formRoute, refuseForm } from '../../platform/http/pages/form-route.ts'
import { frameAt, hashingConfig, queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath, preparePages } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { runAs } from '../../support/audit/actor.ts'
import { limitRefusals } from '../../support/limits/refusals.ts'
import { loginHint } from '../oauth/endpoints/login-hint.ts'
import { checkPassword } from '../users/credentials/credentials.ts'
import { requestReset } from '../users/credentials/new-password.ts'
import { isBreached } from '../users/credentials/passwords.ts'
import { endSession } from '../users/sessions/sessions.ts'
import { signedOutPage, signOutPage } from '../users/sessions/sign-out-page.ts'
import type { SignInDeps } from './deps.ts'
import { emailIn } from './fields.ts'
import { emailProofHandler, emailProofRoutes } from './links/email-proof.ts'
import { signInNotes, signInPage } from './pages.ts'
import { passkeyRoutes, throughSettling, unknownPasskeyIn } from './passkeys/routes.ts'
import { withReturn } from './return-to.ts'
import { secondFactorRoutes } from './second-step/routes.ts'
import { checkEmailPage } from './sign-up/pages.ts'
import { signUpRoutes } from './sign-up/routes.ts'
import { openVisits } from './visits.ts'
import { findApplicationAt, makeWayBack, returnToOf } from './way-back.ts'

/** The routes of the pages to sign in, sign up and sign out. */
export function signInRoutes(deps: SignInDeps) {
  return async (app: App): Promise<void> => {
    preparePages(app, { ...deps, mayRedirectAway: true })
    const complete = trackMethods(app)
    passwordRoutes(app, deps)
    emailProofRoutes(app, deps)
    passkeyRoutes(app, deps, openSignInPage(deps))
    secondFactorRoutes(app, deps)
    signOutRoutes(app, deps)
    signUpRoutes(app, deps)
    complete()
  }
}

/** Makes the function that shows the page to sign in, also after one of its forms was refused. */
function openSignInPage(deps: SignInDeps): FormRoute['page'] {
  const { authUrl, otherWays } = deps
  const visits = openVisits(deps)
  const hint = loginHint(authUrl)
  return async (request, reply, sent) => {
    const returnTo = returnToOf(authUrl, request, sent?.form)
    if (!sent && returnTo === undefined && (await visits.session(request)))
      return reply.redirect(`${basePath(authUrl)}/account`, 303)
    return signInPage(sent ? frameAt(request, '/sign-in') : request.frame, {
      email: sent ? sent.form.get('email')?.trim() : hint.read(request.headers.cookie, returnTo),
      returnTo,
      note: signInNotes.find((name) => name === queryParameter(request, 'note')),
      application: await findApplicationAt(deps, returnTo),
      otherWays,
      ...(sent && { faults: sent.faults, unknown: await unknownPasskeyIn(deps, sent.form) }),
    })
  }
}

function passwordRoutes(app: App, deps: SignInDeps): void {
  const { authUrl, credentials } = deps
  const visits = openVisits(deps)
  const sendLink = emailProofHandler(deps)

  /**
   * Leads a user whose right password was stolen to a new one. The thieves know it, too, so only the
   * mailbox gets the link.
   */
  const chooseAnother = async (
    request: FastifyRequest,
    { email, returnTo }: { readonly email: string; readonly returnTo: string | undefined },
  ): Promise<string> => {
    const wayBack = await makeWayBack(deps, request.browser, returnTo)
    await requestReset(credentials, { email, from: visits.from(request), wayBack })
    const frame = frameAt(request, withReturn('/sign-in', returnTo))
    return checkEmailPage(frame, { email, returnTo, back: 'sign_in', isBreached: true })
  }

  formRoute(app, `${basePath(authUrl)}/sign-in`, {
    config: hashingConfig,
    wrong: ['password', 'page.error.wrong'],
    page: openSignInPage(deps),
    async operation(request, reply, form) {
      const email = emailIn(form)
      const password = form.get('password') ?? ''
      const returnTo = returnToOf(authUrl, request, form)
      const missing = Object.entries({ email, password }).filter(([, value]) => value === '')
      if (missing.length > 0) refuseForm(missing.map(([name]) => [name, ['page.error.required']]))
      try {
        const proved = await checkPassword(credentials, {
          email,
          password,
          from: visits.from(request),
        })
        if (await isBreached(credentials, password))
          return await chooseAnother(request, { email, returnTo })
        const first = { ...proved, amr: ['pwd'], emailProved: false, returnTo }
        const begun = await visits.beginAfterFirstStep(request, first)
        return visits.lead(reply, throughSettling(authUrl, form, begun))
      } catch (error) {
        if (!isRefused(error, limitRefusals.too_many_attempts)) throw error
        return sendLink(request, reply, error, { email, returnTo })
      }
    },
  })
}

function signOutRoutes(app: App, deps: SignInDeps): void {
  const { authUrl, db } = deps
  const base = basePath(authUrl)
  const visits = openVisits(deps)

  app.get(`${base}/sign-out`, async (request) =>
    (await visits.session(request)) === undefined
      ? signedOutPage(request.frame)
      : signOutPage(request.frame, { action: `${base}/sign-out` }),
  )

  app.post(`${base}/sign-out`, async (request, reply) => {
    const session = await visits.session(request)
    if (session !== undefined)
      await runAs({ kind: 'user', requestId: request.id }, () =>
        endSession(db, session.userId, session.uid, 'signed_out'),
      )
    visits.forget(reply)
    return reply.redirect(`${base}/sign-out`, 303)
  })
}
