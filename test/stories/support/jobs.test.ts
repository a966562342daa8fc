import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openQueue, type Queue } from '../../../src/support/jobs/jobs.ts'
import { PermanentFailure, startWorker, type Worker } from '../../../src/support/jobs/worker.ts'
import { onEveryDatabase, secretKey } from '../../support/foyer.ts'
import { type Queryable, sql } from '../../support/inside.ts'

interface Chore {
  readonly number: number
}

/** Rejects when the signal aborts, and never otherwise: not even if it has aborted before. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

/** A worker that does not stop must not hold up the run. */
const limit = { timeout: 60_000 }

await onEveryDatabase('jobs', (foyer) => {
  const queue = openQueue<Chore>('chores', secretKey)
  const workers: Worker[] = []

  beforeEach(() => foyer.db.query(sql`delete from jobs`))
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop(0)
  })

  /** Starts a worker. @returns the lines of its log */
  function work(
    perform: (chore: Chore) => Promise<unknown>,
    from: Queue<Chore> = queue,
  ): readonly string[] {
    const lines: string[] = []
    workers.push(
      startWorker({
        db: foyer.db,
        queue: from,
        log: { warn: (_, message) => lines.push(message) },
        perform: async ({ work }) => void (await perform(work)),
      }),
    )
    return lines
  }

  const add = (count: number, to: Queue<Chore> = queue) =>
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
    const other = openQueue<Chore>('other chores', secretKey)
    await add(1, other)
    await add(1, openQueue<Chore>('chores', `another ${secretKey}`))
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
    const lines: string[] = []
    const begun = Promise.withResolvers<void>()
    const worker = startWorker({
      db: foyer.db,
      queue,
      log: { warn: (_, message) => lines.push(message) },
      perform: (_, signal) => {
        begun.resolve()
        return untilAborted(signal)
      },
    })
    await begun.promise
    await worker.stop(0)
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
      if (statement.text.includes('attempts - 1')) givenBack.resolve()
      return rows
    }
    const worker = startWorker({
      db: Object.assign(Object.create(foyer.db), { query }),
      queue,
      log: { warn: () => {} },
      perform: (_, signal) => {
        begun.resolve()
        return untilAborted(signal)
      },
    })
    await begun.promise
    await worker.stop(0)
    assert.equal(claims, 2)
    const [job] = await foyer.db.query(sql`select attempts, due_at <= now() as is_due from jobs`)
    assert.deepEqual(job, { attempts: 0, is_due: true })
  })

  test('a job that fails permanently is not tried again', async () => {
    await add(1)
    const lines = work(() => Promise.reject(new PermanentFailure('It is in vain.')))
    await until(async () => (await left()).length === 0)
    assert.deepEqual(lines, ['a job failed for the last time'])
  })
})
