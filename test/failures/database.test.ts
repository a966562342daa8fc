import assert from 'node:assert/strict'
import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer, Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { ping } from '../../src/platform/database/db.ts'
import { timeoutsMs } from '../../src/platform/database/postgres/client.ts'
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts'
import { Arrivals } from '../../src/platform/http/load/arrivals.ts'
import { startInSlices } from '../../src/platform/http/load/request-slices.ts'
import { openInstallation } from '../../src/support/installation/open.ts'
import { inTime } from '../support/in-time.ts'
import { type OpenDatabase, one, readConfig, sql, Unavailable } from '../support/inside.ts'
import { type Cluster, startCluster } from '../support/postgres.ts'
import { retryBusy } from '../support/retry-busy.ts'
import { repeatSlow } from '../support/slow-trials.ts'
import { isSoak } from '../support/soak.ts'

/** The promised times for callers, in milliseconds. */
const longestAnswer = 3_000
const longestReturn = 1_000

const cluster = await startCluster({ fsync: true })

describe('when PostgreSQL fails', { skip: cluster === null && 'there is no PostgreSQL' }, () => {
  const server = cluster as Cluster
  let db: OpenDatabase
  const few = { url: server?.url(), lanes: 1, transactions: 2 }

  before(async () => {
    db = await openPostgres({ url: server.url(), lanes: 2, transactions: 3 })
    await db.script(`
      create table written (n integer primary key);
      create table accounts (id integer primary key, balance integer not null);
      insert into accounts values (1, 0), (2, 0);`)
  })
  after(() => db.close())

  test('a kill under load loses no acknowledged write, and queries succeed again at once', async () => {
    const load = new Load(db)
    const [returns, slowest] = [[] as number[], [] as number[]]
    for (let round = 0; round < 5; round++) {
      load.slowest = 0
      await load.reaches(load.acknowledged.length + 100)
      await server.kill()
      await pause(150)
      await server.start()
      const returned = performance.now()
      await load.reaches(load.acknowledged.length + 1)
      returns.push(performance.now() - returned)
      slowest.push(load.slowest)
    }
    await load.end()
    assert.ok(load.refused > 0)
    const rows = await db.query<{ n: number }>(sql`select n from written`)
    const kept = new Set(rows.map(({ n }) => n))
    assert.deepEqual(
      load.acknowledged.filter((n) => !kept.has(n)),
      [],
    )
    // Beside other tests, the fastest round counts.
    const telling = isSoak ? Math.max : Math.min
    assert.ok(telling(...returns) < longestReturn, `${returns} ms`)
    assert.ok(telling(...slowest) < longestAnswer, `${slowest} ms`)
  })

  test('a silent server fails queries within 3 s, and is used again once it answers', () =>
    inTime(async () => {
      await answers(db)
      server.pause()
      const start = performance.now()
      const settled = await Promise.allSettled([...asked(db, 20), ...transacted(db, 20)])
      const took = performance.now() - start
      server.resume()
      for (const outcome of settled)
        assert.ok(outcome.status === 'rejected' && outcome.reason instanceof Unavailable)
      const resumed = performance.now()
      await answers(db)
      return [
        [took, longestAnswer],
        [performance.now() - resumed, longestReturn],
      ]
    }))

  test('a server that accepts no new connections still serves the open ones', async () => {
    await answers(db)
    server.pausePostmaster()
    try {
      await repeatSlow(() => Promise.all(asked(db, 50)))
      await repeatSlow(() => db.transaction((tx) => tx.query(sql`select 1`)))
    } finally {
      server.resume()
    }
  })

  test('after the server closed every connection, new ones are opened', async () => {
    await answers(db)
    for (let round = 0; round < 5; round++)
      await inTime(async () => {
        const ended = db.query(
          sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'foyer'`,
        )
        await assert.rejects(ended, Unavailable)
        const start = performance.now()
        await answers(db)
        return [[performance.now() - start, longestReturn]]
      })
  })

  test('a connection that was given up counts until its backend has ended', async () => {
    const url = server.url('template1')
    const other = await openPostgres({ url, lanes: 2, transactions: 2 })
    const backends = async () =>
      one(
        await other.query<{ running: number }>(sql`
          select count(*)::integer as running from pg_stat_activity
          where application_name = 'foyer' and datname = 'template1'`),
      ).running
    const stopped: number[] = []
    try {
      const stuck = [1, 2].map((user) =>
        other.transactionFor(user, async (tx) => {
          const own = sql`select pg_backend_pid() as pid`
          const { pid } = one(await tx.query<{ pid: number }>(own))
          process.kill(pid, 'SIGSTOP')
          stopped.push(pid)
          await tx.query(sql`select 1`)
        }),
      )
      for (const outcome of await Promise.allSettled(stuck))
        assert.equal(outcome.status, 'rejected')
      const next = [3, 4].map((user) => other.transactionFor(user, (tx) => tx.query(sql`select 1`)))
      for (const outcome of await Promise.allSettled(next)) {
        assert.ok(outcome.status === 'rejected' && outcome.reason instanceof Unavailable)
        assert.match(outcome.reason.reason, /turn/)
      }
      assert.equal(await backends(), 4)
    } finally {
      for (const pid of stopped) process.kill(pid, 'SIGCONT')
      await answers(other).finally(() => other.close())
    }
  })

  test('listeners learn that they may have missed notifications', async () => {
    const heard: string[] = []
    await db.listen('news', (payload) => heard.push(payload))
    await server.kill()
    await server.start()
    await until(() => heard.length > 0)
    await answers(db)
    await db.query(sql`select pg_notify('news', 'again')`)
    await until(() => heard.length > 1)
    assert.deepEqual(heard, ['', 'again'])
  })

  test('a server that returns as a standby is not used until it is the primary again', async (t) => {
    // The check of this role's new connections takes a standby for the primary.
    await db.script(`
      create schema deceived;
      create function deceived.pg_is_in_recovery() returns boolean language sql return false;
      create role deceived login;
      grant usage on schema deceived to deceived;
      alter role deceived set search_path = deceived, pg_catalog, public;
      truncate written;`)
    await answers(db)
    const load = new Load(db)
    t.after(() => load.end())
    await load.reaches(20)
    await server.demote()
    const url = server.url()
    const deceived = await openPostgres({
      ...few,
      url: `${url.replace('postgres@', 'deceived@')}?application_name=deceived`,
    })
    try {
      const { refused } = load
      await until(() => load.refused > refused + 12)
      await assert.rejects(ping(db), Unavailable)
      const failure = openInTime({ url })
      await assert.rejects(failure, { name: 'Unavailable', reason: /is a standby/ })

      await assert.rejects(Promise.all(transacted(deceived, 2)), Unavailable)
      const connections = async () =>
        one(
          await deceived.query<{ open: number }>(sql`
            select count(*)::integer as open from pg_stat_activity where application_name = 'deceived'`),
        ).open
      // The server needs a moment to notice that a connection was closed.
      await until(async () => (await connections()) === few.lanes)
    } finally {
      await server.promote()
      await deceived.close()
    }
    await load.reaches(load.acknowledged.length + 1)
    await load.end()
    await answers(db)
  })

  test('every connection is probed after half a minute without traffic', async (t) => {
    const { mock } = t.mock.method(Socket.prototype, 'setKeepAlive')
    const other = await openPostgres({ ...few, transactions: 1 })
    try {
      await other.transaction((tx) => tx.query(sql`select 1`))
      await other.bulkTransaction((tx) => tx.query(sql`select 1`))
      await other.listen('news', () => {})
      await other.script('select 1')
    } finally {
      await other.close()
    }
    // Another database of this file may have opened connections at the same time.
    assert.ok(mock.calls.length >= 5, `${mock.calls.length} connections`)
    for (const call of mock.calls) assert.deepEqual(call.arguments, [true, 30_000])
  })

  test('connections for bulk work are closed when they have been idle', async (t) => {
    const other = await openPostgres({ ...few, url: server.url('template1') })
    const connections = async () =>
      one(
        await other.query<{ open: number }>(sql`
          select count(*)::integer as open from pg_stat_activity
          where application_name = 'foyer' and datname = 'template1'`),
      ).open
    try {
      t.mock.timers.enable({ apis: ['setTimeout'] })
      await other.bulkTransaction((tx) => tx.query(sql`select 1`))
      assert.equal(await connections(), few.lanes + 1)
      t.mock.timers.tick(10_000)
      t.mock.timers.reset()
      await until(async () => (await connections()) === few.lanes)
    } finally {
      await other.close()
    }
  })

  test('200 queries and 200 transactions at once on 5 connections all succeed', async () => {
    await answers(db)
    await inTime(async () => {
      const start = performance.now()
      const settled = await Promise.allSettled([...asked(db, 200), ...transacted(db, 200)])
      const took = performance.now() - start
      const failed = settled.filter(({ status }) => status === 'rejected')
      for (const { reason } of failed as PromiseRejectedResult[])
        assert.ok(reason instanceof Unavailable, String(reason))
      // A refusal means that the trial was late.
      return [[failed.length === 0 ? took : Number.POSITIVE_INFINITY, longestAnswer]]
    })
  })

  test('an overloaded server answers or fails within 3 s, and recovers within 1 s', () =>
    inTime(async () => {
      const start = performance.now()
      const slow = Array.from({ length: 30 }, () =>
        db.transaction((tx) => tx.query(sql`select pg_sleep(1)`)),
      )
      const settled = await Promise.allSettled([...slow, ...asked(db, 200)])
      const took = performance.now() - start
      for (const outcome of settled)
        assert.ok(outcome.status === 'fulfilled' || outcome.reason instanceof Unavailable)
      const free = performance.now()
      await answers(db)
      return [
        [took, longestAnswer],
        [performance.now() - free, longestReturn],
      ]
    }))

  test('a statement that takes too long is ended, and so is the wait for a row', () =>
    inTime(async () => {
      // A separate session, because a transaction of the service may not take so long.
      const session = new Client({ connectionString: server.url() })
      await session.connect()
      await session.query('begin; update accounts set balance = 0 where id = 1')
      const start = performance.now()
      await Promise.all([
        assert.rejects(db.query(sql`update accounts set balance = 1 where id = 1`), Unavailable),
        assert.rejects(db.query(sql`select pg_sleep(10)`), Unavailable),
        assert.rejects(
          db.transaction((tx) => tx.query(sql`select pg_sleep(10)`)),
          Unavailable,
        ),
      ])
      const took = performance.now() - start
      await session.end()
      return [[took, longestAnswer]]
    }))

  test('waiting transactions without a user leave connections to users', async () => {
    const isOver = Promise.withResolvers<void>()
    const began = performance.now()
    const waiting = Array.from({ length: 20 }, () => db.transaction(() => isOver.promise))
    const settled = Promise.allSettled(waiting)
    await Promise.all(
      [1, 2, 1].map((user) => db.transactionFor(user, (tx) => tx.query(sql`select 1`))),
    )
    isOver.resolve()
    // On a busy machine some may wait too long.
    for (const one of await settled)
      if (one.status === 'rejected') {
        assert.ok(one.reason instanceof Unavailable, String(one.reason))
        assert.ok(performance.now() - began > 1_000, String(one.reason))
      }
  })

  test('the time of a request that a busy event loop reads late counts from its arrival', async () => {
    const arrivals = new Arrivals()
    const lateness = () => performance.now() - arrivals.now()
    do await pause(120)
    while (lateness() > 100)
    const calm = lateness()
    const began = performance.now()
    while (performance.now() < began + 400);
    // The timer of the event loop is late, and so is the next request that is read.
    await pause(0)
    const late = lateness()
    arrivals.stop()
    assert.ok(calm < late && late > 250, `${calm} and ${late} ms`)
  })

  test('many requests at once are started in several turns of the event loop, in order', async () => {
    const begun: number[] = []
    const turns = new Set<number>()
    let turn = 0
    const listener = startInSlices(
      (request) => {
        begun.push(Number(request.url))
        turns.add(turn)
        const until = performance.now() + 1
        while (performance.now() < until);
      },
      () => {},
      () => assert.fail('refused'),
    )
    const crowd = Array.from({ length: 20 }, (_, at) => String(at))
    for (const url of crowd) {
      const request = Object.assign(new IncomingMessage(new Socket()), { url })
      listener(request, new ServerResponse(request))
    }
    for (; begun.length < crowd.length; turn++) await new Promise(setImmediate)
    assert.deepEqual(begun.map(String), crowd)
    assert.ok(turns.size > 3, `${turns.size} turns`)
  })

  test('requests beyond the queue limit are refused at once, the newest first', () => {
    const begun: string[] = []
    const refused: string[] = []
    const listener = startInSlices(
      ({ url = '' }) => {
        begun.push(url)
        const until = performance.now() + 1
        while (performance.now() < until);
      },
      () => {},
      ({ url = '' }, _response, waitMs) => {
        refused.push(url)
        assert.ok(waitMs >= 0)
      },
    )
    const crowd = Array.from({ length: 1_600 }, (_, at) => String(at))
    for (const url of crowd) {
      const request = Object.assign(new IncomingMessage(new Socket()), { url })
      listener(request, new ServerResponse(request))
    }
    assert.ok(begun.length < 10, `${begun.length} began before the loop turned`)
    assert.deepEqual(refused, crowd.slice(begun.length + 1_500))
  })

  test('more transactions run at once while more than 500 wait', async () => {
    const trial = async () => {
      const extended = await openPostgres({ ...few, maxTransactions: 4 })
      try {
        // With 3 ms each, many still wait when the extra connections are open.
        const { most } = await atOnce(extended, 700, 3)
        return [most, (await atOnce(extended, 300, 3)).most] as const
      } finally {
        await extended.close()
      }
    }
    let most = await trial()
    // On a busy machine an extra connection may take too long, and then no other is opened.
    for (let left = isSoak ? 0 : 20; most[0] < 4 && left > 0; left--) most = await trial()
    assert.deepEqual(most, [4, 2])
  })

  test('extra connections that the server refuses cost few transactions', async () => {
    await db.script("create role few login password 'few' connection limit 4")
    const url = server.url().replace(/\/\/[^@]*@/, '//few:few@')
    const limited = await openPostgres({ ...few, url, maxTransactions: 40 })
    try {
      const { most, refused } = await atOnce(limited, 900)
      assert.ok(most <= 3 && refused > 0 && refused <= 40, `${most} at once, ${refused} refused`)
    } finally {
      await limited.close()
    }
  })

  test('a transaction past its time limit does not commit the work of the next one on its connection', async () => {
    const one = await openPostgres({ url: server.url(), lanes: 1, transactions: 1 })
    try {
      const isOver = Promise.withResolvers<void>()
      const late = one.transaction(async (tx) => {
        await tx.query(sql`select 1`)
        await isOver.promise
      })
      await assert.rejects(late, Unavailable)
      const next = one.transaction(async (tx) => {
        await tx.query(sql`insert into written (n) values (-1)`)
        isOver.resolve()
        await pause(100)
        throw new Error('undone')
      })
      await assert.rejects(next, /undone/)
      assert.deepEqual(await one.query(sql`select n from written where n = -1`), [])
    } finally {
      await one.close()
    }
  })

  test('transactions in a deadlock are run again until all succeed', async () => {
    const pay = (from: number, to: number) =>
      db.transaction(async (tx) => {
        await tx.query(sql`update accounts set balance = balance - 1 where id = ${from}`)
        await pause(5)
        await tx.query(sql`update accounts set balance = balance + 1 where id = ${to}`)
      })
    await db.query(sql`update accounts set balance = 0`)
    await Promise.all([pay(1, 2), pay(2, 1), pay(1, 2)])
    const rows = await db.query(sql`select id, balance from accounts order by id`)
    assert.deepEqual(rows, [
      { id: 1, balance: -1 },
      { id: 2, balance: 1 },
    ])
  })

  test('prepared statements still work after a column is added', async () => {
    const all = sql`select * from accounts where id = ${1}`
    const ask = () => retryBusy(() => db.query({ ...all }))
    await Promise.all(Array.from({ length: 20 }, ask))
    const transact = () => retryBusy(() => db.transaction((tx) => tx.query(all)))
    await transact()
    await db.script('alter table accounts add note text')
    const answered = await Promise.all(Array.from({ length: 20 }, ask))
    assert.ok(answered.every(([row]) => row && 'note' in row))
    assert.equal((await transact()).length, 1)
  })

  test('a silent server does not prevent closing', () =>
    inTime(async () => {
      const other = await openPostgres({ url: server.url() })
      await other.listen('news', () => {})
      await answers(other)
      server.pause()
      const start = performance.now()
      await other.close()
      const took = performance.now() - start
      server.resume()
      return [[took, longestAnswer]]
    }))

  test('a server that is slow at the start has more time than later', async (t) => {
    // This takes as long as it is, twice.
    const later = timeoutsMs.connect + 100
    const slow = createServer((socket) => {
      socket.on('error', () => {})
      setTimeout(() => {
        const end = connect(Number(new URL(server.url()).port), '127.0.0.1')
        end.on('error', () => {})
        socket.pipe(end).pipe(socket)
      }, later)
    })
    await once(slow.listen(0, '127.0.0.1'), 'listening')
    t.after(() => slow.close())
    const url = new URL(server.url())
    url.port = String((slow.address() as AddressInfo).port)
    const other = await openPostgres({ url: String(url), lanes: 1 })
    // The listener and scripts have connections of their own.
    await Promise.all([other.listen('news', () => {}), other.script('select 1')])
    await other.close()
  })

  test('a server that is away at the start is waited for, as long as asked', async () => {
    const notices: string[] = []
    const began = performance.now()
    const databaseUrl = 'postgres://nobody:secret@127.0.0.1:1/none'
    const opening = openInstallation(
      { ...readConfig({}), databaseUrl },
      { waitMs: 1_000, notice: (text) => notices.push(text) },
    )
    await assert.rejects(opening, { name: 'StartRefused', message: /cannot be reached/ })
    assert.ok(performance.now() - began >= 1_000)
    assert.match(notices.join('\n'), /^Waiting for the database 127\.0\.0\.1:1\/none: .*REFUSED.*$/)
  })

  test('a server that is away at the start is reported at once', async () => {
    await assert.rejects(openPostgres({ url: 'postgres://nobody@127.0.0.1:1/none' }), Unavailable)
    await assert.rejects(openInTime({ url: server.url('missing') }), { code: '3D000' })
  })
})

/** Writers without pauses: what was acknowledged to them, and how often they were refused. */
class Load {
  readonly acknowledged: number[] = []
  refused = 0
  slowest = 0
  readonly #db: OpenDatabase
  readonly #writers: Promise<void>[]
  #next = 0
  #ended = false

  constructor(db: OpenDatabase) {
    this.#db = db
    this.#writers = Array.from({ length: 8 }, (_, i) => this.#write(i % 2 === 0))
  }

  async reaches(count: number): Promise<void> {
    await until(() => this.acknowledged.length >= count)
  }

  async end(): Promise<void> {
    this.#ended = true
    await Promise.all(this.#writers)
  }

  async #write(inTransaction: boolean): Promise<void> {
    while (!this.#ended) {
      const n = this.#next++
      const start = performance.now()
      try {
        const insert = sql`insert into written values (${n})`
        await (inTransaction
          ? this.#db.transaction((tx) => tx.query(insert))
          : this.#db.query(insert))
        this.acknowledged.push(n)
      } catch (error) {
        assert.ok(error instanceof Unavailable, `only Unavailable, not ${error}`)
        this.refused++
        await pause(5)
      }
      this.slowest = Math.max(this.slowest, performance.now() - start)
    }
  }
}

/**
 * Runs a transaction for each of many users at once. @returns the most that ran at the same time,
 * and how many got no connection
 */
async function atOnce(
  db: OpenDatabase,
  count: number,
  ms = 0,
): Promise<{ most: number; refused: number }> {
  let running = 0
  let most = 0
  const settled = await Promise.allSettled(
    Array.from({ length: count }, (_, user) =>
      db.transactionFor(user, async (tx) => {
        most = Math.max(most, ++running)
        await tx.query(sql`select pg_sleep(${ms / 1_000}::float8)`).finally(() => running--)
      }),
    ),
  )
  const refused = settled.filter(
    (one) => one.status === 'rejected' && /too many connections/.test(one.reason.reason),
  )
  return { most, refused: refused.length }
}

const asked = (db: OpenDatabase, count: number) =>
  Array.from({ length: count }, () => db.query(sql`select 1`))

const transacted = (db: OpenDatabase, count: number) =>
  Array.from({ length: count }, () => db.transaction((tx) => tx.query(sql`select 1`)))

/** Waits until queries and transactions succeed on all connections. */
async function answers(db: OpenDatabase): Promise<void> {
  for (;;) {
    try {
      await Promise.all([...asked(db, 10), ...transacted(db, 3)])
      return
    } catch (error) {
      assert.ok(error instanceof Unavailable, String(error))
      await pause(10)
    }
  }
}

/** Opens a database, and again if a connection takes too long on a busy machine. */
async function openInTime(options: Parameters<typeof openPostgres>[0]): Promise<OpenDatabase> {
  for (let left = isSoak ? 0 : 20; ; left--) {
    try {
      return await openPostgres(options)
    } catch (error) {
      const isLate = error instanceof Unavailable && /timeout/.test(error.reason)
      if (!isLate || left === 0) throw error
    }
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const patience = performance.now() + 60_000
  while (!(await condition())) {
    assert.ok(performance.now() < patience, 'it takes too long')
    await pause(2)
  }
}
