import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isRefused, refusals } from '../../src/platform/errors/refusals.ts'
import { limitsFeature } from '../../src/support/limits/feature.ts'
import {
  type Allowance,
  type RequestLimitSettings,
  requestLimits,
} from '../../src/support/limits/limits.ts'
import { MemoryCounts } from '../../src/support/limits/memory-counts.ts'
import { RequestLimits } from '../../src/support/limits/requests.ts'
import { share } from '../../src/support/limits/store.ts'
import { subjectsOf } from '../../src/support/limits/subjects.ts'
import { openTableCounts } from '../../src/support/limits/table-counts.ts'
import type { Window } from '../../src/support/limits/window.ts'
import { databases } from '../support/database.ts'
import { inTime } from '../support/in-time.ts'
import { Metrics, type OpenDatabase, type Queryable, sql } from '../support/inside.ts'

const secretKey = 'test-key-0123456789-abcdefghijklmnopqrstuvwxyz'

/** The name of a limit, and what is counted. */
type Subject = readonly [limit: keyof ReturnType<typeof requestLimits>, of: string | number]

/** The counts of one instance, and the limits that are set. */
class Instance extends MemoryCounts {
  readonly #limits: ReturnType<typeof requestLimits>

  constructor(
    settings: RequestLimitSettings,
    db?: Queryable,
    stopwatch: ConstructorParameters<typeof MemoryCounts>[0]['stopwatch'] = performance,
  ) {
    super({ secretKey, db, stopwatch })
    this.#limits = requestLimits(settings)
  }

  windows(subjects: readonly Subject[]): Window[] {
    return this.windowsOf(
      subjectsOf(...subjects.map(([name, of]) => [this.#limits[name], of] as const)),
    )
  }
}

const opened: Instance[] = []

/** A limiter with a clock of its own. */
function newLimits(user: Allowance, db?: Queryable, application: Allowance | null = null) {
  const clock = { offset: 0, now: () => performance.now() + clock.offset }
  const settings = { user, application, network: null }
  const limits = new Instance(settings, db, clock)
  opened.push(limits)
  return { clock, limits }
}

/** Whether a request of this user passes. */
async function passes(limits: Instance, ...subjects: readonly Subject[]): Promise<boolean> {
  try {
    await limits.count(limits.windows(subjects))
    return true
  } catch (error) {
    assert.ok(isRefused(error, refusals.too_many_requests))
    return false
  }
}

/** Sends requests at once. @returns how many pass */
async function countPassing(
  limits: Instance,
  subjects: Subject | readonly Subject[],
  requests: number,
) {
  const each = (typeof subjects[0] === 'string' ? [subjects] : subjects) as readonly Subject[]
  const all = await Promise.all(Array.from({ length: requests }, () => passes(limits, ...each)))
  return all.filter(Boolean).length
}

const ada: Subject = ['user', '1:7']
const shop: Subject = ['application', 1]

test('a window is renewed when it ends, and a request that is given back may be sent again', async () => {
  const { limits, clock } = newLimits({ max: 10, windowMs: 60_000 })
  assert.equal(await countPassing(limits, ada, 20), 10)
  assert.equal(limits.refused('user'), 10)
  limits.giveBack(limits.windows([ada]))
  assert.equal(await countPassing(limits, ada, 20), 1)
  clock.offset += 59_000
  assert.equal(await countPassing(limits, ada, 20), 0)
  clock.offset += 1_001
  assert.equal(await countPassing(limits, ada, 20), 10)
})

test('a request that one limit refuses does not count against the others', async () => {
  const allowance = { max: 2, windowMs: 60_000 }
  const settings = { user: allowance, application: { ...allowance, max: 3 }, network: null }
  const limits = new Instance(settings)
  const application: Subject = ['application', 1]
  for (let i = 0; i < 5; i++) await passes(limits, ada, application)
  assert.equal(await countPassing(limits, application, 5), 1)
})

test('visitors from any number of networks take a bounded memory', async () => {
  const settings = {
    network: { max: 3, windowMs: 60_000 },
    user: { max: 3, windowMs: 60_000 },
    application: null,
  }
  const limits = new Instance(settings)
  assert.equal(await countPassing(limits, ada, 5), 3)
  for (let i = 0; i < 100_000; i++) await passes(limits, ['network', `2001:db8:${i}::/64`])
  assert.deepEqual([limits.subjects('user'), limits.subjects('network')], [1, 50_000])
  // They drop no count of a user.
  assert.equal(await countPassing(limits, ada, 5), 0)
})

for (const database of await databases())
  describe(`rate limits of several instances (${database.name})`, () => {
    let db: OpenDatabase
    before(async () => {
      db = await database.open()
    })
    const forget = () => db.script('delete from rate_limit_counts')
    /** The same database, with statements that are late, but not slow. */
    const late: Queryable = {
      query: async (statement) => {
        await pause(100)
        return db.query(statement)
      },
    }
    beforeEach(forget)
    const end = async () => {
      for (const limits of opened.splice(0)) await untilShared(limits)
    }
    afterEach(end)
    after(() => db.close())

    /**
     * Beside other tests a statement may be slow. Then each instance counts alone, as it should, and
     * the story is told again.
     */
    const promptly = (story: () => Promise<void>) => async () => {
      for (let left = 20; ; left--)
        try {
          await story()
          return
        } catch (error) {
          const isSlow = opened.some(({ sharing }) => sharing.slow > 0)
          if (!isSlow || left === 0) throw error
          await end()
          await forget()
        }
    }

    const usedInAll = async () =>
      (await db.query<{ used: number }>(sql`select used from rate_limit_counts`)).map(
        ({ used }) => used,
      )

    test(
      'requests at once at two instances pass within 5 % of the limit',
      promptly(async () => {
        const allowance = { max: 200, windowMs: 60_000 }
        const [first, second] = [newLimits(allowance, db).limits, newLimits(allowance, db).limits]
        const passed = await Promise.all([
          countPassing(first, ada, 1_000),
          countPassing(second, ada, 1_000),
        ])
        const sum = passed[0] + passed[1]
        assert.ok(sum >= 200 && sum <= 210, `${passed.join(' and ')} passed`)
      }),
    )

    test(
      'requests at once pass within 5 % of the limit even if the statements of one instance are late',
      promptly(async () => {
        const allowance = { max: 200, windowMs: 60_000 }
        const [first, second] = [newLimits(allowance, late).limits, newLimits(allowance, db).limits]
        const passed = await Promise.all([
          countPassing(first, ada, 1_000),
          countPassing(second, ada, 1_000),
        ])
        const sum = passed[0] + passed[1]
        assert.ok(sum >= 200 && sum <= 210, `${passed.join(' and ')} passed`)
        // What was reserved for requests that did not pass is given back.
        await untilShared(first)
        assert.deepEqual(await usedInAll(), [sum])
      }),
    )

    test(
      'a client that uses its limit at one instance finds little of it at the other',
      promptly(async () => {
        const allowance = { max: 320, windowMs: 60_000 }
        const [first, second] = [newLimits(allowance, db).limits, newLimits(allowance, db).limits]
        assert.equal(await countPassing(first, ada, 400), 320)
        await untilShared(first)
        // One statement reserves room for all requests that wait.
        const { shared } = first.sharing
        assert.ok(shared <= 3, `${shared} statements`)
        let passed = 0
        for (let i = 0; i < 40; i++) {
          if (await passes(second, ada)) passed++
          await untilShared(second)
        }
        assert.ok(passed <= 16, `${passed} passed at the other instance`)
      }),
    )

    test(
      'users far from their limit cost no statement',
      promptly(async () => {
        const { limits } = newLimits({ max: 640, windowMs: 60_000 }, db)
        for (let user = 0; user < 100; user++) await countPassing(limits, ['user', `2:${user}`], 19)
        await pause(20)
        assert.deepEqual(limits.sharing, { shared: 0, slow: 0, failed: 0 })
        assert.deepEqual(await usedInAll(), [])
        await countPassing(limits, ada, 20)
        await untilShared(limits)
        assert.deepEqual(limits.sharing, { shared: 1, slow: 0, failed: 0 })
        assert.deepEqual(await usedInAll(), [20])
      }),
    )

    test('while the database is away, each instance counts alone, and shares later', async () => {
      let state: 'up' | 'away' | 'slow' = 'up'
      const odd: Queryable = {
        query: (statement) => {
          if (state === 'up') return db.query(statement)
          return state === 'away' ? Promise.reject(new Error('away')) : new Promise(() => {})
        },
      }
      await promptly(async () => {
        state = 'up'
        try {
          const { limits } = newLimits({ max: 100, windowMs: 60_000 }, odd)
          await countPassing(limits, ['user', '1:8'], 30)
          await untilShared(limits)
          state = 'away'
          for (let left = 15; left > 0; left--) limits.giveBack(limits.windows([['user', '1:8']]))
          assert.equal(await countPassing(limits, ada, 20), 20)
          while (limits.sharing.failed === 0) await pause(1)
          state = 'up'
          // The next statement is a second after the one that failed.
          await untilShared(limits)
          assert.deepEqual(limits.sharing, { shared: 2, slow: 0, failed: 1 })
          assert.deepEqual((await usedInAll()).toSorted(), [15, 20])
          state = 'away'
          assert.equal(await countPassing(limits, ada, 100), 80)
        } finally {
          state = 'up'
        }
      })()
      state = 'slow'
      await inTime(async () => {
        const slow = newLimits({ max: 100, windowMs: 60_000 }, odd).limits
        // Its statement never ends, so nothing waits for it.
        opened.length = 0
        const start = performance.now()
        assert.equal(await countPassing(slow, ada, 200), 100)
        const took = performance.now() - start
        assert.deepEqual(slow.sharing, { shared: 0, slow: 1, failed: 0 })
        return [[took, 1_000]]
      })
    })

    test(
      'requests with two limits wait for one statement, and reserve only what can pass',
      promptly(async () => {
        const allowance = { max: 200, windowMs: 60_000 }
        const application = { max: 1_000, windowMs: 60_000 }
        const first = newLimits(allowance, late, application).limits
        const second = newLimits(allowance, db, application).limits
        await countPassing(second, shop, 790)
        await untilShared(second)
        assert.equal(await countPassing(first, [ada, shop], 1_000), 200)
        // Others can use the rest of the application's limit at once.
        for (let left = 10; left > 0; left--) {
          assert.ok(await passes(second, ['user', '1:8'], shop))
          await untilShared(second)
        }
        await untilShared(first)
        const { shared } = first.sharing
        assert.ok(shared <= 3, `${shared} statements`)
        const [most, next] = (await usedInAll()).toSorted((a, b) => b - a)
        assert.deepEqual([most, next], [1_000, 200])
      }),
    )

    test(
      'what is given back passes at one instance only, even if the statement is late',
      promptly(async () => {
        const allowance = { max: 200, windowMs: 60_000 }
        const [first, second] = [newLimits(allowance, late).limits, newLimits(allowance, db).limits]
        assert.equal(await countPassing(first, ada, 150), 150)
        await untilShared(first)
        for (let left = 140; left > 0; left--) first.giveBack(first.windows([ada]))
        await pause(20)
        const passed = countPassing(first, ada, 300)
        await untilShared(first)
        const sum = 10 + (await passed) + (await countPassing(second, ada, 300))
        assert.ok(sum >= 200 && sum <= 210, `${sum} passed`)
      }),
    )

    test(
      'requests that wait while their window ends count in the next one',
      promptly(async () => {
        const { limits, clock } = newLimits({ max: 20, windowMs: 60_000 }, late)
        const sent = countPassing(limits, ada, 20)
        clock.offset += 60_001
        const passed = (await sent) + (await countPassing(limits, ada, 20))
        assert.ok(passed <= 21, `${passed} passed`)
      }),
    )

    test(
      'an instance that others have filled asks again after a second',
      promptly(async () => {
        const allowance = { max: 100, windowMs: 60_000 }
        const first = newLimits(allowance, db).limits
        const { limits: second, clock } = newLimits(allowance, late)
        assert.equal(await countPassing(first, ada, 100), 100)
        await untilShared(first)
        await countPassing(second, ada, 20)
        await untilShared(second)
        assert.equal(await passes(second, ada), false)
        assert.equal(second.isSharing, false, 'it asks once a second')
        const { shared } = second.sharing
        clock.offset += 1_000
        assert.equal(await passes(second, ada), false)
        await pause(50)
        assert.equal(await passes(second, ada), false)
        await untilShared(second)
        assert.equal(second.sharing.shared, shared + 1)
        for (let left = 50; left > 0; left--) first.giveBack(first.windows([ada]))
        await untilShared(first)
        clock.offset += 1_000
        assert.equal(await passes(second, ada), false)
        await untilShared(second)
        assert.equal(await passes(second, ada), true)
      }),
    )

    test(
      'a window that the database has ended first is followed by a whole one',
      promptly(async () => {
        const { limits, clock } = newLimits({ max: 100, windowMs: 60_000 }, db)
        await countPassing(limits, ada, 20)
        await untilShared(limits)
        await db.script(`update rate_limit_counts set ends_at = now() - interval '1 second'`)
        clock.offset += 59_000
        await countPassing(limits, ada, 5)
        await untilShared(limits)
        const rows = await db.query<{ used: number; is_new: boolean }>(sql`
          select used, ends_at > now() + interval '50 seconds' as is_new from rate_limit_counts`)
        assert.deepEqual(rows, [{ used: 5, is_new: true }])
      }),
    )

    test(
      'a request that waits writes only counts that others should know',
      promptly(async () => {
        const application = { max: 1_000, windowMs: 60_000 }
        const { limits } = newLimits({ max: 10_000, windowMs: 60_000 }, db, application)
        await countPassing(limits, shop, 900)
        await untilShared(limits)
        assert.equal(await countPassing(limits, [ada, shop], 90), 90)
        await untilShared(limits)
        assert.deepEqual(await usedInAll(), [990])
      }),
    )

    test(
      'after a slow statement no request waits until one is fast',
      promptly(async () => {
        let delayMs = 300
        const slow: Queryable = {
          query: async (statement) => {
            await pause(delayMs)
            return db.query(statement)
          },
        }
        const { limits } = newLimits({ max: 100, windowMs: 60_000 }, slow)
        /** Whether the last of five requests waits, because other instances may have sent some. */
        const isWaiting = () => {
          const answers = Array.from({ length: 5 }, () => limits.count(limits.windows([ada])))
          return answers.at(-1) !== undefined
        }
        await countPassing(limits, ada, 20)
        delayMs = 0
        await pause(100)
        assert.equal(isWaiting(), false)
        await untilShared(limits)
        assert.equal(isWaiting(), true)
        await untilShared(limits)
      }),
    )

    test(
      'a window does not end later than in the database, even if the answer is late',
      promptly(async () => {
        const answeredLate: Queryable = {
          query: async (statement) => {
            const rows = await db.query<never>(statement)
            await pause(100)
            return rows
          },
        }
        const { limits } = newLimits({ max: 10, windowMs: 60_000 }, answeredLate)
        await countPassing(limits, ada, 2)
        await untilShared(limits)
        const [row] = await db.query<{ left_ms: number }>(sql`
          select (extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as left_ms
          from rate_limit_counts`)
        const [window] = limits.windows([ada])
        assert.ok(window && row)
        // The clock of the embedded database has milliseconds.
        const later = window.endsAt - performance.now() - row.left_ms
        assert.ok(later <= 10, `${later} ms later`)
      }),
    )

    test('one statement may add to a key twice, and takes nothing from an unknown key', async () => {
      const [key, unknown] = [randomBytes(32), randomBytes(32)]
      const totals = await share(db, [
        { key, used: 5, leftMs: 60_000 },
        { key: unknown, used: -1, leftMs: 60_000 },
        { key, used: 6, leftMs: 60_000 },
      ])
      const [taken] = await share(db, [{ key, used: -12, leftMs: 60_000 }])
      assert.equal(taken?.used, 0)
      await share(db, [{ key, used: 11, leftMs: 60_000 }])
      assert.deepEqual(
        totals.map(({ place, used }) => [place, used]),
        [
          [1, 11],
          [3, 11],
        ],
      )
      assert.deepEqual(await usedInAll(), [11])
    })

    test(
      'what is given back at the end of a window does not add to the next one',
      promptly(async () => {
        const { limits, clock } = newLimits({ max: 100, windowMs: 60_000 }, db)
        assert.equal(await countPassing(limits, ada, 50), 50)
        await untilShared(limits)
        for (let left = 10; left > 0; left--) limits.giveBack(limits.windows([ada]))
        clock.offset += 59_900
        await untilShared(limits)
        assert.deepEqual(await usedInAll(), [50])

        const key = randomBytes(32)
        await share(db, [{ key, used: 5, leftMs: 1 }])
        await pause(5)
        const [next] = await share(db, [{ key, used: -3, leftMs: 60_000 }])
        assert.equal(next?.used, 0)
      }),
    )

    test(
      'ended windows start again, and a chore removes them',
      promptly(async () => {
        const windowMs = 500
        const { limits } = newLimits({ max: 10, windowMs }, db)
        /** Does something in a new window. If that ends in between, on a busy machine, once more. */
        const inWindow = async <T>(work: () => Promise<T>): Promise<T> => {
          for (;;) {
            await pause(windowMs + 10)
            const began = performance.now()
            const result = await work()
            if (performance.now() - began <= windowMs / 2) return result
          }
        }
        assert.equal(await inWindow(() => countPassing(limits, ada, 12)), 10)
        await untilShared(limits)
        const used = await inWindow(async () => {
          assert.equal(await countPassing(limits, ada, 5), 5)
          await untilShared(limits)
          return usedInAll()
        })
        assert.deepEqual(used, [5])
        await pause(windowMs + 10)
        const settings = { user: null, application: null, network: null }
        const feature = limitsFeature({
          counts: openTableCounts({ db, clock: Date, secretKey }),
          requests: new RequestLimits({ settings, secretKey, db: undefined }),
          metrics: new Metrics(),
        })
        for (const { run } of feature.chores ?? []) await run()
        assert.deepEqual(await usedInAll(), [])
      }),
    )
  })

/** Waits until an instance has shared what is due. */
async function untilShared(limits: Instance): Promise<void> {
  while (limits.isSharing) await pause(1)
}
