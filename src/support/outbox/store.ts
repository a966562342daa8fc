import { one, type Queryable } from '../../platform/database/db.ts'
import { fragment, sql } from '../../platform/database/sql.ts'
import type { NewRecord } from '../audit/audit.ts'
import type { Action, Event, Topic } from './event.ts'

/** The channel that notifies instances of new deliveries. */
export const deliveriesChannel = 'foyer_deliveries'

/**
 * Adds a record to the end of the user's audit chain, and an event for each webhook that subscribes
 * to it. `announced` of a webhook counts under the lock of its row, so deliveries have no gaps.
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

/**
 * Announces an event to one webhook, and makes the webhook due now. If more than `most_waiting`
 * deliveries wait then, the webhook is full: nothing more is announced to it, and it is disabled at
 * its next claim. The function `announce_change` has the same rule.
 * @returns the id of the delivery; undefined if the webhook is disabled or full
 */
export async function announceTo(
  tx: Queryable,
  userId: number,
  webhookId: number,
  { topic, action, resourceId }: Event,
): Promise<number | undefined> {
  const [added] = await tx.query<{ id: number }>(sql`
    with numbered as (
      update webhooks set announced = announced + 1,
        is_full = announced + 1 - sent > most_waiting, ${dueNow}
      where user_id = ${userId} and id = ${webhookId} and disabled_at is null and not is_full
      returning id, announced
    ), added as (
      insert into webhook_deliveries
        (user_id, webhook_id, id, event_id, topic, action, resource_id)
      select ${userId}, id, announced, gen_random_uuid(), ${topic}, ${action}, ${resourceId}::integer
      from numbered
      returning id
    )
    select id, pg_notify(${deliveriesChannel}, '') from added`)
  return added?.id
}

/**
 * Sends a delivery again: a copy of one that has arrived, after what waits; else the one itself, at
 * once.
 * @returns the id of the delivery that is sent; undefined if the webhook is disabled or full
 */
export async function announceAgain(
  tx: Queryable,
  userId: number,
  webhookId: number,
  deliveryId: number,
): Promise<number | undefined> {
  const [added] = await tx.query<{ id: number }>(sql`
    with former as (
      select *, (delivered_at is not null)::integer as copies from webhook_deliveries
      where user_id = ${userId} and webhook_id = ${webhookId} and id = ${deliveryId}
    ), numbered as (
      update webhooks set announced = announced + copies,
        is_full = copies > 0 and announced + copies - sent > most_waiting, ${dueNow}
      from former
      where webhooks.user_id = ${userId} and webhooks.id = ${webhookId} and disabled_at is null
        and not is_full
      returning announced
    ), added as (
      insert into webhook_deliveries
        (user_id, webhook_id, id, event_id, topic, action, resource_id, happened_at, is_copy)
      select ${userId}, webhook_id, announced, event_id, topic, action, resource_id, happened_at, true
      from former, numbered where delivered_at is not null
      returning id
    )
    select coalesce((select id from added), former.id) as id, pg_notify(${deliveriesChannel}, '')
    from former, numbered`)
  return added?.id
}

/**
 * Makes a webhook due now, also if it waits for its next attempt. While an instance sends, the end
 * of its lease must stay: it is at most some seconds away.
 */
const dueNow = fragment`due_at = case when held then due_at else now() end`

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
    update webhooks set disabled_at = now(), disabled_reason = 'owner', due_at = null, held = false,
      lease = lease + 1, version = version + 1
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

/** Notifies instances when the transaction commits, because a webhook is due. */
export async function notifyDue(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_notify(${deliveriesChannel}, '')`)
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

/** A webhook whose deliveries one instance may send until its lease ends. */
export interface Claimed {
  readonly userId: number
  readonly id: number
  readonly applicationId: number
  readonly url: string
  readonly host: string
  readonly sealed: Buffer
  readonly lease: number
  readonly announced: number
  readonly attempts: number
  /** Whether the user and the application are enabled. */
  readonly isAllowed: boolean
  /** Whether the user will be erased. What waits is sent only if the user cancels that. */
  readonly isPaused: boolean
  /** Whether so many deliveries wait that nothing more is announced. */
  readonly isFull: boolean
  /** What waits, in order, at most `deliveriesPerClaim`. */
  readonly deliveries: readonly Waiting[] | null
}

/** How many deliveries of one webhook are sent before other webhooks get their turn. */
const deliveriesPerClaim = 20

/**
 * The webhooks of one host that wait for their first attempt, or those whose last attempt failed.
 */
export interface Queue {
  readonly host: string
  /** For how long a webhook of this queue has been due. Negative if none is due. */
  readonly dueSeconds: number
  /** Whether it is the last one that was looked at, and others may follow. */
  readonly isLast: boolean
}

/**
 * Lists the queues with due webhooks, longest due first. It looks at up to `limit` queues, in the
 * order of their hosts, and reads one webhook of each, however many wait. If it looks at `limit`
 * queues, it returns the last one in any case.
 * @param isRetry whether to look at the queues of retries, or at those of first attempts
 * @param after the host after which it begins
 */
export const listQueues = (
  db: Queryable,
  given: { readonly isRetry: boolean; readonly after: string; readonly limit: number },
): Promise<Queue[]> =>
  db.query<Queue>(sql`
    with recursive visited as (
      select ${given.after}::text as host, null::timestamptz as due_at, 0 as place
      union all
      select next.host, next.due_at, visited.place + 1
      from visited cross join lateral (
        select host, due_at from webhooks
        where least(attempts, 1) = ${given.isRetry ? 1 : 0}::integer and webhooks.host > visited.host
          and due_at is not null
        order by host, due_at limit 1
      ) as next
      where visited.place < ${given.limit}::integer
    )
    select host, extract(epoch from now() - due_at)::float8 as "dueSeconds",
      place = ${given.limit}::integer as "isLast"
    from visited where due_at <= now() or place = ${given.limit}::integer
    order by due_at`)

/** What a claim may take of a queue. */
export interface Part {
  readonly host: string
  readonly most: number
}

/**
 * Claims up to `limit` due webhooks of some queues, longest due first. No other instance gets them
 * for `leaseSeconds`.
 * @param isRetry whether these are queues of retries, or of first attempts
 */
export const claim = (
  db: Queryable,
  given: {
    readonly limit: number
    readonly leaseSeconds: number
    readonly isRetry: boolean
    readonly parts: readonly Part[]
  },
): Promise<Claimed[]> =>
  db.query<Claimed>(sql`
    with due as materialized (
      select user_id, id from webhooks
      where due_at <= now() and ctid = any (array(
        select longest.ctid
        from unnest(${given.parts.map(({ host }) => host)}::text[],
          ${given.parts.map(({ most }) => most)}::integer[]) as part (host, most)
        cross join lateral (
          select ctid from webhooks
          where least(attempts, 1) = ${given.isRetry ? 1 : 0}::integer and webhooks.host = part.host
            and due_at <= now()
          order by due_at limit part.most
        ) as longest
      ))
      order by due_at limit ${given.limit} for update skip locked
    ), claimed as (
      update webhooks
      set lease = lease + 1, held = true, due_at = now() + ${given.leaseSeconds}::float8 * interval '1 second'
      from due where webhooks.user_id = due.user_id and webhooks.id = due.id
      returning webhooks.*
    )
    select c.user_id as "userId", c.id, c.application_id as "applicationId", c.url, c.host, c.sealed,
      c.lease, c.announced, c.attempts,
      u.disabled_at is null and a.disabled_at is null as "isAllowed",
      u.erases_at is not null as "isPaused", c.is_full as "isFull",
      (
        select jsonb_agg(w) from (
          select d.id, d.event_id as "eventId", d.topic, d.action, d.resource_id as "resourceId",
            d.is_copy as "isCopy",
            to_char(d.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "happenedAt"
          from webhook_deliveries d
          where d.user_id = c.user_id and d.webhook_id = c.id and d.id > c.sent
          order by d.id limit ${deliveriesPerClaim}
        ) w
      ) as deliveries
    from claimed c join users u on u.id = c.user_id join applications a on a.id = c.application_id`)

/** Extends leases by `leaseSeconds` from now, except those that another instance has taken over. */
export async function renew(
  db: Queryable,
  mine: readonly Claimed[],
  leaseSeconds: number,
): Promise<void> {
  await db.query(sql`
    update webhooks set due_at = now() + ${leaseSeconds}::float8 * interval '1 second'
    from unnest(${mine.map(({ userId }) => userId)}::integer[],
      ${mine.map(({ id }) => id)}::integer[],
      ${mine.map(({ lease }) => lease)}::integer[]) as mine (user_id, id, lease)
    where webhooks.user_id = mine.user_id and webhooks.id = mine.id
      and webhooks.lease = mine.lease and webhooks.held`)
}

/** The result of an attempt. */
export interface Attempt {
  readonly deliveryId: number
  /** The HTTP status, if there was an answer. */
  readonly status: number | null
  /** `delivered`, or why not. */
  readonly outcome: string
}

/**
 * Records a delivery that has arrived, and deletes the one `maxArrived` places before it in the
 * log.
 * @param continues whether the holder sends the next one now; if not, it gives the webhook back
 * @returns false if the holder must stop: the webhook is disabled, changed or deleted, or the lease
 *   is over
 */
export async function recordArrived(
  db: Queryable,
  { userId, id, lease }: Pick<Claimed, 'userId' | 'id' | 'lease'>,
  { deliveryId, status, outcome }: Attempt,
  continues: boolean,
): Promise<boolean> {
  const rows = await db.query(sql`
    with mine as (
      update webhooks set sent = ${deliveryId}, attempts = 0, held = ${continues}, due_at = case
          when disabled_at is not null then null
          when ${continues} then due_at
          when announced > ${deliveryId} then now() end
      where user_id = ${userId} and id = ${id} and lease = ${lease}
      returning disabled_at
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
    select disabled_at from mine`)
  return rows.some(({ disabled_at }) => disabled_at === null)
}

/**
 * Records a failed attempt, unless the webhook was disabled, changed or claimed since. It is due
 * again after `delaySeconds`, or now if it is full.
 */
export async function recordFailed(
  db: Queryable,
  { userId, id, lease }: Claimed,
  { deliveryId, status, outcome }: Attempt,
  delaySeconds: number,
): Promise<void> {
  await db.query(sql`
    with mine as (
      update webhooks set attempts = attempts + 1, held = false, due_at = now()
          + case when is_full then 0 else ${delaySeconds}::float8 end * interval '1 second'
      where user_id = ${userId} and id = ${id} and lease = ${lease} and disabled_at is null
      returning 1
    ), logged as (
      update webhook_deliveries set attempts = attempts + 1, attempted_at = now(),
        status = ${status}::smallint, outcome = ${outcome}
      from mine
      where user_id = ${userId} and webhook_id = ${id} and webhook_deliveries.id = ${deliveryId}
    )
    select from mine`)
}

/** Gives a held webhook back. It is due now. */
export async function release(db: Queryable, { userId, id, lease }: Claimed): Promise<void> {
  await db.query(sql`
    update webhooks set held = false, due_at = now()
    where user_id = ${userId} and id = ${id} and lease = ${lease} and held`)
}

/**
 * Gives a held webhook back, due in an hour: then it is looked at again, so a cancellation of the
 * erasure at this moment is not missed.
 */
export async function pause(db: Queryable, { userId, id, lease }: Claimed): Promise<void> {
  await db.query(sql`
    update webhooks set held = false, due_at = now() + interval '1 hour'
    where user_id = ${userId} and id = ${id} and lease = ${lease} and held`)
}

/** Sends what waits for the webhooks of a user whose erasure is cancelled. */
export async function resumeWebhooks(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`
    with resumed as (
      update webhooks set due_at = now()
      where user_id = ${userId} and due_at is not null and not held
      returning 1
    )
    select pg_notify(${deliveriesChannel}, '') from resumed limit 1`)
}

/**
 * Ends the waiting of a webhook whose deliveries are no longer in the log, unless there are new
 * ones.
 * @param announced its last delivery when it was claimed
 */
export async function settle(
  db: Queryable,
  { userId, id, lease, announced }: Claimed,
): Promise<void> {
  await db.query(sql`
    update webhooks set sent = ${announced}, attempts = 0, held = false, due_at = null
    where user_id = ${userId} and id = ${id} and lease = ${lease} and announced = ${announced}
      and not exists (
        select from webhook_deliveries d
        where d.user_id = ${userId} and d.webhook_id = webhooks.id and d.id > webhooks.sent
      )`)
}

/**
 * Disables a webhook. Its deliveries wait until it is enabled again.
 * @returns whether it was enabled, and was not claimed or changed since
 */
export async function disable(
  db: Queryable,
  { userId, id, lease }: Pick<Claimed, 'userId' | 'id' | 'lease'>,
  reason: 'gone' | 'failing' | 'not_allowed',
): Promise<boolean> {
  const rows = await db.query(sql`
    update webhooks set disabled_at = now(), disabled_reason = ${reason}, due_at = null, held = false,
      version = version + 1
    where user_id = ${userId} and id = ${id} and lease = ${lease} and disabled_at is null
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

/**
 * Counts the webhooks that wait to send, up to 10,000, and tells for how many seconds the one that
 * waits longest has been due. It looks at up to 10,000 queues of hosts.
 */
export const measureWaiting = async (
  db: Queryable,
): Promise<{ waiting: number; dueSeconds: number }> =>
  one(
    await db.query<{ waiting: number; dueSeconds: number }>(sql`
      with recursive visited as (
        select retry, '' as host, null::timestamptz as due_at, 0 as place
        from unnest(array[0, 1]) as retry
        union all
        select visited.retry, next.host, next.due_at, visited.place + 1
        from visited cross join lateral (
          select host, due_at from webhooks
          where least(attempts, 1) = visited.retry and webhooks.host > visited.host
            and due_at is not null
          order by host, due_at limit 1
        ) as next
        where visited.place < 5000
      )
      select
        (select count(*)::integer from (
          select from webhooks where due_at is not null limit 10000
        ) counted) as waiting,
        greatest(0, extract(epoch from now() - (
          select min(due_at) from visited
        )))::float8 as "dueSeconds"`),
  )
