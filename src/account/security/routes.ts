import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findPendingEmail, requestNewEmail } from '../../identity/accounts/new-email.ts'
import { changePassword } from '../../identity/credentials/new-password.ts'
import { findSavedFields } from '../../identity/fresh-proofs/fresh-proofs.ts'
import { listIdentities } from '../../identity/providers/identities.ts'
import { hasPassword } from '../../identity/providers/ways.ts'
import {
  maxPasskeysPerUser,
  registerPasskey,
  registrationOptions,
  removePasskey,
  renamePasskey,
} from '../../identity/second-factors/passkeys.ts'
import {
  beginTotp,
  confirmTotp,
  findFactorKinds,
  findFactors,
  removeTotp,
  renewRecoveryCodes,
} from '../../identity/second-factors/second-factors.ts'
import { deviceName } from '../../identity/sessions/device.ts'
import { openVisits } from '../../identity/sessions/visits.ts'
import { readCredential } from '../../identity/sign-in/credential.ts'
import { passkeyRefusal } from '../../identity/sign-in/second-factor-routes.ts'
import { checkEmailPage } from '../../identity/sign-in/sign-up/pages.ts'
import { isRefused, refusals } from '../../platform/errors/refusals.ts'
import { readId } from '../../platform/http/api/query.ts'
import type { FormFaults } from '../../platform/http/pages/fields.ts'
import {
  applyRefusal,
  type FormRefusal,
  formRefusal,
  formRefusalOf,
} from '../../platform/http/pages/form-route.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import {
  frameAt,
  hashingConfig,
  queryParameter,
  sendJson,
} from '../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { newId } from '../../platform/secrets/secrets.ts'
import { findOwnProfile } from '../../resources/user/own-profile.ts'
import { findUser } from '../../resources/user/user.ts'
import type { AccountDeps } from '../deps.ts'
import { requireFreshProof } from './confirm/routes.ts'
import {
  emailPage,
  passkeyPage,
  passwordPage,
  recoveryCodesPage,
  removePasskeyPage,
  removeTotpPage,
  renewCodesPage,
  startTotpPage,
  totpPage,
} from './form-pages.ts'
import { type RenamedPasskey, securityNotices, securityPage } from './pages.ts'
import { identityRoutes } from './providers/routes.ts'

/**
 * The routes to change how the user signs in: email address, password, authenticator app, passkeys
 * and accounts at providers.
 */
export async function securityRoutes(app: App, deps: AccountDeps): Promise<void> {
  const { authUrl, secondFactors } = deps
  const path = `${basePath(authUrl)}/account/security`
  const page = openSecurityPage(deps)
  app.get(path, (request, reply) => page(request, reply))

  app.get(`${path}/passkeys/rename`, async (_request, reply) => reply.redirect(path, 303))
  app.post(`${path}/passkeys/rename`, async (request, reply) => {
    const form = formOf(request)
    const { userId } = request.session
    const renamed = { id: readId(form.get('passkey') ?? ''), name: form.get('name') ?? '' }
    try {
      await renamePasskey(secondFactors, { userId, ...renamed })
    } catch (error) {
      const refusal = formRefusalOf(error, ['', 'page.error.passkey_name'])
      return page(request, reply, { refusal, renamed })
    }
    return reply.redirect(`${path}?done=passkey_renamed`, 303)
  })

  const groups = [
    ['email', emailRoutes],
    ['password', passwordRoutes],
    ['totp', totpRoutes],
    ['recovery_codes', recoveryCodeRoutes],
    ['passkeys', passkeyRoutes],
    ['providers', identityRoutes],
  ] as const
  for (const [purpose, routes] of groups)
    await app.register(async (group: App) => {
      requireFreshProof(group, deps, purpose)
      routes(group, deps, path)
    })
}

/** A refused change. If it was another name for a passkey, the passkey and the name. */
interface RefusedChange {
  readonly refusal: FormRefusal
  readonly renamed?: RenamedPasskey
}

/** Makes the function that shows the security settings, also after a refusal. */
function openSecurityPage(deps: AccountDeps) {
  const { credentials, db } = deps
  return async (request: FastifyRequest, reply: FastifyReply, refused?: RefusedChange) => {
    if (refused !== undefined) applyRefusal(reply, refused.refusal)
    const { userId } = request.session
    const [{ email, email_confirmed }, pendingEmail, factors, password, identities] =
      await Promise.all([
        findOwnProfile(db, userId),
        findPendingEmail(credentials, userId),
        findFactors(db, userId),
        hasPassword(db, userId),
        listIdentities(deps, userId),
      ])
    const linked = identities.map(({ issuer }) => issuer)
    const done = securityNotices.find((name) => name === queryParameter(request, 'done'))
    return securityPage(frameAt(request, '/account/security'), {
      email,
      isEmailConfirmed: email_confirmed,
      pendingEmail,
      factors,
      password,
      identities,
      addable: deps.providers.filter(({ issuer }) => !linked.includes(issuer)),
      done,
      ...(refused && { faults: refused.refusal.faults, renamed: refused.renamed }),
    })
  }
}

const doneAt = (path: string, what: (typeof securityNotices)[number]): string =>
  `${path}?done=${what}`

const done = (reply: FastifyReply, path: string, what: (typeof securityNotices)[number]) =>
  reply.redirect(doneAt(path, what), 303)

/** The frame of a page below `/account/security`, also after one of its forms was sent. */
const frameOf = (request: FastifyRequest, below = ''): Frame =>
  frameAt(request, `/account/security${below}`)

function emailRoutes(app: App, deps: AccountDeps, path: string): void {
  const { credentials } = deps
  const visits = openVisits(deps)

  app.get(`${path}/email`, async (request) => {
    const { userId, uid: sessionUid } = request.session
    const { email } = await findSavedFields(deps, { userId, sessionUid, purpose: 'email' })
    return emailPage(frameOf(request, '/email'), { email })
  })

  app.post(`${path}/email`, async (request, reply) => {
    const email = formOf(request).get('email')?.trim() ?? ''
    const { userId } = request.session
    try {
      await requestNewEmail(credentials, { userId, email, from: visits.from(request) })
    } catch (error) {
      const refusal = formRefusalOf(error, ['', 'page.text.check'])
      applyRefusal(reply, refusal)
      return emailPage(frameOf(request, '/email'), { email, faults: refusal.faults })
    }
    return checkEmailPage(frameOf(request), { email, back: 'security' })
  })
}

function passwordRoutes(app: App, deps: AccountDeps, path: string): void {
  const { credentials, db } = deps
  const visits = openVisits(deps)
  const page = async (request: FastifyRequest, faults?: FormFaults) => {
    const { email } = await findUser(db, request.session.userId)
    const view = { email, formKey: newId(), ...(faults && { faults }) }
    return passwordPage(frameOf(request, '/password'), view)
  }

  app.get(`${path}/password`, (request) => page(request))

  const config = { ...hashingConfig, renewedAt: doneAt(path, 'password_changed') }
  app.post(`${path}/password`, { config }, async (request, reply) => {
    const password = formOf(request).get('password') ?? ''
    const { userId } = request.session
    const from = visits.from(request)
    try {
      const session = visits.keep(request, request.session)
      const changed = await changePassword(credentials, { userId, password, session, from })
      // The cookie of the known browser ended with the old password, so set a new one.
      visits.remember(reply, changed)
      if (changed.isRenewed) visits.renew(reply, request.session, session)
    } catch (error) {
      const refusal = isRefused(error, refusals.precondition_failed)
        ? formRefusal([['', ['page.error.changed_elsewhere']]])
        : formRefusalOf(error, ['password', 'page.text.check'])
      applyRefusal(reply, refusal)
      return page(request, refusal.faults)
    }
    return done(reply, path, 'password_changed')
  })
}

function totpRoutes(app: App, deps: AccountDeps, path: string): void {
  const { db, secondFactors } = deps
  const visits = openVisits(deps)
  const showSettings = openSecurityPage(deps)

  app.get(`${path}/totp`, async (request, reply) => {
    const { totp } = await findFactors(db, request.session.userId)
    return totp ? reply.redirect(path, 303) : startTotpPage(frameOf(request, '/totp'))
  })
  app.post(`${path}/totp`, async (request, reply) => {
    try {
      const key = await beginTotp(secondFactors, request.session.userId)
      return totpPage(frameOf(request, '/totp'), { key })
    } catch (error) {
      // Another tab may have added an app.
      return showSettings(request, reply, {
        refusal: formRefusalOf(error, ['', 'page.text.check']),
      })
    }
  })

  app.get(`${path}/totp/confirm`, async (_request, reply) => reply.redirect(path, 303))
  app.post(`${path}/totp/confirm`, async (request, reply) => {
    const { session } = request
    const { userId } = session
    const code = formOf(request).get('code') ?? ''
    const from = visits.from(request)
    const given = { userId, code, session, sessionUid: session.uid, from }
    try {
      const codes = await confirmTotp(secondFactors, given)
      if (codes === null) return done(reply, path, 'totp_confirmed')
      return codes.length === 0
        ? reply.redirect(path, 303)
        : recoveryCodesPage(frameOf(request), codes)
    } catch (error) {
      const refusal = formRefusalOf(error, ['code', 'page.error.code'])
      applyRefusal(reply, refusal)
      return totpPage(frameOf(request, '/totp'), { faults: refusal.faults })
    }
  })

  app.get(`${path}/totp/remove`, async (request) =>
    removeTotpPage(frameOf(request, '/totp/remove')),
  )
  app.post(`${path}/totp/remove`, async (request, reply) => {
    const { session } = request
    const { userId } = session
    await removeTotp(secondFactors, { userId, session, from: visits.from(request) })
    return done(reply, path, 'totp_removed')
  })
}

function recoveryCodeRoutes(app: App, deps: AccountDeps, path: string): void {
  const visits = openVisits(deps)
  const showSettings = openSecurityPage(deps)

  app.get(`${path}/recovery-codes`, async (request, reply) => {
    const { required } = await findFactorKinds(deps.db, request.session.userId)
    return required
      ? renewCodesPage(frameOf(request, '/recovery-codes'))
      : reply.redirect(path, 303)
  })
  app.post(`${path}/recovery-codes`, async (request, reply) => {
    const { session } = request
    const { userId } = session
    const given = { userId, session, from: visits.from(request) }
    try {
      const codes = await renewRecoveryCodes(deps.secondFactors, given)
      return recoveryCodesPage(frameOf(request), codes)
    } catch (error) {
      // Another tab may have removed the last second factor.
      return showSettings(request, reply, {
        refusal: formRefusalOf(error, ['', 'page.text.check']),
      })
    }
  })
}

function passkeyRoutes(app: App, deps: AccountDeps, path: string): void {
  const { db, secondFactors } = deps
  const visits = openVisits(deps)
  const showSettings = openSecurityPage(deps)
  const page = (request: FastifyRequest, faults?: FormFaults) => {
    const name = formOf(request).get('name') ?? deviceName(request.headers['user-agent'])
    return passkeyPage(frameOf(request, '/passkeys'), { name, ...(faults && { faults }) })
  }

  const isFull = (error: unknown) => isRefused(error, refusals.limit_reached)

  app.get(`${path}/passkeys`, async (request, reply) => {
    const { passkeys } = await findFactors(db, request.session.userId)
    return passkeys.length < maxPasskeysPerUser ? page(request) : reply.redirect(path, 303)
  })
  app.post(`${path}/passkeys/options`, async (request, reply) => {
    try {
      const given = { userId: request.session.userId, from: visits.from(request) }
      return sendJson(reply, await registrationOptions(secondFactors, given))
    } catch (error) {
      // The script opens the settings, which say why no passkey can be added.
      if (isFull(error)) return reply.redirect(path, 303)
      throw error
    }
  })
  app.post(`${path}/passkeys`, async (request, reply) => {
    const form = formOf(request)
    const { session } = request
    const { userId } = session
    const name = form.get('name') ?? ''
    try {
      const response = readCredential<RegistrationResponseJSON>(form)
      const given = { userId, session, name, response, from: visits.from(request) }
      const { recoveryCodes } = await registerPasskey(secondFactors, given)
      if (recoveryCodes.length > 0) return recoveryCodesPage(frameOf(request), recoveryCodes)
    } catch (error) {
      const refusal = passkeyRefusal(error, 'page.error.passkey_add')
      if (isFull(error)) return showSettings(request, reply, { refusal })
      applyRefusal(reply, refusal)
      return page(request, refusal.faults)
    }
    return done(reply, path, 'passkey_added')
  })

  app.get(`${path}/passkeys/remove`, async (request, reply) => {
    const { userId } = request.session
    const id = readId(queryParameter(request, 'passkey') ?? '')
    const { passkeys } = await findFactors(db, userId)
    const passkey = passkeys.find((one) => one.id === id)
    if (passkey === undefined) return reply.redirect(path, 303)
    return removePasskeyPage(frameOf(request, `/passkeys/remove?passkey=${id}`), passkey)
  })
  app.post(`${path}/passkeys/remove`, async (request, reply) => {
    const { session } = request
    const { userId } = session
    const id = readId(formOf(request).get('passkey') ?? '')
    const issuers = deps.providers.map(({ issuer }) => issuer)
    await removePasskey(secondFactors, { userId, session, id, from: visits.from(request), issuers })
    return done(reply, path, 'passkey_removed')
  })
}
