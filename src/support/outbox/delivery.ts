import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/db.ts'
import type { Outgoing } from '../../platform/http/outgoing/outgoing.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { type Tracer, traced } from '../../platform/telemetry/tracer.ts'
import { interruptibleSleep } from '../jobs/sleep.ts'
import { type Answered, attempt, type Outcome } from './attempt.ts'
import { openDeliveryCounts } from './outbox-metrics.ts'
import type { Credentials } from './signature.ts'
import * as store from './store.ts'

/** The logger of deliveries. It never receives URLs or contents. */
export interface Log {
  warn(details: object, message: string): void
}

export interface DeliveryDeps {
  readonly db: Database
  readonly outgoing: Outgoing
  readonly clock: Clock
  readonly log: Log
  readonly baseUrl: string
  readonly metrics: Metrics
  readonly tracer?: Tracer | undefined
  /**
   * Called when a webhook has failed too often, or too many deliveries wait for it, in the
   * transaction that disables it. What it writes is kept if the webhook is disabled, and only then.
   */
  gaveUp(tx: Queryable, webhook: store.Claimed): Promise<void>
  /** Opens what is sealed of a webhook. */
  open(webhook: { readonly userId: number; readonly sealed: Buffer }): Credentials
}

export interface Delivery {
  /** Checks for due webhooks now. */
  wake(): void
  /** Sends no more, and waits for running attempts, at most `timeoutMs` milliseconds. */
  stop(timeoutMs: number): Promise<void>
}

/** First attempts, or retries. Each host has a queue of either. */
interface Kind {
  readonly isRetry: boolean
  /**
   * How many of this kind run at most at once. Running retries also count towards the limit of
   * first attempts.
   */
  readonly atMost: number
  /** The host after which the next claim begins. Empty unless there are very many hosts. */
  after: string
}

/** What a claim may take, beside the attempts that run. */
interface Room {
  readonly limit: number
  readonly perHost: number
  readonly running: readonly store.Claimed[]
}

/** How many webhooks an instance sends to at once. */
const maxAtOnce = 256
/** How many of them may be retries. So receivers that fail leave room for the others. */
const maxRetries = 32
/**
 * A host gets at most this share of the free attempts and of the free retries, and so does a claim.
 * The first host gets about 30 of 256 attempts and 4 of 32 retries, and each further one gets less.
 * So receivers that hang leave room for the others, even if they are many.
 */
const share = 1 / 8
const maxPerClaim = 16
/** How many hosts a claim looks at. The next one begins after them. */
const maxHostsPerClaim = 1_000

/**
 * How long a claim lasts. It is renewed while an attempt runs. If an instance dies, another one
 * takes over after this time.
 */
const leaseSeconds = 6
const renewEveryMs = 2_000
/**
 * The interval of the checks for deliveries that are due, in milliseconds: retries, and new ones
 * whose notification was lost. A notification comes after the COMMIT, and is sent once.
 */
const pollIntervalMs = 2_000

/** The number of failed attempts, in about three days, after which a webhook is disabled. */
export const maxAttempts = 16
const firstDelaySeconds = 5
const maxDelaySeconds = 8 * 60 * 60
const maxRetryAfterSeconds = 24 * 60 * 60

/**
 * Returns the delay after this many failed attempts, in seconds: four times as long after each, at
 * most eight hours, randomly varied by a quarter.
 */
export const retryDelaySeconds = (attempts: number, random = Math.random()): number =>
  Math.min(firstDelaySeconds * 4 ** (attempts - 1), maxDelaySeconds) * (0.75 + random / 2)

/**
 * Sends the deliveries of all webhooks, at least once each, those of one webhook in order. Any
 * number of instances share the work.
 */
export function startDelivery(deps: DeliveryDeps): Delivery {
  const { db, log } = deps
  const counts = openDeliveryCounts(deps.metrics)
  const held = new Map<store.Claimed, Promise<void>>()
  const aborter = new AbortController()
  const { wake, sleep } = interruptibleSleep()
  const firstAttempts: Kind = { isRetry: false, atMost: maxAtOnce, after: '' }
  const retries: Kind = { isRetry: true, atMost: maxRetries, after: '' }
  let isStopping = false
  let isUnavailable = false

  async function run(): Promise<void> {
    while (!isStopping) {
      const hasMore = await take(firstAttempts)
      const hasMoreRetries = !isStopping && (await take(retries))
      if (!hasMore && !hasMoreRetries) await sleep(pollIntervalMs)
    }
  }

  /**
   * Claims due webhooks, and begins to send. If nothing of the hosts that it looks at can be
   * claimed, it goes on with the next ones.
   * @returns whether more of this kind may be due
   */
  async function take(kind: Kind): Promise<boolean> {
    const all = [...held.keys()]
    const running = kind.isRetry ? all.filter(({ attempts }) => attempts > 0) : all
    const free = Math.min(maxAtOnce - all.length, kind.atMost - running.length)
    const perHost = Math.ceil(free * share)
    const limit = Math.min(maxPerClaim, perHost)
    if (limit <= 0) return false
    for (;;) {
      const claimed = await claim(kind, { limit, perHost, running })
      for (const webhook of claimed) {
        const done = sendWaiting(webhook).finally(() => {
          held.delete(webhook)
          wake()
        })
        held.set(webhook, done)
      }
      const hasMoreHosts = kind.after !== ''
      if (claimed.length > 0) return claimed.length === limit || hasMoreHosts
      if (!hasMoreHosts || isUnavailable || isStopping) return false
    }
  }

  async function claim(kind: Kind, { limit, perHost, running }: Room): Promise<store.Claimed[]> {
    const { isRetry, after } = kind
    const runningOf = Map.groupBy(running, ({ host }) => host)
    try {
      const queues = await store.listQueues(db, { isRetry, after, limit: maxHostsPerClaim })
      const parts = queues
        .filter(({ dueSeconds }) => dueSeconds >= 0)
        .map(({ host }) => ({ host, most: perHost - (runningOf.get(host)?.length ?? 0) }))
        .filter(({ most }) => most > 0)
        .slice(0, limit)
      const given = { isRetry, parts, limit, leaseSeconds }
      const claimed = parts.length > 0 ? await store.claim(db, given) : []
      kind.after = queues.find(({ isLast }) => isLast)?.host ?? ''
      isUnavailable = false
      return claimed
    } catch (error) {
      // Log this once, not at every poll until the database is back.
      if (!isUnavailable) log.warn({ err: error }, 'cannot fetch deliveries')
      isUnavailable = true
      return []
    }
  }

  /**
   * Sends what waits for a webhook, one after the other. Never rejects: what cannot be recorded is
   * sent again when the lease ends.
   */
  async function sendWaiting(webhook: store.Claimed): Promise<void> {
    try {
      if (!webhook.isAllowed) return await disable(webhook, 'not_allowed')
      if (webhook.isPaused) return await store.pause(db, webhook)
      if (webhook.isFull) return await disable(webhook, 'failing')
      const { deliveries } = webhook
      if (deliveries === null) {
        await store.settle(db, webhook)
        return await store.release(db, webhook)
      }
      const credentials = deps.open(webhook)
      for (const [index, delivery] of deliveries.entries()) {
        const now = deps.clock.now()
        const send = () =>
          attempt(deps, webhook, delivery, credentials, { now, stop: aborter.signal })
        const answered = await tracedAttempt(deps.tracer, delivery.topic, send)
        if (answered === undefined) return await store.release(db, webhook)
        const { status, outcome } = answered
        const lagMs = deps.clock.now() - Date.parse(delivery.happenedAt)
        counts.ended(outcome, delivery.isCopy ? undefined : lagMs / 1_000)
        const brought = { deliveryId: delivery.id, status, outcome }
        if (outcome !== 'delivered') return await recordFailed(webhook, index, answered, brought)
        const continues = index < deliveries.length - 1 && !isStopping
        if (!(await store.recordArrived(db, webhook, brought, continues)) || !continues) return
      }
    } catch (error) {
      const context = { webhook: webhook.id, err: error }
      log.warn(context, 'the result of a delivery could not be saved')
    }
  }

  async function recordFailed(
    webhook: store.Claimed,
    index: number,
    { outcome, retryAfterSeconds = 0 }: Answered,
    brought: store.Attempt,
  ): Promise<void> {
    // Earlier deliveries of this claim have arrived, so this is the first failure in a row.
    const attempts = (index === 0 ? webhook.attempts : 0) + 1
    const wanted = Math.min(retryAfterSeconds, maxRetryAfterSeconds)
    const delaySeconds = Math.max(retryDelaySeconds(attempts), wanted)
    await store.recordFailed(db, webhook, brought, delaySeconds)
    const reason = disablingReason(outcome, attempts)
    if (reason !== undefined) await disable(webhook, reason)
  }

  async function disable(
    webhook: store.Claimed,
    reason: 'gone' | 'failing' | 'not_allowed',
  ): Promise<void> {
    const isDisabled = await db.transactionFor(webhook.userId, async (tx) => {
      if (!(await store.disable(tx, webhook, reason))) return false
      if (reason === 'failing') await deps.gaveUp(tx, webhook)
      return true
    })
    if (!isDisabled) return
    counts.disabled(reason)
    log.warn({ webhook: webhook.id, reason }, 'a webhook was disabled')
  }

  const renewal = setInterval(() => {
    if (held.size > 0) store.renew(db, [...held.keys()], leaseSeconds).catch(() => {})
  }, renewEveryMs).unref()
  const running = run()
  return {
    wake,
    async stop(timeoutMs) {
      isStopping = true
      wake()
      const timer = setTimeout(() => aborter.abort(), timeoutMs)
      await running
      await Promise.all(held.values())
      clearTimeout(timer)
      clearInterval(renewal)
      deps.outgoing.close()
    },
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
  return attempts >= maxAttempts ? 'failing' : undefined
}
