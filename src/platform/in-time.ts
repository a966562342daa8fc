import type { Arrivals } from './arrival.ts'
import { before, withDeadline } from './deadline.ts'
import type { App } from './http.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * When the answer is due (of `performance.now()`), as far as is known: a body that is slow to arrive puts it
     * off.
     */
    deadline: number
    /** When its body began to be waited for. */
    bodyAwaitedAt: number
  }
  interface FastifyContextConfig {
    /** How long a request may keep us, in milliseconds, where it waits for more than the database. */
    patience?: number
  }
}

/** How long a request may keep us, in milliseconds: a little less than is promised. */
const usualPatience = 2_750
/** What a request has even where it was read late, in milliseconds: a late success is better than a late error. */
const leastPatience = 1_000
/** What is left of that for the answer when the work is done, in milliseconds. */
const forAnswer = 50

/**
 * Answers each request within 3 s, be it with `service_unavailable`: a single statement is given up sooner, but
 * several that are slow add up. A route with `patience` has its own time. It counts from when the request arrived, though a
 * busy event loop may read it later. The time that a body takes to arrive is the sender's. Call this before there
 * are routes.
 */
export function answerInTime(app: App, arrivals: Arrivals): void {
  app.addHook('onClose', async () => arrivals.stop())
  app.decorateRequest('deadline', 0)
  app.decorateRequest('bodyAwaitedAt', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    const { patience = usualPatience } = request.routeOptions.config
    request.deadline = Math.max(
      arrivals.of(request.raw) + patience,
      performance.now() + leastPatience,
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
      // Only those who change something wait for their turn.
      const answer = reading.has(request.method)
        ? handle()
        : withDeadline(deadline - forAnswer, handle)
      return answer instanceof Promise ? before(deadline, answer) : answer
    }
  })
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
