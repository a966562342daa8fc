import type { Clock } from '../../platform/clock.ts'
import type { Feature } from '../../platform/feature.ts'
import { type Outgoing, openOutgoing } from '../../platform/http/outgoing/outgoing.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { SecretKey } from '../../platform/secrets/keys.ts'
import type { Tracer } from '../../platform/telemetry/tracer.ts'
import { deliveryWorker } from '../../support/outbox/delivery.ts'
import { removeOldDeliveries } from '../../support/outbox/outbox.ts'
import type { Log } from '../../support/work/engine.ts'
import { deliverySchemas } from './deliveries/resource.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { type GaveUpDeps, tellDevelopers } from './gave-up.ts'
import { webhookData } from './personal-data.ts'
import { webhookSchemas } from './resource.ts'
import { type WebhookRouteDeps, webhookRoutes } from './routes.ts'
import { sealedWebhooks, webhookSeal } from './seal.ts'

/** How long deliveries stay in the log, in milliseconds. Those that wait stay longer. */
const logMs = 7 * 24 * 60 * 60 * 1_000

export interface WebhookFeatureDeps extends Omit<WebhookRouteDeps, 'seal'>, GaveUpDeps {
  readonly clock: Clock
  readonly secretKey: SecretKey
  readonly baseUrl: string
  readonly metrics: Metrics
  readonly tracer?: Tracer | undefined
  readonly log: Log
  /** Observes what is sent, in development. */
  readonly observeOutgoing?: ((outgoing: Outgoing) => Outgoing) | undefined
}

/** Webhooks of the signed-in user, and their deliveries. */
export function webhooksFeature(allDeps: WebhookFeatureDeps): Feature {
  const { secretKey, baseUrl, metrics, tracer, log, ...rest } = allDeps
  const { observeOutgoing = (outgoing) => outgoing, ...given } = rest
  const { db, clock, rules } = given
  const deps = { ...given, seal: webhookSeal(secretKey) }
  return {
    schemas: [...webhookSchemas, ...deliverySchemas],
    async examples(view) {
      const { webhookExamples } = await import('./examples.ts')
      return webhookExamples(view)
    },
    userRoutes: async (app) => {
      await app.register(webhookRoutes(deps))
      await app.register(deliveryRoutes(deps))
    },
    personalData: [webhookData],
    sealedColumns: [sealedWebhooks],
    chores: [
      {
        name: 'delete old deliveries of webhooks',
        everyMs: 10 * 60_000,
        run: () => removeOldDeliveries(db, new Date(clock.now() - logMs)),
      },
    ],
    workers: [
      deliveryWorker({
        db,
        clock,
        log,
        baseUrl,
        metrics,
        tracer,
        outgoing: observeOutgoing(openOutgoing(rules)),
        open: deps.seal.open,
        gaveUp: (tx, webhook) => tellDevelopers(allDeps, tx, webhook),
      }),
    ],
  }
}
