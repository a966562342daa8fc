import type { FastifyRequest } from 'fastify'
import type { Visits } from '../identity/sign-in/visits.ts'
import type { DeveloperDeps } from '../identity/users/developers/developers.ts'
import { type Role, rolesOf } from '../identity/users/roles/roles.ts'
import type { Session } from '../identity/users/sessions/sessions.ts'
import { defineRefusals, Refused, refusals } from '../platform/errors/refusals.ts'
import type { Area } from '../platform/http/pages/frame.ts'
import { basePath } from '../platform/http/pages/scope.ts'
import type { App } from '../platform/http/server.ts'
import { findOwnProfile } from '../resources/user/own-profile.ts'
import { currentActor, runAs } from '../support/audit/actor.ts'
import type { AccountDeps } from './deps.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the signed-in user. Set only in scopes with `requireSession`. */
    session: Session
  }
  interface FastifyContextConfig {
    /**
     * Where the browser goes after the form of this route, if the form gives the session a new id.
     * If a browser sends the form twice, the second request has the former id. It goes to the same
     * place.
     */
    renewedAt?: string
  }
}

const accountRefusals = defineRefusals({
  /** The session began without a second factor. */
  second_factor_needed: {
    status: 403,
    message: 'page.text.second_factor_needed',
    page: 'second_factor_needed',
  },
})

/**
 * Requires a session for all routes of a Fastify scope. Without one, the browser is redirected to
 * sign in, and returns afterwards. The audit trail records changes in this scope as made by the
 * user.
 */
export function requireSession(
  app: App,
  { authUrl, db, clock, developers }: AccountDeps,
  visits: Visits,
): void {
  app.decorateRequest('session')
  app.addHook('preHandler', async (request, reply) => {
    const session = await visits.session(request)
    if (session === undefined) {
      const { renewedAt } = request.routeOptions.config
      const again = renewedAt && (await visits.repeatRenewal(request, renewedAt))
      return again ? visits.lead(reply, again) : reply.redirect(toSignIn(authUrl, request), 303)
    }
    request.session = session
    const [{ full_name: name, email, time_zone }, roles] = await Promise.all([
      findOwnProfile(db, session.userId),
      rolesOf(db, session.userId),
    ])
    request.frame = {
      ...request.frame,
      areas: areasOf(roles, developers),
      user: { name, email },
      now: clock.now(),
      ...(time_zone !== null && { timeZone: time_zone }),
    }
    return undefined
  })
  app.addHook('preHandler', (_request, _reply, done) =>
    runAs({ ...currentActor(), kind: 'user' }, done),
  )
}

/**
 * Requires that the user may use an area, for every route of a scope with a session. Other users
 * get 404.
 */
export function requireArea(app: App, area: Area): void {
  app.addHook('preHandler', async ({ frame }) => {
    if (!frame.areas?.includes(area)) throw new Refused(refusals.not_found)
  })
}

/**
 * Requires a session that began with a second factor, for every route of a scope with a session.
 * A password that somebody has stolen is then not enough.
 */
export function requireSecondFactor(app: App): void {
  app.addHook('preHandler', async ({ session }) => {
    if (!session.amr.includes('mfa')) throw new Refused(accountRefusals.second_factor_needed)
  })
}

/** The pages beside the account that a user with these roles may use. */
const areasOf = (roles: ReadonlySet<Role>, { signUp }: DeveloperDeps): readonly Area[] => [
  ...(signUp || roles.has('developer') ? (['developer'] as const) : []),
  ...(roles.has('operator') ? (['operator'] as const) : []),
]

/**
 * The URL to sign in. Afterwards the user returns to the page. After a form, the user returns to
 * the list or the settings that it belongs to, because it must be filled in again.
 */
function toSignIn(authUrl: string, { method, url }: FastifyRequest): string {
  const base = basePath(authUrl)
  const [path = ''] = url.slice(base.length).split('?')
  const [group = '/account'] = /^\/(?:account(?:\/\w+)?|operator|developer)/.exec(path) ?? []
  const query = new URLSearchParams({ return_to: base + (method === 'GET' ? path : group) })
  return `${base}/sign-in?${query}`
}
