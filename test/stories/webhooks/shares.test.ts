import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createApplication } from '../../../src/identity/applications/applications.ts'
import type { Outgoing } from '../../../src/platform/http/outgoing/outgoing.ts'
import { deliveryRetry, deliveryWorker } from '../../../src/support/outbox/delivery.ts'
import { recordAndAnnounce } from '../../../src/support/outbox/outbox.ts'
import { newSigningSecret } from '../../../src/support/outbox/signature.ts'
import { type RunningWork, startWork } from '../../../src/support/work/engine.ts'
import { measureQueues } from '../../../src/support/work/work-metrics.ts'
import { suiteDatabases } from '../../support/database.ts'
import { Metrics, type OpenDatabase, sql } from '../../support/inside.ts'
import { countingRows } from '../../support/rows-read.ts'
import { addUser } from '../../support/users.ts'

/*
 * One instance sends to many receivers. Outgoing requests are replaced: only one receiver answers.
 */

const answers = 'answers.example'
const hangingHosts = 12
const webhooksPerHost = 30

for (const database of await suiteDatabases())
  describe(`shares of receivers (${database.name})`, () => {
    let db: OpenDatabase
    let work: RunningWork | undefined
    let applicationId: number
    let busy: { readonly id: number }
    let calm: { readonly id: number }
    /** How many requests each host has got that it does not answer. */
    let running: Map<string, number>
    let arrived: number

    beforeEach(async () => {
      db = await database.open()
      applicationId = (await createApplication(db, { name: 'Shop', scopes: [] })).application.id
      ;[busy, calm] = await Promise.all([addUser(db), addUser(db)])
      running = new Map()
      arrived = 0
    })
    afterEach(async () => {
      await work?.stop(0)
      await db.close()
    })

    const outgoing: Outgoing = {
      async post(url, { signal }) {
        const { host } = new URL(url)
        if (host === answers) {
          arrived++
          return { status: 204, retryAfter: undefined }
        }
        running.set(host, (running.get(host) ?? 0) + 1)
        return new Promise((_, reject) => signal.addEventListener('abort', reject))
      },
      close() {},
    }
    const secret = newSigningSecret()
    const log = { warn() {} }
    const start = (on: OpenDatabase, by = outgoing): RunningWork => {
      const worker = deliveryWorker({
        db: on,
        outgoing: by,
        clock: Date,
        log,
        baseUrl: 'https://accounts.example/v2',
        metrics: new Metrics(),
        open: () => ({ secret }),
        gaveUp: async () => {},
      })
      return startWork({ db: on, workers: [worker], log })
    }

    /** Adds webhooks, each with one delivery that waits. */
    const addWaiting = (
      { id }: { readonly id: number },
      host: string,
      { count = 1, attempts = 0, dueInSeconds = 0 },
    ) =>
      db.bulkTransaction((tx) =>
        tx.query(sql`
        with added as (
          insert into webhooks
            (user_id, application_id, url, host, topics, sealed, announced)
          select ${id}, ${applicationId}, 'https://' || name, name, '{User}', '', 1
          from generate_series(1, ${count}::integer) as g,
            replace(${host}, '#', lpad(g::text, 5, '0')) as name
          returning user_id, id, webhooks.host
        ), queued as (
          insert into jobs (id, queue, key, user_id, host, attempts, due_at)
          select gen_random_uuid(), 'webhooks', id::text, user_id, host, ${attempts}::integer,
            now() + ${dueInSeconds}::float8 * interval '1 second'
          from added
        )
        insert into webhook_deliveries (user_id, webhook_id, id, event_id, topic, action)
        select user_id, id, 1, gen_random_uuid(), 'User', 'Updated' from added`),
      )

    /** The same database. One statement fails once. */
    function failingOnce(of: OpenDatabase, text: string, failed: () => void): OpenDatabase {
      let isDone = false
      return new Proxy(of, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name)
          if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value
          return async (statement: Parameters<OpenDatabase['query']>[0]) => {
            if (isDone || !statement.text.includes(text)) return target.query(statement)
            isDone = true
            failed()
            throw new Error('away')
          }
        },
      })
    }

    /**
     * The same database. It notes which queues are looked at: of first attempts (0), or of retries
     * (1).
     * @param claims whether jobs can be claimed
     */
    function notingKinds(of: OpenDatabase, { claims = true } = {}) {
      const kinds: unknown[] = []
      const query: OpenDatabase['query'] = async (statement) => {
        if (statement.text.includes('visited')) {
          kinds.push(statement.values[2])
          if (!claims) throw new Error('away')
        }
        return of.query(statement)
      }
      const noting = new Proxy(of, {
        get(target, name) {
          if (name === 'query') return query
          const value: unknown = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      return { db: noting, kinds }
    }

    async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
      const begin = performance.now()
      while (!(await isTrue()) && performance.now() - begin < 60_000) await pause(5)
      assert.ok(await isTrue())
    }

    test('an instance whose lease has ended records nothing, so no delivery counts as waiting again', async () => {
      await db.query(sql`
        insert into webhooks (user_id, application_id, url, host, topics, sealed)
        values (${calm.id}, ${applicationId}, 'https://held.example', 'held.example', '{User}', '')`)
      const entry = { userId: calm.id, action: 'profile.updated' } as const
      const event = { topic: 'User', action: 'Updated', resourceId: null } as const
      for (let change = 0; change < 2; change++)
        await db.transactionFor(calm.id, (tx) => recordAndAnnounce(tx, entry, event))
      const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let requests = 0
      const answering: Outgoing = {
        async post() {
          await held[requests++]?.promise
          return { status: 204, retryAfter: undefined }
        },
        close() {},
      }
      const late = start(db, answering)
      await until(() => requests === 1)
      await db.query(sql`update jobs set due_at = now()`)
      work = start(db, answering)
      await until(() => requests === 2)
      const stateOf = async () => {
        const [row] = await db.query<{ sent: number; attempts: number[] }>(sql`
          select sent, array(
              select attempts from webhook_deliveries where user_id = ${calm.id} order by id
            ) as attempts
          from webhooks where user_id = ${calm.id}`)
        return row
      }
      held[1]?.resolve()
      while ((await stateOf())?.sent !== 2) await pause(5)
      held[0]?.resolve()
      await late.stop(1_000)
      assert.deepEqual(await stateOf(), { sent: 2, attempts: [1, 1] })
    })

    test('a webhook keeps its job, however often instances end while they send', async () => {
      await db.query(sql`
        insert into webhooks (user_id, application_id, url, host, topics, sealed)
        values (${calm.id}, ${applicationId}, 'https://held.example', 'held.example', '{User}', '')`)
      const entry = { userId: calm.id, action: 'profile.updated' } as const
      await db.transactionFor(calm.id, (tx) =>
        recordAndAnnounce(tx, entry, { topic: 'User', action: 'Updated', resourceId: null }),
      )
      await db.query(sql`update jobs set is_held = true, attempts = 40, due_at = now()`)
      const refusing: Outgoing = { post: () => assert.fail('it waits for its retry'), close() {} }
      work = start(db, refusing)
      const jobs = () =>
        db.query<{ attempts: number; isLater: boolean }>(sql`
          select attempts, due_at > now() + interval '1 hour' as "isLater" from jobs`)
      await until(async () => (await jobs())[0]?.isLater === true)
      assert.equal((await jobs())[0]?.attempts, 41)
    })

    test('many receivers that hang do not delay one that answers', async () => {
      const add = (userId: number, host: string, count: number) =>
        db.query(sql`
          insert into webhooks (user_id, application_id, url, host, topics, sealed)
          select ${userId}, ${applicationId}, 'https://' || ${host}, ${host}, '{User}', ''
          from generate_series(1, ${count})`)
      for (let host = 0; host < hangingHosts; host++)
        await add(busy.id, `hanging${host}.example`, webhooksPerHost)
      await add(calm.id, answers, 1)
      work = start(db)
      const event = { topic: 'User', action: 'Updated', resourceId: null } as const
      const change = async ({ id }: { id: number }) => {
        const entry = { userId: id, action: 'profile.updated' } as const
        await db.transactionFor(id, (tx) => recordAndAnnounce(tx, entry, event))
        work?.wake()
      }
      const sum = () => [...running.values()].reduce((all, count) => all + count, 0)

      await change(busy)
      // Wait until no more requests are sent.
      for (let before = -1; before < sum() || running.size < hangingHosts; await pause(100))
        before = sum()
      assert.ok(sum() <= 240, `${sum()} attempts hang`)

      for (let round = 1; round <= 3; round++) {
        await change(calm)
        await until(() => arrived >= round)
        assert.equal(arrived, round)
      }
    })

    test('an error of our own does not count as a failure of the receiver', async () => {
      await addWaiting(calm, answers, { attempts: deliveryRetry.maxAttempts - 1 })
      const failed = Promise.withResolvers<void>()
      const failing = failingOnce(db, 'from webhooks w join users', failed.resolve)
      work = start(failing)
      await failed.promise
      await work.stop(1_000)
      const [webhook] = await db.query(sql`
        select disabled_at, (select attempts from jobs where key = webhooks.id::text) as attempts
        from webhooks where user_id = ${calm.id}`)
      assert.deepEqual(webhook, { disabled_at: null, attempts: deliveryRetry.maxAttempts - 1 })
    })

    test('thousands of webhooks of a receiver that hangs are not read to find those of another one', async () => {
      await addWaiting(busy, 'hangs.example', { count: 5_000, dueInSeconds: -3_600 })
      await addWaiting(calm, answers, {})
      await db.script('analyze jobs, webhooks')
      const counting = countingRows(db, 'from jobs')
      work = start(counting.db)
      await until(() => arrived === 1)
      // The first claims are of the one that hangs, until it has its share.
      assert.ok(running.get('hangs.example'))
      for (const { text, rows } of counting.reads) assert.ok(rows < 200, `${rows} rows: ${text}`)
    })

    test('retries of receivers that hang leave room for those of another one', async () => {
      for (const host of ['hangs.example', 'hangs-too.example'])
        await addWaiting(busy, host, { count: 50, attempts: 1, dueInSeconds: -3_600 })
      await addWaiting(calm, answers, { attempts: 1 })
      work = start(db)
      await until(() => arrived === 1)
      assert.deepEqual([...running.values()], [4, 4])
    })

    test('among more receivers than a claim looks at, each gets its turn', async () => {
      await addWaiting(busy, 'a#.example', { count: 1_500, attempts: 3, dueInSeconds: 3_600 })
      await addWaiting(calm, answers, { attempts: 1 })
      const { db: noting, kinds } = notingKinds(db)
      work = start(noting)
      await until(() => arrived === 1)
      // It looks at all hosts of retries without a pause.
      assert.deepEqual(kinds.slice(0, 3), [0, 1, 1])
      await addWaiting(busy, 'a00000.example', { attempts: 1 })
      await until(() => {
        work?.wake()
        return running.has('a00000.example')
      })
    })

    test('if jobs cannot be claimed, it waits before it looks at their hosts again', async () => {
      await addWaiting(busy, 'a#.example', { count: 1_001, attempts: 3, dueInSeconds: 3_600 })
      await addWaiting(calm, answers, { attempts: 1 })
      const { db: failing, kinds } = notingKinds(db, { claims: false })
      work = start(failing)
      await until(() => {
        work?.wake()
        return kinds.length >= 5
      })
      assert.deepEqual(kinds.slice(0, 5), [0, 1, 0, 1, 0])
    })

    test('the jobs that wait are counted up to 10,000, and the first due one is found without reading all', async () => {
      await addWaiting(busy, 'first.example', { count: 12_000, dueInSeconds: -60 })
      await addWaiting(calm, answers, { attempts: 1, dueInSeconds: -3_600 })
      await db.script('analyze jobs')
      const metrics = new Metrics()
      const { db: counting, reads } = countingRows(db, 'from jobs')
      measureQueues(metrics, counting, ['webhooks'])
      const read = async (name: string) =>
        (
          await metrics
            .list()
            .find((one) => one.name === name)
            ?.read()
        )?.[0]?.value ?? 0
      assert.equal(await read('foyer_jobs_waiting'), 10_000)
      const dueSeconds = await read('foyer_jobs_oldest_due_seconds')
      assert.ok(dueSeconds >= 3_600 && dueSeconds < 4_600)
      for (const { text, rows } of reads) assert.ok(rows < 11_000, `${rows} rows: ${text}`)
    })
  })
