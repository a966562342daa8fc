import type { FastifyRequest } from 'fastify'
import { isRefused } from '../../../platform/errors/refusals.ts'
import { basePath } from '../../../platform/http/pages/scope.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import { eventRefusals } from '../../../processor/refusals.ts'
import type { RequestLimits } from '../../../support/limits/requests.ts'
import { type EventDeps, type EventOutcome, receiveEvent } from './events.ts'

/** The largest event, in bytes. Those of cards have some thousand. */
const maxEventBytes = 256 * 1024

type CountEvent = (outcome: EventOutcome | 'refused') => void

/** Makes the function that counts events. */
export function openEventCounts(metrics: Metrics): CountEvent {
  const events = metrics.counter({
    name: 'foyer_processor_events_total',
    help:
      'Events of the card processor: accepted, repeated, ignored because they concern no card of ' +
      'a user, or refused because of their signature.',
    labels: ['outcome'],
  })
  for (const outcome of ['accepted', 'repeated', 'ignored', 'refused']) events.of({ outcome })
  return (outcome) => events.add({ outcome })
}

export interface EventRouteDeps extends EventDeps {
  readonly limits: RequestLimits
  readonly count: CountEvent
  readonly authUrl: string
}

/**
 * Where the processor sends its events. The response tells that the event is stored. The processor
 * sends an event again until it gets such a response.
 */
export const eventRoutes =
  ({ limits, count, authUrl, ...deps }: EventRouteDeps) =>
  (app: App): Promise<void> =>
    Promise.resolve(
      app.register(async (own: App) => {
        own.removeAllContentTypeParsers()
        own.addContentTypeParser<Buffer>(
          'application/json',
          { parseAs: 'buffer', bodyLimit: maxEventBytes },
          async (_request: FastifyRequest, body: Buffer) => body,
        )
        own.post(`${basePath(authUrl)}/processor/stripe`, async (request, reply) => {
          const signature = request.headers['stripe-signature']
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          try {
            const outcome = await receiveEvent(deps, body, String(signature ?? ''))
            limits.giveBack(request)
            count(outcome)
          } catch (error) {
            if (isRefused(error, eventRefusals.invalid_signature)) count('refused')
            throw error
          }
          return reply.code(204).send()
        })
      }),
    )
