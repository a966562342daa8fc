import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefused, Refused } from '../../../platform/errors/refusals.ts'
import { trackMethods } from '../../../platform/http/api/resources.ts'
import { queryParameter } from '../../../platform/http/pages/requests.ts'
import {
  basePath,
  formOf,
  type PageDeps,
  preparePages,
} from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Key } from '../../../platform/secrets/keys.ts'
import { challengesFrom } from '../../../support/limits/subjects.ts'
import { countUse } from '../../../support/limits/table-counts.ts'
import { findActiveUser, findUserIdByEmail } from '../../users/credentials/credentials.ts'
import { proofState } from '../../users/fresh-proofs/fresh-proofs.ts'
import { identityRefusals } from '../../users/refusals.ts'
import type { SecondFactorDeps } from '../../users/second-factors/second-factors.ts'
import type { Session } from '../../users/sessions/sessions.ts'
import { localPath, withReturn } from '../return-to.ts'
import { openVisits } from '../visits.ts'
import {
  findLinkedUser,
  findNewlyLinkedUser,
  type IdentityDeps,
  isForUser,
  linkIdentity,
  makeOffer,
  signUpWith,
} from './identities.ts'
import {
  type Offer,
  type Pending,
  type PendingCookies,
  pendingCookies,
  type SealedCookie,
  sealedCookie,
} from './offer.ts'
import { connectPage, newAccountPage, otherEmailPage, signInToConnectPage } from './pages.ts'
import type { Provider } from './provider.ts'
import { providerRefusals } from './refusals.ts'

export interface ProviderRouteDeps extends PageDeps, IdentityDeps {
  readonly secondFactors: SecondFactorDeps
  /** Seals what a browser keeps while its user is at a provider. */
  readonly key: Key
}

/** How long a user may take at a provider, and then to sign in here. */
const pendingTtlMs = 10 * 60_000
const offerTtlMs = 30 * 60_000
/** A longer path does not fit into a cookie. The user then continues at the account. */
const maxReturnLength = 1_024
/** Requests that wait for a provider have more time. */
const providerConfig = { timeoutMs: 10_000 } as const

/** The routes of the pages to sign in with providers. */
export const providerRoutes = (deps: ProviderRouteDeps) => async (app: App) => {
  preparePages(app, { ...deps, mayRedirectAway: true })
  const complete = trackMethods(app)
  for (const provider of deps.providers) {
    const cookies = cookiesOf(deps, provider)
    startRoutes(app, deps, provider, cookies)
    accountRoutes(app, deps, provider, cookies)
  }
  await app.register(async (forms: App) => postedResponses(forms, deps))
  complete()
}

interface Cookies {
  readonly pending: PendingCookies<Pending>
  readonly offer: SealedCookie<Offer>
}

function cookiesOf({ key, authUrl, credentials }: ProviderRouteDeps, { id }: Provider): Cookies {
  const path = `${basePath(authUrl)}/sign-in/with/${id}`
  const options = { key, authUrl, now: () => credentials.clock.now() }
  return {
    pending: pendingCookies(options, { name: `with-${id}`, path, ttlMs: pendingTtlMs }),
    offer: sealedCookie(options, { name: `offer-${id}`, path, ttlMs: offerTtlMs }),
  }
}

/** The routes that send a browser to a provider, and take it back. */
function startRoutes(app: App, deps: ProviderRouteDeps, provider: Provider, cookies: Cookies) {
  const { authUrl, credentials } = deps
  const { id, issuer } = provider
  const base = basePath(authUrl)
  const path = `${base}/sign-in/with/${id}`
  const visits = openVisits({ ...deps, db: credentials.db })

  app.get(path, async (_request, reply) => reply.redirect(`${base}/sign-in`, 303))

  app.post(path, { config: providerConfig }, async (request, reply) => {
    const form = formOf(request)
    const returnTo = localPath(authUrl, form.get('return_to'))
    const connects = form.get('connect') === 'yes'
    const { address } = visits.from(request)
    const begun = await countUse(credentials.counts, challengesFrom(address), () =>
      provider.begin(`${authUrl}/sign-in/with/${id}/callback`),
    )
    const isShort = returnTo !== undefined && returnTo.length <= maxReturnLength
    const pending = { ...begun.expected, connects, returnTo: isShort ? returnTo : undefined }
    const { headers, browser } = request
    for (const header of cookies.pending.begin(headers.cookie, browser, pending))
      reply.header('Set-Cookie', header)
    return reply.redirect(begun.url, 303)
  })

  app.get(`${path}/callback`, { config: providerConfig }, async (request, reply) => {
    const { headers, browser } = request
    const state = queryParameter(request, 'state') ?? ''
    const found = cookies.pending.find(headers.cookie, browser, state)
    if (found === undefined) throw new Refused(identityRefusals.sign_in_expired)
    for (const header of found.ends) reply.header('Set-Cookie', header)
    const pending = found.value
    const { returnTo, connects } = pending
    const response = new URL(`${authUrl}/sign-in/with/${id}/callback${searchOf(request)}`)
    const provided = await provider.finish(response, pending)
    if (provided === undefined) {
      const back = connects ? '/account/security' : withReturn('/sign-in', returnTo)
      return reply.redirect(base + back, 303)
    }
    const user = await findLinkedUser(deps, { issuer, subject: provided.subject })
    if (user === undefined) {
      const offer = makeOffer(issuer, provided, { at: credentials.clock.now(), returnTo })
      reply.header('Set-Cookie', cookies.offer.set(request.browser, offer))
      return reply.redirect(`${path}/connect`, 303)
    }
    const { userId, passwordVersion } = user
    const session = connects ? await visits.session(request) : undefined
    if (session !== undefined && session.userId !== userId)
      throw new Refused(providerRefusals.provider_taken)
    if (session !== undefined) return reply.redirect(`${base}/account/security`, 303)
    const first = { userId, passwordVersion, amr: ['fed'], emailProved: false, returnTo }
    return visits.afterFirstStep(request, reply, first)
  })
}

/** The routes to create an account with a provider, or to add the provider to an account. */
function accountRoutes(app: App, deps: ProviderRouteDeps, provider: Provider, cookies: Cookies) {
  const { authUrl, credentials } = deps
  const { db, clock } = credentials
  const { id, name, issuer } = provider
  const base = basePath(authUrl)
  const path = `${base}/sign-in/with/${id}`
  const visits = openVisits({ ...deps, db })

  /** @throws {Refused} sign_in_expired */
  const offerIn = ({ headers, browser }: FastifyRequest): Offer => {
    const offer = cookies.offer.read(headers.cookie, browser)
    if (offer?.issuer !== issuer) throw new Refused(identityRefusals.sign_in_expired)
    return offer
  }
  /** Whether the user has given proof: has signed in after the offer, or has a fresh proof. */
  const isProven = async ({ userId, uid, signedInAt }: Session, { at }: Offer) => {
    if (signedInAt >= at) return true
    const target = { userId, sessionUid: uid, purpose: 'providers' } as const
    return (await proofState({ ...deps, db, clock }, target)) === 'complete'
  }
  const proveFirst = (reply: FastifyReply) => {
    const query = new URLSearchParams({ for: 'providers', return_to: `${path}/connect` })
    return reply.redirect(`${base}/account/confirm?${query}`, 303)
  }

  app.get(`${path}/connect`, async (request, reply) => {
    const offer = offerIn(request)
    const view = { id, name, email: offer.email }
    const session = await visits.session(request)
    if (session === undefined) {
      const known = await findUserIdByEmail(db, offer.email)
      return known === undefined
        ? newAccountPage(request.frame, view)
        : signInToConnectPage(request.frame, view)
    }
    const user = await findActiveUser(db, session.userId)
    if (!isForUser(offer, user)) return otherEmailPage(request.frame, { ...view, own: user.email })
    if (!(await isProven(session, offer))) return proveFirst(reply)
    return connectPage(request.frame, view)
  })

  app.post(`${path}/connect`, async (request, reply) => {
    const offer = offerIn(request)
    const session = await visits.session(request)
    if (session === undefined) return reply.redirect(`${path}/connect`, 303)
    if (!(await isProven(session, offer))) return proveFirst(reply)
    const { userId } = session
    await linkIdentity(deps, { userId, offer, from: visits.from(request) })
    reply.header('Set-Cookie', cookies.offer.clear())
    const done = `${base}/account/security?done=provider_added`
    return reply.redirect(offer.returnTo ?? done, 303)
  })

  app.get(`${path}/account`, async (_request, reply) => reply.redirect(`${path}/connect`, 303))

  app.post(`${path}/account`, async (request, reply) => {
    const offer = offerIn(request)
    const { language } = request.frame
    const given = { offer, language, from: visits.from(request) }
    const user = await signUpWith(deps, given).catch(async (error: unknown) => {
      if (!isRefused(error, providerRefusals.provider_taken)) throw error
      const known = await findNewlyLinkedUser(deps, offer)
      if (known === undefined) throw error
      return known
    })
    reply.header('Set-Cookie', cookies.offer.clear())
    const { userId, passwordVersion } = user
    const { returnTo } = offer
    const first = { userId, passwordVersion, amr: ['fed'], emailProved: false, returnTo }
    return visits.afterFirstStep(request, reply, { ...first, isSignUp: true })
  })
}

/**
 * Takes responses that arrive as a form (OAuth 2.0 Form Post Response Mode), which Apple sends.
 * Browsers leave our cookies out of a form of another site, so the form is redirected to the same
 * response as a link. The redirect changes nothing, so forms of other sites are accepted here.
 */
function postedResponses(app: App, { authUrl, providers }: ProviderRouteDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  )
  for (const { id } of providers) {
    const path = `${basePath(authUrl)}/sign-in/with/${id}/callback`
    app.post(path, { config: { takesForeignForms: true } }, async ({ body }, reply) => {
      const form = body instanceof URLSearchParams ? body : new URLSearchParams()
      const names = ['state', 'code', 'iss', 'error']
      const kept = [...form].filter(([name]) => names.includes(name))
      return reply.redirect(`${path}?${new URLSearchParams(kept)}`, 303)
    })
  }
}

const searchOf = ({ url }: FastifyRequest): string => {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark)
}
