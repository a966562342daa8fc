import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { removeOldDeliveries } from '../../../src/support/outbox/outbox.ts'
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { countingRows } from '../../support/rows-read.ts'
import {
  type CreatedWebhook,
  createWebhook,
  newWebhookUser,
  stopDeliveries,
} from '../../support/webhooks.ts'

/*
 * How many deliveries a webhook can have, and that many of them do not make statements slow.
 */

const dayMs = 24 * 60 * 60 * 1_000

interface Counts {
  readonly announced: number
  readonly sent: number
  /** Failed attempts in a row. */
  readonly attempts: number
  /** The ids of the deliveries in the table. */
  readonly ids: readonly number[]
}

await onEveryDatabase('limits of deliveries', (foyer) => {
  let receiver: Receiver
  let user: TestUser
  let webhook: CreatedWebhook
  before(() => foyer.startWorkers())
  beforeEach(async () => {
    receiver = await startReceiver()
    user = await newWebhookUser(foyer)
    webhook = await createWebhook(user, { url: `${receiver.url}/hook` })
  })
  afterEach(async () => {
    // A later receiver may get the same port.
    await stopDeliveries(foyer)
    await receiver.close()
  })

  /** Adds deliveries that are some days old. */
  const addDeliveries = (
    webhookId: number,
    { count, days = 0, arrived }: { count: number; days?: number; arrived: boolean },
  ) =>
    foyer.db.bulkTransaction((tx) =>
      tx.query(sql`
      with numbered as (
        update webhooks set announced = ${count}, sent = ${arrived ? count : 0}
        where user_id = ${user.id} and id = ${webhookId}
      )
      insert into webhook_deliveries
        (user_id, webhook_id, id, event_id, topic, action, happened_at, delivered_at)
      select ${user.id}, ${webhookId}, g, gen_random_uuid(), 'User', 'Updated',
        now() - ${days}::float8 * interval '1 day' + g * interval '1 millisecond',
        case when ${arrived}::boolean then now() end
      from generate_series(1, ${count}::integer) as g`),
    )

  const countsOf = async (webhookId: number) => {
    const [row] = await foyer.db.query<Counts>(sql`
      select announced, sent, coalesce((
          select attempts from jobs where queue = 'webhooks' and key = webhooks.id::text
        ), 0) as attempts, array(
          select d.id from webhook_deliveries d
          where d.user_id = ${user.id} and d.webhook_id = webhooks.id order by d.id
        ) as ids
      from webhooks where user_id = ${user.id} and id = ${webhookId}`)
    assert.ok(row)
    return row
  }

  async function until(isTrue: () => Promise<boolean>): Promise<void> {
    for (let trial = 0; !(await isTrue()); trial++) {
      assert.ok(trial < 3_000)
      await pause(10)
    }
  }

  /** Waits until the webhook has sent its deliveries up to one. */
  const sent = (id: number) => until(async () => (await countsOf(webhook.id)).sent >= id)

  const find = async ({ id }: CreatedWebhook) =>
    (await user.request<{ enabled: boolean; disabled_reason: string }>('GET', `/webhooks/${id}`))
      .body

  test('old deliveries are deleted in pages, however many others wait', async () => {
    const other = await createWebhook(user, { url: `${receiver.url}/other` })
    await addDeliveries(webhook.id, { count: 3_000, days: 9, arrived: false })
    await addDeliveries(other.id, { count: 50, days: 8, arrived: true })
    await foyer.db.script('analyze webhooks, webhook_deliveries')
    const { db, reads } = countingRows(foyer.db, 'delete', 'webhook_deliveries')
    assert.equal(await removeOldDeliveries(db, new Date(Date.now() - 7 * dayMs), 300), 50)
    assert.deepEqual(
      [(await countsOf(webhook.id)).ids.length, (await countsOf(other.id)).ids.length],
      [3_000, 0],
    )
    assert.ok(reads.length > 10)
    // A statement reads a delivery that it deletes three times.
    for (const { text, rows } of reads) assert.ok(rows <= 3 * 300, `${rows} rows: ${text}`)
  })

  test('the newest 10,000 deliveries are counted and listed', async () => {
    await addDeliveries(webhook.id, { count: 10_050, arrived: true })
    type Log = {
      total_items: number
      _links: Record<string, unknown>
      _embedded: { items: { id: number }[] }
    }
    const page = async (number: number) => {
      const path = `/webhooks/${webhook.id}/deliveries?page=${number}&page_size=1000`
      return (await user.request<Log>('GET', path)).body
    }
    const last = await page(10)
    assert.equal(last.total_items, 10_000)
    assert.equal(last._links.next, undefined)
    assert.deepEqual([last._embedded.items.length, last._embedded.items.at(-1)?.id], [1_000, 51])
    assert.deepEqual((await page(11))._embedded.items, [])
  })

  test('of what has arrived, the newest 10,000 deliveries stay in the log', async () => {
    await addDeliveries(webhook.id, { count: 2, arrived: true })
    await foyer.db.query(sql`
      update webhooks set announced = 10000, sent = 10000
      where user_id = ${user.id} and id = ${webhook.id}`)
    await user.user.update({ full_name: 'Ada King' })
    await sent(10_001)
    assert.deepEqual((await countsOf(webhook.id)).ids, [2, 10_001])
  })

  test('a webhook is disabled when more than 10,000 deliveries wait', async () => {
    await foyer.db.query(sql`
      update webhooks set announced = 9999 where user_id = ${user.id} and id = ${webhook.id}`)
    const path = `/webhooks/${webhook.id}`
    receiver.answer = (_arrival, response) =>
      void response.writeHead(503, { 'retry-after': '86400' }).end()
    await user.user.update({ full_name: 'First' })
    await receiver.arrived(1)
    assert.equal((await find(webhook)).enabled, true)

    await user.user.update({ full_name: 'Second' })
    await until(async () => !(await find(webhook)).enabled)
    assert.equal((await find(webhook)).disabled_reason, 'failing')
    await user.user.update({ full_name: 'Third' })
    assert.deepEqual((await countsOf(webhook.id)).ids, [10_000, 10_001])
    assert.equal((await user.request('POST', `${path}/ping`)).status, 409)

    receiver.answer = (_arrival, response) => void response.writeHead(204).end()
    await user.request('PATCH', path, { body: { enabled: true } })
    await sent(10_001)
    await user.user.update({ full_name: 'Fourth' })
    await sent(10_002)
    assert.equal(receiver.arrivals.length, 4)
    assert.equal((await find(webhook)).enabled, true)
  })

  test('a full webhook that is enabled again is pinged and gets changes, with a receiver that is slow', async () => {
    const path = `/webhooks/${webhook.id}`
    const delivery = (id: number) => `${path}/deliveries/${id}/redeliver`
    const fill = (isFull: boolean) =>
      foyer.db.query(sql`
        update webhooks set announced = 10001, sent = 1, is_full = ${isFull}::boolean,
          disabled_at = now(), disabled_reason = 'failing'
        where user_id = ${user.id} and id = ${webhook.id}`)
    await foyer.db.query(sql`
      insert into webhook_deliveries
        (user_id, webhook_id, id, event_id, topic, action, delivered_at)
      select ${user.id}, ${webhook.id}, id, gen_random_uuid(), 'User', 'Updated',
        case when id = 1 then now() end
      from unnest(array[1, 2, 10001]) as id`)
    await fill(true)
    const held: ServerResponse[] = []
    receiver.answer = (_arrival, response) => void held.push(response)

    assert.equal((await user.request('PATCH', path, { body: { enabled: true } })).status, 200)
    await receiver.arrived(1)
    assert.equal((await user.request('POST', `${path}/ping`)).status, 202)
    for (const id of [1, 10_001])
      assert.equal((await user.request('POST', delivery(id))).status, 202)
    await user.user.update({ full_name: 'Ada King' })
    receiver.answer = (_arrival, response) => void response.writeHead(204).end()
    for (const response of held) response.writeHead(204).end()
    await sent(10_004)
    const arrived = receiver.arrivals.map(({ message }) => message.topic)
    assert.deepEqual(arrived, ['User', 'User', 'Ping', 'User', 'User'])
    assert.equal((await find(webhook)).enabled, true)
  })

  test('a webhook that is enabled again and again has at most 20,000 deliveries that wait', async () => {
    const path = `/webhooks/${webhook.id}`
    receiver.answer = (_arrival, response) =>
      void response.writeHead(503, { 'retry-after': '86400' }).end()
    for (const waiting of [10_001, 20_001]) {
      await foyer.db.query(sql`
        update webhooks set announced = ${waiting - 1}
        where user_id = ${user.id} and id = ${webhook.id}`)
      await user.user.update({ full_name: `Ada ${waiting}` })
      await until(async () => !(await find(webhook)).enabled)
      assert.equal((await countsOf(webhook.id)).announced, waiting)
      await user.request('PATCH', path, { body: { enabled: true } })
    }
    await until(async () => (await countsOf(webhook.id)).attempts === 1)
    await user.request('POST', `${path}/deliveries/20001/redeliver`)
    await until(async () => (await countsOf(webhook.id)).attempts === 2)
    assert.equal((await find(webhook)).enabled, true)
    await user.user.update({ full_name: 'Ada King' })
    await until(async () => !(await find(webhook)).enabled)
    assert.equal((await countsOf(webhook.id)).announced, 20_002)
  })
})
