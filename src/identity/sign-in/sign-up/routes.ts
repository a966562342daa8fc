import { formRoute } from '../../../platform/http/pages/form-route.ts'
import { frameAt, hashingConfig } from '../../../platform/http/pages/requests.ts'
import { basePath } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { signUp } from '../../users/accounts/sign-up.ts'
import { requestReset } from '../../users/credentials/new-password.ts'
import type { SignInDeps } from '../deps.ts'
import { emailIn } from '../fields.ts'
import { linkRoutes } from '../links/routes.ts'
import { withReturn } from '../return-to.ts'
import { openVisits } from '../visits.ts'
import { makeWayBack, returnToOf } from '../way-back.ts'
import { checkEmailPage, forgottenPage, signUpPage } from './pages.ts'

/** The routes to sign up and to request a new password. Both send an email. */
export function signUpRoutes(app: App, deps: SignInDeps): void {
  const { authUrl, credentials, otherWays } = deps
  const base = basePath(authUrl)
  const visits = openVisits(deps)

  formRoute(app, `${base}/sign-up`, {
    config: hashingConfig,
    page: (request, _reply, sent) =>
      signUpPage(request.frame, {
        ...otherWays,
        email: sent && emailIn(sent.form),
        fullName: sent?.form.get('full_name')?.trim(),
        returnTo: returnToOf(authUrl, request, sent?.form),
        ...sent,
      }),
    async operation(request, _reply, form) {
      const email = emailIn(form)
      const returnTo = returnToOf(authUrl, request, form)
      await signUp(credentials, {
        email,
        password: form.get('password') ?? '',
        fullName: form.get('full_name')?.trim() || null,
        language: request.frame.language,
        from: visits.from(request),
        wayBack: await makeWayBack(deps, request.browser, returnTo),
      })
      const frame = frameAt(request, withReturn('/sign-up', returnTo))
      return checkEmailPage(frame, { email, returnTo, back: 'sign_up' })
    },
  })

  formRoute(app, `${base}/forgotten-password`, {
    page(request, _reply, sent) {
      const returnTo = returnToOf(authUrl, request, sent?.form)
      const frame = sent
        ? frameAt(request, withReturn('/forgotten-password', returnTo))
        : request.frame
      const email = sent && emailIn(sent.form)
      return forgottenPage(frame, { email, returnTo, otherWays, ...sent })
    },
    async operation(request, _reply, form) {
      const email = emailIn(form)
      const returnTo = returnToOf(authUrl, request, form)
      const wayBack = await makeWayBack(deps, request.browser, returnTo)
      await requestReset(credentials, { email, from: visits.from(request), wayBack })
      const frame = frameAt(request, withReturn('/forgotten-password', returnTo))
      return checkEmailPage(frame, { email, returnTo, back: 'forgotten_password' })
    },
  })

  linkRoutes(app, deps)
}
