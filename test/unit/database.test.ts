import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import { awaitUntil, withDeadline } from '../../src/platform/database/deadline.ts'
import { databases } from '../support/database.ts'
import { inTime } from '../support/in-time.ts'
import { type OpenDatabase, sql, Unavailable } from '../support/inside.ts'
import { repeatSlow } from '../support/slow-trials.ts'
import { isSoak } from '../support/soak.ts'

for (const { name, open } of await databases())
  describe(`a database (${name})`, () => {
    let db: OpenDatabase
    before(async () => {
      db = await open()
      await db.script('create table notes (id integer primary key, text text not null)')
    })
    after(() => db.close())

    const texts = async () =>
      (await db.query<{ text: string }>(sql`select text from notes order by id`)).map(
        ({ text }) => text,
      )
    const empty = () => db.query(sql`delete from notes`)

    test('returns each SQL type as the same JavaScript value', async () => {
      const [row] = await db.query(sql`
        select 7::int2 as int2, 2147483647::int4 as int4, 9223372036854775807::int8 as int8,
          1.5::float8 as float8, 12.30::numeric as numeric, true as bool, 'é'::text as text,
          null::text as nothing, array['a', 'b,"\\', null] as texts, array[1, 2] as ints,
          array[9223372036854775807] as int8s, '\\xc3a9'::bytea as bytea, '2026-02-28'::date as date,
          '2026-02-28 12:00:00.123456+01'::timestamptz as timestamptz,
          array['2026-02-28'::date] as dates, array['2026-02-28 12:00:00Z'::timestamptz] as times,
          '{"a": [1, null]}'::jsonb as jsonb, '{"a":1}'::json as json, '1 day'::interval as interval`)
      assert.deepEqual(row, {
        int2: 7,
        int4: 2147483647,
        int8: '9223372036854775807',
        float8: 1.5,
        numeric: '12.30',
        bool: true,
        text: 'é',
        nothing: null,
        texts: ['a', 'b,"\\', null],
        ints: [1, 2],
        int8s: ['9223372036854775807'],
        bytea: Buffer.from('é'),
        date: '2026-02-28',
        timestamptz: '2026-02-28 11:00:00.123456+00',
        dates: ['2026-02-28'],
        times: ['2026-02-28 12:00:00+00'],
        jsonb: { a: [1, null] },
        json: { a: 1 },
        interval: '1 day',
      })
    })

    test('accepts each SQL type as a parameter', async () => {
      const [row] = await db.query(sql`
        select ${-5}::int4 as int4, ${'9007199254740993'}::int8 as int8, ${false}::bool as bool,
          ${"'; drop table notes --"}::text as text, ${null}::int4 as nothing, ${undefined}::text as missing,
          ${['a', 'b,"\\', null]}::text[] as texts, ${[1, 2]}::int4[] as ints,
          ${Buffer.from([0, 255])}::bytea as bytea, ${new Uint8Array([1, 2])}::bytea as bytes,
          ${JSON.stringify(['é'])}::jsonb as jsonb, ${{ a: 1 }}::jsonb as object,
          ${new Date('2026-02-28T11:00:00.123Z')}::timestamptz as timestamptz`)
      assert.deepEqual(row, {
        int4: -5,
        int8: '9007199254740993',
        bool: false,
        text: "'; drop table notes --",
        nothing: null,
        missing: null,
        texts: ['a', 'b,"\\', null],
        ints: [1, 2],
        bytea: Buffer.from([0, 255]),
        bytes: Buffer.from([1, 2]),
        jsonb: ['é'],
        object: { a: 1 },
        timestamptz: '2026-02-28 11:00:00.123+00',
      })
    })

    test('returns an empty array for a statement without rows', async () => {
      assert.deepEqual(await db.query(sql`delete from notes where id = ${0}`), [])
    })

    test('runs one statement at a time', async () => {
      await assert.rejects(
        db.query({ name: 'two', text: 'select 1; select 2', values: [] }),
        (error: Error & { code?: string }) => error.code === '42601',
      )
    })

    test('commits a transaction and returns its result', async () => {
      await empty()
      const result = await db.transaction(async (tx) => {
        await tx.query(sql`insert into notes values (1, 'one')`)
        await tx.query(sql`insert into notes values (2, 'two')`)
        return 'done'
      })
      assert.equal(result, 'done')
      assert.deepEqual(await texts(), ['one', 'two'])
    })

    test('rolls back a failing transaction and passes its error on', async () => {
      await empty()
      const reason = new Error('no')
      const failing = db.transaction(async (tx) => {
        await tx.query(sql`insert into notes values (1, 'one')`)
        throw reason
      })
      await assert.rejects(failing, (error) => error === reason)
      assert.deepEqual(await texts(), [])
    })

    test('a statement that nobody waited for when the work failed ends nothing else', async () => {
      await empty()
      const reason = new Error('no')
      const unhandled: unknown[] = []
      const note = (error: unknown) => unhandled.push(error)
      process.on('unhandledRejection', note)
      const failing = db.transaction(async (tx) => {
        await tx.query(sql`insert into notes values (1, 'one')`)
        void tx.query(sql`select 1 / 0`)
        throw reason
      })
      await assert.rejects(failing, (error) => error === reason)
      await db.query(sql`select 1`)
      await new Promise((resolve) => setImmediate(resolve))
      process.off('unhandledRejection', note)
      assert.deepEqual(unhandled, [])
      assert.deepEqual(await texts(), [])
    })

    test('pipelines the statements of a transaction, in order', async () => {
      await empty()
      await db.transaction((tx) =>
        Promise.all([
          tx.query(sql`insert into notes values (1, 'one')`),
          tx.query(sql`update notes set text = text || '!'`),
          tx.query(sql`insert into notes values (2, 'two')`),
        ]),
      )
      assert.deepEqual(await texts(), ['one!', 'two'])
    })

    test('does not commit after a failed statement whose error was swallowed', async () => {
      await empty()
      const failing = db.transaction(async (tx) => {
        await tx.query(sql`insert into notes values (1, 'one')`)
        await tx.query(sql`select 1 / 0`).catch(() => {})
      })
      await assert.rejects(failing)
      assert.deepEqual(await texts(), [])
    })

    test('refuses a statement in a transaction that has ended', async () => {
      const kept = await db.transaction(async (tx) => tx)
      await assert.rejects(async () => kept.query(sql`select 1`))
    })

    test('refuses a statement outside the transaction while it runs', async () => {
      await assert.rejects(
        db.transaction(() => db.query(sql`select 1`)),
        /never through the outer db/,
      )
      await assert.rejects(
        db.transaction(() => db.transaction(async () => {})),
        /never through the outer db/,
      )
      await db.transaction(async () => {})
      assert.deepEqual(await db.query(sql`select 1 as one`), [{ one: 1 }])
    })

    test('reports a statement’s error with its SQLSTATE and constraint', async () => {
      await empty()
      const insert = () => db.query(sql`insert into notes values (${7777}, ${'secret'})`)
      await insert()
      const failed = await insert().catch((error) => error)
      assert.equal(failed.code, '23505')
      assert.equal(failed.constraint, 'notes_pkey')
      assert.doesNotMatch(inspect(failed), /secret|7777/, 'an error contains no values')
      await assert.rejects(db.query(sql`select nothing`), { code: '42703' })
    })

    test('runs a transaction again after a serialisation failure or a deadlock', async () => {
      for (const state of ['40001', '40P01']) {
        await empty()
        let runs = 0
        await db.transaction(async (tx) => {
          runs++
          await tx.query(sql`insert into notes values (1, 'one')`)
          if (runs < 3) await raise(tx, state)
        })
        assert.equal(runs, 3)
        assert.deepEqual(await texts(), ['one'])
      }
    })

    test('gives up after three retries', async () => {
      let runs = 0
      const conflict = db.transaction(async (tx) => {
        runs++
        await raise(tx, '40001')
      })
      await assert.rejects(conflict, Unavailable)
      assert.equal(runs, 4)
    })

    /**
     * Begins 30 transactions of a user, two of each of three others, and one without a user, all at
     * once.
     * @returns the transactions in the order of their ends; undefined if one waited too long
     */
    async function turns(): Promise<string[] | undefined> {
      const ended: string[] = []
      const begun = new Set<number>()
      const work = (userId: number, which: number) =>
        db.transactionFor(userId, async (tx) => {
          assert.ok(!begun.has(userId), `user ${userId} has two transactions at once`)
          begun.add(userId)
          await tx.query(sql`select 1`)
          // Long enough that the order is that of the turns, and not of the server's processes.
          await pause(10)
          begun.delete(userId)
          ended.push(`${userId}.${which}`)
        })
      // Open the connections first, so that no transaction waits for a new connection.
      const first = Array.from({ length: 10 }, (_, at) => work(100 + at, 0))
      if (!(await allInTime(first))) return undefined
      ended.length = 0
      const many = Array.from({ length: 30 }, (_, which) => work(1, which))
      const others = [2, 3, 4].flatMap((userId) => [work(userId, 0), work(userId, 1)])
      const common = db.transaction(async (tx) => {
        await tx.query(sql`select 1`)
        ended.push('common')
      })
      return (await allInTime([...many, ...others, common])) ? ended : undefined
    }

    test('transactions of one user run in order, one at a time, and users take turns', async () => {
      let ended = await turns()
      // On a busy machine the last ones may wait too long.
      for (let left = isSoak ? 0 : 20; ended === undefined && left > 0; left--)
        ended = await turns()
      assert.ok(ended, 'all transactions end')
      const ownTurns = ended.filter((turn) => turn.startsWith('1.'))
      assert.deepEqual(
        ownTurns,
        Array.from({ length: 30 }, (_, which) => `1.${which}`),
      )
      // Each other user has two transactions. By then user 1 has had some turns of 30, too: a few,
      // or more on a busy machine.
      for (const turn of ['2.1', '3.1', '4.1', 'common'])
        assert.ok(ended.indexOf(turn) < 24, `${turn} ended at position ${ended.indexOf(turn)}`)
    })

    test('refuses a transaction at once when too many of the user’s wait, and delays nobody else', async () => {
      const held = Promise.withResolvers<void>()
      const long = db.transactionFor(1, () => (name === 'embedded' ? pause(50) : held.promise))
      const waiting = Array.from({ length: 500 }, () => db.transactionFor(1, async () => {}))
      const settled = Promise.allSettled([long, ...waiting])
      let retryAfter = 0
      await assert.rejects(
        db.transactionFor(1, async () => {}),
        (error) => {
          assert.ok(error instanceof Unavailable)
          retryAfter = error.retryAfterSeconds
          return true
        },
      )
      assert.ok(Number.isInteger(retryAfter) && retryAfter >= 1, `Retry-After is ${retryAfter}`)
      assert.throws(() => db.assertCapacity(1, Number.POSITIVE_INFINITY), Unavailable)
      db.assertCapacity(2, performance.now() + 1_000)
      await db.transactionFor(2, (tx) => tx.query(sql`select 1`))
      held.resolve()
      await settled
      db.assertCapacity(1, performance.now() + 1_000)
    })

    test('does not begin a transaction for a request past its deadline', async () => {
      let begun = false
      const late = withDeadline(performance.now(), () =>
        db.transactionFor(1, async () => {
          begun = true
        }),
      )
      await assert.rejects(late, Unavailable)
      assert.equal(begun, false)
      const insert = sql`insert into notes values (90, 'bulk') returning id`
      const bulk = withDeadline(performance.now(), () =>
        db.bulkTransaction((tx) => tx.commitWith(tx.query(insert))),
      )
      assert.deepEqual(await bulk, [{ id: 90 }], 'bulk work has a time of its own')
    })

    test('throws Unavailable for errors of a database that cannot answer now', async () => {
      for (const state of ['53100', '57P03', '57014', '55P03', '08006', '58030', '25006']) {
        await assert.rejects(raise(db, state), Unavailable, state)
        await assert.rejects(
          db.transaction((tx) => raise(tx, state)),
          Unavailable,
          state,
        )
      }
    })

    test('ends a transaction that takes too long, within 3 s', () =>
      inTime(async () => {
        await empty()
        const start = performance.now()
        // Bulk work has other connections, so it can take its time meanwhile.
        const bulk =
          db.kind === 'postgres' && db.bulkTransaction((tx) => tx.query(sql`select pg_sleep(2.6)`))
        const slow = db.transaction(async (tx) => {
          await tx.query(sql`insert into notes values (1, 'one')`)
          await pause(60_000, undefined, { ref: false })
        })
        await assert.rejects(slow, Unavailable)
        const took = performance.now() - start
        await bulk
        assert.deepEqual(await texts(), [])
        return [[took, 3_000]]
      }))

    test('returns to each of many concurrent queries its own result', () =>
      repeatSlow(async () => {
        const queries = Array.from({ length: 500 }, (_, i) => db.query(sql`select ${i}::int4 as i`))
        const answers = await Promise.all(queries)
        answers.forEach((rows, i) => {
          assert.deepEqual(rows, [{ i }])
        })
      }))

    test('an error affects only its own statement', () =>
      repeatSlow(async () => {
        const mixed = Array.from({ length: 100 }, (_, i) =>
          db.query(sql`select 1 / (${i} % 2) as one`),
        )
        const settled = await Promise.allSettled(mixed)
        settled.forEach(({ status }, i) => {
          assert.equal(status, i % 2 ? 'fulfilled' : 'rejected')
        })
      }))

    test('notifies listeners after the notifying transaction has committed', async () => {
      const heard: string[] = []
      await db.listen('changes', (payload) => heard.push(payload))
      await db.listen('changes', (payload) => heard.push(`also ${payload}`))
      await db
        .transaction(async (tx) => {
          await tx.query(sql`select pg_notify('changes', 'rolled back')`)
          throw new Error('no')
        })
        .catch(() => {})
      await db.transaction(async (tx) => {
        await tx.query(sql`select pg_notify('changes', 'inside')`)
        assert.deepEqual(heard, [])
      })
      await db.query(sql`select pg_notify('changes', 'alone')`)
      await db.query(sql`select pg_notify('other', 'unheard')`)
      await until(() => heard.length >= 4)
      assert.deepEqual(heard, ['inside', 'also inside', 'alone', 'also alone'])
    })

    test('notifies soon after COMMIT, and not after ROLLBACK', async () => {
      const heard: string[] = []
      await db.listen('later', (payload) => heard.push(payload))
      const change = (fails: boolean) =>
        db.transaction(async (tx) => {
          tx.notifyAfterCommit('later')
          await tx.query(sql`select 1`)
          assert.deepEqual(heard, [])
          if (fails) throw new Error('no change')
        })
      await assert.rejects(change(true), /no change/)
      await pause(50)
      assert.deepEqual(heard, [])
      await change(false)
      await until(() => heard.length > 0)
      assert.equal(heard[0], '')
    })

    test('finishes running queries on close, and refuses new ones', async () => {
      const other = await open()
      const asked = [
        other.query(sql`select 1 as one`),
        other.transaction((tx) => tx.query(sql`select 1 as one`)),
      ]
      await asked[1]
      await other.close()
      assert.deepEqual(await Promise.all(asked), [[{ one: 1 }], [{ one: 1 }]])
      await assert.rejects(other.query(sql`select 1`), Unavailable)
      await assert.rejects(
        other.transaction((tx) => tx.query(sql`select 1`)),
        Unavailable,
      )
    })
  })

test('if a busy event loop notices two deadlines at once, the error of the inner work arrives', async () => {
  const now = performance.now()
  const failed = Promise.withResolvers<unknown>()
  const transaction = async () => {
    await null
    await awaitUntil(now + 30, new Promise(() => {})).catch(failed.reject)
    return failed.promise
  }
  const request = awaitUntil(now + 40, transaction())
  while (performance.now() < now + 60) {
    // The event loop is busy.
  }
  const error = await request.catch((reason: unknown) => reason)
  assert.equal(error, await failed.promise.catch((reason: unknown) => reason))
})

/** Waits until all transactions end. @returns whether each had enough time */
async function allInTime(transactions: readonly Promise<unknown>[]): Promise<boolean> {
  const outcomes = await Promise.allSettled(transactions)
  const errors = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  for (const error of errors) if (!(error instanceof Unavailable)) throw error
  return errors.length === 0
}

/** Waits for a state, at most a minute. */
async function until(isReached: () => boolean): Promise<void> {
  const end = performance.now() + 60_000
  while (!isReached() && performance.now() < end) await pause(10)
}

/** Fails with this SQLSTATE, as an error of the database itself does. */
function raise(on: Pick<OpenDatabase, 'query'>, state: string): Promise<unknown> {
  const text = `do $$ begin raise sqlstate '${state}' using message = 'raised'; end $$`
  return on.query({ name: `raise ${state}`, text, values: [] })
}
