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
import { throttleRefusals } from '../../support/throttle/refusals.ts'
import { findPerson } from '../credentials/credentials.ts'
import { findSignInLink, requestSignInLink, takeSignInLink } from '../email-links/sign-in-link.ts'
import { identityRefusals } from '../refusals.ts'
import { signInOptions, verifyPasskey } from '../second-factors/passkeys.ts'
import { checkCode, factorKindsOf } from '../second-factors/second-factors.ts'
import { openVisits } from '../sessions/visits.ts'
import { readCredential } from './credential.ts'
import type { SignInDeps } from './deps.ts'
import { secondFactorPage } from './pages.ts'
import { endSecondStep, findSecondStep, noteEmailProved, type Pending } from './second-step.ts'

/** The second step of a sign-in: a code, a recovery code or a passkey. */
export function secondFactorRoutes(app: App, parts: SignInDeps): void {
  const { authUrl, credentials, db, secondFactors } = parts
  const base = basePath(authUrl)
  const path = `${base}/sign-in/second-factor`
  const visits = openVisits(parts)

  const stepOf = async (request: FastifyRequest, step = ''): Promise<Pending> => {
    const pending = await findSecondStep(db, request.browser, step)
    if (pending === undefined) throw new Refused(identityRefusals.sign_in_expired)
    return pending
  }
  const pageFor = async (
    request: FastifyRequest,
    step: string,
    { userId, emailProved }: Pending,
    { refusal, emailed }: { refusal?: FormRefusal; emailed?: boolean } = {},
  ) => {
    const { passkey } = await factorKindsOf(db, userId)
    const frame = frameAt(request, `/sign-in/second-factor?step=${step}`)
    return secondFactorPage(frame, {
      step,
      passkey,
      emailed: emailed === true && !emailProved,
      ...(refusal && { faults: refusal.faults }),
    })
  }
  /** Leads where a finished step led before: the user pressed twice, or went back. */
  const onward = async (request: FastifyRequest, reply: FastifyReply, pending: Pending) => {
    const session = await visits.session(request)
    if (session?.userId !== pending.userId) throw new Refused(identityRefusals.sign_in_expired)
    return reply.redirect(pending.returnTo ?? `${base}/account/sessions`, 303)
  }
  const finish = async (
    request: FastifyRequest,
    reply: FastifyReply,
    pending: Pending,
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
    const pending = await stepOf(request, step)
    return pending.consumed ? onward(request, reply, pending) : pageFor(request, step, pending)
  })

  app.post(path, async (request, reply) => {
    const form = formOf(request)
    const step = form.get('step') ?? ''
    const emailCode = form.get('email_code')?.trim() ?? ''
    const pending = await stepOf(request, step)
    if (pending.consumed) return onward(request, reply, pending)
    const { userId } = pending
    const from = visits.from(request)
    let { emailProved } = pending
    const refuse = (refusal: FormRefusal, emailed = false) => {
      applyRefusal(reply, refusal)
      return pageFor(request, step, { ...pending, emailProved }, { refusal, emailed })
    }
    if (!emailProved && emailCode !== '') {
      const link = await findSignInLink(credentials, emailCode).catch(noneIfEnded)
      if (link?.userId !== userId)
        return refuse(formRefusal([['email_code', ['page.error.email_code']]]), true)
      await takeSignInLink(credentials, link)
      await noteEmailProved(db, request.browser, step)
      emailProved = true
    }
    try {
      const code = form.get('code') ?? ''
      await checkCode(secondFactors, { userId, code, from, step: { token: step, emailProved } })
    } catch (error) {
      if (!isRefused(error, throttleRefusals.too_many_attempts) || emailProved)
        return refuse(formRefusalOf(error, ['code', 'page.error.code']))
      const { email } = await findPerson(db, userId)
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
    const { userId } = await stepOf(request, formOf(request).get('step'))
    return sendJson(
      reply,
      await signInOptions(secondFactors, { userId, from: visits.from(request) }),
    )
  })

  app.post(`${path}/passkey`, async (request, reply) => {
    const form = formOf(request)
    const step = form.get('step') ?? ''
    const pending = await stepOf(request, step)
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

/** An expired challenge is one more passkey that did not work. */
export function passkeyRefusal(error: unknown): FormRefusal {
  const ended = isRefused(error, identityRefusals.expired)
  return formRefusalOf(ended ? new Refused(identityRefusals.wrong_credentials) : error, [
    '',
    'page.error.passkey',
  ])
}

function noneIfEnded(error: unknown): undefined {
  if (!isRefused(error, identityRefusals.expired)) throw error
}
