import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createApplication } from '../../../src/identity/applications/applications.ts'
import { sql } from '../../../src/platform/database/sql.ts'
import type { Outgoing } from '../../../src/platform/http/outgoing/outgoing.ts'
import { Metrics } from '../../../src/platform/metrics/metrics.ts'
import { startDelivery } from '../../../src/support/outbox/delivery.ts'
import { recordAndAnnounce } from '../../../src/support/outbox/outbox.ts'
import { newSigningSecret } from '../../../src/support/outbox/signature.ts'
import { suiteDatabases } from '../../support/database.ts'
import { addUser } from '../../support/users.ts'

/*
 * One instance sends to many receivers. Outgoing requests are replaced: some receivers never
 * answer.
 */

const hangingHosts = 12
const webhooksPerHost = 30

for (const database of await suiteDatabases())
  describe(`shares of receivers (${database.name})`, () => {
    test('many receivers that hang do not delay one that answers', async () => {
      const db = await database.open()
      const { application } = await createApplication(db, { name: 'Shop', scopes: [] })
      const [busy, calm] = await Promise.all([addUser(db), addUser(db)])
      const add = (userId: number, host: string, count: number) =>
        db.query(sql`
          insert into webhooks (user_id, application_id, url, host, topics, sealed)
          select ${userId}, ${application.id}, 'https://' || ${host}, ${host}, '{User}', ''
          from generate_series(1, ${count})`)
      for (let host = 0; host < hangingHosts; host++)
        await add(busy.id, `hanging${host}.example`, webhooksPerHost)
      await add(calm.id, 'answers.example', 1)

      const running = new Map<string, number>()
      let arrived = 0
      const outgoing: Outgoing = {
        async post(url, { signal }) {
          if (url === 'https://answers.example') {
            arrived++
            return { status: 204, retryAfter: undefined }
          }
          running.set(url, (running.get(url) ?? 0) + 1)
          return new Promise((_, reject) => signal.addEventListener('abort', reject))
        },
        close() {},
      }
      const secret = newSigningSecret()
      const delivery = startDelivery({
        db,
        outgoing,
        clock: Date,
        log: { warn() {} },
        baseUrl: 'https://accounts.example/v2',
        metrics: new Metrics(),
        open: () => ({ secret }),
        gaveUp: async () => {},
      })
      const event = { topic: 'User', action: 'Updated', resourceId: null } as const
      const change = async ({ id }: { id: number }) => {
        const entry = { userId: id, action: 'profile.updated' } as const
        await db.transactionFor(id, (tx) => recordAndAnnounce(tx, entry, event))
        delivery.wake()
      }
      const sum = () => [...running.values()].reduce((all, count) => all + count, 0)

      await change(busy)
      // Wait until no more requests are sent.
      for (let before = -1; before < sum() || running.size < hangingHosts; await pause(100))
        before = sum()
      assert.ok(sum() <= 240, `${sum()} attempts hang`)

      const start = performance.now()
      for (let round = 1; round <= 3; round++) {
        await change(calm)
        while (arrived < round && performance.now() - start < 10_000) await pause(5)
        assert.equal(arrived, round)
      }
      await delivery.stop(0)
      await db.close()
    })
  })
