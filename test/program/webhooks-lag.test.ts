import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@foyer/client'
import { databases, newDatabase } from '../support/database.ts'
import { figure } from '../support/figure.ts'
import { foyerJson, newDirectory, Service } from '../support/program.ts'
import { startReceiver } from '../support/receiver.ts'
import { isSoak, repetitions } from '../support/soak.ts'
import { createWebhook } from '../support/webhooks.ts'

const skip = (await databases()).length < 2
const users = 50
const perSecond = repetitions({ short: 50, soak: 200 })
const seconds = repetitions({ short: 1, soak: 20 })
/** The longest time that 99 % of the deliveries may take alone on the machine, in milliseconds. */
const mostLagMs = 1_000

test(`${perSecond} changes a second are delivered soon (PostgreSQL)`, { skip }, async (t) => {
  const env = {
    DATA_DIR: newDirectory(),
    DATABASE_URL: await newDatabase(),
    PROBE_PORT: 'off',
    LOG_LEVEL: 'warn',
  }
  const file = join(env.DATA_DIR, 'tokens.txt')
  await foyerJson(['seed', '--users', String(users), '--tokens', file], env)
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const service = await Service.start({ ...env, LOG_LEVEL: 'info' })
  const clients = await Promise.all(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map(async (accessToken) => {
        const client = createClient({ baseUrl: service.baseUrl, accessToken })
        const { id } = await createWebhook(client, { url: receiver.url })
        return { client, id, changed: [] as number[] }
      }),
  )
  const count = perSecond * seconds
  const start = performance.now()
  const changes: Promise<void>[] = []
  for (let index = 0; index < count; index++) {
    const wait = start + (index * 1_000) / perSecond - performance.now()
    if (wait > 0) await pause(wait)
    const user = clients[index % users]
    if (user === undefined) continue
    changes.push(
      user.client.user.update({ full_name: `Ada ${index}` }).then(() => {
        user.changed.push(performance.timeOrigin + performance.now())
      }),
    )
  }
  await Promise.all(changes)
  await receiver.arrived(count)
  // A delivery may arrive twice. Its first arrival counts.
  const arrivals = () => [
    ...Map.groupBy(receiver.arrivals, ({ message }) => message.id)
      .values()
      .map(([first]) => first),
  ]
  while (arrivals().length < count) await receiver.arrived(receiver.arrivals.length + 1)
  const byWebhook = Map.groupBy(arrivals(), (arrival) => arrival?.message.webhook_id)
  const lags = clients
    .flatMap(({ id, changed }) =>
      changed
        .sort((a, b) => a - b)
        .map((at, index) => (byWebhook.get(id)?.[index]?.at ?? Number.POSITIVE_INFINITY) - at),
    )
    .sort((a, b) => a - b)
  const lag = (share: number) => lags[Math.floor(lags.length * share)] ?? Number.POSITIVE_INFINITY
  const [median, p99] = [lag(0.5), lag(0.99)]
  t.diagnostic(`${count} changes: median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
  assert.ok(lags.every(Number.isFinite), 'every change is delivered')
  // Beside other tests, the time depends on their load.
  const most = { atMost: isSoak ? mostLagMs : 30 * mostLagMs }
  assert.ok(receiver.arrivals.length < 2 * count, 'few deliveries arrive twice')
  figure(27, `p99 of the delivery at ${perSecond} changes a second, ms`, p99, most, count)
  assert.equal(await service.stop(), 0)
})
