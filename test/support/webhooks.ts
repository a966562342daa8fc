import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import type { Foyer, TestUser } from './foyer.ts'
import { sql } from './inside.ts'
import { retryBusy } from './retry-busy.ts'
import { retryOutsideSoak } from './wire.ts'

/** A webhook as the interface shows it after its creation. */
export interface CreatedWebhook {
  readonly id: number
  readonly secret: string
  readonly _links: Readonly<Record<string, { readonly href: string }>>
}

/** A delivery in the log. */
export interface LoggedDelivery {
  readonly id: number
  readonly action: string
  readonly resource_id: number | null
  readonly status: string
  readonly attempts: number
  readonly http_status: number | null
  readonly outcome: string | null
  readonly _links: Readonly<Record<string, { readonly href: string }>>
}

/** A new user whose application may have webhooks. */
export const newWebhookUser = (foyer: Foyer): Promise<TestUser> =>
  foyer.newUser(['read:user', 'write:user', 'read:webhooks', 'write:webhooks'])

export async function createWebhook(
  user: Pick<TestUser, 'request'>,
  body: object,
): Promise<CreatedWebhook> {
  const call = { body, idempotencyKey: randomUUID() }
  const answer = await retryOutsideSoak(() => user.request('POST', '/webhooks', call))
  const { status, text, body: created } = answer
  assert.equal(status, 201, text)
  return created as CreatedWebhook
}

/** Disables all webhooks, so that no delivery is sent again. */
export const stopDeliveries = ({ db }: Pick<Foyer, 'db'>): Promise<unknown> =>
  retryBusy(() =>
    db.query(sql`
      update webhooks
      set disabled_at = now(), disabled_reason = 'owner', version = version + 1
      where disabled_at is null`),
  )

/** The log of the user's first webhook, newest first. */
export async function deliveriesOf(user: TestUser): Promise<LoggedDelivery[]> {
  type Items<T> = { _embedded: { items: T[] } }
  const read = <T>(path: string) => retryOutsideSoak(() => user.request<Items<T>>('GET', path))
  const { body } = await read<CreatedWebhook>('/webhooks')
  const log = body._embedded.items[0]?._links['webhook:deliveries']?.href ?? ''
  return (await read<LoggedDelivery>(log)).body._embedded.items
}

/** Waits until the log of the user's first webhook meets a condition. */
export async function settled(
  user: TestUser,
  isWanted: (log: LoggedDelivery[]) => boolean,
): Promise<LoggedDelivery[]> {
  for (let trial = 0; ; trial++) {
    const log = await deliveriesOf(user)
    if (isWanted(log)) return log
    assert.ok(trial < 3_000, `the log is still ${JSON.stringify(log)}`)
    await after(20)
  }
}
