import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Visits } from '../../identity/sign-in/visits.ts'
import { findByEmail } from '../../identity/users/accounts/accounts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/db.ts'
import { Refused } from '../../platform/errors/refusals.ts'
import { trackMethods } from '../../platform/http/api/resources.ts'
import { type Form, formRefusals } from '../../platform/http/pages/forms.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath, formOf, type PageDeps, preparePages } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { requireLoopback, requireOwnHost } from '../demo/own-host.ts'
import { type ControlRoom, maxAheadMs } from './control-room.ts'
import { emailPage, exchangePage, inboxPage } from './detail-pages.ts'
import { vaultAnswers } from './faults.ts'
import { clockSteps, controlRoomPage, livePart, type Notice, notices } from './page.ts'

export interface ControlRoomRouteDeps extends PageDeps {
  readonly room: ControlRoom
  readonly db: Database
  readonly clock: Clock
  readonly visits: Visits
}

const maxDrops = 100
/** A reset hashes passwords and card numbers, one after the other. */
const config = { timeoutMs: 30_000 } as const

/**
 * The control room of development at `/demo`. Every action is a form with the protection of all
 * forms, and ends with a redirect to the page. Its texts are in English alone.
 */
export function controlRoomRoutes({ room, db, clock, visits, ...options }: ControlRoomRouteDeps) {
  const base = basePath(options.authUrl)
  const path = `${base}/demo`
  const files = {
    'room.css': ['text/css; charset=utf-8', readText('room.css')],
    'live.js': ['text/javascript; charset=utf-8', readText('live.js')],
  } as const

  const frameOf = ({ frame }: FastifyRequest): Frame => ({
    ...frame,
    language: 'en',
    now: clock.now(),
  })
  const done = (reply: FastifyReply, notice: Notice): FastifyReply =>
    reply.redirect(`${path}?done=${notice}`, 303)

  /** Every action by the last part of its path. */
  const actions: Readonly<
    Record<string, (form: Form, request: FastifyRequest, reply: FastifyReply) => unknown>
  > = {
    async 'sign-in'(form, request, reply) {
      const { email } = oneOf(room.demo.users, (user) => user.email === form.get('email'))
      const userId = await findByEmail(db, email)
      if (userId === undefined) throw new Refused(formRefusals.bad_form)
      const returnTo = `${base}/account`
      return visits.signIn(request, reply, { userId, amr: ['pwd'], returnTo, isSignUp: true })
    },
    async clock(form, _request, reply) {
      requireOwnDatabase(room)
      const step = oneOf(clockSteps, ({ name }) => name === form.get('step'))
      const aheadMs = step.ms === 0 ? 0 : room.aheadMs + step.ms
      if (aheadMs > maxAheadMs) return done(reply, 'clock_limit')
      await room.moveClock(aheadMs)
      return done(reply, 'clock')
    },
    async 'expire-card'(form, _request, reply) {
      const wanted = form.get('card')
      await room.expireCard(
        oneOf(await room.listCards(), ({ userId, id }) => `${userId}-${id}` === wanted),
      )
      return done(reply, 'card')
    },
    vault(form, _request, reply) {
      room.faults.vaultAnswer = oneOf(vaultAnswers, (answer) => answer === form.get('answer'))
      return done(reply, 'vault')
    },
    async tokens(_form, _request, reply) {
      await room.renewTokens()
      return done(reply, 'tokens')
    },
    'drop-webhook'(_form, _request, reply) {
      room.faults.dropsLeft = Math.min(room.faults.dropsLeft + 1, maxDrops)
      return done(reply, 'webhook')
    },
    async reset(form, _request, reply) {
      requireOwnDatabase(room)
      if (form.get('sure') !== 'yes') return done(reply, 'not_sure')
      await room.reset()
      return done(reply, 'reset')
    },
  }

  return async (app: App): Promise<void> => {
    preparePages(app, options)
    const complete = trackMethods(app)
    requireOwnHost(app, options.authUrl)
    requireLoopback(app)
    // The pages have no other language.
    app.addHook('onRequest', (_request, reply, next) => {
      reply.header('Content-Language', 'en')
      next()
    })

    app.get(path, async (request) => {
      const name = queryParameter(request, 'done')
      const notice = notices.find(([known]) => known === name)?.[1]
      const [cards, listings, tokensEndAt] = await Promise.all([
        room.listCards(),
        room.listListings(),
        room.tokensEndAt(),
      ])
      return controlRoomPage(frameOf(request), { room, cards, listings, tokensEndAt, notice })
    })
    app.get(`${path}/live`, async (request) => livePart(frameOf(request), room).text)
    app.get(`${path}/mail`, async (request) => {
      const wanted = queryParameter(request, 'q') ?? ''
      return inboxPage(frameOf(request), room.inbox.search(wanted), wanted)
    })
    app.get<{ Params: { id: string } }>(`${path}/requests/:id`, async (request, reply) => {
      const exchange = room.traffic.find(request.params.id)
      return exchange === undefined
        ? reply.callNotFound()
        : exchangePage(frameOf(request), exchange)
    })
    app.get<{ Params: { name: string } }>(`${path}/mail/:name`, async (request, reply) => {
      const email = room.inbox.find(request.params.name)
      return email === undefined ? reply.callNotFound() : emailPage(frameOf(request), email)
    })
    for (const [name, [type, content]] of Object.entries(files))
      app.get(`${path}/${name}`, async (_request, reply) => reply.type(type).send(content))
    for (const [name, act] of Object.entries(actions))
      app.post(`${path}/${name}`, { config }, async (request, reply) =>
        room.inTurn(() => act(formOf(request), request, reply)),
      )
    complete()
  }
}

function requireOwnDatabase({ ownsDatabase }: ControlRoom): void {
  if (!ownsDatabase) throw new Refused(formRefusals.bad_form)
}

/** Finds the item that a form names. @throws {Refused} bad_form */
function oneOf<T>(items: readonly T[], isNamed: (item: T) => boolean): T {
  const found = items.find(isNamed)
  if (found === undefined) throw new Refused(formRefusals.bad_form)
  return found
}

const readText = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
