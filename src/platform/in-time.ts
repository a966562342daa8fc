import { before } from './deadline.ts'
import type { App } from './http.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** How long it took to look at the request's head: who sent it, and whether they may. In milliseconds. */
    headTook: number
  }
  interface FastifyContextConfig {
    /** How long a request may keep us, in milliseconds, where it waits for more than the database. */
    patience?: number
  }
}

/** How long a request may keep us, in milliseconds: a little less than is promised. */
const usualPatience = 2_750

/**
 * Answers each request within 3 s, be it with `service_unavailable`: a single statement is given up sooner, but
 * several that are slow add up. A route with `patience` has its own time. The time that a body takes to arrive is
 * the sender's. To be called before there are routes.
 */
export function answerInTime(app: App): void {
  app.decorateRequest('headTook', 0)
  app.addHook('preParsing', (request, reply, _payload, done) => {
    request.headTook = reply.elapsedTime
    done()
  })
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const answer: unknown = handler.call(this, request, reply)
      if (!(answer instanceof Promise)) return answer
      const { patience = usualPatience } = request.routeOptions.config
      return before(performance.now() + patience - request.headTook, answer)
    }
  })
}
