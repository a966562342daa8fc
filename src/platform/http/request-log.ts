import { type FastifyError, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { LogApplication } from '../application-log.ts'
import { methodOf } from './api/methods.ts'
import { queueOf } from './load/request-queue.ts'
import { operationOf, type RequestMetrics } from './request-metrics.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Whether the request already has its line in the log. */
    isLogged: boolean
  }
  interface FastifyRequest {
    /** The id of the application whose developer sees this request. 0 for all others. */
    loggedFor: number
  }
}

/**
 * The logged status of a request whose client closed the connection before the response (nginx's
 * 499).
 */
export const clientClosedStatus = 499
export const clientClosedMessage = 'the client closed the connection'

/**
 * Writes one line for each request, without personal data: the route's pattern, not its path. Also
 * counts the request.
 */
export class RequestLog extends LogController {
  readonly #metrics: RequestMetrics
  readonly #logApplication: LogApplication | undefined

  constructor(metrics: RequestMetrics, logApplication?: LogApplication) {
    super({ requestIdLogLabel: 'requestId' })
    this.#metrics = metrics
    this.#logApplication = logApplication
  }

  /** Fastify itself logs nothing when the connection is closed before the response. */
  override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
    reply.raw.on('close', () => {
      // A request that the transport refused already has its line.
      if (reply.isLogged || queueOf(request.raw.socket)?.isRefused) return
      this.#log(request, reply, clientClosedStatus, clientClosedMessage)
    })
  }

  override requestCompleted(
    _error: FastifyError | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    reply.isLogged = true
    this.#log(request, reply, reply.statusCode)
  }

  #log(request: FastifyRequest, reply: FastifyReply, status: number, message?: string): void {
    const { elapsedTime } = reply
    this.#metrics.add(request, status, elapsedTime / 1_000)
    const { loggedFor: applicationId } = request
    if (applicationId !== 0 && this.#logApplication !== undefined) {
      const operation = operationOf(request)
      this.#logApplication({ applicationId, requestId: request.id, operation, status })
    }
    const line = {
      method: methodOf(request.raw),
      route: request.routeConfig?.url ?? null,
      status,
      ms: Math.round(elapsedTime * 10) / 10,
    }
    request.log.info(line, message)
  }
}
