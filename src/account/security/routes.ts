import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { emailIn } from '../../identity/sign-in/fields.ts'
import { readCredential } from '../../identity/sign-in/passkeys/credential.ts'
import { listIdentities } from '../../identity/sign-in/providers/identities.ts'
import { checkEmailPage } from '../../identity/sign-in/sign-up/pages.ts'
import { openVisits } from '../../identity/sign-in/visits.ts'
import { findPendingEmail, requestNewEmail } from '../../identity/users/accounts/new-email.ts'
import { changePassword } from '../../identity/users/credentials/new-password.ts'
import { findSavedFields } from '../../identity/users/fresh-proofs/fresh-proofs.ts'
import {
  beginTotp,
  confirmTotp,
  findBegunTotp,
  removeTotp,
} from '../../identity/users/second-factors/authenticator-app.ts'
import { renewRecoveryCodes } from '../../identity/users/second-factors/factor-changes.ts'
import {
  maxPasskeysPerUser,
  registerPasskey,
  registrationOptions,
} from '../../identity/users/second-factors/passkey-registration.ts'
import { removePasskey, renamePasskey } from '../../identity/users/second-factors/passkeys.ts'
import { findFactorKinds, findFactors } from '../../identity/users/second-factors/second-factors.ts'
import { signalsAfterChange } from '../../identity/users/second-factors/signals.ts'
import { hasPassword } from '../../identity/users/second-factors/ways.ts'
import { deviceName } from '../../identity/users/sessions/device.ts'
import { isRefused, refusals } from '../../platform/errors/refusals.ts'
import { readId } from '../../platform/http/api/query.ts'
import { noFaults } from '../../platform/http/pages/fields.ts'
import { type FilledForm, formRoute } from '../../platform/http/pages/form-route.ts'
import type { Form } from '../../platform/http/pages/forms.ts'
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
import { type RenamedPasskey, securityNotices, securityPage, signalledChanges } from './pages.ts'
import { identityRoutes } from './providers.ts'

/**
 * The routes to change how the user signs in: email address, password, authenticator app, passkeys
 * and accounts at providers.
 */
export async function securityRoutes(app: App, deps: AccountDeps): Promise<void> {
  const { authUrl, secondFactors } = deps
  const path = `${basePath(authUrl)}/account/security`
  const settings = openSettings(deps)
  app.get(path, (request) => settings(request))

  formRoute(app, `${path}/passkeys/rename`, {
    pageAt: path,
    page: (request, _reply, sent) => settings(request, sent),
    async operation({ session: { userId } }, reply, form) {
      await renamePasskey(secondFactors, { userId, ...renamedIn(form) })
      return done(reply, path, 'passkey_renamed')
    },
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

/** The passkey of a form, and its new name. */
const renamedIn = (form: Form): RenamedPasskey => ({
  id: readId(form.get('passkey') ?? ''),
  name: form.get('name') ?? '',
})

/** Makes the function that shows the security settings, also after a refused change. */
function openSettings(deps: AccountDeps) {
  const { credentials, db } = deps
  return async (request: FastifyRequest, sent?: FilledForm) => {
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
      ...(signalledChanges.includes(done) && {
        signals: await signalsAfterChange(deps.secondFactors, userId),
      }),
      ...(sent && { faults: sent.faults }),
      ...(sent?.form.has('passkey') && { renamed: renamedIn(sent.form) }),
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
  formRoute(app, `${path}/email`, {
    async page(request, _reply, sent) {
      const { userId, uid: sessionUid } = request.session
      const saved = await findSavedFields(deps, { userId, sessionUid, purpose: 'email' })
      const filled = sent ?? { form: new Map(Object.entries(saved)), faults: noFaults }
      return emailPage(frameOf(request, '/email'), filled)
    },
    async operation(request, _reply, form) {
      const email = emailIn(form)
      const { userId } = request.session
      await requestNewEmail(credentials, { userId, email, from: visits.from(request) })
      return checkEmailPage(frameOf(request), { email, back: 'security' })
    },
  })
}

function passwordRoutes(app: App, deps: AccountDeps, path: string): void {
  const { credentials, db } = deps
  const visits = openVisits(deps)
  formRoute(app, `${path}/password`, {
    config: { ...hashingConfig, renewedAt: doneAt(path, 'password_changed') },
    async page(request, _reply, sent) {
      const { email } = await findUser(db, request.session.userId)
      return passwordPage(frameOf(request, '/password'), { email, formKey: newId(), ...sent })
    },
    async operation(request, reply, form) {
      const password = form.get('password') ?? ''
      const session = visits.keep(request, request.session)
      const given = { userId: request.session.userId, password, session }
      const changed = await changePassword(credentials, { ...given, from: visits.from(request) })
      // The cookie of the known browser ended with the old password, so set a new one.
      visits.remember(reply, changed)
      if (changed.isRenewed) visits.renew(reply, request.session, session)
      return done(reply, path, 'password_changed')
    },
  })
}

function totpRoutes(app: App, deps: AccountDeps, path: string): void {
  const { db, secondFactors } = deps
  const visits = openVisits(deps)
  const settings = openSettings(deps)

  formRoute(app, `${path}/totp`, {
    async page(request, reply, sent) {
      // Another tab may have added an app.
      if (sent !== undefined) return settings(request, sent)
      const { totp } = await findFactors(db, request.session.userId)
      return totp ? reply.redirect(path, 303) : startTotpPage(frameOf(request, '/totp'))
    },
    async operation(request) {
      const key = await beginTotp(secondFactors, request.session.userId)
      return totpPage(frameOf(request, '/totp'), { key })
    },
  })

  formRoute(app, `${path}/totp/confirm`, {
    pageAt: path,
    async page(request, _reply, sent) {
      const key = await findBegunTotp(secondFactors, request.session.userId)
      return totpPage(frameOf(request, '/totp'), { key, ...sent })
    },
    wrong: ['code', 'page.error.code'],
    async operation(request, reply, form) {
      const { session } = request
      const given = { userId: session.userId, session, sessionUid: session.uid }
      const code = form.get('code') ?? ''
      const from = visits.from(request)
      const codes = await confirmTotp(secondFactors, { ...given, code, from })
      if (codes === null) return done(reply, path, 'totp_confirmed')
      return codes.length === 0
        ? reply.redirect(path, 303)
        : recoveryCodesPage(frameOf(request), codes)
    },
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
  const settings = openSettings(deps)
  formRoute(app, `${path}/recovery-codes`, {
    async page(request, reply, sent) {
      // Another tab may have removed the last second factor.
      if (sent !== undefined) return settings(request, sent)
      const { required } = await findFactorKinds(deps.db, request.session.userId)
      return required
        ? renewCodesPage(frameOf(request, '/recovery-codes'))
        : reply.redirect(path, 303)
    },
    async operation(request) {
      const { session } = request
      const given = { userId: session.userId, session, from: visits.from(request) }
      const codes = await renewRecoveryCodes(deps.secondFactors, given)
      return recoveryCodesPage(frameOf(request), codes)
    },
  })
}

function passkeyRoutes(app: App, deps: AccountDeps, path: string): void {
  const { db, secondFactors } = deps
  const visits = openVisits(deps)
  const settings = openSettings(deps)

  app.post(`${path}/passkeys/options`, async (request, reply) => {
    try {
      const given = { userId: request.session.userId, from: visits.from(request) }
      return sendJson(reply, await registrationOptions(secondFactors, given))
    } catch (error) {
      // The script opens the settings, which say why no passkey can be added.
      if (isRefused(error, refusals.limit_reached)) return reply.redirect(path, 303)
      throw error
    }
  })

  formRoute(app, `${path}/passkeys`, {
    async page(request, reply, sent) {
      const { passkeys } = await findFactors(db, request.session.userId)
      if (passkeys.length >= maxPasskeysPerUser)
        return sent ? settings(request, sent) : reply.redirect(path, 303)
      const name = sent?.form.get('name') ?? deviceName(request.headers['user-agent'])
      return passkeyPage(frameOf(request, '/passkeys'), { name, ...sent })
    },
    wrong: ['', 'page.error.passkey_add'],
    async operation(request, reply, form) {
      const { session } = request
      const given = { userId: session.userId, session, name: form.get('name') ?? '' }
      const response = readCredential<RegistrationResponseJSON>(form)
      const from = visits.from(request)
      const { recoveryCodes } = await registerPasskey(secondFactors, { ...given, response, from })
      return recoveryCodes.length > 0
        ? recoveryCodesPage(frameOf(request), recoveryCodes)
        : done(reply, path, 'passkey_added')
    },
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
