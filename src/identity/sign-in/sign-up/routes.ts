import { applyRefusal, formRefusalOf } from '../../../platform/http/pages/form-route.ts'
import { frameAt, hashingConfig, queryParameter } from '../../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { signUp } from '../../accounts/sign-up.ts'
import { requestReset } from '../../credentials/new-password.ts'
import { openVisits } from '../../sessions/visits.ts'
import type { SignUpDeps } from '../deps.ts'
import { linkRoutes } from '../links/routes.ts'
import { localPath, withReturn } from '../return-to.ts'
import { makeWayBack } from '../way-back.ts'
import { checkEmailPage, forgottenPage, signUpPage } from './pages.ts'

/** The routes to sign up and to request a new password. Both send an email. */
export function signUpRoutes(app: App, deps: SignUpDeps): void {
  const { authUrl, credentials, otherWays } = deps
  const base = basePath(authUrl)
  const visits = openVisits(deps)

  app.get(`${base}/sign-up`, async (request) => {
    const returnTo = localPath(authUrl, queryParameter(request, 'return_to'))
    return signUpPage(request.frame, { ...otherWays, returnTo })
  })

  app.post(`${base}/sign-up`, { config: hashingConfig }, async (request, reply) => {
    const form = formOf(request)
    const email = form.get('email')?.trim() ?? ''
    const fullName = form.get('full_name')?.trim() ?? ''
    const returnTo = localPath(authUrl, form.get('return_to'))
    try {
      await signUp(credentials, {
        email,
        password: form.get('password') ?? '',
        fullName: fullName === '' ? null : fullName,
        language: request.frame.language,
        from: visits.from(request),
        wayBack: await makeWayBack(deps, request.browser, returnTo),
      })
    } catch (error) {
      const refusal = formRefusalOf(error, ['', 'page.text.check'])
      applyRefusal(reply, refusal)
      const { faults } = refusal
      return signUpPage(frameAt(request, '/sign-up'), {
        ...otherWays,
        email,
        fullName,
        returnTo,
        faults,
      })
    }
    const frame = frameAt(request, withReturn('/sign-up', returnTo))
    return checkEmailPage(frame, { email, returnTo, back: 'sign_up' })
  })

  app.get(`${base}/forgotten-password`, async (request) => {
    const returnTo = localPath(authUrl, queryParameter(request, 'return_to'))
    return forgottenPage(request.frame, { returnTo, otherWays })
  })

  app.post(`${base}/forgotten-password`, async (request, reply) => {
    const form = formOf(request)
    const email = form.get('email')?.trim() ?? ''
    const returnTo = localPath(authUrl, form.get('return_to'))
    const frame = frameAt(request, withReturn('/forgotten-password', returnTo))
    try {
      const wayBack = await makeWayBack(deps, request.browser, returnTo)
      await requestReset(credentials, { email, from: visits.from(request), wayBack })
    } catch (error) {
      const refusal = formRefusalOf(error, ['', 'page.text.check'])
      applyRefusal(reply, refusal)
      return forgottenPage(frame, { email, returnTo, otherWays, faults: refusal.faults })
    }
    return checkEmailPage(frame, { email, returnTo, back: 'forgotten_password' })
  })

  linkRoutes(app, deps)
}
