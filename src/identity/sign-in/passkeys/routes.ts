import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { type FormRoute, formRoute } from '../../../platform/http/pages/form-route.ts'
import type { Form } from '../../../platform/http/pages/forms.ts'
import { queryParameter, sendJson } from '../../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import {
  maxPasskeysPerUser,
  registerPasskey,
  registrationOptions,
} from '../../users/second-factors/passkey-registration.ts'
import { signInOptions, userOf, verifyPasskey } from '../../users/second-factors/passkeys.ts'
import { findFactors } from '../../users/second-factors/second-factors.ts'
import { isUnknownPasskey, signalsAfterSignIn } from '../../users/second-factors/signals.ts'
import { deviceName } from '../../users/sessions/device.ts'
import { isNewSession, type Session } from '../../users/sessions/sessions.ts'
import type { SignInDeps } from '../deps.ts'
import { localPath } from '../return-to.ts'
import { type Begun, openVisits } from '../visits.ts'
import { returnToOf } from '../way-back.ts'
import { readCredential } from './credential.ts'
import { settlePage } from './settle-page.ts'

/**
 * How long after the sign-in the browser may add a passkey by itself, in milliseconds. The page for
 * that follows the sign-in at once. A session that somebody takes over later adds none.
 */
const upgradeWithinMs = 2 * 60_000

/** The routes to sign in with a passkey, and of the page after a sign-in. */
export function passkeyRoutes(app: App, deps: SignInDeps, signInForm: FormRoute['page']): void {
  const { authUrl, secondFactors } = deps
  const base = basePath(authUrl)
  const visits = openVisits(deps)

  app.post(`${base}/sign-in/passkey/options`, async (request, reply) =>
    sendJson(reply, await signInOptions(secondFactors, { from: visits.from(request) })),
  )

  formRoute(app, `${base}/sign-in/passkey`, {
    pageAt: `${base}/sign-in`,
    page: signInForm,
    wrong: ['', 'page.error.passkey'],
    async operation(request, reply, form) {
      const response = readCredential<AuthenticationResponseJSON>(form)
      const proof = await verifyPasskey(secondFactors, { response })
      const returnTo = returnToOf(authUrl, request, form)
      const begun = await visits.begin(request, { ...proof, returnTo })
      return visits.lead(reply, throughSettling(authUrl, form, begun))
    },
  })

  const settling = `${base}${settlePath}`
  const onward = (returnTo: string | undefined) => localPath(authUrl, returnTo) ?? `${base}/account`

  app.get(settling, async (request, reply) => {
    const session = await visits.session(request)
    const returnTo = onward(queryParameter(request, 'return_to'))
    if (session === undefined || !isNewSession(session, upgradeWithinMs))
      return reply.redirect(returnTo, 303)
    const signals = await signalsAfterSignIn(secondFactors, session.userId)
    const canUpgrade = await mayUpgrade(deps, session)
    if (signals === undefined && !canUpgrade) return reply.redirect(returnTo, 303)
    return settlePage(request.frame, { signals, canUpgrade, returnTo })
  })

  app.post(`${settling}/options`, async (request, reply) => {
    const session = await visits.session(request)
    if (session === undefined || !(await mayUpgrade(deps, session)))
      throw new Refused(refusals.forbidden)
    const given = {
      userId: session.userId,
      from: visits.from(request),
      purpose: 'upgrade',
    } as const
    return sendJson(reply, await registrationOptions(secondFactors, given))
  })

  /** Adds the passkey that the browser has made. Nobody has asked for it, so it fails silently. */
  const upgrade = async (request: FastifyRequest, session: Session, form: Form): Promise<void> => {
    try {
      await registerPasskey(secondFactors, {
        userId: session.userId,
        session,
        response: readCredential<RegistrationResponseJSON>(form),
        name: deviceName(request.headers['user-agent']) || 'Passkey',
        from: visits.from(request),
        purpose: 'upgrade',
      })
    } catch (error) {
      if (!(error instanceof Refused)) request.log.error({ err: error }, 'a passkey was not added')
    }
  }

  app.post(settling, async (request, reply) => {
    const form = formOf(request)
    const session = await visits.session(request)
    if (session !== undefined && form.get('credential') && (await mayUpgrade(deps, session)))
      await upgrade(request, session, form)
    return reply.redirect(onward(form.get('return_to')), 303)
  })
}

/** The path of the page after a sign-in. */
const settlePath = '/sign-in/passkeys'

/**
 * Leads a sign-in through the page on which the browser adds a passkey by itself, and tells its
 * providers of passkeys which ones the user has. Only if the script of the form says that the browser
 * can do one of the two, and if the user is signed in: the second step comes first.
 */
export function throughSettling(authUrl: string, form: Form, begun: Begun): Begun {
  const isSignedIn = begun.cookies.length > 0
  if (form.get('passkeys') !== 'yes' || !isSignedIn) return begun
  const query = new URLSearchParams({ return_to: begun.path })
  return { ...begun, path: `${basePath(authUrl)}${settlePath}?${query}` }
}

/** Whether the browser of a session may add a passkey by itself. */
async function mayUpgrade(deps: SignInDeps, session: Session): Promise<boolean> {
  if (!session.amr.includes('pwd') || !isNewSession(session, upgradeWithinMs)) return false
  const { required, passkeys } = await findFactors(deps.db, session.userId)
  return !required && passkeys.length < maxPasskeysPerUser
}

/** A passkey that the service does not have, for `PublicKeyCredential.signalUnknownCredential`. */
export interface UnknownPasskey {
  readonly rpId: string
  readonly credentialId: string
}

/** Finds the passkey in a refused form to sign in, if the service does not have it. */
export async function unknownPasskeyIn(
  { secondFactors }: SignInDeps,
  form: Form,
): Promise<UnknownPasskey | undefined> {
  try {
    const response = readCredential<AuthenticationResponseJSON>(form)
    const [userId, credentialId] = [userOf(response), response.id]
    if (!(await isUnknownPasskey(secondFactors, { userId, credentialId }))) return undefined
    return { rpId: secondFactors.host, credentialId }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return undefined
  }
}
