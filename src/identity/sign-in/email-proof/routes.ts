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
import { noteWayBack, returnToIn, wayBackPath } from '../way-back.ts'
import { emailProofPage } from './pages.ts'

interface Asked {
  readonly email: string
  readonly returnTo: string | undefined
}

/**
 * Makes the handler for a sign-in past the limits. The password is not checked, and the user confirms by email. The
 * response is the same for every address and password.
 */
export function emailProof(parts: SignInDeps) {
  const visits = openVisits(parts)
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    past: Refused,
    { email, returnTo }: Asked,
  ): Promise<string> => {
    const wayBack = await noteWayBack(parts, request.browser, returnTo)
    await requestSignInLink(parts.credentials, { email, from: visits.from(request), wayBack })
    applyRefusal(reply, formRefusalOf(past, ['', 'page.text.check']))
    return emailProofPage(frameAt(request, withReturn('/sign-in', returnTo)), { email, returnTo })
  }
}

/** Signing in with the link of an email, or its code, and the password. */
export function emailProofRoutes(app: App, parts: SignInDeps): void {
  const { authUrl, credentials } = parts
  const path = `${basePath(authUrl)}/sign-in/email`
  const visits = openVisits(parts)

  /** Says why a link no longer works. Signing in sends another one where one is needed. */
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
      // Opening the page does not use the link, because mail scanners do that.
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
        emailProved: true,
        returnTo: linked ? wayBackPath(parts, proved.userId, proved.wayBack) : returnTo,
      }
      return await visits.afterPassword(request, reply, first)
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
