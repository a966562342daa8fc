import type { FastifyRequest } from 'fastify'
import { type Refusal, refusalOf } from '../pages/faults.ts'
import { answerRefusal, frameAt, hashing, parameter } from '../pages/requests.ts'
import { basePath, formOf, type PageOptions, PageProblem } from '../pages/scope.ts'
import type { Database } from '../platform/db.ts'
import type { App } from '../platform/http.ts'
import type { Credentials } from '../user/credentials.ts'
import { findLink, type Link, type LinkKind } from '../user/links.ts'
import { confirmNewEmail } from '../user/new-email.ts'
import { requestReset, resetPassword } from '../user/new-password.ts'
import { confirmEmail, signUp } from '../user/sign-up.ts'
import { localPath } from './return-to.ts'
import { withReturn } from './sign-in-pages.ts'
import {
  confirmNewEmailPage,
  confirmSignUpPage,
  forgottenPage,
  lookAtMailPage,
  newPasswordPage,
  signUpPage,
} from './sign-up-pages.ts'
import { openVisits } from './visit-routes.ts'

export interface SignUpParts extends PageOptions {
  readonly db: Database
  readonly credentials: Credentials
}

/** The pages of those who cannot sign in yet, or no more: what they ask for is sent by mail. */
export function signUpRoutes(app: App, parts: SignUpParts): void {
  const { authUrl, credentials } = parts
  const base = basePath(authUrl)
  const visits = openVisits(parts)

  app.get(`${base}/sign-up`, async (request) => {
    const returnTo = localPath(authUrl, parameter(request, 'return_to'))
    return signUpPage(request.frame, { returnTo })
  })

  app.post(`${base}/sign-up`, { config: hashing }, async (request, reply) => {
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
      })
    } catch (error) {
      const refusal = refusalOf(error, ['', 'page.text.check'])
      answerRefusal(reply, refusal)
      const { faults } = refusal
      return signUpPage(frameAt(request, '/sign-up'), { email, fullName, returnTo, faults })
    }
    return lookAtMailPage(frameAt(request, withReturn('/sign-up', returnTo)), { email, returnTo })
  })

  app.get(`${base}/forgotten-password`, async (request) => forgottenPage(request.frame, {}))

  app.post(`${base}/forgotten-password`, async (request, reply) => {
    const email = formOf(request).get('email')?.trim() ?? ''
    const frame = frameAt(request, '/forgotten-password')
    try {
      await requestReset(credentials, { email, from: visits.from(request) })
    } catch (error) {
      const refusal = refusalOf(error, ['', 'page.text.check'])
      answerRefusal(reply, refusal)
      return forgottenPage(frame, { email, faults: refusal.faults })
    }
    return lookAtMailPage(frame, { email })
  })

  /** The link that a page is about. Looking at it, as scanners of mail do, does not use it. */
  const linkOf = async (token: string | undefined, kinds: readonly LinkKind[]): Promise<Link> => {
    const link = await findLink(credentials, token ?? '')
    if (link === undefined || !kinds.includes(link.kind)) throw new PageProblem('link_expired', 410)
    return link
  }
  const confirmPage = async (request: FastifyRequest, token: string, refusal?: Refusal) => {
    const { kind, email } = await linkOf(token, ['sign_up', 'new_email'])
    const frame = frameAt(request, `/confirm-email?token=${token}`)
    const view = { token, email, ...(refusal && { faults: refusal.faults }) }
    return kind === 'sign_up' ? confirmSignUpPage(frame, view) : confirmNewEmailPage(frame, view)
  }

  app.get(`${base}/confirm-email`, async (request, reply) => {
    const token = parameter(request, 'token') ?? ''
    const { kind } = await linkOf(token, ['sign_up', 'new_email'])
    // Who gets a letter by mistake takes no account.
    if (kind === 'new_email' && (await visits.session(request)) === undefined) {
      const query = new URLSearchParams({ return_to: request.url, note: 'sign_in_first' })
      return reply.redirect(`${base}/sign-in?${query}`, 303)
    }
    return confirmPage(request, token)
  })

  app.post(`${base}/confirm-email`, { config: hashing }, async (request, reply) => {
    const form = formOf(request)
    const token = form.get('token') ?? ''
    const from = visits.from(request)
    const { kind, email } = await linkOf(token, ['sign_up', 'new_email'])
    if (kind === 'new_email') {
      const session = await visits.session(request)
      if (session === undefined) throw new PageProblem('link_expired', 410)
      await confirmNewEmail(credentials, { userId: session.userId, token, from })
      return reply.redirect(`${base}/account/security?done=email_changed`, 303)
    }
    try {
      const password = form.get('password') ?? ''
      const { userId } = await confirmEmail(credentials, { token, password, from })
      visits.remember(reply, email)
      return await visits.signIn(request, reply, { userId, amr: ['pwd'], returnTo: undefined })
    } catch (error) {
      const refusal = refusalOf(error, ['password', 'page.error.current_password'])
      answerRefusal(reply, refusal)
      return confirmPage(request, token, refusal)
    }
  })

  const newPasswordFor = async (request: FastifyRequest, token: string, refusal?: Refusal) => {
    const { email } = await linkOf(token, ['reset_password'])
    const frame = frameAt(request, `/new-password?token=${token}`)
    return newPasswordPage(frame, { token, email, ...(refusal && { faults: refusal.faults }) })
  }

  app.get(`${base}/new-password`, async (request) =>
    newPasswordFor(request, parameter(request, 'token') ?? ''),
  )

  app.post(`${base}/new-password`, { config: hashing }, async (request, reply) => {
    const form = formOf(request)
    const token = form.get('token') ?? ''
    await linkOf(token, ['reset_password'])
    try {
      const password = form.get('password') ?? ''
      await resetPassword(credentials, { token, password, from: visits.from(request) })
    } catch (error) {
      const refusal = refusalOf(error, ['password', 'page.text.check'])
      answerRefusal(reply, refusal)
      return newPasswordFor(request, token, refusal)
    }
    // No session yet: where there is a second factor, it has still to be shown.
    return reply.redirect(`${base}/sign-in?note=password_set`, 303)
  })
}
