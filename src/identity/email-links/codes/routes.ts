import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefused } from '../../../platform/errors/refusals.ts'
import { trackMethods } from '../../../platform/http/api/resources.ts'
import { applyRefusal, formRefusalOf } from '../../../platform/http/pages/form-route.ts'
import { frameAt, queryParameter } from '../../../platform/http/pages/requests.ts'
import { basePath, formOf, preparePages } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { loginHint } from '../../oauth/endpoints/login-hint.ts'
import { identityRefusals } from '../../refusals.ts'
import { openVisits } from '../../sessions/visits.ts'
import type { SignUpDeps } from '../../sign-in/deps.ts'
import { endedLinkPage } from '../../sign-in/links/pages.ts'
import { localPath, withReturn } from '../../sign-in/return-to.ts'
import { makeWayBack, returnToIn, wayBackPath } from '../../sign-in/way-back.ts'
import { findEndedLink } from '../links.ts'
import { checkEmailCode, findSignInByEmail, requestEmailCode, signInByEmail } from './codes.ts'
import { askEmailPage, emailCodePage, emailLinkPage } from './pages.ts'

/** The routes of the pages to sign in with a code or a link in an email. */
export const emailCodeRoutes = (deps: SignUpDeps) => async (app: App) => {
  preparePages(app, { ...deps, mayRedirectAway: true })
  const complete = trackMethods(app)
  codeRoutes(app, deps)
  linkRoutes(app, deps)
  complete()
}

/** A sign-in with an email. The second factor is still asked for. */
const firstStep = { amr: ['otp'], emailProved: true } as const

function codeRoutes(app: App, deps: SignUpDeps): void {
  const { authUrl, credentials } = deps
  const path = `${basePath(authUrl)}/sign-in/code`
  const visits = openVisits(deps)
  const hint = loginHint(authUrl)

  app.get(path, async (request) => {
    const returnTo = localPath(authUrl, queryParameter(request, 'return_to'))
    const email = hint.read(request.headers.cookie, returnTo)
    return askEmailPage(request.frame, { email, returnTo })
  })

  app.post(path, async (request, reply) => {
    const form = formOf(request)
    const email = form.get('email')?.trim() ?? ''
    const returnTo = localPath(authUrl, form.get('return_to'))
    const frame = frameAt(request, withReturn('/sign-in/code', returnTo))
    const { browser } = request
    try {
      const wayBack = await makeWayBack(deps, browser, returnTo)
      const given = { email, browser, from: visits.from(request), wayBack }
      const name = await requestEmailCode(credentials, given)
      return emailCodePage(frame, { email, request: name, returnTo })
    } catch (error) {
      const refusal = formRefusalOf(error, ['', 'page.text.check'])
      applyRefusal(reply, refusal)
      return askEmailPage(frame, { email, returnTo, faults: refusal.faults })
    }
  })

  app.get(`${path}/check`, async (_request, reply) => reply.redirect(path, 303))

  app.post(`${path}/check`, async (request, reply) => {
    const form = formOf(request)
    const returnTo = localPath(authUrl, form.get('return_to'))
    const name = form.get('request') ?? ''
    const { browser } = request
    try {
      const code = form.get('code') ?? ''
      const sent = { name: 'email code', secrets: [name, code] } as const
      const begun = await checkEmailCode(credentials, {
        request: name,
        code,
        browser,
        from: visits.from(request),
        signIn: ({ userId, passwordVersion, use }) => {
          const first = { ...firstStep, userId, passwordVersion, returnTo }
          return visits.beginAfterFirstStep(request, { ...first, form: { ...sent, use } })
        },
        repeat: () => visits.repeat(request, { ...sent, returnTo }),
      })
      return visits.lead(reply, begun)
    } catch (error) {
      const refusal = formRefusalOf(error, ['code', 'page.error.email_code'])
      applyRefusal(reply, refusal)
      const frame = frameAt(request, withReturn('/sign-in/code', returnTo))
      const email = form.get('email') ?? ''
      return emailCodePage(frame, { email, request: name, returnTo, faults: refusal.faults })
    }
  })
}

function linkRoutes(app: App, deps: SignUpDeps): void {
  const { authUrl, credentials } = deps
  const path = `${basePath(authUrl)}/sign-in/link`
  const visits = openVisits(deps)

  /** Runs `work`. If the link has ended, shows why it no longer works. */
  const withEndedPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    work: () => Promise<string | FastifyReply>,
  ): Promise<string | FastifyReply> => {
    try {
      return await work()
    } catch (error) {
      if (!isRefused(error, identityRefusals.expired)) throw error
      request.log.info({ refused: 'link_expired' }, 'an error page was shown')
      reply.code(410)
      const ended = await findEndedLink(credentials, token)
      const link = ended?.kind === 'email_sign_in' ? ended : undefined
      const returnTo = returnToIn(request.browser, link?.wayBack)
      const frame = frameAt(request, `/sign-in/link?${new URLSearchParams({ token })}`)
      return endedLinkPage(frame, { token, link, returnTo })
    }
  }

  app.get(path, (request, reply) => {
    const token = queryParameter(request, 'token') ?? ''
    return withEndedPage(request, reply, token, async () => {
      const { email } = await findSignInByEmail(credentials, token)
      return emailLinkPage(request.frame, { email, token })
    })
  })

  app.post(path, (request, reply) => {
    const token = formOf(request).get('token') ?? ''
    const sent = { name: 'email link', secrets: [token] } as const
    return withEndedPage(request, reply, token, async () => {
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
