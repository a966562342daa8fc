import type { Queryable } from '../../../platform/database/db.ts'
import { fragment, sql } from '../../../platform/database/sql.ts'
import type { LoggedDelivery } from '../webhook.ts'

const logColumns = fragment`id, event_id as "eventId", topic, action, resource_id as "resourceId",
  to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "happenedAt", attempts,
  to_char(attempted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "attemptedAt",
  to_char(delivered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "deliveredAt",
  status, outcome`

/** Returns a part of a webhook's deliveries, newest first. */
export const findDeliveries = (
  db: Queryable,
  userId: number,
  webhookId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<LoggedDelivery[]> =>
  db.query<LoggedDelivery>(sql`
    select ${logColumns} from webhook_deliveries
    where user_id = ${userId} and webhook_id = ${webhookId}
    order by webhook_deliveries.id desc offset ${offset}::bigint limit ${limit}`)

/** Counts the deliveries of a webhook, up to `most`. */
export async function countDeliveries(
  db: Queryable,
  userId: number,
  webhookId: number,
  most: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from (
      select from webhook_deliveries
      where user_id = ${userId} and webhook_id = ${webhookId} limit ${most}
    ) as counted`)
  return row?.count ?? 0
}

export async function findDelivery(
  db: Queryable,
  userId: number,
  webhookId: number,
  id: number,
): Promise<LoggedDelivery | undefined> {
  const [delivery] = await db.query<LoggedDelivery>(sql`
    select ${logColumns} from webhook_deliveries
    where user_id = ${userId} and webhook_id = ${webhookId} and id = ${id}`)
  return delivery
}
