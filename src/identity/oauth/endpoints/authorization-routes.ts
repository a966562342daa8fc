import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefused } from '../../../platform/errors/refusals.ts'
import { trackMethods } from '../../../platform/http/api/resources.ts'
import { writeCookie } from '../../../platform/http/cookies.ts'
import { queryParameter } from '../../../platform/http/pages/requests.ts'
import {
  basePath,
  errorPageHandler,
  formOf,
  preparePages,
} from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import { languages } from '../../../platform/i18n/catalogue.ts'
import { currentActor, runAs } from '../../../support/audit/actor.ts'
import { findStart } from '../../applications/start.ts'
import { findEmail } from '../../users/accounts/accounts.ts'
import { identityRefusals } from '../../users/refusals.ts'
import { findSession, type Session } from '../../users/sessions/sessions.ts'
import { consentPage } from '../consents/consent-page.ts'
import {
  answeredSeconds,
  countOpenRequests,
  refuseLargeRequest,
} from '../open-requests/open-requests.ts'
import { cookieNames, interactionPath, paths } from '../provider/paths.ts'
import {
  clientIdOf,
  findRequest,
  requestOf,
  type WaitingRequest,
} from '../provider/waiting-requests.ts'
import type { AuthorizationDeps } from './authorization-deps.ts'
import { callProvider, type ProviderRequest, type ProviderResponse } from './call-provider.ts'
import { endSessionRoutes } from './end-session-routes.ts'
import { authorizationParameters, readForm } from './form.ts'
import { answerConsent, findConsentQuestion, isForOtherUser, nextStep } from './interactions.ts'
import { loginHint } from './login-hint.ts'
import {
  cookieIn,
  queryOf,
  sendStepExpired,
  sendToBrowser,
  withApplicationErrors,
} from './page-responses.ts'

/**
 * The routes that browsers go through, from an application's authorization request back to the
 * application.
 */
export function authorizationRoutes(options: AuthorizationDeps) {
  return async (app: App): Promise<void> => {
    const complete = trackMethods(app)
    await app.register(async (pages: App) => {
      preparePages(pages, { ...options, mayRedirectAway: true })
      interactionRoutes(pages, options)
      endSessionRoutes(pages, options)
    })
    await app.register(async (posts: App) => {
      // Browsers do not send the session's cookie with a form of another site (`SameSite=Lax`).
      // After a redirect, they do.
      posts.setErrorHandler(errorPageHandler(options))
      posts.removeAllContentTypeParsers()
      posts.addContentTypeParser<string>(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        async (_request: unknown, body: string) => body,
      )
      for (const path of [paths.authorization, paths.end_session])
        posts.post(basePath(options.authUrl) + path, async ({ body }, reply) => {
          const query = new URLSearchParams(typeof body === 'string' ? body : '')
          if (path === paths.authorization) refuseLargeRequest(query)
          return reply.redirect(`${basePath(options.authUrl)}${path}?${query}`, 303)
        })
    })
    complete()
  }
}

function interactionRoutes(app: App, { db, authUrl, provider }: AuthorizationDeps): void {
  const base = basePath(authUrl)
  const names = cookieNames(authUrl)
  const hint = loginHint(authUrl)
  const openRequests = countOpenRequests(db)
  const pathOf = (uid: string): string => interactionPath(authUrl, uid)
  const resumePath = (uid: string): string => `${paths.authorization}/${uid}`

  app.get(base + paths.authorization, (request, reply) => {
    const application = () => findStart(db, queryParameter(request, 'client_id') ?? '')
    return withApplicationErrors(
      request,
      reply,
      async () => {
        const query = readForm(queryOf(request), authorizationParameters)
        refuseLargeRequest(query)
        const current = await sessionIn(request)
        const call = { method: 'GET', path: paths.authorization, query, ...current } as const
        const answer = await callProvider(await provider(), call)
        await countOpened(request, answer)
        return sendToBrowser(request, reply, answer, { own: [`${names.session}=`], application })
      },
      application,
    )
  })

  app.get(`${base}${paths.authorization}/:uid`, async (request, reply) => {
    const [{ found, application }, current] = await Promise.all([
      requestIn(request, names.resume),
      sessionIn(request),
    ])
    if (found === undefined || found.state === 'over')
      return sendStepExpired(request, reply, application)
    const { interaction } = found
    const { uid } = interaction
    if (isForOtherUser(interaction, current.session?.session))
      return reply.redirect(pathOf(uid), 303)
    const answer = await callProvider(await provider(), {
      method: 'GET',
      path: resumePath(uid),
      cookies: { ...current.cookies, [names.resume]: uid },
      session: current.session,
      interaction: { uid, found: found.found },
    })
    await countOpened(request, answer)
    reply.header('Set-Cookie', briefCookie(names.interaction, uid, pathOf(uid)))
    reply.header('Set-Cookie', briefCookie(names.resume, uid, base + resumePath(uid)))
    // The library clears the cookie of this step. It may set a cookie of the same name at another
    // path for the next step.
    const own = [`${names.session}=`, `${names.resume}=;`]
    return sendToBrowser(request, reply, answer, { own, application })
  })

  app.get(`${base}/interaction/:uid`, (request, reply) =>
    withInteraction(request, reply, async ({ interaction, state, session }, isOver) => {
      const { uid } = interaction
      if (state === 'answered') {
        // If the user signs in twice at the same time, both continue. A user who goes back to an
        // answered consent is not sent forward again.
        const continues =
          interaction.prompt.name !== 'consent' && !isForOtherUser(interaction, session)
        return continues ? resume(reply, uid) : isOver()
      }
      const step = await nextStep(interaction, session)
      if (step.kind === 'resume') return resume(reply, uid)
      if (step.kind === 'sign_in') {
        const cookie = hint.set(uid, interaction.params.login_hint)
        if (cookie !== undefined) reply.header('Set-Cookie', cookie)
        return reply.redirect(signInUrl(interaction), 303)
      }
      const [question, email = ''] = await Promise.all([
        findConsentQuestion(db, interaction),
        findEmail(db, step.session.userId),
      ])
      const ways = { action: pathOf(uid), other: signInUrl(interaction) }
      const view = { ...question, ...ways, email }
      return reply.send(consentPage(request.frame, view))
    }),
  )

  app.post(`${base}/interaction/:uid`, (request, reply) =>
    withInteraction(request, reply, async ({ interaction, state, session }) => {
      const { uid } = interaction
      // The form was sent twice. The first answer counts, and the second form leads to the same
      // place.
      if (state === 'answered') return resume(reply, uid)
      const decision = formOf(request).get('decision')
      const step = await nextStep(interaction, session)
      if (step.kind === 'resume') return resume(reply, uid)
      if (step.kind === 'sign_in' || !isDecision(decision)) return reply.redirect(pathOf(uid), 303)
      try {
        await runAs({ kind: 'user', requestId: request.id }, () =>
          answerConsent(db, interaction, step.session, decision === 'allow'),
        )
      } catch (error) {
        // The page asks again, or asks the user to sign in.
        if (isRefused(error, identityRefusals.sign_in_expired))
          return reply.redirect(pathOf(uid), 303)
        throw error
      }
      return resume(reply, uid)
    }),
  )

  /** Sends the browser back to the request of its application. */
  function resume(reply: FastifyReply, uid: string): FastifyReply {
    return reply.redirect(base + resumePath(uid), 303)
  }

  /**
   * Runs `work` on the step of the path and the browser's session, or shows that the step is over.
   */
  async function withInteraction(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (
      waiting: WaitingRequest & { readonly session: Session | undefined },
      isOver: () => Promise<FastifyReply>,
    ) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const [{ found, application }, current] = await Promise.all([
      requestIn(request, names.interaction),
      sessionIn(request),
    ])
    const isOver = () => sendStepExpired(request, reply, application)
    const answer = async () =>
      found === undefined || found.state === 'over'
        ? isOver()
        : work({ ...found, session: current.session?.session }, isOver)
    return withApplicationErrors(request, reply, answer, application)
  }

  /** Counts the request that the library has opened. Its response redirects to the request. */
  async function countOpened(
    { browser }: FastifyRequest,
    { headers }: ProviderResponse,
  ): Promise<void> {
    const [, uid] = String(headers.location ?? '').split(pathOf(''))
    if (uid !== undefined && uid !== '')
      await openRequests.add(uid, { browser, network: callerNetwork() })
  }

  /** The URL to sign in, in a language that the application has requested. */
  function signInUrl({ uid, params }: { uid: string; params: Record<string, unknown> }): string {
    const query = new URLSearchParams({ return_to: pathOf(uid) })
    const requested = typeof params.ui_locales === 'string' ? params.ui_locales.split(' ') : []
    const language = requested
      .map((tag) => languages.find((known) => known === tag.toLowerCase().split('-')[0]))
      .find((known) => known !== undefined)
    if (language !== undefined) query.set('lang', language)
    return `${base}/sign-in?${query}`
  }

  /**
   * Finds the session, and its cookie for the library. A cookie without a session is not passed on.
   */
  async function sessionIn(
    request: FastifyRequest,
  ): Promise<Required<Pick<ProviderRequest, 'cookies'>> & Pick<ProviderRequest, 'session'>> {
    const id = cookieIn(request, names.session)
    const session = await findSession(db, id)
    if (id === undefined || session === undefined) return { cookies: {} }
    return { session: { id, session }, cookies: { [names.session]: id } }
  }

  /**
   * Finds the request of the path, and its application. The request is found only in the browser
   * that it came from. The application is found in every browser.
   */
  async function requestIn(request: FastifyRequest, cookie: string) {
    const { uid } = request.params as { uid: string }
    const isTheirs = cookieIn(request, cookie) === uid
    const found = isTheirs
      ? await requestOf(await provider(), uid, await openRequests.findReturned(uid))
      : await findRequest(db, await provider(), uid)
    return {
      found: isTheirs ? found : undefined,
      application: async () => found && findStart(db, clientIdOf(found)),
    }
  }
}

/** A keyed hash of the client's network. */
const callerNetwork = (): string => currentActor().network?.() ?? ''

/** The `Set-Cookie` header of a cookie that lives as long as an answered request is stored. */
const briefCookie = (name: string, value: string, path: string): string =>
  writeCookie(name, value, {
    path,
    secure: name.startsWith('__'),
    maxAge: answeredSeconds,
  })

const isDecision = (text: string | undefined): text is 'allow' | 'deny' =>
  text === 'allow' || text === 'deny'
