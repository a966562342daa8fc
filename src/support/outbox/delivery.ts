import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/db.ts'
import type { Outgoing } from '../../platform/http/outgoing/outgoing.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Again, Job, Retry, Stopping, Worker } from '../../platform/process/work.ts'
import { type Tracer, traced } from '../../platform/telemetry/tracer.ts'
import type { Log } from '../work/engine.ts'
import { retryDelaySeconds } from '../work/work.ts'
import { type Answered, attempt, type Outcome } from './attempt.ts'
import { webhookQueue } from './outbox.ts'
import { openDeliveryCounts } from './outbox-metrics.ts'
import type { Credentials } from './signature.ts'
import * as store from './store.ts'

export interface DeliveryDeps {
  readonly db: Database
  readonly outgoing: Outgoing
  readonly clock: Clock
  /** It never receives URLs or contents. */
  readonly log: Log
  readonly baseUrl: string
  readonly metrics: Metrics
  readonly tracer?: Tracer | undefined
  /**
   * Called when a webhook has failed too often, or too many deliveries wait for it, in the
   * transaction that disables it. What it writes is kept if the webhook is disabled, and only then.
   */
  gaveUp(tx: Queryable, webhook: store.Sending): Promise<void>
  /** Opens what is sealed of a webhook. */
  open(webhook: { readonly userId: number; readonly sealed: Buffer }): Credentials
}

/** The failed attempts take about three days. After the last one the webhook is disabled. */
export const deliveryRetry: Retry = {
  firstSeconds: 5,
  factor: 4,
  maxSeconds: 8 * 60 * 60,
  maxAttempts: 16,
}
const maxRetryAfterSeconds = 24 * 60 * 60

/** The webhook is looked at again now, because it was changed or more deliveries wait. */
const again: Again = { inSeconds: 0 }

/**
 * Makes the worker that sends the deliveries of all webhooks, at least once each, those of one
 * webhook in order. The first of several hosts that hang gets 32 of 256 attempts and 4 of 32
 * retries, and each further one gets less. So they leave room for the others, even if they are many.
 */
export function deliveryWorker(deps: DeliveryDeps): Worker {
  const { db, log } = deps
  const counts = openDeliveryCounts(deps.metrics)

  /** An error of our own says nothing about the receiver, so it does not count. */
  async function perform(job: Job, stopping: Stopping): Promise<Again | undefined> {
    try {
      return await sendTo(job, stopping)
    } catch (error) {
      if (stopping.signal.aborted) throw error
      log.warn({ webhook: Number(job.key), err: error }, 'deliveries could not be sent')
      return { inSeconds: deliveryRetry.firstSeconds, attempts: job.attempts }
    }
  }

  async function sendTo(job: Job, stopping: Stopping): Promise<Again | undefined> {
    const key = { userId: job.userId ?? 0, id: Number(job.key) }
    const webhook = await store.findSending(db, key)
    if (webhook === undefined) return undefined
    if (!webhook.isAllowed) return disable(webhook, 'not_allowed')
    // It is looked at again, so that a cancellation of the erasure at this moment is not missed.
    if (webhook.isPaused) return { inSeconds: 60 * 60, attempts: job.attempts }
    if (webhook.isFull) return disable(webhook, 'failing')
    if (webhook.deliveries !== null)
      return sendWaiting(webhook, webhook.deliveries, job.attempts, stopping)
    await store.settle(db, webhook)
    return undefined
  }

  /** Sends what waits for a webhook, one after the other, until one attempt fails. */
  async function sendWaiting(
    webhook: store.Sending,
    deliveries: readonly store.Waiting[],
    failed: number,
    { signal, isStopping }: Stopping,
  ): Promise<Again | undefined> {
    const credentials = deps.open(webhook)
    let state = webhook
    let hasMore = false
    for (const delivery of deliveries) {
      const now = deps.clock.now()
      const send = () => attempt(deps, webhook, delivery, credentials, { now, stop: signal })
      const answered = await tracedAttempt(deps.tracer, delivery.topic, send)
      // After deliveries that have arrived, a failure is the first one in a row.
      const attempts = state === webhook ? failed : 0
      if (answered === undefined) return { inSeconds: 0, attempts }
      const { status, outcome } = answered
      const lagMs = deps.clock.now() - Date.parse(delivery.happenedAt)
      counts.ended(outcome, delivery.isCopy ? undefined : lagMs / 1_000)
      const brought = { deliveryId: delivery.id, status, outcome }
      if (outcome !== 'delivered') return recordFailed(state, answered, brought, attempts + 1)
      const waits = await store.recordArrived(db, state, brought)
      if (waits === undefined) return again
      state = { ...state, sent: delivery.id }
      hasMore = waits
      if (isStopping()) break
    }
    return hasMore ? again : undefined
  }

  async function recordFailed(
    webhook: store.Sending,
    { outcome, retryAfterSeconds = 0 }: Answered,
    brought: store.AttemptResult,
    attempts: number,
  ): Promise<Again | undefined> {
    const isFull = await store.recordFailed(db, webhook, brought)
    if (isFull === undefined) return again
    const reason = disablingReason(outcome, attempts)
    if (reason !== undefined) return disable(webhook, reason)
    const wanted = Math.min(retryAfterSeconds, maxRetryAfterSeconds)
    const delaySeconds = Math.max(retryDelaySeconds(deliveryRetry, attempts), wanted)
    return { inSeconds: isFull ? 0 : delaySeconds, attempts }
  }

  async function disable(
    webhook: store.Sending,
    reason: 'gone' | 'failing' | 'not_allowed',
  ): Promise<Again | undefined> {
    const isDisabled = await db.transactionFor(webhook.userId, async (tx) => {
      if (!(await store.disable(tx, webhook, reason))) return false
      if (reason === 'failing') await deps.gaveUp(tx, webhook)
      return true
    })
    if (!isDisabled) return again
    counts.disabled(reason)
    log.warn({ webhook: webhook.id, reason }, 'a webhook was disabled')
    return undefined
  }

  return {
    queue: webhookQueue,
    atOnce: 256,
    retriesAtOnce: 32,
    hostShare: 1 / 8,
    // `perform` itself says when a webhook has failed too often.
    retry: { ...deliveryRetry, maxAttempts: Number.POSITIVE_INFINITY },
    perform,
    close: () => deps.outgoing.close(),
  }
}

/**
 * Traces an attempt. The receiver is a stranger, so it gets no header, and no attribute names it.
 */
function tracedAttempt(
  tracer: Tracer | undefined,
  topic: string,
  send: () => Promise<Answered | undefined>,
): Promise<Answered | undefined> {
  if (tracer === undefined) return send()
  const attributes = { 'http.request.method': 'POST', 'foyer.webhook.topic': topic }
  return traced(tracer, 'webhook delivery', { kind: 'client', attributes }, async (span) => {
    const answered = await send()
    if (answered)
      span.set({
        'foyer.webhook.outcome': answered.outcome,
        ...(answered.status !== null && { 'http.response.status_code': answered.status }),
      })
    return answered
  })
}

/** Why a webhook gets no further attempts. Undefined if it gets some. */
function disablingReason(outcome: Outcome, attempts: number): 'gone' | 'failing' | undefined {
  if (outcome === 'gone') return 'gone'
  return attempts >= deliveryRetry.maxAttempts ? 'failing' : undefined
}
