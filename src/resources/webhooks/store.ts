import { one, type Queryable } from '../../platform/database/db.ts'
import { fragment, sql } from '../../platform/database/sql.ts'
import type { ConnectedWebhook, Webhook } from './webhook.ts'

/** Whose webhooks: those that an application has made for a user. */
export interface Owner {
  readonly userId: number
  readonly applicationId: number
}

const columns = fragment`id, version, name, url, topics,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
  disabled_reason as "disabledReason"`

/** Returns all webhooks of an owner, in the order of their creation. */
export const findWebhooks = (db: Queryable, { userId, applicationId }: Owner): Promise<Webhook[]> =>
  db.query<Webhook>(sql`
    select ${columns} from webhooks
    where user_id = ${userId} and application_id = ${applicationId} order by id`)

/** Returns the webhooks of a user that any application has made. */
export const findAllWebhooks = (db: Queryable, userId: number): Promise<Webhook[]> =>
  db.query<Webhook>(sql`select ${columns} from webhooks where user_id = ${userId} order by id`)

/** Returns the webhooks of a user that any application has made, each with its last attempt. */
export const findConnectedWebhooks = (db: Queryable, userId: number): Promise<ConnectedWebhook[]> =>
  db.query<ConnectedWebhook>(sql`
    select webhooks.id, application_id as "applicationId", host, topics,
      disabled_reason as "disabledReason",
      floor(extract(epoch from last.attempted_at) * 1000)::float8 as "attemptedAt",
      last.delivered_at is not null as "isDelivered"
    from webhooks left join lateral (
      select attempted_at, delivered_at from webhook_deliveries as d
      where d.user_id = webhooks.user_id and d.webhook_id = webhooks.id and attempted_at is not null
      order by d.id desc limit 1
    ) as last on true
    where webhooks.user_id = ${userId} order by webhooks.id`)

/** Deletes all webhooks of a user, with their deliveries. */
export async function removeAll(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from webhooks where user_id = ${userId}`)
}

export async function findWebhook(
  db: Queryable,
  { userId, applicationId }: Owner,
  id: number,
): Promise<Webhook | undefined> {
  const [webhook] = await db.query<Webhook>(sql`
    select ${columns} from webhooks
    where user_id = ${userId} and application_id = ${applicationId} and id = ${id}`)
  return webhook
}

/** Finds a webhook, and whether it has more deliveries than `maxDeliveries`. */
export async function findForRemoval(
  tx: Queryable,
  { userId, applicationId }: Owner,
  id: number,
  maxDeliveries: number,
): Promise<(Webhook & { readonly isLarge: boolean }) | undefined> {
  const [webhook] = await tx.query<Webhook & { isLarge: boolean }>(sql`
    select ${columns}, exists (
      select from webhook_deliveries d
      where d.user_id = ${userId} and d.webhook_id = ${id} offset ${maxDeliveries}::integer
    ) as "isLarge"
    from webhooks
    where user_id = ${userId} and application_id = ${applicationId} and id = ${id}`)
  return webhook
}

/** Returns what is sealed of a webhook. */
export async function findSealed(tx: Queryable, userId: number, id: number): Promise<Buffer> {
  const rows = await tx.query<{ sealed: Buffer }>(sql`
    select sealed from webhooks where user_id = ${userId} and id = ${id}`)
  return one(rows).sealed
}

/** What a request can set of a webhook. */
export interface WebhookFields {
  readonly name: string | null
  readonly url: string
  /** Host and port of the URL. */
  readonly host: string
  readonly topics: readonly string[]
  readonly sealed: Buffer
}

/** @returns the new webhook */
export async function insert(
  tx: Queryable,
  { userId, applicationId }: Owner,
  { name, url, host, topics, sealed }: WebhookFields,
): Promise<Webhook> {
  const rows = await tx.query<Webhook>(sql`
    insert into webhooks (user_id, application_id, name, url, host, topics, sealed)
    values (${userId}, ${applicationId}, ${name}, ${url}, ${host}, ${topics}, ${sealed})
    returning ${columns}`)
  return one(rows)
}

/**
 * How many more deliveries may wait for a webhook that is enabled again. With those that wait
 * already, at most twice this number may wait.
 */
const room = 10_000

/**
 * Updates a webhook. Enabling lets changes be announced again, and makes room for them. Call
 * `restartWebhook` as well, so that what waits is sent.
 * @returns the updated webhook
 */
export async function update(
  tx: Queryable,
  userId: number,
  id: number,
  { name, url, host, topics, sealed }: WebhookFields,
  disabledReason: string | null,
): Promise<Webhook> {
  const rows = await tx.query<Webhook>(sql`
    update webhooks set version = version + 1, name = ${name}, url = ${url}, host = ${host},
      topics = ${topics}, sealed = ${sealed}, disabled_reason = ${disabledReason}::text,
      disabled_at = case when ${disabledReason}::text is not null then coalesce(disabled_at, now()) end,
      is_full = is_full and disabled_at is null,
      most_waiting = case when disabled_at is null then most_waiting
        else least(announced - sent, ${room}::integer) + ${room}::integer end
    where user_id = ${userId} and id = ${id}
    returning ${columns}`)
  return one(rows)
}

/** Deletes a webhook, and adds a tombstone that records its id. */
export async function remove(
  tx: Queryable,
  { userId, applicationId }: Owner,
  id: number,
): Promise<void> {
  await tx.query(sql`
    with gone as (delete from webhooks where user_id = ${userId} and id = ${id})
    insert into tombstones (user_id, kind, id, application_id)
    values (${userId}, 'webhook', ${id}, ${applicationId})
    on conflict (user_id, kind, id) do nothing`)
}

/** Adds the tombstone of a webhook whose deliveries are deleted before. */
export async function beginToRemove(
  tx: Queryable,
  { userId, applicationId }: Owner,
  id: number,
): Promise<void> {
  await tx.query(sql`
    insert into tombstones (user_id, kind, id, application_id)
    values (${userId}, 'webhook', ${id}, ${applicationId})
    on conflict (user_id, kind, id) do nothing`)
}

/**
 * Whether a webhook of an application was deleted, or its deletion has begun. Older tombstones do
 * not say which application it was of.
 */
export async function wasRemoved(
  tx: Queryable,
  { userId, applicationId }: Owner,
  id: number,
): Promise<boolean> {
  const rows = await tx.query(sql`
    select from tombstones
    where user_id = ${userId} and kind = 'webhook' and id = ${id}
      and coalesce(application_id, ${applicationId}::integer) = ${applicationId}::integer`)
  return rows.length > 0
}

/** A webhook that an application has made for one of its users. */
export interface ListedWebhook extends Webhook {
  readonly userId: number
  /** How many deliveries wait. */
  readonly waiting: number
}

const listedColumns = fragment`user_id as "userId", id, version, name, url, topics,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
  disabled_reason as "disabledReason", announced - sent as waiting`

/** Returns a part of the webhooks that an application has made for its users, newest first. */
export const listOfApplication = (
  db: Queryable,
  applicationId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ListedWebhook[]> =>
  db.query<ListedWebhook>(sql`
    select ${listedColumns} from webhooks where application_id = ${applicationId}
    order by webhooks.id desc offset ${offset}::bigint limit ${limit}`)

/** Finds a webhook that an application has made. Ids are unique among all users. */
export async function findOfApplication(
  db: Queryable,
  applicationId: number,
  id: number,
): Promise<ListedWebhook | undefined> {
  const [webhook] = await db.query<ListedWebhook>(sql`
    select ${listedColumns} from webhooks
    where application_id = ${applicationId} and id = ${id}`)
  return webhook
}

/**
 * Locks an application's row until the transaction ends, so that instances that disable its
 * webhooks at the same time see one another's.
 */
export async function lockApplication(tx: Queryable, applicationId: number): Promise<void> {
  await tx.query(sql`select from applications where id = ${applicationId} for no key update`)
}

/**
 * Whether other webhooks of an application at this host were disabled in the last day because their
 * receiver failed.
 */
export async function hasFailedToday(
  db: Queryable,
  { id, applicationId, host }: { id: number; applicationId: number; host: string },
): Promise<boolean> {
  const rows = await db.query(sql`
    select from webhooks
    where application_id = ${applicationId} and host = ${host} and id <> ${id}
      and disabled_reason = 'failing' and disabled_at > now() - interval '1 day'
    limit 1`)
  return rows.length > 0
}
