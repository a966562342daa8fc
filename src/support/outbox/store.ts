import { one, type Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import type { NewRecord } from '../audit/audit.ts'
import type { Action, Event, Topic } from './event.ts'

/**
 * Adds a record to the audit trail, and an event for each webhook that subscribes to it. `announced` of a webhook counts under the lock of its row, so deliveries have no gaps.
 * @returns whether there is a webhook for the event
 */
export async function recordAndAnnounce(
  tx: Queryable,
  { userId, action, actor, details }: NewRecord,
  event: Event,
): Promise<boolean> {
  const rows = await tx.query<{ announced: boolean }>(sql`
    select audit_append(${userId}, ${action}, ${actor.kind}, ${actor.applicationId ?? null},
        ${actor.requestId ?? null}, ${JSON.stringify(details)}),
      announce_change(${userId}, ${event.topic}, ${event.action}, ${event.resourceId}) as announced`)
  return one(rows).announced
}

/** How many deliveries of a webhook that have arrived stay in the log. */
const maxArrived = 10_000

/** A webhook for which a delivery was added. */
export interface Announced {
  /** The id of the delivery. */
  readonly id: number
  /** Host and port of the webhook's URL. */
  readonly host: string
}

/**
 * Announces an event to one webhook. If more than `most_waiting` deliveries wait then, the webhook
 * is full: nothing more is announced to it, and it is disabled at its next claim. The function
 * `announce_change` has the same rule.
 * @returns undefined if the webhook is disabled or full
 */
export async function announceTo(
  tx: Queryable,
  userId: number,
  webhookId: number,
  { topic, action, resourceId }: Event,
): Promise<Announced | undefined> {
  const [added] = await tx.query<Announced>(sql`
    with numbered as (
      update webhooks set announced = announced + 1,
        is_full = announced + 1 - sent > most_waiting
      where user_id = ${userId} and id = ${webhookId} and disabled_at is null and not is_full
      returning id, announced, host
    ), added as (
      insert into webhook_deliveries
        (user_id, webhook_id, id, event_id, topic, action, resource_id)
      select ${userId}, id, announced, gen_random_uuid(), ${topic}, ${action}, ${resourceId}::integer
      from numbered
      returning id
    )
    select added.id, host from added, numbered`)
  return added
}

/**
 * Sends a delivery again: a copy of one that has arrived, after what waits; else the one itself.
 * @returns the delivery that is sent; undefined if the webhook is disabled or full
 */
export async function announceAgain(
  tx: Queryable,
  userId: number,
  webhookId: number,
  deliveryId: number,
): Promise<Announced | undefined> {
  const [added] = await tx.query<Announced>(sql`
    with former as (
      select *, (delivered_at is not null)::integer as copies from webhook_deliveries
      where user_id = ${userId} and webhook_id = ${webhookId} and id = ${deliveryId}
    ), numbered as (
      update webhooks set announced = announced + copies,
        is_full = copies > 0 and announced + copies - sent > most_waiting
      from former
      where webhooks.user_id = ${userId} and webhooks.id = ${webhookId} and disabled_at is null
        and not is_full
      returning announced, host
    ), added as (
      insert into webhook_deliveries
        (user_id, webhook_id, id, event_id, topic, action, resource_id, happened_at, is_copy)
      select ${userId}, webhook_id, announced, event_id, topic, action, resource_id, happened_at, true
      from former, numbered where delivered_at is not null
      returning id
    )
    select coalesce((select id from added), former.id) as id, host from former, numbered`)
  return added
}

/** Returns the webhooks of a user that are enabled and have deliveries that wait. */
export const listWaiting = (
  db: Queryable,
  userId: number,
): Promise<{ id: number; host: string }[]> =>
  db.query<{ id: number; host: string }>(sql`
    select id, host from webhooks
    where user_id = ${userId} and disabled_at is null and announced > sent`)

/**
 * Deletes the webhooks of a user that an application has made, with their deliveries. Leaves a
 * webhook with more than `maxDeliveries`.
 * @returns whether it has deleted all of them
 */
export async function removeWebhooksOf(
  tx: Queryable,
  userId: number,
  applicationId: number,
  maxDeliveries: number,
): Promise<boolean> {
  const rows = await tx.query<{ are_gone: boolean }>(sql`
    with gone as (
      delete from webhooks
      where user_id = ${userId} and application_id = ${applicationId} and not exists (
        select from webhook_deliveries d
        where d.user_id = ${userId} and d.webhook_id = webhooks.id offset ${maxDeliveries}::integer
      )
      returning 1
    )
    select (select count(*) from gone) = (
      select count(*) from webhooks where user_id = ${userId} and application_id = ${applicationId}
    ) as are_gone`)
  return one(rows).are_gone
}

/**
 * Disables webhooks of a user that will be deleted, so that nothing is announced or sent while
 * their deliveries are deleted. If that is interrupted, they stay disabled.
 */
export async function disableForRemoval(
  tx: Queryable,
  userId: number,
  webhookIds: readonly number[],
): Promise<void> {
  await tx.query(sql`
    update webhooks set disabled_at = now(), disabled_reason = 'owner', version = version + 1
    where user_id = ${userId} and id = any(${webhookIds}::integer[]) and disabled_at is null`)
}

/** A webhook, by its key. */
export interface WebhookKey {
  readonly userId: number
  readonly id: number
}

/** Returns the ids of the webhooks of a user that an application has made. */
export async function listWebhooksOf(
  db: Queryable,
  userId: number,
  applicationId: number,
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select id from webhooks where user_id = ${userId} and application_id = ${applicationId}`)
  return rows.map(({ id }) => id)
}

/** Returns the ids of all webhooks of a user. */
export async function listWebhooksOfUser(db: Queryable, userId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select id from webhooks where user_id = ${userId}`)
  return rows.map(({ id }) => id)
}

/** Deletes all webhooks of a user, with their deliveries. */
export async function removeWebhooksOfUser(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from webhooks where user_id = ${userId}`)
}

/** Returns up to `limit` webhooks that an application has made for its users. */
export const listWebhooksOfApplication = (
  db: Queryable,
  applicationId: number,
  limit: number,
): Promise<WebhookKey[]> =>
  db.query<WebhookKey>(sql`
    select user_id as "userId", id from webhooks
    where application_id = ${applicationId} limit ${limit}::integer`)

/** Deletes webhooks that an application has made, with all their deliveries. */
export async function removeWebhooks(
  db: Queryable,
  applicationId: number,
  webhooks: readonly WebhookKey[],
): Promise<void> {
  await db.query(sql`
    delete from webhooks using unnest(${webhooks.map(({ userId }) => userId)}::integer[],
      ${webhooks.map(({ id }) => id)}::integer[]) as gone (user_id, id)
    where webhooks.application_id = ${applicationId}
      and webhooks.user_id = gone.user_id and webhooks.id = gone.id`)
}

/** Whether webhooks have `count` deliveries or more, all together. */
export async function haveDeliveries(
  db: Queryable,
  webhooks: readonly WebhookKey[],
  count: number,
): Promise<boolean> {
  const rows = await db.query<{ found: number }>(sql`
    select count(*)::integer as found from (
      select from unnest(${webhooks.map(({ userId }) => userId)}::integer[],
        ${webhooks.map(({ id }) => id)}::integer[]) as w (user_id, id)
      join webhook_deliveries d on d.user_id = w.user_id and d.webhook_id = w.id
      limit ${count}::integer
    ) as counted`)
  return one(rows).found === count
}

/**
 * Deletes up to `limit` deliveries of a webhook with ids greater than `after`, in their order. So
 * the next statement need not pass the rows that are deleted. Skips one for which an attempt is
 * recorded now.
 * @returns how many, and the last id
 */
export async function removeDeliveries(
  db: Queryable,
  { userId, id }: WebhookKey,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ removed: number; last: number | null }> {
  const rows = await db.query<{ removed: number; last: number | null }>(sql`
    with gone as (
      delete from webhook_deliveries
      where user_id = ${userId} and webhook_id = ${id} and id = any(array(
        select d.id from webhook_deliveries d
        where d.user_id = ${userId} and d.webhook_id = ${id} and d.id > ${after}
        order by d.id limit ${limit}::integer for update skip locked
      ))
      returning id
    )
    select count(*)::integer as removed, max(id) as last from gone`)
  return one(rows)
}

/** A delivery as it is sent. */
export interface Waiting {
  readonly id: number
  readonly eventId: string
  readonly topic: Topic
  readonly action: Action
  readonly resourceId: number | null
  /** ISO 8601 with milliseconds, in UTC. */
  readonly happenedAt: string
  /** Whether it arrived before, and is sent again because somebody asked for it. */
  readonly isCopy: boolean
}

/** A webhook whose deliveries an instance sends now. */
export interface Sending {
  readonly userId: number
  readonly id: number
  readonly version: number
  readonly applicationId: number
  readonly url: string
  readonly host: string
  readonly sealed: Buffer
  readonly announced: number
  /** The last delivery that has arrived. */
  readonly sent: number
  /** Whether the user and the application are enabled. */
  readonly isAllowed: boolean
  /** Whether the user will be erased. What waits is sent only if the user cancels that. */
  readonly isPaused: boolean
  /** Whether so many deliveries wait that nothing more is announced. */
  readonly isFull: boolean
  /** What waits, in order, at most `deliveriesAtOnce`. */
  readonly deliveries: readonly Waiting[] | null
}

/** How many deliveries of one webhook are sent before other webhooks get their turn. */
const deliveriesAtOnce = 20

/** Finds a webhook that is enabled, with what waits for it. */
export async function findSending(
  db: Queryable,
  { userId, id }: WebhookKey,
): Promise<Sending | undefined> {
  const [webhook] = await db.query<Sending>(sql`
    select w.user_id as "userId", w.id, w.version, w.application_id as "applicationId", w.url, w.host,
      w.sealed, w.announced, w.sent,
      u.disabled_at is null and a.disabled_at is null as "isAllowed",
      u.erases_at is not null as "isPaused", w.is_full as "isFull",
      (
        select jsonb_agg(waiting) from (
          select d.id, d.event_id as "eventId", d.topic, d.action, d.resource_id as "resourceId",
            d.is_copy as "isCopy",
            to_char(d.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "happenedAt"
          from webhook_deliveries d
          where d.user_id = ${userId} and d.webhook_id = ${id} and d.id > w.sent
          order by d.id limit ${deliveriesAtOnce}
        ) waiting
      ) as deliveries
    from webhooks w join users u on u.id = w.user_id join applications a on a.id = w.application_id
    where w.user_id = ${userId} and w.id = ${id} and w.disabled_at is null`)
  return webhook
}

/** The result of an attempt. */
export interface AttemptResult {
  readonly deliveryId: number
  /** The HTTP status, if there was an answer. */
  readonly status: number | null
  /** `delivered`, or why not. */
  readonly outcome: string
}

/**
 * Records a delivery that has arrived, and deletes the one `maxArrived` places before it in the log.
 * @returns whether more wait; undefined if the sender must stop: the webhook is changed, disabled or
 *   deleted, or another instance has sent this delivery
 */
export async function recordArrived(
  db: Queryable,
  { userId, id, version, sent }: Sending,
  { deliveryId, status, outcome }: AttemptResult,
): Promise<boolean | undefined> {
  const rows = await db.query<{ waits: boolean }>(sql`
    with mine as (
      update webhooks set sent = ${deliveryId}
      where user_id = ${userId} and id = ${id} and version = ${version} and sent = ${sent}
      returning announced > ${deliveryId} as waits
    ), logged as (
      update webhook_deliveries set attempts = attempts + 1, attempted_at = now(),
        delivered_at = now(), status = ${status}::smallint, outcome = ${outcome}
      from mine
      where user_id = ${userId} and webhook_id = ${id} and webhook_deliveries.id = ${deliveryId}
    ), removed as (
      delete from webhook_deliveries using mine
      where user_id = ${userId} and webhook_id = ${id}
        and webhook_deliveries.id = ${deliveryId - maxArrived}
    )
    select waits from mine`)
  return rows[0]?.waits
}

/**
 * Records a failed attempt.
 * @returns whether the webhook is full; undefined if it is changed, disabled or deleted, or another
 *   instance has sent this delivery
 */
export async function recordFailed(
  db: Queryable,
  { userId, id, version, sent }: Sending,
  { deliveryId, status, outcome }: AttemptResult,
): Promise<boolean | undefined> {
  const rows = await db.query<{ isFull: boolean }>(sql`
    with mine as (
      select is_full from webhooks
      where user_id = ${userId} and id = ${id} and version = ${version} and sent = ${sent}
    ), logged as (
      update webhook_deliveries set attempts = attempts + 1, attempted_at = now(),
        status = ${status}::smallint, outcome = ${outcome}
      from mine
      where user_id = ${userId} and webhook_id = ${id} and webhook_deliveries.id = ${deliveryId}
    )
    select is_full as "isFull" from mine`)
  return rows[0]?.isFull
}

/**
 * Ends the waiting of a webhook whose deliveries are no longer in the log, unless there are new
 * ones.
 */
export async function settle(
  db: Queryable,
  { userId, id, announced, sent }: Sending,
): Promise<void> {
  await db.query(sql`
    update webhooks set sent = ${announced}
    where user_id = ${userId} and id = ${id} and announced = ${announced} and sent = ${sent}
      and not exists (
        select from webhook_deliveries d
        where d.user_id = ${userId} and d.webhook_id = webhooks.id and d.id > webhooks.sent
      )`)
}

/**
 * Disables a webhook. Its deliveries wait until it is enabled again.
 * @returns whether it was enabled, and was not changed since
 */
export async function disable(
  db: Queryable,
  { userId, id, version }: Sending,
  reason: 'gone' | 'failing' | 'not_allowed',
): Promise<boolean> {
  const rows = await db.query(sql`
    update webhooks set disabled_at = now(), disabled_reason = ${reason}, version = version + 1
    where user_id = ${userId} and id = ${id} and version = ${version} and disabled_at is null
    returning 1`)
  return rows.length > 0
}

/**
 * Reads up to `limit` deliveries of changes between two times, oldest first, and deletes them.
 * Deliveries that wait stay for 30 days more, unless their webhook was disabled before `before`: a
 * receiver may ask for long pauses between attempts.
 * @param after the time of the last delivery that was read, or `-infinity`
 * @returns how many were deleted, and the time of the last one that was read; null if there was
 *   none
 */
export const removeOldDeliveries = async (
  db: Queryable,
  {
    after,
    before,
    limit,
  }: { readonly after: string; readonly before: Date; readonly limit: number },
): Promise<{ removed: number; last: string | null }> =>
  one(
    await db.query<{ removed: number; last: string | null }>(sql`
      with page as materialized (
        select ctid, happened_at, coalesce((
            select w.sent < d.id and (w.disabled_at is null or w.disabled_at >= ${before})
            from webhooks w where w.user_id = d.user_id and w.id = d.webhook_id
          ), false) and happened_at > ${before}::timestamptz - interval '30 days' as waits
        from webhook_deliveries d
        where happened_at > ${after}::timestamptz and happened_at < ${before}
        order by happened_at limit ${limit}
      ), removed as (
        delete from webhook_deliveries where ctid = any (array(
          select ctid from webhook_deliveries
          where ctid = any (array(select ctid from page where not waits)) for update skip locked
        )) returning 1
      )
      select (select count(*)::integer from removed) as removed,
        (select max(happened_at)::text from page) as last`),
  )
