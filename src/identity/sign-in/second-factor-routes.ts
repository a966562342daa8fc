import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefused, Refused } from '../../platform/errors/refusals.ts'
import { type FormRefusal, formRefusal, formRefusalOf } from '../../platform/http/pages/faults.ts'
import {
  applyRefusal,
  frameAt,
  queryParameter,
  sendJson,
} from '../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import type { MessageKey } from '../../platform/i18n/catalogue.ts'
import { throttleRefusals } from '../../support/throttle/refusals.ts'
import { findActiveUser } from '../credentials/credentials.ts'
import {
  consumeSignInLink,
  findSignInLink,
  requestSignInLink,
} from '../email-links/sign-in-link.ts'
import { identityRefusals } from '../refusals.ts'
import { signInOptions, verifyPasskey } from '../second-factors/passkeys.ts'
import { checkCode, findFactorKinds } from '../second-factors/second-factors.ts'
import { openVisits } from '../sessions/visits.ts'
import { readCredential } from './credential.ts'
import type { SignInDeps } from './deps.ts'
import { secondFactorPage } from './pages.ts'
import {
  endSecondStep,
  findSecondStep,
  markEmailProved,
  type PendingSignIn,
} from './second-step.ts'

/** The routes of the second step of a sign-in: a code, a recovery code or a passkey. */
export function secondFactorRoutes(app: App, deps: SignInDeps): void {
  const { authUrl, credentials, db, secondFactors } = deps
  const base = basePath(authUrl)
  const path = `${base}/sign-in/second-factor`
  const visits = openVisits(deps)

  const findPending = async (request: FastifyRequest, step = ''): Promise<PendingSignIn> => {
    const pending = await findSecondStep(db, request.browser, step)
    if (pending === undefined) throw new Refused(identityRefusals.sign_in_expired)
    return pending
  }
  const pageFor = async (
    request: FastifyRequest,
    step: string,
    { userId, emailProved }: PendingSignIn,
    { refusal, emailed }: { refusal?: FormRefusal; emailed?: boolean } = {},
  ) => {
    const factors = await findFactorKinds(db, userId)
    const frame = frameAt(request, `/sign-in/second-factor?step=${step}`)
    return secondFactorPage(frame, {
      step,
      factors,
      emailed: emailed === true && !emailProved,
      ...(refusal && { faults: refusal.faults }),
    })
  }
  /** Redirects from a step that is already finished: the user sent the form twice, or went back. */
  const onward = async (request: FastifyRequest, reply: FastifyReply, pending: PendingSignIn) => {
    const session = await visits.session(request)
    if (session?.userId !== pending.userId) throw new Refused(identityRefusals.sign_in_expired)
    return reply.redirect(pending.returnTo ?? `${base}/account`, 303)
  }
  const finish = async (
    request: FastifyRequest,
    reply: FastifyReply,
    pending: PendingSignIn,
    { step, amr }: { step: string; amr: readonly string[] },
  ) => {
    if (!(await endSecondStep(db, request.browser, step))) return onward(request, reply, pending)
    const ways = [...new Set([...pending.amr, ...amr, 'mfa'])]
    try {
      return await visits.signIn(request, reply, { ...pending, amr: ways })
    } catch (error) {
      // The user is disabled or has a new password, so this sign-in ends.
      throw error instanceof Refused ? new Refused(identityRefusals.sign_in_expired) : error
    }
  }

  app.get(path, async (request, reply) => {
    const step = queryParameter(request, 'step') ?? ''
    const pending = await findPending(request, step)
    return pending.consumed ? onward(request, reply, pending) : pageFor(request, step, pending)
  })

  app.post(path, async (request, reply) => {
    const form = formOf(request)
    const step = form.get('step') ?? ''
    const emailCode = form.get('email_code')?.trim() ?? ''
    const pending = await findPending(request, step)
    if (pending.consumed) return onward(request, reply, pending)
    const { userId } = pending
    const from = visits.from(request)
    let { emailProved } = pending
    const refuse = (refusal: FormRefusal, emailed = false) => {
      applyRefusal(reply, refusal)
      return pageFor(request, step, { ...pending, emailProved }, { refusal, emailed })
    }
    if (!emailProved && emailCode !== '') {
      const link = await findSignInLink(credentials, emailCode).catch(undefinedIfExpired)
      if (link?.userId !== userId)
        return refuse(formRefusal([['email_code', ['page.error.email_code']]]), true)
      await consumeSignInLink(credentials, link)
      await markEmailProved(db, request.browser, step)
      emailProved = true
    }
    try {
      const code = form.get('code') ?? ''
      await checkCode(secondFactors, { userId, code, from, step: { token: step, emailProved } })
    } catch (error) {
      if (!isRefused(error, throttleRefusals.too_many_attempts) || emailProved)
        return refuse(formRefusalOf(error, ['code', 'page.error.code']))
      const { email } = await findActiveUser(db, userId)
      try {
        await requestSignInLink(credentials, { email, from })
      } catch (failed) {
        return refuse(formRefusalOf(failed, ['', 'page.text.check']))
      }
      applyRefusal(reply, formRefusalOf(error, ['', 'page.text.check']))
      return pageFor(request, step, { ...pending, emailProved }, { emailed: true })
    }
    return finish(request, reply, pending, { step, amr: ['otp'] })
  })

  app.get(`${path}/passkey`, async (_request, reply) => reply.redirect(`${base}/sign-in`, 303))

  app.post(`${path}/passkey/options`, async (request, reply) => {
    const { userId } = await findPending(request, formOf(request).get('step'))
    return sendJson(
      reply,
      await signInOptions(secondFactors, { userId, from: visits.from(request) }),
    )
  })

  app.post(`${path}/passkey`, async (request, reply) => {
    const form = formOf(request)
    const step = form.get('step') ?? ''
    const pending = await findPending(request, step)
    if (pending.consumed) return onward(request, reply, pending)
    const { userId } = pending
    const response = readCredential<AuthenticationResponseJSON>(form)
    let amr: readonly string[]
    try {
      amr = (await verifyPasskey(secondFactors, { response, userId })).amr
    } catch (error) {
      const refusal = passkeyRefusal(error)
      applyRefusal(reply, refusal)
      return pageFor(request, step, pending, { refusal })
    }
    return finish(request, reply, pending, { step, amr })
  })
}

/**
 * The refusal that a page shows after a passkey failed. An expired challenge counts as a passkey
 * that did not work.
 */
export function passkeyRefusal(
  error: unknown,
  wrong: MessageKey = 'page.error.passkey',
): FormRefusal {
  const ended = isRefused(error, identityRefusals.expired)
  return formRefusalOf(ended ? new Refused(identityRefusals.wrong_credentials) : error, ['', wrong])
}

function undefinedIfExpired(error: unknown): undefined {
  if (!isRefused(error, identityRefusals.expired)) throw error
}
