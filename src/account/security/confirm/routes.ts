import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCredential } from '../../../identity/sign-in/passkeys/credential.ts'
import { localPath } from '../../../identity/sign-in/return-to.ts'
import { openVisits } from '../../../identity/sign-in/visits.ts'
import {
  findSavedFields,
  type ProofPurpose,
  type ProofTarget,
  proofPurposes,
  proofState,
  proveCode,
  provePasskey,
  provePassword,
  saveFields,
} from '../../../identity/users/fresh-proofs/fresh-proofs.ts'
import { identityRefusals } from '../../../identity/users/refusals.ts'
import { signInOptions } from '../../../identity/users/second-factors/passkeys.ts'
import { findFactorKinds } from '../../../identity/users/second-factors/second-factors.ts'
import { hasPassword } from '../../../identity/users/second-factors/ways.ts'
import { isRefused } from '../../../platform/errors/refusals.ts'
import { noFaults } from '../../../platform/http/pages/fields.ts'
import {
  type FilledForm,
  type FormRoute,
  formRoute,
} from '../../../platform/http/pages/form-route.ts'
import type { Form } from '../../../platform/http/pages/forms.ts'
import {
  frameAt,
  hashingConfig,
  queryParameter,
  sendJson,
} from '../../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { findUser } from '../../../resources/user/user.ts'
import type { AccountDeps } from '../../deps.ts'
import { confirmPage } from './pages.ts'

/** The proof that a page asks for, and where the user continues afterwards. */
interface RequestedProof {
  readonly target: ProofTarget
  readonly returnTo: string
}

/**
 * Requires a fresh proof for every route of a scope. If a form is sent without one, the user
 * returns to the page of the form after the proof. Its saved fields are filled in.
 * @param kept the fields of forms that are saved. Never a password
 * @param isNeeded says whether a request needs the proof. By default every request does
 */
export function requireFreshProof(
  app: App,
  deps: AccountDeps,
  purpose: ProofPurpose,
  kept: readonly string[] = ['email'],
  isNeeded: (request: FastifyRequest) => Promise<boolean> = async () => true,
): void {
  const base = basePath(deps.authUrl)
  app.addHook('preHandler', async (request, reply) => {
    const target = { userId: request.session.userId, sessionUid: request.session.uid, purpose }
    if ((await proofState(deps, target)) === 'complete') return undefined
    if (!(await isNeeded(request))) return undefined
    const form = formOf(request)
    const fields = kept.flatMap((name) => {
      const value = form.get(name)
      return value === undefined ? [] : [[name, value] as const]
    })
    if (fields.length > 0) await saveFields(deps, target, Object.fromEntries(fields))
    const mark = isMarked[purpose] && fields.length > 0 ? `?${typedMark}=` : ''
    const query = new URLSearchParams({ for: purpose, return_to: pageOf(request) + mark })
    return reply.redirect(`${base}/account/confirm?${query}`, 303)
  })
}

/** The query parameter of a page whose form was sent without a proof. */
const typedMark = 'typed'

/** The groups with several forms. Only the page of the form that was sent fills its fields in. */
const isMarked: Readonly<Partial<Record<ProofPurpose, true>>> = {
  applications: true,
  payouts: true,
}

/** The form that was sent without a proof, if the user comes from giving it. */
export async function typedForm(
  deps: AccountDeps,
  request: FastifyRequest,
  purpose: ProofPurpose,
): Promise<FilledForm | undefined> {
  if (queryParameter(request, typedMark) === undefined) return undefined
  const { userId, uid: sessionUid } = request.session
  const saved = await findSavedFields(deps, { userId, sessionUid, purpose })
  return { form: new Map(Object.entries(saved)), faults: noFaults }
}

/** The path of the requested page. If the request sends a form, the path of the form's page. */
function pageOf(request: FastifyRequest): string {
  if (request.method === 'GET') return request.url
  const [path = ''] = request.url.split('?')
  const [name = '', value] =
    [...formOf(request)].find(([field]) => field === 'passkey' || field === 'issuer') ?? []
  const page = path.replace(/\/(?:totp\/confirm|passkeys\/options)$/, (end) =>
    end.startsWith('/totp') ? '/totp' : '/passkeys',
  )
  return value === undefined ? page : `${page}?${new URLSearchParams({ [name]: value })}`
}

/** The routes of the pages on which a signed-in user proves their identity again. */
export function confirmRoutes(app: App, deps: AccountDeps): void {
  const { authUrl, db, secondFactors } = deps
  const base = basePath(authUrl)
  const path = `${base}/account/confirm`
  const security = `${base}/account/security`
  /** Where a proof may lead to: the pages that ask for one. */
  const guarded = [
    '/account/security/',
    '/account/privacy/',
    '/account/paymentmethods/',
    '/payouts/',
    '/operator/',
    '/developer/',
    '/sign-in/with/',
  ].map((place) => base + place)
  const visits = openVisits(deps)

  const readProof = (
    { session }: FastifyRequest,
    purpose: string | undefined,
    returnTo: string | undefined,
  ): RequestedProof | undefined => {
    const known = proofPurposes.find((name) => name === purpose)
    if (known === undefined) return undefined
    const local = localPath(authUrl, returnTo)
    return {
      target: { userId: session.userId, sessionUid: session.uid, purpose: known },
      returnTo:
        local !== undefined && guarded.some((place) => local.startsWith(place)) ? local : security,
    }
  }
  /** The proof that a form asks for. */
  const proofIn = (request: FastifyRequest, form: Form): RequestedProof | undefined =>
    readProof(request, form.get('for'), form.get('return_to'))
  const queryOf = ({ target, returnTo }: RequestedProof): string =>
    `?${new URLSearchParams({ for: target.purpose, return_to: returnTo })}`
  /** Redirects to where the proof was needed, or to its missing step. */
  const onward = async (reply: FastifyReply, wanted: RequestedProof) =>
    (await proofState(deps, wanted.target)) === 'complete'
      ? reply.redirect(wanted.returnTo, 303)
      : reply.redirect(path + queryOf(wanted), 303)

  const page: FormRoute['page'] = async (request, reply, sent) => {
    const wanted = sent
      ? proofIn(request, sent.form)
      : readProof(request, queryParameter(request, 'for'), queryParameter(request, 'return_to'))
    if (wanted === undefined) return reply.redirect(security, 303)
    const { target, returnTo } = wanted
    const state = await proofState(deps, target)
    if (sent === undefined && state === 'complete') return reply.redirect(returnTo, 303)
    const [{ email }, factors, password] = await Promise.all([
      findUser(db, target.userId),
      findFactorKinds(db, target.userId),
      hasPassword(db, target.userId),
    ])
    return confirmPage(frameAt(request, `/account/confirm${queryOf(wanted)}`), {
      email,
      purpose: target.purpose,
      returnTo,
      step: state === 'password' ? 'second' : 'first',
      password,
      // A passkey that the browser added by itself is no proof.
      factors: { ...factors, passkey: factors.passkeyFactor },
      ...(sent && { faults: sent.faults }),
    })
  }

  /** Adds a form that gives a part of the proof. Then the user continues. */
  const proofRoute = (
    at: string,
    route: Pick<FormRoute, 'pageAt' | 'wrong' | 'config'>,
    prove: (target: ProofTarget, form: Form, request: FastifyRequest) => Promise<void>,
  ): void =>
    formRoute(app, at, {
      ...route,
      page,
      async operation(request, reply, form) {
        const wanted = proofIn(request, form)
        if (wanted === undefined) return reply.redirect(security, 303)
        await prove(wanted.target, form, request)
        return onward(reply, wanted)
      },
    })

  proofRoute(
    path,
    { config: hashingConfig, wrong: ['password', 'page.error.current_password'] },
    (target, form) => provePassword(deps, { ...target, password: form.get('password') ?? '' }),
  )

  proofRoute(
    `${path}/code`,
    { pageAt: security, wrong: ['code', 'page.error.code'] },
    async (target, form, request) => {
      try {
        const code = form.get('code') ?? ''
        await proveCode(deps, { ...target, code, from: visits.from(request) })
      } catch (error) {
        // The password step has expired: the page asks for it again.
        if (!isRefused(error, identityRefusals.expired)) throw error
      }
    },
  )

  app.post(`${path}/passkey/options`, async (request, reply) => {
    const wanted = proofIn(request, formOf(request))
    if (wanted === undefined) return reply.redirect(security, 303)
    const { userId } = request.session
    const isSecond = (await proofState(deps, wanted.target)) === 'password'
    const userVerification = isSecond ? 'preferred' : 'required'
    const from = visits.from(request)
    const options = { userId, from, purpose: 'confirm', userVerification } as const
    return sendJson(reply, await signInOptions(secondFactors, options))
  })

  proofRoute(
    `${path}/passkey`,
    { pageAt: security, wrong: ['', 'page.error.passkey'] },
    (target, form) => {
      const response = readCredential<AuthenticationResponseJSON>(form)
      return provePasskey(deps, { ...target, response })
    },
  )
}
