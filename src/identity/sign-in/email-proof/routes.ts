import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefused, type Refused } from '../../../platform/errors/refusals.ts'
import {
  type FormRefusal,
  formRefusal,
  formRefusalOf,
} from '../../../platform/http/pages/faults.ts'
import {
  applyRefusal,
  frameAt,
  hashingConfig,
  queryParameter,
} from '../../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { parseReadableCode } from '../../../platform/text/readable-code.ts'
import { findEndedLink } from '../../email-links/links.ts'
import {
  checkPasswordWithLink,
  findSignInLink,
  requestSignInLink,
} from '../../email-links/sign-in-link.ts'
import { identityRefusals } from '../../refusals.ts'
import { openVisits } from '../../sessions/visits.ts'
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
    try {
      const proved = await checkPasswordWithLink(credentials, { code, password })
      const first = {
        ...proved,
        amr: ['pwd'],
        emailProved: true,
        returnTo: linked ? wayBackPath(deps, proved.userId, proved.wayBack) : returnTo,
      }
      return await visits.afterFirstStep(request, reply, first)
    } catch (error) {
      if (isEnded(error))
        return linked
          ? endedPage(request, reply, code)
          : refuse(formRefusal([['code', ['page.error.email_code']]]))
      return refuse(formRefusalOf(error, ['password', 'page.error.wrong_password']))
    }
  })
}

const isEnded = (error: unknown): boolean => isRefused(error, identityRefusals.expired)
