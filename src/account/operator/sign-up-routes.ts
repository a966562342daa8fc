import { emailIn } from '../../identity/sign-in/fields.ts'
import { openVisits } from '../../identity/sign-in/visits.ts'
import { resendSignUp } from '../../identity/users/accounts/sign-up.ts'
import { type FilledForm, formRoute, refuseForm } from '../../platform/http/pages/form-route.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { frameAt } from '../../platform/http/pages/requests.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import type { AccountDeps } from '../deps.ts'
import { actPage } from './act-page.ts'
import { findTyped, perform } from './reason.ts'

const action = '/operator/sign-ups/resend-confirmation'

/** Tells that a sign-up waits for its confirmation, and offers to send the email again. */
export const signUpPage = (frame: Frame, filled: FilledForm): string =>
  actPage(frame, {
    action,
    title: say(frame.language, 'page.button.operator_resend_confirmation'),
    target: emailIn(filled.form),
    effect: say(frame.language, 'page.text.sign_up_waits'),
    isDestructive: false,
    email: emailIn(filled.form),
    back: '/operator',
    ...filled,
  })

/** The route to send the link of a sign-up again. The scope requires a fresh proof. */
export function signUpRoutes(app: App, deps: AccountDeps): void {
  const { authUrl, credentials } = deps
  const base = basePath(authUrl)
  const visits = openVisits(deps)

  formRoute(app, base + action, {
    // The operator returns here after a proof. Otherwise there is no address to send anything to.
    async page(request, reply, sent) {
      const filled = sent ?? (await findTyped(deps, request, action))
      return !sent && emailIn(filled.form) === ''
        ? reply.redirect(`${base}/operator`, 303)
        : signUpPage(frameAt(request, '/operator'), filled)
    },
    async operation(request, reply, form) {
      const from = visits.from(request)
      const isSent = await perform(request, form, {}, () =>
        resendSignUp(credentials, emailIn(form), from),
      )
      if (!isSent) refuseForm([['', ['page.error.nobody']]])
      return reply.redirect(`${base}/operator?done=sign_up_sent`, 303)
    },
  })
}
