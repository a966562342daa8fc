import type { FastifyRequest } from 'fastify'
import { isRefused } from '../../../platform/errors/refusals.ts'
import { trackMethods } from '../../../platform/http/api/resources.ts'
import { formRoute } from '../../../platform/http/pages/form-route.ts'
import { frameAt, queryParameter } from '../../../platform/http/pages/requests.ts'
import { basePath, formOf, preparePages } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { loginHint } from '../../oauth/endpoints/login-hint.ts'
import type { SignInDeps } from '../../sign-in/deps.ts'
import { emailIn } from '../../sign-in/fields.ts'
import { withEndedLinkPage } from '../../sign-in/links/ended-link.ts'
import { withReturn } from '../../sign-in/return-to.ts'
import { makeWayBack, returnToOf, wayBackPath } from '../../sign-in/way-back.ts'
import { findEndedLink } from '../../users/email-links/links.ts'
import { identityRefusals } from '../../users/refusals.ts'
import { openVisits } from '../visits.ts'
import { checkEmailCode, findSignInByEmail, requestEmailCode, signInByEmail } from './codes.ts'
import { askEmailPage, emailCodePage, emailLinkPage } from './pages.ts'

/** The routes of the pages to sign in with a code or a link in an email. */
export const emailCodeRoutes = (deps: SignInDeps) => async (app: App) => {
  preparePages(app, { ...deps, mayRedirectAway: true })
  const complete = trackMethods(app)
  codeRoutes(app, deps)
  linkRoutes(app, deps)
  complete()
}

/** A sign-in with an email. The second factor is still asked for. */
const firstStep = { amr: ['otp'], emailProved: true } as const

function codeRoutes(app: App, deps: SignInDeps): void {
  const { authUrl, credentials } = deps
  const path = `${basePath(authUrl)}/sign-in/code`
  const visits = openVisits(deps)
  const hint = loginHint(authUrl)

  formRoute(app, path, {
    page(request, _reply, sent) {
      const returnTo = returnToOf(authUrl, request, sent?.form)
      if (sent === undefined) {
        const email = hint.read(request.headers.cookie, returnTo)
        return askEmailPage(request.frame, { email, returnTo })
      }
      const { form, faults } = sent
      const email = emailIn(form)
      return askEmailPage(frameOf(request, returnTo), { email, returnTo, faults })
    },
    async operation(request, _reply, form) {
      const email = emailIn(form)
      const returnTo = returnToOf(authUrl, request, form)
      const { browser } = request
      const wayBack = await makeWayBack(deps, browser, returnTo)
      const given = { email, browser, from: visits.from(request), wayBack }
      const name = await requestEmailCode(credentials, given)
      return emailCodePage(frameOf(request, returnTo), { email, request: name, returnTo })
    },
  })

  formRoute(app, `${path}/check`, {
    pageAt: path,
    wrong: ['code', 'page.error.email_code'],
    page(request, _reply, sent) {
      const returnTo = returnToOf(authUrl, request, sent?.form)
      return emailCodePage(frameOf(request, returnTo), {
        email: sent?.form.get('email') ?? '',
        request: sent?.form.get('request') ?? '',
        returnTo,
        ...sent,
      })
    },
    async operation(request, reply, form) {
      const returnTo = returnToOf(authUrl, request, form)
      const name = form.get('request') ?? ''
      const code = form.get('code') ?? ''
      const sent = { name: 'email code', secrets: [name, code] } as const
      const begun = await checkEmailCode(credentials, {
        request: name,
        code,
        browser: request.browser,
        from: visits.from(request),
        signIn: ({ userId, passwordVersion, use }) => {
          const first = { ...firstStep, userId, passwordVersion, returnTo }
          return visits.beginAfterFirstStep(request, { ...first, form: { ...sent, use } })
        },
        repeat: () => visits.repeat(request, { ...sent, returnTo }),
      })
      return visits.lead(reply, begun)
    },
  })
}

const frameOf = (request: FastifyRequest, returnTo: string | undefined) =>
  frameAt(request, withReturn('/sign-in/code', returnTo))

function linkRoutes(app: App, deps: SignInDeps): void {
  const { authUrl, credentials } = deps
  const path = `${basePath(authUrl)}/sign-in/link`
  const visits = openVisits(deps)

  const linkOf = (token: string) =>
    ({ path: '/sign-in/link', token, kind: 'email_sign_in' }) as const

  app.get(path, (request, reply) => {
    const token = queryParameter(request, 'token') ?? ''
    return withEndedLinkPage(credentials, request, reply, linkOf(token), async () => {
      const { email } = await findSignInByEmail(credentials, token)
      return emailLinkPage(request.frame, { email, token })
    })
  })

  app.post(path, (request, reply) => {
    const token = formOf(request).get('token') ?? ''
    const sent = { name: 'email link', secrets: [token] } as const
    return withEndedLinkPage(credentials, request, reply, linkOf(token), async () => {
      try {
        const begun = await signInByEmail(credentials, token, (user) => {
          const { userId, passwordVersion, wayBack, use } = user
          const returnTo = wayBackPath(deps, userId, wayBack)
          const first = { ...firstStep, userId, passwordVersion, returnTo }
          return visits.beginAfterFirstStep(request, { ...first, form: { ...sent, use } })
        })
        return visits.lead(reply, begun)
      } catch (error) {
        if (!isRefused(error, identityRefusals.expired)) throw error
        const link = await findEndedLink(credentials, token)
        const returnTo = link?.userId ? wayBackPath(deps, link.userId, link.wayBack) : undefined
        const again = await visits.repeat(request, { ...sent, returnTo })
        if (again === undefined) throw error
        return visits.lead(reply, again)
      }
    })
  })
}
