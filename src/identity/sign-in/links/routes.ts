import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefused, Refused } from '../../../platform/errors/refusals.ts'
import {
  applyRefusal,
  type FormRefusal,
  formRefusalOf,
} from '../../../platform/http/pages/form-route.ts'
import { frameAt, hashingConfig, queryParameter } from '../../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { confirmNewEmail } from '../../accounts/new-email.ts'
import { findUndo, takeBack } from '../../accounts/recovery.ts'
import { confirmEmail } from '../../accounts/sign-up.ts'
import { resetPassword } from '../../credentials/new-password.ts'
import { sendAnotherLink } from '../../email-links/another-link.ts'
import { findEndedLink, findLink, type Link, type LinkKind } from '../../email-links/links.ts'
import { identityRefusals } from '../../refusals.ts'
import { openVisits } from '../../sessions/visits.ts'
import type { SignUpDeps } from '../deps.ts'
import {
  checkEmailPage,
  confirmNewEmailPage,
  confirmSignUpPage,
  newPasswordPage,
  otherAccountPage,
} from '../sign-up/pages.ts'
import { findOnward, returnToIn, wayBackPath } from '../way-back.ts'
import { continuePage, endedLinkPage, signInUndoPage, takenBackPage } from './pages.ts'

/**
 * The routes of the pages that links in emails lead to. Opening a page does not use its link up,
 * because mail scanners open links.
 */
export function linkRoutes(app: App, deps: SignUpDeps): void {
  const { authUrl, credentials } = deps
  const base = basePath(authUrl)
  const visits = openVisits(deps)

  const linkOf = async (token: string, kinds: readonly LinkKind[]): Promise<Link> => {
    const link = await findLink(credentials, token)
    if (link === undefined || !kinds.includes(link.kind))
      throw new Refused(identityRefusals.expired)
    return link
  }
  /** Runs `work`. If the link has ended, shows why it no longer works. */
  const withEndedLinkPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { path, token }: { readonly path: string; readonly token: string },
    work: () => Promise<string | FastifyReply>,
  ): Promise<string | FastifyReply> => {
    try {
      return await work()
    } catch (error) {
      if (!isRefused(error, identityRefusals.expired)) throw error
      request.log.info({ refused: 'link_expired' }, 'an error page was shown')
      reply.code(410)
      const frame = frameAt(request, `${path}?${new URLSearchParams({ token })}`)
      const link = await findEndedLink(credentials, token)
      const returnTo = returnToIn(request.browser, link?.wayBack)
      return endedLinkPage(frame, { token, link, returnTo })
    }
  }

  const confirmPage = async (request: FastifyRequest, token: string, refusal?: FormRefusal) => {
    const { kind, email, wayBack } = await linkOf(token, ['sign_up', 'new_email'])
    const returnTo = returnToIn(request.browser, wayBack)
    const frame = frameAt(request, `/confirm-email?token=${token}`)
    const view = { token, email, returnTo, ...(refusal && { faults: refusal.faults }) }
    return kind === 'sign_up' ? confirmSignUpPage(frame, view) : confirmNewEmailPage(frame, view)
  }
  /** Redirects to sign in. Somebody who got the email by mistake must not change an account. */
  const signInFirst = (reply: FastifyReply, token: string) => {
    const returnTo = `${base}/confirm-email?${new URLSearchParams({ token })}`
    const query = new URLSearchParams({ return_to: returnTo, note: 'sign_in_first' })
    return reply.redirect(`${base}/sign-in?${query}`, 303)
  }

  /** Says that the link belongs to another account. It still works there. */
  const otherAccount = (
    request: FastifyRequest,
    reply: FastifyReply,
    { token, link }: { readonly token: string; readonly link: Link },
  ): string => {
    reply.code(403)
    return otherAccountPage(frameAt(request, `/confirm-email?token=${token}`), link)
  }

  app.get(`${base}/confirm-email`, (request, reply) => {
    const token = queryParameter(request, 'token') ?? ''
    return withEndedLinkPage(request, reply, { path: '/confirm-email', token }, async () => {
      const link = await linkOf(token, ['sign_up', 'new_email'])
      if (link.kind === 'new_email') {
        const session = await visits.session(request)
        if (session === undefined) return signInFirst(reply, token)
        if (session.userId !== link.userId) return otherAccount(request, reply, { token, link })
      }
      return confirmPage(request, token)
    })
  })

  app.post(`${base}/confirm-email`, { config: hashingConfig }, (request, reply) => {
    const form = formOf(request)
    const token = form.get('token') ?? ''
    const from = visits.from(request)
    return withEndedLinkPage(request, reply, { path: '/confirm-email', token }, async () => {
      const link = await linkOf(token, ['sign_up', 'new_email'])
      if (link.kind === 'new_email') {
        const session = await visits.session(request)
        if (session === undefined) return signInFirst(reply, token)
        if (session.userId !== link.userId) return otherAccount(request, reply, { token, link })
        await confirmNewEmail(credentials, { userId: session.userId, token, from })
        return reply.redirect(`${base}/account/security?done=email_changed`, 303)
      }
      try {
        const password = form.get('password') ?? ''
        const { userId, wayBack } = await confirmEmail(credentials, { token, password })
        const returnTo = wayBackPath(deps, userId, wayBack)
        return await visits.signIn(request, reply, { userId, amr: ['pwd'], returnTo })
      } catch (error) {
        const refusal = formRefusalOf(error, ['password', 'page.error.wrong_password'])
        applyRefusal(reply, refusal)
        return confirmPage(request, token, refusal)
      }
    })
  })

  const newPasswordFor = async (request: FastifyRequest, token: string, refusal?: FormRefusal) => {
    const { email } = await linkOf(token, ['reset_password'])
    const frame = frameAt(request, `/new-password?token=${token}`)
    return newPasswordPage(frame, { token, email, ...(refusal && { faults: refusal.faults }) })
  }

  app.get(`${base}/new-password`, (request, reply) => {
    const token = queryParameter(request, 'token') ?? ''
    return withEndedLinkPage(request, reply, { path: '/new-password', token }, () =>
      newPasswordFor(request, token),
    )
  })

  app.post(`${base}/new-password`, { config: hashingConfig }, (request, reply) => {
    const form = formOf(request)
    const token = form.get('token') ?? ''
    return withEndedLinkPage(request, reply, { path: '/new-password', token }, async () => {
      await linkOf(token, ['reset_password'])
      try {
        const password = form.get('password') ?? ''
        const given = { token, password, from: visits.from(request) }
        const { userId, wayBack } = await resetPassword(credentials, given)
        // Do not start a session here: the user may need a second factor.
        const query = new URLSearchParams({ note: 'password_set' })
        const returnTo = wayBackPath(deps, userId, wayBack)
        if (returnTo !== undefined) query.set('return_to', returnTo)
        return reply.redirect(`${base}/sign-in?${query}`, 303)
      } catch (error) {
        const refusal = formRefusalOf(error, ['password', 'page.text.check'])
        applyRefusal(reply, refusal)
        return newPasswordFor(request, token, refusal)
      }
    })
  })

  app.post(`${base}/another-link`, (request, reply) => {
    const token = formOf(request).get('token') ?? ''
    return withEndedLinkPage(request, reply, { path: '/confirm-email', token }, async () => {
      const { kind, email } = await sendAnotherLink(credentials, {
        token,
        from: visits.from(request),
      })
      const path = kind === 'sign_up' ? '/confirm-email' : '/new-password'
      const frame = frameAt(request, `${path}?${new URLSearchParams({ token })}`)
      return checkEmailPage(frame, { email, back: 'sign_in' })
    })
  })

  app.get(`${base}/sign-in/undo`, (request, reply) => {
    const token = queryParameter(request, 'token') ?? ''
    return withEndedLinkPage(request, reply, { path: '/sign-in/undo', token }, async () => {
      const { email, since } = await findUndo(credentials, token)
      const frame = frameAt(request, `/sign-in/undo?${new URLSearchParams({ token })}`)
      return signInUndoPage(frame, { token, email, since })
    })
  })

  app.post(`${base}/sign-in/undo`, (request, reply) => {
    const token = formOf(request).get('token') ?? ''
    return withEndedLinkPage(request, reply, { path: '/sign-in/undo', token }, async () => {
      const taken = await takeBack(credentials, { token, from: visits.from(request) })
      return takenBackPage(request.frame, taken)
    })
  })

  app.get(`${base}/continue`, async (request, reply) => {
    const session = await visits.session(request)
    const sealed = queryParameter(request, 'way') ?? ''
    if (session === undefined) {
      const returnTo = `${base}/continue?${new URLSearchParams({ way: sealed })}`
      const query = new URLSearchParams({ return_to: returnTo })
      return reply.redirect(`${base}/sign-in?${query}`, 303)
    }
    const { browser } = request
    const onward = await findOnward(deps, { userId: session.userId, browser, sealed })
    if (onward.kind === 'path') return reply.redirect(onward.path, 303)
    return continuePage(request.frame, onward)
  })
}
