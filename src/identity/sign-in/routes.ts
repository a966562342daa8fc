import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { isRefused } from '../../platform/errors/refusals.ts'
import { trackMethods } from '../../platform/http/api/resources.ts'
import {
  applyRefusal,
  type FormRefusal,
  formRefusal,
  formRefusalOf,
} from '../../platform/http/pages/form-route.ts'
import {
  frameAt,
  hashingConfig,
  queryParameter,
  sendJson,
} from '../../platform/http/pages/requests.ts'
import { basePath, formOf, preparePages } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import type { Message } from '../../platform/i18n/catalogue.ts'
import { runAs } from '../../support/audit/actor.ts'
import { throttleRefusals } from '../../support/throttle/refusals.ts'
import { checkPassword } from '../credentials/credentials.ts'
import { loginHint } from '../oauth/endpoints/login-hint.ts'
import { signInOptions, verifyPasskey } from '../second-factors/passkeys.ts'
import { endSession } from '../sessions/sessions.ts'
import { signedOutPage, signOutPage } from '../sessions/sign-out-page.ts'
import { openVisits } from '../sessions/visits.ts'
import { readCredential } from './credential.ts'
import type { SignInDeps } from './deps.ts'
import { emailProofHandler, emailProofRoutes } from './email-proof/routes.ts'
import { signInNotes, signInPage } from './pages.ts'
import { localPath } from './return-to.ts'
import { passkeyRefusal, secondFactorRoutes } from './second-factor-routes.ts'
import { signUpRoutes } from './sign-up/routes.ts'
import { findApplicationAt } from './way-back.ts'

/** The routes of the pages to sign in, sign up and sign out. */
export function signInRoutes(deps: SignInDeps) {
  return async (app: App): Promise<void> => {
    preparePages(app, { ...deps, mayRedirectAway: true })
    const complete = trackMethods(app)
    passwordRoutes(app, deps)
    emailProofRoutes(app, deps)
    passkeyRoutes(app, deps)
    secondFactorRoutes(app, deps)
    signOutRoutes(app, deps)
    signUpRoutes(app, deps)
    complete()
  }
}

function passwordRoutes(app: App, deps: SignInDeps): void {
  const { authUrl, credentials, otherWays } = deps
  const base = basePath(authUrl)
  const visits = openVisits(deps)
  const sendLink = emailProofHandler(deps)
  const hint = loginHint(authUrl)

  app.get(`${base}/sign-in`, async (request, reply) => {
    const returnTo = localPath(authUrl, queryParameter(request, 'return_to'))
    if (returnTo === undefined && (await visits.session(request)))
      return reply.redirect(`${base}/account`, 303)
    const note = signInNotes.find((name) => name === queryParameter(request, 'note'))
    const email = hint.read(request.headers.cookie, returnTo)
    const application = await findApplicationAt(deps, returnTo)
    return signInPage(request.frame, { email, returnTo, note, application, otherWays })
  })

  app.post(`${base}/sign-in`, { config: hashingConfig }, async (request, reply) => {
    const form = formOf(request)
    const email = form.get('email')?.trim() ?? ''
    const password = form.get('password') ?? ''
    const returnTo = localPath(authUrl, form.get('return_to'))
    const refuse = async (refusal: FormRefusal) => {
      applyRefusal(reply, refusal)
      const application = await findApplicationAt(deps, returnTo)
      const view = { email, returnTo, application, otherWays, faults: refusal.faults }
      return signInPage(frameAt(request, '/sign-in'), view)
    }
    const missing = Object.entries({ email, password })
      .filter(([, value]) => value === '')
      .map(([name]): [string, Message] => [name, ['page.error.required']])
    if (missing.length > 0) return refuse(formRefusal(missing))
    try {
      const from = visits.from(request)
      const given = { email, password, from }
      const proved = await checkPassword(credentials, given)
      const first = { ...proved, amr: ['pwd'], emailProved: false, returnTo }
      return await visits.afterFirstStep(request, reply, first)
    } catch (error) {
      if (isRefused(error, throttleRefusals.too_many_attempts))
        return await sendLink(request, reply, error, { email, returnTo }).catch((failed) =>
          refuse(formRefusalOf(failed, ['', 'page.text.check'])),
        )
      return refuse(formRefusalOf(error, ['password', 'page.error.wrong']))
    }
  })
}

function passkeyRoutes(app: App, deps: SignInDeps): void {
  const { authUrl, otherWays, secondFactors } = deps
  const base = basePath(authUrl)
  const visits = openVisits(deps)

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
      const proof = await verifyPasskey(secondFactors, { response })
      return await visits.signIn(request, reply, { ...proof, returnTo })
    } catch (error) {
      const refusal = passkeyRefusal(error)
      applyRefusal(reply, refusal)
      const application = await findApplicationAt(deps, returnTo)
      const view = { returnTo, application, otherWays, faults: refusal.faults }
      return signInPage(frameAt(request, '/sign-in'), view)
    }
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
