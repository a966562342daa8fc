import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../../../platform/database/db.ts'
import { isRefused, Refused } from '../../../platform/errors/refusals.ts'
import { type FormFaults, noFaults } from '../../../platform/http/pages/fields.ts'
import {
  applyRefusal,
  type FormRoute,
  formRefusalOf,
  formRoute,
  refuseForm,
} from '../../../platform/http/pages/form-route.ts'
import { frameAt, queryParameter, sendJson } from '../../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { limits } from '../../../support/limits/limits.ts'
import { limitRefusals } from '../../../support/limits/refusals.ts'
import { countGuess } from '../../../support/limits/table-counts.ts'
import { findActiveUser } from '../../users/credentials/credentials.ts'
import { findSignInLink, requestSignInLink, useLink } from '../../users/email-links/sign-in-link.ts'
import { identityRefusals } from '../../users/refusals.ts'
import { checkCode, type TakeCode } from '../../users/second-factors/check-code.ts'
import { signInOptions, verifyPasskey } from '../../users/second-factors/passkeys.ts'
import { findFactorKinds } from '../../users/second-factors/second-factors.ts'
import type { SignInDeps } from '../deps.ts'
import { secondFactorPage } from '../pages.ts'
import { readCredential } from '../passkeys/credential.ts'
import { type Begun, openVisits } from '../visits.ts'
import {
  endSecondStep,
  findSecondStep,
  markEmailProved,
  type PendingSignIn,
} from './second-step.ts'

/** What the page of the second step shows besides the step. */
interface EmailedStep {
  readonly faults?: FormFaults
  /** Whether the page also asks for a code that was sent by email. */
  readonly emailed?: boolean
}

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
    { faults = noFaults, emailed = faults.has('email_code') }: EmailedStep = {},
  ) => {
    const factors = await findFactorKinds(db, userId)
    const frame = frameAt(request, `/sign-in/second-factor?step=${step}`)
    return secondFactorPage(frame, { step, factors, emailed: emailed && !emailProved, faults })
  }
  /**
   * Redirects from a step that is already finished: the user sent the form twice, or went back. The
   * browser has dropped the first answer to a form that was sent twice, so it gets the session that
   * this form has started.
   * @param given the step, and the code or passkey of the form
   */
  const onward = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { userId, returnTo }: PendingSignIn,
    given: readonly [step: string, proof?: string],
  ) => {
    const session = await visits.session(request)
    if (session?.userId === userId) return reply.redirect(returnTo ?? `${base}/account`, 303)
    const [step, proof] = given
    const ended = new Refused(identityRefusals.sign_in_expired)
    if (proof === undefined) throw ended
    const subjects = [[limits.code_step, step]] as const
    const begun = await countGuess(secondFactors.counts, subjects, async () => {
      const again = await visits.repeat(request, {
        name: 'second step',
        secrets: [step, proof],
        returnTo,
      })
      if (again === undefined) throw ended
      return again
    })
    return visits.lead(reply, begun)
  }
  /**
   * Signs the user in.
   * @param given.take uses the code up
   * @returns undefined if the same form has finished the step meanwhile
   */
  const finish = async (
    request: FastifyRequest,
    pending: PendingSignIn,
    given: { step: string; proof: string; amr: readonly string[]; take?: TakeCode },
  ) => {
    const { step, proof, take } = given
    const amr = [...new Set([...pending.amr, ...given.amr, 'mfa'])]
    const repeated = new Error('The same form has finished the second step.')
    let wrongCode: unknown
    const form = {
      name: 'second step' as const,
      secrets: [step, proof],
      use: async (tx: Queryable) => {
        if (!(await endSecondStep(tx, request.browser, step))) throw repeated
        await take?.(tx).catch((error: unknown) => {
          wrongCode = error
          throw error
        })
      },
    }
    try {
      return await visits.begin(request, { ...pending, amr, form })
    } catch (error) {
      if (error === repeated) return undefined
      // The user is disabled or has a new password, so this sign-in ends.
      const isEnded = error instanceof Refused && error !== wrongCode
      throw isEnded ? new Refused(identityRefusals.sign_in_expired) : error
    }
  }
  /** Uses the code of an email up. @returns whether it is right, or the same form has used it */
  const proveByEmail = async (
    request: FastifyRequest,
    { userId }: PendingSignIn,
    given: { readonly step: string; readonly code: string },
  ): Promise<boolean> => {
    const { step } = given
    try {
      const link = await findSignInLink(credentials, given.code)
      if (link.userId !== userId) return false
      await useLink(credentials, link, (use) =>
        db.transactionFor(userId, async (tx) => {
          await use(tx)
          await markEmailProved(tx, request.browser, step)
        }),
      )
      return true
    } catch (error) {
      if (!isRefused(error, identityRefusals.expired)) throw error
      return (await findPending(request, step)).emailProved
    }
  }

  const page: FormRoute['page'] = async (request, reply, sent) => {
    const step = (sent ? sent.form.get('step') : queryParameter(request, 'step')) ?? ''
    const pending = await findPending(request, step)
    return !sent && pending.consumed
      ? onward(request, reply, pending, [step])
      : pageFor(request, step, pending, { ...sent })
  }

  formRoute(app, path, {
    page,
    wrong: ['code', 'page.error.code'],
    async operation(request, reply, form) {
      const step = form.get('step') ?? ''
      const code = form.get('code') ?? ''
      const emailCode = form.get('email_code')?.trim() ?? ''
      const pending = await findPending(request, step)
      if (pending.consumed) return onward(request, reply, pending, [step, code])
      const { userId } = pending
      const from = visits.from(request)
      const emailProved =
        pending.emailProved ||
        (emailCode !== '' && (await proveByEmail(request, pending, { step, code: emailCode })))
      if (emailCode !== '' && !emailProved) refuseForm([['email_code', ['page.error.email_code']]])
      const given = { userId, code, from, step: { token: step, emailProved } }
      let begun: Begun | undefined
      try {
        begun = await checkCode(secondFactors, given, (take) =>
          finish(request, pending, { step, proof: code, amr: ['otp'], take }),
        )
      } catch (error) {
        if (!isRefused(error, limitRefusals.too_many_attempts) || emailProved) throw error
        const { email } = await findActiveUser(db, userId)
        await requestSignInLink(credentials, { email, from })
        applyRefusal(reply, formRefusalOf(error))
        return pageFor(request, step, { ...pending, emailProved }, { emailed: true })
      }
      return begun === undefined
        ? onward(request, reply, pending, [step, code])
        : visits.lead(reply, begun)
    },
  })

  app.post(`${path}/passkey/options`, async (request, reply) => {
    const { userId } = await findPending(request, formOf(request).get('step'))
    return sendJson(
      reply,
      await signInOptions(secondFactors, { userId, from: visits.from(request) }),
    )
  })

  formRoute(app, `${path}/passkey`, {
    pageAt: `${base}/sign-in`,
    page,
    wrong: ['', 'page.error.passkey'],
    async operation(request, reply, form) {
      const step = form.get('step') ?? ''
      const proof = form.get('credential') ?? ''
      const pending = await findPending(request, step)
      if (pending.consumed) return onward(request, reply, pending, [step, proof])
      const { userId } = pending
      const response = readCredential<AuthenticationResponseJSON>(form)
      let begun: Begun | undefined
      try {
        const { amr } = await verifyPasskey(secondFactors, { response, userId })
        begun = await finish(request, pending, { step, proof, amr })
      } catch (error) {
        if (!(await findPending(request, step)).consumed) throw error
      }
      return begun === undefined
        ? onward(request, reply, pending, [step, proof])
        : visits.lead(reply, begun)
    },
  })
}
