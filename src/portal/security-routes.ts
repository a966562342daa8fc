import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, refusalOf } from '../pages/faults.ts'
import { answerRefusal, frameAt, hashing, parameter, sendJson } from '../pages/requests.ts'
import { basePath, formOf } from '../pages/scope.ts'
import type { App } from '../platform/http.ts'
import type { Message } from '../platform/i18n.ts'
import { readId } from '../platform/query.ts'
import {
  registerPasskey,
  registrationOptions,
  removePasskey,
  renamePasskey,
} from '../second-factors/passkeys.ts'
import {
  beginTotp,
  confirmTotp,
  factorsOf,
  removeTotp,
  renewRecoveryCodes,
} from '../second-factors/second-factors.ts'
import { readCredential } from '../sign-in/credential.ts'
import { deviceName } from '../sign-in/device.ts'
import { lookAtMailPage } from '../sign-in/sign-up-pages.ts'
import { openVisits } from '../sign-in/visit-routes.ts'
import { checkOwnPassword } from '../user/credentials.ts'
import { requestNewEmail } from '../user/new-email.ts'
import { changePassword } from '../user/new-password.ts'
import { findUser } from '../user/user.ts'
import { requireFreshSession } from './portal-scope-routes.ts'
import type { PortalParts } from './routes.ts'
import { recoveryCodesPage, securityNotices, securityPage, totpPage } from './security-pages.ts'

/** How the user signs in: e-mail address, password, authenticator app, passkeys. */
export function securityRoutes(app: App, parts: PortalParts): void {
  const { authUrl, db, credentials, secondFactors } = parts
  const path = `${basePath(authUrl)}/account/security`
  const visits = openVisits(parts)
  requireFreshSession(app, parts)

  const page = async (request: FastifyRequest, refusal?: Refusal) => {
    const { userId } = request.session
    const { email } = await findUser(db, userId)
    const factors = await factorsOf(db, userId)
    const device = deviceName(request.headers['user-agent'])
    const done = securityNotices.find((name) => name === parameter(request, 'done'))
    return securityPage(frameAt(request, '/account/security'), {
      email,
      factors,
      device,
      done,
      ...(refusal && { faults: refusal.faults }),
    })
  }
  const refuse = (
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
    wrong: readonly [string, ...Message],
  ) => {
    const refusal = refusalOf(error, wrong)
    answerRefusal(reply, refusal)
    return page(request, refusal)
  }
  const done = (reply: FastifyReply, what: (typeof securityNotices)[number]) =>
    reply.redirect(`${path}?done=${what}`, 303)
  /** Where somebody comes who goes back to what only a form leads to. */
  const nowhere = (below: string) =>
    app.get(path + below, async (_request, reply) => reply.redirect(path, 303))

  app.get(path, (request) => page(request))

  nowhere('/email')
  app.post(`${path}/email`, { config: hashing }, async (request, reply) => {
    const form = formOf(request)
    const email = form.get('email')?.trim() ?? ''
    const password = form.get('email_password') ?? ''
    const { userId, uid } = request.session
    try {
      await checkOwnPassword(credentials, { userId, password, sessionUid: uid })
      await requestNewEmail(credentials, { userId, email, from: visits.from(request) })
    } catch (error) {
      return refuse(request, reply, error, ['email_password', 'page.error.current_password'])
    }
    return lookAtMailPage(frameAt(request, '/account/security'), { email })
  })

  nowhere('/password')
  app.post(`${path}/password`, { config: hashing }, async (request, reply) => {
    const form = formOf(request)
    const { userId, uid } = request.session
    try {
      const current = form.get('current') ?? ''
      await checkOwnPassword(credentials, { userId, password: current, sessionUid: uid })
      const password = form.get('password') ?? ''
      visits.remember(
        reply,
        await changePassword(credentials, {
          userId,
          password,
          sessionUid: uid,
          from: visits.from(request),
        }),
      )
    } catch (error) {
      return refuse(request, reply, error, ['current', 'page.error.current_password'])
    }
    return done(reply, 'password_changed')
  })

  nowhere('/totp')
  app.post(`${path}/totp`, async (request) => {
    const key = await beginTotp(secondFactors, request.session.userId)
    return totpPage(frameAt(request, '/account/security'), { key })
  })

  nowhere('/totp/confirm')
  app.post(`${path}/totp/confirm`, async (request, reply) => {
    const { userId, uid: sessionUid } = request.session
    const code = formOf(request).get('code') ?? ''
    const frame = frameAt(request, '/account/security')
    const given = { userId, code, from: visits.from(request) }
    try {
      const codes = await confirmTotp(secondFactors, { ...given, sessionUid })
      return codes.length === 0 ? reply.redirect(path, 303) : recoveryCodesPage(frame, codes)
    } catch (error) {
      const refusal = refusalOf(error, ['code', 'page.error.code'])
      answerRefusal(reply, refusal)
      return totpPage(frame, { faults: refusal.faults })
    }
  })

  app.post(`${path}/totp/remove`, async (request, reply) => {
    await removeTotp(secondFactors, { userId: request.session.userId, from: visits.from(request) })
    return done(reply, 'totp_removed')
  })

  nowhere('/recovery-codes')
  app.post(`${path}/recovery-codes`, async (request) => {
    const { userId } = request.session
    const codes = await renewRecoveryCodes(secondFactors, { userId, from: visits.from(request) })
    return recoveryCodesPage(frameAt(request, '/account/security'), codes)
  })

  app.post(`${path}/passkeys/options`, async (request, reply) =>
    sendJson(reply, await registrationOptions(secondFactors, request.session.userId)),
  )

  nowhere('/passkeys')
  app.post(`${path}/passkeys`, async (request, reply) => {
    const form = formOf(request)
    const { userId } = request.session
    const name = form.get('name') ?? ''
    try {
      const response = readCredential<RegistrationResponseJSON>(form)
      const given = { userId, name, response, from: visits.from(request) }
      const { recoveryCodes } = await registerPasskey(secondFactors, given)
      if (recoveryCodes.length > 0)
        return recoveryCodesPage(frameAt(request, '/account/security'), recoveryCodes)
    } catch (error) {
      return refuse(request, reply, error, ['', 'page.error.passkey_add'])
    }
    return done(reply, 'passkey_added')
  })

  nowhere('/passkeys/rename')
  app.post(`${path}/passkeys/rename`, async (request, reply) => {
    const form = formOf(request)
    const { userId } = request.session
    const id = readId(form.get('passkey') ?? '')
    try {
      await renamePasskey(secondFactors, { userId, id, name: form.get('name') ?? '' })
    } catch (error) {
      return refuse(request, reply, error, ['', 'page.error.passkey_name'])
    }
    return done(reply, 'passkey_renamed')
  })

  app.post(`${path}/passkeys/remove`, async (request, reply) => {
    const { userId } = request.session
    const id = readId(formOf(request).get('passkey') ?? '')
    await removePasskey(secondFactors, { userId, id, from: visits.from(request) })
    return done(reply, 'passkey_removed')
  })
}
