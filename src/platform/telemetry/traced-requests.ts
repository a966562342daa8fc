import { methodOf } from '../http/api/methods.ts'
import type { App } from '../http/app.ts'
import { clientClosedStatus } from '../http/request-log.ts'
import { runIn, type Span, type Tracer } from './tracer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The step of the request in its trace. */
    span: Span | undefined
  }
}

/**
 * Traces requests, and adds the ids of the trace to their lines in the log. Call this before routes
 * and other hooks are added. The path and the address of the client are no attributes, because they
 * are personal data; `http.route` is the pattern of the path.
 */
export function traceRequests(app: App, tracer: Tracer): void {
  app.decorateRequest('span')
  app.addHook('onRequest', (request, reply, done) => {
    const { config, url } = request.routeOptions
    const operation = config.operationObject?.operationId
    const method = methodOf(request.raw)
    const span = tracer.start(url === undefined ? method : `${method} ${url}`, {
      kind: 'server',
      traceparent: traceparentIn(request.headers.traceparent),
      attributes: {
        'http.request.method': method,
        'url.scheme': request.protocol,
        ...(url !== undefined && { 'http.route': url }),
        ...(operation !== undefined && { 'foyer.operation': operation }),
        'foyer.request_id': request.id,
      },
    })
    request.span = span
    const log = request.log.child({ traceId: span.traceId, spanId: span.spanId })
    request.log = log
    reply.log = log
    reply.raw.once('close', () => {
      const status = reply.raw.writableFinished ? reply.statusCode : clientClosedStatus
      span.set({ 'http.response.status_code': status })
      span.end(status >= 500 || status === clientClosedStatus ? String(status) : undefined)
    })
    runIn(span, done)
  })
  // The context of the hook is lost when a body is read.
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const handle = () => handler.call(this, request, reply)
      return request.span === undefined ? handle() : runIn(request.span, handle)
    }
  })
}

const traceparentIn = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined
