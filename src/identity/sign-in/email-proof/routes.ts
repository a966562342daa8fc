import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefused, Refused } from '../../../platform/errors/refusals.ts'
import {
  applyRefusal,
  type FormRefusal,
  formRefusal,
  formRefusalOf,
} from '../../../platform/http/pages/form-route.ts'
import { frameAt, hashingConfig, queryParameter } from '../../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { parseReadableCode } from '../../../platform/text/readable-code.ts'
import { countGuess } from '../../../support/throttle/throttle.ts'
import { findEndedLink } from '../../email-links/links.ts'
import {
  checkPasswordWithLink,
  findSignInLink,
  passwordsWithLink,
  requestSignInLink,
} from '../../email-links/sign-in-link.ts'
import type { WayBack } from '../../email-links/way-back.ts'
import { identityRefusals } from '../../refusals.ts'
import { type Begun, openVisits } from '../../sessions/visits.ts'
import type { SignInDeps } from '../deps.ts'
import { endedLinkPage } from '../links/pages.ts'
import { localPath, withReturn } from '../return-to.ts'
import { makeWayBack, returnToIn, wayBackPath } from '../way-back.ts'
import { emailProofPage } from './pages.ts'

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
    applyRefusal(reply, formRefusalOf(refusal, ['', 'page.text.check']))
    return emailProofPage(frameAt(request, withReturn('/sign-in', returnTo)), { email, returnTo })
  }
}

/** The routes to sign in with the link or the code of an email, and the password. */
export function emailProofRoutes(app: App, deps: SignInDeps): void {
  const { authUrl, credentials } = deps
  const path = `${basePath(authUrl)}/sign-in/email`
  const visits = openVisits(deps)

  /** Shows why a link no longer works. If the user needs another link, signing in sends it. */
  const endedPage = async (request: FastifyRequest, reply: FastifyReply, token: string) => {
    request.log.info({ refused: 'link_expired' }, 'an error page was shown')
    reply.code(410)
    const ended = await findEndedLink(credentials, parseReadableCode(token))
    const link = ended?.kind === 'sign_in' ? ended : undefined
    const returnTo = returnToIn(request.browser, link?.wayBack)
    const frame = frameAt(request, `/sign-in/email?${new URLSearchParams({ token })}`)
    return endedLinkPage(frame, { token, link, returnTo })
  }

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
    return countGuess(credentials.throttle, passwordsWithLink(form.code), async () => {
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

  app.get(path, async (request, reply) => {
    const code = queryParameter(request, 'token') ?? ''
    try {
      // Opening the page must not use the link up, because mail scanners open links.
      const { email } = await findSignInLink(credentials, code)
      return emailProofPage(frameAt(request, `/sign-in/email?token=${code}`), { email, code })
    } catch (error) {
      if (isEnded(error)) return endedPage(request, reply, code)
      throw error
    }
  })

  app.post(path, { config: hashingConfig }, async (request, reply) => {
    const form = formOf(request)
    const email = form.get('email')?.trim() ?? ''
    const code = form.get('code')?.trim() ?? ''
    const password = form.get('password') ?? ''
    const linked = form.get('linked') === 'yes'
    const returnTo = localPath(authUrl, form.get('return_to'))
    const refuse = (refusal: FormRefusal) => {
      applyRefusal(reply, refusal)
      const { faults } = refusal
      const view = { email, returnTo, faults, ...(linked && { code }) }
      return emailProofPage(frameAt(request, withReturn('/sign-in', returnTo)), view)
    }
    const secrets = [code, password]
    const onwardFrom = (userId: number, wayBack: WayBack | undefined) =>
      linked ? wayBackPath(deps, userId, wayBack) : returnTo
    try {
      const given = { code, password }
      const begun = await checkPasswordWithLink(credentials, given, ({ use, ...proved }) =>
        visits.beginAfterFirstStep(request, {
          ...proved,
          amr: ['pwd'],
          emailProved: true,
          returnTo: onwardFrom(proved.userId, proved.wayBack),
          form: { name: 'password with link', secrets, use },
        }),
      )
      return visits.lead(reply, begun)
    } catch (error) {
      if (isEnded(error)) {
        const again = await repeat(request, { secrets, code, onwardFrom })
        if (again !== undefined) return visits.lead(reply, again)
        return linked
          ? endedPage(request, reply, code)
          : refuse(formRefusal([['code', ['page.error.email_code']]]))
      }
      return refuse(formRefusalOf(error, ['password', 'page.error.wrong_password']))
    }
  })
}

const isEnded = (error: unknown): boolean => isRefused(error, identityRefusals.expired)
