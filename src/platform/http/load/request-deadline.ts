import { awaitUntil, withDeadline } from '../../database/deadline.ts'
import type { App } from '../app.ts'
import { safeMethods } from '../transport.ts'
import type { Arrivals } from './arrivals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When the response is due (of `performance.now()`). A body that arrives slowly moves it. */
    deadline: number
    /** When the wait for its body began. */
    bodyAwaitedAt: number
  }
  interface FastifyContextConfig {
    /** How long a request may keep us, in milliseconds, where it waits for more than the database. */
    timeoutMs?: number
  }
}

/** How long a request may keep us, in milliseconds: a little less than is promised. */
const defaultTimeoutMs = 2_750
/** The least time for a request that was read late, in milliseconds: a late success is better than a late error. */
const minTimeoutMs = 1_000
/** The part of that time which is kept for the response, in milliseconds. */
const reservedMs = 50

/**
 * Answers each request within 3 s, if need be with `service_unavailable`. A single statement is given up sooner, but
 * several slow ones add up. A route with `timeoutMs` has its own time. The time counts from when the request arrived,
 * though a busy event loop may read it later. The time in which a body arrives does not count. Call this before there
 * are routes.
 */
export function enforceDeadline(app: App, arrivals: Arrivals): void {
  app.addHook('onClose', async () => arrivals.stop())
  app.decorateRequest('deadline', 0)
  app.decorateRequest('bodyAwaitedAt', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    const { timeoutMs = defaultTimeoutMs } = request.routeOptions.config
    request.deadline = Math.max(
      arrivals.of(request.raw) + timeoutMs,
      performance.now() + minTimeoutMs,
    )
    done()
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    request.bodyAwaitedAt = performance.now()
    done()
  })
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      request.deadline += Math.max(0, arrivals.now() - request.bodyAwaitedAt)
      const { deadline } = request
      const handle = (): unknown => handler.call(this, request, reply)
      // Only requests that change something wait for a turn.
      const answer = safeMethods.has(request.method)
        ? handle()
        : withDeadline(deadline - reservedMs, handle)
      return answer instanceof Promise ? awaitUntil(deadline, answer) : answer
    }
  })
}
