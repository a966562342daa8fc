import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../../../platform/errors/refusals.ts'
import { noFaults } from '../../../platform/http/pages/fields.ts'
import {
  type FilledForm,
  type FormRoute,
  formRoute,
} from '../../../platform/http/pages/form-route.ts'
import type { Form } from '../../../platform/http/pages/forms.ts'
import { frameAt, hashingConfig, queryParameter } from '../../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { confirmNewEmail } from '../../users/accounts/new-email.ts'
import { confirmEmail } from '../../users/accounts/sign-up.ts'
import { resetPassword } from '../../users/credentials/new-password.ts'
import { sendAnotherLink } from '../../users/email-links/another-link.ts'
import { findLink, type Link, type LinkKind } from '../../users/email-links/links.ts'
import { identityRefusals } from '../../users/refusals.ts'
import type { SignInDeps } from '../deps.ts'
import {
  checkEmailPage,
  confirmNewEmailPage,
  confirmSignUpPage,
  newPasswordPage,
  otherAccountPage,
} from '../sign-up/pages.ts'
import { openVisits } from '../visits.ts'
import { findOnward, returnToIn, wayBackPath } from '../way-back.ts'
import { withEndedLinkPage } from './ended-link.ts'
import { continuePage, signInUndoPage, takenBackPage } from './pages.ts'
import { findUndo, takeBack } from './recovery.ts'

type Answer = string | FastifyReply

/** The form of a link, as `FormRoute`. Both functions also get the token of the link. */
interface LinkForm extends Pick<FormRoute, 'wrong' | 'config'> {
  page(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    sent?: FilledForm,
  ): Promise<Answer>
  operation(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    form: Form,
  ): Promise<Answer>
}

/**
 * The routes of the pages that links in emails lead to. Opening a page does not use its link up,
 * because mail scanners open links.
 */
export function linkRoutes(app: App, deps: SignInDeps): void {
  const { authUrl, credentials } = deps
  const base = basePath(authUrl)
  const visits = openVisits(deps)

  /** Adds the form of a link, and the page for a link that has ended. */
  const linkForm = (path: string, { page, operation, ...route }: LinkForm): void =>
    formRoute(app, base + path, {
      ...route,
      page(request, reply, sent) {
        const token = (sent ? sent.form.get('token') : queryParameter(request, 'token')) ?? ''
        return withEndedLinkPage(credentials, request, reply, { path, token }, async () =>
          page(request, reply, token, sent),
        )
      },
      operation(request, reply, form) {
        const token = form.get('token') ?? ''
        return withEndedLinkPage(credentials, request, reply, { path, token }, () =>
          operation(request, reply, token, form),
        )
      },
    })
  const linkOf = async (token: string, kinds: readonly LinkKind[]): Promise<Link> => {
    const link = await findLink(credentials, token)
    if (link === undefined || !kinds.includes(link.kind))
      throw new Refused(identityRefusals.expired)
    return link
  }
  const confirmPage = async (request: FastifyRequest, token: string, faults = noFaults) => {
    const { kind, email, wayBack } = await linkOf(token, ['sign_up', 'new_email'])
    const returnTo = returnToIn(request.browser, wayBack)
    const frame = frameAt(request, `/confirm-email?token=${token}`)
    const view = { token, email, returnTo, faults }
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

  /** The page for a new email address in a browser in which its user is not signed in. */
  const otherBrowser = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { token, link }: { readonly token: string; readonly link: Link },
  ) => {
    if (link.kind !== 'new_email') return undefined
    const session = await visits.session(request)
    if (session === undefined) return signInFirst(reply, token)
    return session.userId === link.userId
      ? undefined
      : otherAccount(request, reply, { token, link })
  }

  linkForm('/confirm-email', {
    config: hashingConfig,
    wrong: ['password', 'page.error.wrong_password'],
    async page(request, reply, token, sent) {
      if (sent !== undefined) return confirmPage(request, token, sent.faults)
      const link = await linkOf(token, ['sign_up', 'new_email'])
      return (await otherBrowser(request, reply, { token, link })) ?? confirmPage(request, token)
    },
    async operation(request, reply, token, form) {
      const link = await linkOf(token, ['sign_up', 'new_email'])
      const other = await otherBrowser(request, reply, { token, link })
      if (other !== undefined) return other
      if (link.kind === 'new_email' && link.userId !== null) {
        const given = { userId: link.userId, token, from: visits.from(request) }
        await confirmNewEmail(credentials, given)
        return reply.redirect(`${base}/account/security?done=email_changed`, 303)
      }
      const password = form.get('password') ?? ''
      const { userId, wayBack } = await confirmEmail(credentials, { token, password })
      const returnTo = wayBackPath(deps, userId, wayBack)
      return visits.signIn(request, reply, { userId, amr: ['pwd'], returnTo, isSignUp: true })
    },
  })

  linkForm('/new-password', {
    config: hashingConfig,
    async page(request, _reply, token, sent) {
      const { email } = await linkOf(token, ['reset_password'])
      const frame = frameAt(request, `/new-password?token=${token}`)
      return newPasswordPage(frame, { token, email, ...sent })
    },
    async operation(request, reply, token, form) {
      await linkOf(token, ['reset_password'])
      const password = form.get('password') ?? ''
      const given = { token, password, from: visits.from(request) }
      const { userId, wayBack } = await resetPassword(credentials, given)
      // Do not start a session here: the user may need a second factor.
      const query = new URLSearchParams({ note: 'password_set' })
      const returnTo = wayBackPath(deps, userId, wayBack)
      if (returnTo !== undefined) query.set('return_to', returnTo)
      return reply.redirect(`${base}/sign-in?${query}`, 303)
    },
  })

  linkForm('/sign-in/undo', {
    async page(request, _reply, token) {
      const undo = await findUndo(credentials, token)
      const frame = frameAt(request, `/sign-in/undo?${new URLSearchParams({ token })}`)
      return signInUndoPage(frame, { token, ...undo })
    },
    async operation(request, _reply, token) {
      const taken = await takeBack(credentials, { token, from: visits.from(request) })
      return takenBackPage(request.frame, taken)
    },
  })

  app.post(`${base}/another-link`, (request, reply) => {
    const token = formOf(request).get('token') ?? ''
    const link = { path: '/confirm-email', token }
    return withEndedLinkPage(credentials, request, reply, link, async () => {
      const { kind, email } = await sendAnotherLink(credentials, {
        token,
        from: visits.from(request),
      })
      const path = kind === 'sign_up' ? '/confirm-email' : '/new-password'
      const frame = frameAt(request, `${path}?${new URLSearchParams({ token })}`)
      return checkEmailPage(frame, { email, back: 'sign_in' })
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
