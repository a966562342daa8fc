import { awaitUntil, withDeadline } from '../../database/deadline.ts'
import { beforeBody } from '../api/body.ts'
import { safeMethods } from '../api/methods.ts'
import type { App } from '../app.ts'
import type { Arrivals } from './arrivals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When the response is due (of `performance.now()`). A body that arrives slowly moves it. */
    deadline: number
    /** When the wait for the body began (of `performance.now()`). */
    bodyAwaitedAt: number
  }
  interface FastifyContextConfig {
    /** The time limit of the route, in milliseconds, if it waits for more than the database. */
    timeoutMs?: number
  }
}

/** The time limit of a request, in milliseconds. It is a little less than the promised 3 s. */
const defaultTimeoutMs = 2_750
/**
 * The minimum time for a request that was read late, in milliseconds. A late success is better than
 * a late error.
 */
const minTimeoutMs = 1_000
/** The part of the time that is reserved for the response, in milliseconds. */
const reservedMs = 50

/**
 * Responds to each request within 3 s, if necessary with `service_unavailable`. A single statement
 * has a shorter timeout, but several slow statements add up. A route with `timeoutMs` has its own
 * limit. The time counts from the arrival of the request, even if a busy event loop reads it later.
 * The time in which the body arrives does not count. Call this before routes are added.
 */
export function enforceDeadline(app: App, arrivals: Arrivals): void {
  app.addHook('onClose', async () => arrivals.stop())
  app.decorateRequest('deadline', 0)
  app.decorateRequest('bodyAwaitedAt', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    const { timeoutMs = defaultTimeoutMs } = request.routeConfig
    request.deadline = Math.max(
      arrivals.of(request.raw) + timeoutMs,
      performance.now() + minTimeoutMs,
    )
    done()
  })
  beforeBody(app, (request, _reply, _payload, done) => {
    request.bodyAwaitedAt = performance.now()
    done()
  })
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      if (request.bodyAwaitedAt > 0)
        request.deadline += Math.max(0, arrivals.now() - request.bodyAwaitedAt)
      const { deadline } = request
      const handle = (): unknown => handler.call(this, request, reply)
      // Only requests that can change something wait for a turn.
      const answer = safeMethods.has(request.method)
        ? handle()
        : withDeadline(deadline - reservedMs, handle)
      return answer instanceof Promise ? awaitUntil(deadline, answer) : answer
    }
  })
}
