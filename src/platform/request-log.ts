import { type FastifyError, type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** One line a request, with what says nothing of a person: the route's pattern, not its path. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' })
  }

  override incomingRequest(): void {}

  override requestCompleted(
    _error: FastifyError | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    })
  }
}
