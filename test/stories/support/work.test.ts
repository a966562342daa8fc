import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Chore, Worker } from '../../../src/platform/process/work.ts'
import { openChores } from '../../../src/support/work/chores.ts'
import { type RunningWork, startWork } from '../../../src/support/work/engine.ts'
import { addJob, openQueue, PermanentFailure, type Queue } from '../../../src/support/work/work.ts'
import { onEveryDatabase, secretKey } from '../../support/foyer.ts'
import { Metrics, type Queryable, sql } from '../../support/inside.ts'
import { workerOf } from '../../support/work.ts'

interface Numbered {
  readonly number: number
}

/** Rejects when the signal aborts, and never otherwise: not even if it has aborted before. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

/** A worker that does not stop must not hold up the run. */
const limit = { timeout: 60_000 }

await onEveryDatabase('work outside of requests', (foyer, database) => {
  const queue = openQueue<Numbered>('numbers', secretKey)
  const started: RunningWork[] = []

  beforeEach(() => foyer.db.query(sql`delete from jobs`))
  afterEach(async () => {
    for (const one of started.splice(0)) await one.stop(0)
  })

  /** Starts a worker. @returns the lines of its log */
  function work(
    perform: (content: Numbered) => Promise<unknown>,
    from: Queue<Numbered> = queue,
  ): readonly string[] {
    const worker = workerOf(from.name, async (job) => {
      await perform(from.read(job))
      return undefined
    })
    return start(worker).lines
  }

  function start(worker: Worker, db = foyer.db) {
    const lines: string[] = []
    const log = { warn: (_: object, message: string) => void lines.push(message) }
    const work = startWork({ db, workers: [worker], log })
    started.push(work)
    return { work, lines }
  }

  const add = (count: number, to: Queue<Numbered> = queue) =>
    foyer.db.transaction(async (tx) => {
      for (let number = 0; number < count; number++) await to.add(tx, null, { number })
    })

  const left = () => foyer.db.query<{ attempts: number }>(sql`select attempts from jobs`)

  async function until(isSo: () => unknown): Promise<void> {
    const begun = performance.now()
    while (!(await isSo())) {
      assert.ok(performance.now() - begun < 180_000, 'the condition was not met in time')
      await pause(5)
    }
  }

  test('many workers do each job once', async () => {
    await add(300)
    const done: number[] = []
    for (let worker = 0; worker < 8; worker++) work(async ({ number }) => done.push(number))
    await until(async () => (await left()).length === 0)
    assert.equal(done.length, 300)
    assert.equal(new Set(done).size, 300)
  })

  test('a worker does four jobs at a time, and starts the next when one is done', async () => {
    await add(9)
    let now = 0
    let most = 0
    let done = 0
    work(async () => {
      most = Math.max(most, ++now)
      await pause(20)
      now--
      done++
    })
    await until(() => done === 9)
    assert.equal(most, 4)
  })

  test('a worker does not take jobs of another queue, and cannot open jobs of another key', async () => {
    const other = openQueue<Numbered>('other numbers', secretKey)
    await add(1, other)
    await add(1, openQueue<Numbered>('numbers', `another ${secretKey}`))
    let done = 0
    const lines = work(async () => done++)
    await until(() => lines.length > 0)
    assert.deepEqual(lines, ['a job failed and will be retried'])
    work(async () => done++, other)
    await until(() => done > 0)
    await until(async () => (await left()).length === 1)
    assert.equal(done, 1)
  })

  test('a job that a stop cuts short is due again at once, and the attempt does not count', async () => {
    await add(1)
    await foyer.db.query(sql`update jobs set attempts = 9`)
    const begun = Promise.withResolvers<void>()
    const { work: stopped, lines } = start(
      workerOf(queue.name, (_, { signal }) => {
        begun.resolve()
        return untilAborted(signal)
      }),
    )
    await begun.promise
    await stopped.stop(0)
    const [job] = await foyer.db.query(sql`select attempts, due_at <= now() as is_due from jobs`)
    assert.deepEqual(job, { attempts: 9, is_due: true })
    assert.deepEqual(lines, [])
    let done = 0
    work(async () => done++)
    await until(async () => (await left()).length === 0)
    assert.equal(done, 1)
  })

  test('a job that is claimed while a worker stops is due again at once', limit, async () => {
    await add(1)
    const begun = Promise.withResolvers<void>()
    const givenBack = Promise.withResolvers<void>()
    let claims = 0
    // The second claim is on its way when the worker stops, and finds the job that it gives back.
    const query: Queryable['query'] = async (statement) => {
      const isClaim = statement.text.includes('for update skip locked')
      if (isClaim && ++claims === 2) await givenBack.promise
      const rows = await foyer.db.query<never>(statement)
      if (statement.text.includes('is_held = false')) givenBack.resolve()
      return rows
    }
    const db = Object.assign(Object.create(foyer.db), { query })
    const { work: stopped } = start(
      workerOf(queue.name, (_, { signal }) => {
        begun.resolve()
        return untilAborted(signal)
      }),
      db,
    )
    await begun.promise
    await add(1)
    stopped.wake()
    await until(() => claims === 2)
    await stopped.stop(0)
    const jobs = await foyer.db.query(sql`select attempts, due_at <= now() as is_due from jobs`)
    assert.deepEqual(jobs, Array(2).fill({ attempts: 0, is_due: true }))
  })

  test('a job that fails permanently is not tried again', async () => {
    await add(1)
    const lines = work(() => Promise.reject(new PermanentFailure('It is in vain.')))
    await until(async () => (await left()).length === 0)
    assert.deepEqual(lines, ['a job failed for the last time'])
  })

  test('a job that is added again while it runs runs once more, and never twice at once', async () => {
    const key = { queue: 'keyed', key: 'one' }
    let now = 0
    let runs = 0
    const first = Promise.withResolvers<void>()
    const { work } = start(
      workerOf('keyed', async () => {
        assert.equal(++now, 1)
        if (++runs === 1) await first.promise
        now--
        return undefined
      }),
    )
    const addAgain = async () => {
      await foyer.db.transaction((tx) => addJob(tx, key))
      work.wake()
    }
    await addAgain()
    await until(() => runs === 1)
    for (let round = 0; round < 3; round++) await addAgain()
    assert.equal((await left()).length, 1)
    first.resolve()
    await until(async () => (await left()).length === 0)
    assert.equal(runs, 2)
  })

  test('a job that is added again while it fails is tried again at once', async () => {
    let runs = 0
    const first = Promise.withResolvers<void>()
    const { work } = start(
      workerOf('keyed', async () => {
        if (++runs > 1) return undefined
        await first.promise
        return { inSeconds: 3_600, attempts: 1 }
      }),
    )
    const addAgain = async () => {
      await foyer.db.transaction((tx) => addJob(tx, { queue: 'keyed', key: 'one' }))
      work.wake()
    }
    await addAgain()
    await until(() => runs === 1)
    await addAgain()
    first.resolve()
    await until(async () => (await left()).length === 0)
    assert.equal(runs, 2)
  })

  test('a job whose instance is gone is taken over when its lease ends', async () => {
    await add(1)
    await foyer.db.query(sql`
      update jobs set is_held = true, lease = 1, due_at = now() + interval '1 second'`)
    let done = 0
    work(async () => done++)
    await pause(50)
    assert.equal(done, 0)
    await until(async () => (await left()).length === 0)
    assert.equal(done, 1)
  })

  test('a job that ends its instances is tried less and less often, and given up', async () => {
    await add(1)
    const abandon = () =>
      foyer.db.query(sql`update jobs set is_held = true, lease = lease + 1, due_at = now()`)
    const delay = () =>
      foyer.db.query<{ attempts: number; seconds: number }>(sql`
        select attempts, extract(epoch from due_at - now())::float8 as seconds from jobs where not is_held`)
    let done = 0
    await foyer.db.query(sql`update jobs set attempts = 1`)
    await abandon()
    const { lines } = start(workerOf('numbers', async () => void done++))
    await until(async () => (await delay()).length > 0)
    const [row] = await delay()
    assert.equal(row?.attempts, 2)
    assert.ok(row.seconds > 30 && row.seconds < 60, 'the delay after two failures is about 45 s')
    assert.deepEqual(lines, ['a job failed and will be retried'])
    await foyer.db.query(sql`update jobs set attempts = 9`)
    await abandon()
    await until(async () => (await left()).length === 0)
    assert.equal(lines.at(-1), 'a job failed for the last time')
    assert.equal(done, 0)
  })

  test('a job that is added again after its instance has ended is tried at once', async () => {
    const addAgain = () => foyer.db.transaction((tx) => addJob(tx, { queue: 'keyed', key: 'one' }))
    await addAgain()
    await foyer.db.query(sql`
      update jobs set attempts = 5, is_held = true, lease = 1, due_at = now() + interval '1 second'`)
    await addAgain()
    let runs = 0
    start(workerOf('keyed', async () => void runs++))
    await until(async () => {
      const [job] = await foyer.db.query<{ waits: boolean }>(sql`
        select not is_held and due_at > now() + interval '10 seconds' as waits from jobs`)
      assert.notEqual(job?.waits, true, 'it waits for its retry')
      return job === undefined
    })
    assert.equal(runs, 1)
  })

  test('an instance keeps a job for longer than a lease', limit, async () => {
    await add(1)
    let begun = 0
    const end = Promise.withResolvers<void>()
    const slow = async () => {
      begun++
      await end.promise
    }
    for (let instance = 0; instance < 2; instance++) work(slow)
    await until(() => begun > 0)
    await pause(7_500)
    end.resolve()
    await until(async () => (await left()).length === 0)
    assert.equal(begun, 1)
  })

  /** Starts chores on an instance. */
  function doChores(all: readonly Chore[]) {
    const metrics = new Metrics()
    const lines: string[] = []
    const log = { warn: (_: object, message: string) => void lines.push(message) }
    const chores = openChores(all, { db: foyer.db, clock: Date, log, metrics })
    const { work } = start(chores.worker)
    const read = async (name: string) => {
      const metric = metrics.list().find((one) => one.name === name)
      return (await metric?.read())?.[0]?.value ?? 0
    }
    return { work, lines, read, stop: chores.start() }
  }

  test('a chore runs once in each interval, however many instances there are', async () => {
    let runs = 0
    const begun = performance.now()
    for (let instance = 0; instance < 3; instance++)
      doChores([{ name: 'sweep', everyMs: 1_000, run: async () => void runs++ }])
    await until(() => runs >= 2)
    const most = (performance.now() - begun) / 1_000
    assert.ok(runs <= most, `${runs} runs in ${most} intervals`)
    assert.equal((await left()).length, 1)
  })

  test('metrics show when a chore last succeeded, and how often it failed', async () => {
    let isFailing = false
    const run = async () => {
      if (isFailing) throw new Error('It fails.')
    }
    const { work, read, lines } = doChores([{ name: 'sweep', everyMs: 50, run }])
    const reads = (name: string, isWanted: (value: number) => boolean) =>
      until(async () => {
        work.wake()
        return isWanted(await read(name))
      })
    const success = 'foyer_chore_last_success_timestamp_seconds'
    const failures = 'foyer_chore_failures_total'
    await reads(success, (at) => at > 0)
    const first = await read(success)
    await reads(success, (at) => at > first)
    isFailing = true
    await reads(failures, (count) => count >= 2)
    const last = await read(success)
    await reads(failures, (count) => count >= 4)
    assert.equal(await read(success), last)
    assert.ok(lines.every((line) => line === 'a chore failed'))
    isFailing = false
    await reads(success, (at) => at > last)
  })

  test('a slow chore does not delay others, and a stop does not wait for it', limit, async () => {
    let quick = 0
    let slow = 0
    const never = (_: number) => new Promise(() => {})
    const { work } = doChores([
      { name: 'slow', everyMs: 1, run: () => never(slow++) },
      { name: 'quick', everyMs: 1, run: async () => void quick++ },
    ])
    await until(() => {
      work.wake()
      return slow > 0 && quick >= 3
    })
    assert.equal(slow, 1)
    await work.stop(0)
    const [row] = await foyer.db.query(sql`select is_held, attempts from jobs where key = 'slow'`)
    assert.deepEqual(row, { is_held: false, attempts: 0 })
  })

  test('a chore that each instance does runs on each, and leaves no row', async () => {
    const runs = [0, 0]
    const instances = runs.map((_, instance) => {
      const run = async () => {
        runs[instance] = (runs[instance] ?? 0) + 1
      }
      return doChores([{ name: 'look', everyMs: 5, onEachInstance: true, run }])
    })
    await until(() => runs.every((count) => count >= 3))
    for (const { stop } of instances) stop()
    assert.equal((await left()).length, 0)
  })

  test('of the failures in a row of a chore that each instance does, the log has the first', async () => {
    let runs = 0
    // It fails three times, succeeds, and fails again.
    const run = async () => {
      if (++runs !== 4) throw new Error('It fails.')
    }
    const { lines, stop } = doChores([{ name: 'look', everyMs: 5, onEachInstance: true, run }])
    await until(() => runs >= 8)
    stop()
    assert.deepEqual(lines, ['a chore failed', 'a chore failed'])
  })

  test('an instance leaves a chore that it does not know to others', async () => {
    await foyer.db.transaction((tx) => addJob(tx, { queue: 'chores', key: 'new', host: 'new' }))
    doChores([])
    await until(async () => {
      const [row] = await foyer.db.query(sql`
        select from jobs where key = 'new' and not is_held and due_at > now()`)
      return row
    })
  })

  test('the table of jobs does not grow while nothing waits', {
    skip: database.name === 'PostgreSQL' && 'PostgreSQL vacuums by itself',
  }, async () => {
    await foyer.db.transaction((tx) => addJob(tx, { queue: 'keyed', key: 'one' }))
    const sizes: number[] = []
    for (let hour = 0; hour < 6; hour++) {
      for (let change = 0; change < 1_000; change++)
        await foyer.db.query(sql`update jobs set due_at = clock_timestamp()`)
      await foyer.runChore('vacuum the jobs')
      const [row] = await foyer.db.query<{ bytes: number }>(
        sql`select pg_total_relation_size('jobs')::float8 as bytes`,
      )
      sizes.push(row?.bytes ?? 0)
    }
    const [, , third = 0, , , last = 0] = sizes
    assert.ok(last <= 1.2 * third, `sizes: ${sizes.join(', ')}`)
  })
})
