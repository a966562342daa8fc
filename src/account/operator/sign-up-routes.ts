import { resendSignUp } from '../../identity/accounts/sign-up.ts'
import { openVisits } from '../../identity/sessions/visits.ts'
import type { FormFaults } from '../../platform/http/pages/fields.ts'
import { applyRefusal, formRefusal, formRefusalOf } from '../../platform/http/pages/form-route.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { frameAt } from '../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import type { AccountDeps } from '../deps.ts'
import { actPage } from './act-page.ts'
import { type ActFields, findTyped, perform, readFields } from './reason.ts'

const action = '/operator/sign-ups/resend-confirmation'

/** Tells that a sign-up waits for its confirmation, and offers to send the email again. */
export const signUpPage = (frame: Frame, values: ActFields, faults?: FormFaults): string =>
  actPage(
    { ...frame, path: '/operator' },
    {
      action,
      title: say(frame.language, 'page.button.operator_resend_confirmation'),
      target: values.email,
      effect: say(frame.language, 'page.text.sign_up_waits'),
      isDestructive: false,
      email: values.email,
      back: '/operator',
      values,
      ...(faults && { faults }),
    },
  )

/** The route to send the link of a sign-up again. The scope requires a fresh proof. */
export function signUpRoutes(app: App, deps: AccountDeps): void {
  const { authUrl, credentials } = deps
  const base = basePath(authUrl)
  const visits = openVisits(deps)

  // The operator returns here after a proof. Otherwise there is no address to send anything to.
  app.get(base + action, async (request, reply) => {
    const typed = await findTyped(deps, request, action)
    return typed.email === ''
      ? reply.redirect(`${base}/operator`, 303)
      : signUpPage(frameAt(request, action), typed)
  })

  app.post(base + action, async (request, reply) => {
    const fields = readFields(formOf(request))
    try {
      const from = visits.from(request)
      const isSent = await perform(request, {}, () => resendSignUp(credentials, fields.email, from))
      if (isSent) return reply.redirect(`${base}/operator?done=sign_up_sent`, 303)
    } catch (error) {
      const refusal = formRefusalOf(error, ['reason', 'page.error.reason'])
      applyRefusal(reply, refusal)
      return signUpPage(frameAt(request, action), fields, refusal.faults)
    }
    const refusal = formRefusal([['', ['page.error.nobody']]])
    applyRefusal(reply, refusal)
    return signUpPage(frameAt(request, action), fields, refusal.faults)
  })
}
