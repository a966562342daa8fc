import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefused, Refused } from '../../../platform/errors/refusals.ts'
import {
  type FormFaults,
  field,
  form,
  noFaults,
  summary,
} from '../../../platform/http/pages/fields.ts'
import {
  applyRefusal,
  formRefusalOf,
  formRoute,
  refuseForm,
} from '../../../platform/http/pages/form-route.ts'
import type { Form } from '../../../platform/http/pages/forms.ts'
import type { Frame } from '../../../platform/http/pages/frame.ts'
import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { frameAt, hashingConfig, queryParameter } from '../../../platform/http/pages/requests.ts'
import { basePath } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { say } from '../../../platform/i18n/catalogue.ts'
import { parseReadableCode } from '../../../platform/text/readable-code.ts'
import { countGuess } from '../../../support/limits/table-counts.ts'
import { exchangeForReset } from '../../users/credentials/new-password.ts'
import { isBreached } from '../../users/credentials/passwords.ts'
import { findEndedLink } from '../../users/email-links/links.ts'
import {
  checkPasswordWithLink,
  findSignInLink,
  passwordsWithLink,
  requestSignInLink,
} from '../../users/email-links/sign-in-link.ts'
import type { WayBack } from '../../users/email-links/way-back.ts'
import { identityRefusals } from '../../users/refusals.ts'
import type { SignInDeps } from '../deps.ts'
import { emailCodeField, emailIn, knownEmail, passwordField } from '../fields.ts'
import { withReturn } from '../return-to.ts'
import { type Begun, openVisits } from '../visits.ts'
import { makeWayBack, returnToOf, wayBackPath } from '../way-back.ts'
import { showEndedLink, withEndedLinkPage } from './ended-link.ts'

interface SignInAttempt {
  readonly email: string
  readonly returnTo: string | undefined
}

/**
 * Makes the handler for a sign-in past the limits. The password is not checked, and the user
 * confirms by email. The response is the same for every address and password.
 */
export function emailProofHandler(deps: SignInDeps) {
  const visits = openVisits(deps)
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refused,
    { email, returnTo }: SignInAttempt,
  ): Promise<string> => {
    const wayBack = await makeWayBack(deps, request.browser, returnTo)
    await requestSignInLink(deps.credentials, { email, from: visits.from(request), wayBack })
    applyRefusal(reply, formRefusalOf(refusal))
    return emailProofPage(frameAt(request, withReturn('/sign-in', returnTo)), { email, returnTo })
  }
}

/** The routes to sign in with the link or the code of an email, and the password. */
export function emailProofRoutes(app: App, deps: SignInDeps): void {
  const { authUrl, credentials } = deps
  const path = `${basePath(authUrl)}/sign-in/email`
  const visits = openVisits(deps)

  /** The link whose code a user followed or typed. */
  const linkOf = (token: string) =>
    ({ path: '/sign-in/email', token, code: parseReadableCode(token), kind: 'sign_in' }) as const

  /** Leads on from a form that was sent twice. Undefined if it has not signed the user in. */
  const repeat = async (
    request: FastifyRequest,
    form: {
      readonly secrets: readonly string[]
      readonly code: string
      readonly onwardFrom: (userId: number, wayBack: WayBack | undefined) => string | undefined
    },
  ): Promise<Begun | undefined> => {
    const link = await findEndedLink(credentials, parseReadableCode(form.code))
    if (link?.kind !== 'sign_in' || link.userId === null || link.end !== 'used') return undefined
    const returnTo = form.onwardFrom(link.userId, link.wayBack)
    const ended = new Refused(identityRefusals.expired)
    // The password counts as a guess, as it does while the link works.
    return countGuess(credentials.counts, passwordsWithLink(form.code), async () => {
      const again = await visits.repeat(request, {
        name: 'password with link',
        secrets: form.secrets,
        returnTo,
      })
      if (again === undefined) throw ended
      return again
    }).catch((error: unknown) => {
      if (error !== ended) throw error
      return undefined
    })
  }

  formRoute(app, path, {
    config: hashingConfig,
    wrong: ['password', 'page.error.wrong_password'],
    page(request, reply, sent) {
      if (sent !== undefined) {
        const { form, faults } = sent
        const returnTo = returnToOf(authUrl, request, form)
        return emailProofPage(frameAt(request, withReturn('/sign-in', returnTo)), {
          email: emailIn(form),
          returnTo,
          faults,
          ...(isLinked(form) && { code: codeIn(form) }),
        })
      }
      const code = queryParameter(request, 'token') ?? ''
      return withEndedLinkPage(credentials, request, reply, linkOf(code), async () => {
        // Opening the page must not use the link up, because mail scanners open links.
        const { email } = await findSignInLink(credentials, code)
        return emailProofPage(frameAt(request, `/sign-in/email?token=${code}`), { email, code })
      })
    },
    async operation(request, reply, form) {
      const code = codeIn(form)
      const password = form.get('password') ?? ''
      const secrets = [code, password]
      const onwardFrom = (userId: number, wayBack: WayBack | undefined) =>
        isLinked(form) ? wayBackPath(deps, userId, wayBack) : returnToOf(authUrl, request, form)
      try {
        const given = { code, password }
        const begun = await checkPasswordWithLink(credentials, given, async (user) => {
          const { use, ...proved } = user
          if (await isBreached(credentials, password))
            return { path: await exchangeForReset(credentials, user), cookies: [] }
          return visits.beginAfterFirstStep(request, {
            ...proved,
            amr: ['pwd'],
            emailProved: true,
            returnTo: onwardFrom(proved.userId, proved.wayBack),
            form: { name: 'password with link', secrets, use },
          })
        })
        return visits.lead(reply, begun)
      } catch (error) {
        if (!isRefused(error, identityRefusals.expired)) throw error
        const again = await repeat(request, { secrets, code, onwardFrom })
        if (again !== undefined) return visits.lead(reply, again)
        return isLinked(form)
          ? showEndedLink(credentials, request, reply, linkOf(code))
          : refuseForm([['code', ['page.error.email_code']]])
      }
    },
  })
}
const codeIn = (form: Form): string => form.get('code')?.trim() ?? ''
/** Whether the user opened the link of the email. Otherwise the user typed its code. */
const isLinked = (form: Form): boolean => form.get('linked') === 'yes'

interface EmailProofView {
  readonly email: string
  /** The code of the link that the user opened. If omitted, the user types the code. */
  readonly code?: string
  readonly returnTo?: string | undefined
  readonly faults?: FormFaults
}

/**
 * Asks for the password. It also asks for the code of the email, unless the user opened the link in
 * it.
 */
function emailProofPage(frame: Frame, view: EmailProofView): string {
  const { language, base } = frame
  const { email, code, returnTo, faults = noFaults } = view
  const linked = code !== undefined
  const hidden = {
    ...(linked && { code, linked: 'yes' }),
    ...(returnTo !== undefined && { return_to: returnTo }),
  }
  const content = html`${summary(language, faults)}
<p>${say(language, linked ? 'page.text.email_proof_linked' : 'page.text.email_proof', { email })}</p>
${form(
  frame,
  `${base}/sign-in/email`,
  html`${!linked && field(language, emailCodeField(language, 'code'), faults)}
${knownEmail(email, 'email')}
${field(language, passwordField(language, { first: linked }), faults)}
<div class="buttons"><button>${say(language, 'page.button.sign_in')}</button></div>`,
  { hidden },
)}
${!linked && html`<p class="hint">${say(language, 'page.text.no_email')}</p>`}
<p><a href="${base}${withReturn('/forgotten-password', returnTo)}">${say(language, 'page.link.forgotten')}</a></p>`
  const title = say(language, linked ? 'page.title.sign_in' : 'page.title.check_email')
  return layout(frame, { title, content, isError: faults.size > 0 })
}
