// cspell:ignore objid
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { record } from '../../../src/support/audit/audit.ts'
import { verifyTrail } from '../../../src/support/audit/verify.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { type OpenDatabase, one, sql } from '../../support/inside.ts'
import { scrape } from '../../support/metrics.ts'

/*
 * A worker puts records in batches, each with a hash over the one before. A record that is missing,
 * changed or added afterwards is found.
 */

const chore = 'chain audit records'

interface Batch {
  readonly no: number
  readonly records: number
  readonly last: number
}

const batchesOf = (db: OpenDatabase): Promise<Batch[]> =>
  db.query<Batch>(sql`
    select no, records, last_seq::float8 as last from audit_batches order by audit_batches.no`)

/** Makes a change that only a superuser, or the owner of the tables, can make. */
const tamper = (db: OpenDatabase, statements: string): Promise<void> =>
  db.script(`
    alter table audit_records disable trigger user;
    alter table audit_batches disable trigger user;
    ${statements};
    alter table audit_records enable trigger user;
    alter table audit_batches enable trigger user`)

/** Adds `records` records for each of `count` users from id `first` on. */
const addRecords = (db: OpenDatabase, first: number, count: number, records: number) =>
  db.bulkTransaction((tx) =>
    tx.query(sql`
      select count(audit_append(n, 'sign_in.succeeded', 'visitor', 7, gen_random_uuid(),
        jsonb_build_object('session', k, 'text', e'a "b"\n\\ é 𝄞', 'flag', true, 'none', null)))
      from generate_series(${first}::integer, ${first + count - 1}::integer) n,
        generate_series(1, ${records}::integer) k`),
  )

await onEveryDatabase('the chain of the audit trail', (foyer) => {
  /** The next unused user id. */
  let next = 1_000_000

  /** Adds records of a new user, in a batch of their own. */
  async function newBatch(records: number) {
    await foyer.runChore(chore)
    const user = next++
    await addRecords(foyer.db, user, 1, records)
    await foyer.runChore(chore)
    const batch = (await batchesOf(foyer.db)).at(-1)
    assert.equal(batch?.records, records)
    return { ...batch, user, first: batch.last - records + 1 }
  }

  const breachesOf = async () =>
    (await verifyTrail(foyer.db)).breaches.map(({ batch, fault }) => [batch, fault])

  test('verification works while records are added', async () => {
    let isOver = false
    const adding = (async () => {
      for (let n = 0; !isOver; n++)
        await foyer.db.transaction((tx) =>
          record(tx, { userId: next + (n % 4), action: 'sign_in.refused' }),
        )
    })()
    for (let n = 0; n < 5; n++) assert.deepEqual(await breachesOf(), [])
    isOver = true
    await adding
    next += 4
    assert.equal((await verifyTrail(foyer.db)).unchained, 0)
  })

  test('a record that was rolled back leaves a gap in the numbers, and no fault', async () => {
    const { last } = await newBatch(1)
    const undone = foyer.db.transaction(async (tx) => {
      await record(tx, { userId: next, action: 'sign_up' })
      throw new Error('undone')
    })
    await assert.rejects(undone, { message: 'undone' })
    const { first } = await newBatch(2)
    assert.ok(first > last + 1)
    assert.deepEqual(await breachesOf(), [])
  })

  test('without new records no batch is added', async () => {
    await newBatch(1)
    const known = await batchesOf(foyer.db)
    await foyer.runChore(chore)
    assert.deepEqual(await batchesOf(foyer.db), known)
  })

  test('the digest stays the same until the end of the trail is removed or replaced', async () => {
    await newBatch(5)
    const { until, digest } = await verifyTrail(foyer.db)
    assert.ok(until !== null)
    const { no, first } = await newBatch(2)
    assert.equal((await verifyTrail(foyer.db, { until })).digest, digest)
    const whole = await verifyTrail(foyer.db)
    assert.notEqual(whole.digest, digest)

    const { until: later } = whole
    assert.ok(later !== null)
    await tamper(
      foyer.db,
      `delete from audit_records where seq >= ${first}; delete from audit_batches where no = ${no}`,
    )
    const cut = await verifyTrail(foyer.db, { until: later })
    assert.deepEqual(cut.breaches, [], 'the rest is valid')
    assert.notEqual(cut.digest, whole.digest)
    assert.equal((await verifyTrail(foyer.db, { until })).digest, digest)
  })

  /** Skips a test that needs several open transactions. The embedded database has one. */
  const skipsEmbedded = (t: TestContext): boolean => {
    if (foyer.db.kind === 'embedded') t.skip('transactions take turns there')
    return foyer.db.kind === 'embedded'
  }

  /** A record whose transaction ends when it is told to. */
  async function openRecord() {
    const [begun, end] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
    const userId = next++
    const done = foyer.db.transactionFor(userId, async (tx) => {
      await record(tx, { userId, action: 'sign_in.refused' })
      const rows = await tx.query<{ seq: number }>(sql`
        select seq::float8 as seq from audit_records where user_id = ${userId}`)
      begun.resolve(one(rows).seq)
      await end.promise
    })
    const commit = () => {
      end.resolve()
      return done
    }
    return { seq: await begun.promise, commit }
  }

  test('a batch waits for records with earlier numbers, and the metric tells how long', async (t) => {
    if (skipsEmbedded(t)) return
    await foyer.runChore(chore)
    const known = (await batchesOf(foyer.db)).length
    const late = await openRecord()
    await addRecords(foyer.db, next++, 1, 2)
    await foyer.runChore(chore)
    assert.equal((await batchesOf(foyer.db)).length, known)
    assert.equal((await verifyTrail(foyer.db)).unchained, 2)
    const waitingFor = async () =>
      (await scrape(foyer)).value('foyer_audit_oldest_unchained_seconds')
    assert.ok((await waitingFor()) >= 0.4)

    // It waits at most 0.4 s, so one that ends in the meantime is not missed.
    const chaining = foyer.runChore(chore)
    await pause(50)
    await late.commit()
    await chaining
    const [batch] = (await batchesOf(foyer.db)).slice(known)
    assert.equal(batch?.records, 3)
    assert.ok(late.seq < batch.last)
    assert.deepEqual(await breachesOf(), [])
    assert.equal(await waitingFor(), 0)
  })

  test('other long transactions delay no batch', async (t) => {
    if (skipsEmbedded(t)) return
    await foyer.runChore(chore)
    const known = (await batchesOf(foyer.db)).length
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const long = foyer.db.transaction(async (tx) => {
      await tx.query(sql`select pg_current_xact_id(), count(*) from audit_records`)
      begun.resolve()
      await end.promise
    })
    await begun.promise
    await addRecords(foyer.db, next++, 1, 1)
    await foyer.runChore(chore)
    assert.equal((await batchesOf(foyer.db)).length, known + 1)
    end.resolve()
    await long
  })

  test('several instances at once close each batch once', async () => {
    const known = (await batchesOf(foyer.db)).at(-1)?.no ?? 0
    const adding = Array.from({ length: 20 }, async () => {
      const userId = next++
      for (let n = 0; n < 5; n++)
        await foyer.db.transactionFor(userId, (tx) =>
          record(tx, { userId, action: 'sign_in.refused' }),
        )
    })
    const chaining = Array.from({ length: 3 }, async () => {
      for (let n = 0; n < 10; n++) await foyer.runChore(chore)
    })
    await Promise.all([...adding, ...chaining])
    await foyer.runChore(chore)
    const added = (await batchesOf(foyer.db)).filter(({ no }) => no > known)
    assert.equal(
      added.reduce((sum, { records }) => sum + records, 0),
      100,
    )
    assert.deepEqual(
      added.map(({ no }) => no),
      added.map((_, index) => known + 1 + index),
    )
    assert.deepEqual(await breachesOf(), [])
  })

  test('if the server ends the worker, the next one closes the batch', async (t) => {
    if (skipsEmbedded(t)) return
    const late = await openRecord()
    await addRecords(foyer.db, next++, 1, 2)
    const failed = assert.rejects(foyer.runChore(chore))
    const isEnded = async () => {
      const rows = await foyer.db.query(sql`
        select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and granted and objid = hashtext('audit_chain')::bigint & 4294967295`)
      return rows.length > 0
    }
    while (!(await isEnded())) await pause(5)
    await failed
    const known = (await batchesOf(foyer.db)).length
    await late.commit()
    await foyer.runChore(chore)
    assert.deepEqual(
      (await batchesOf(foyer.db)).slice(known).map(({ records }) => records),
      [3],
    )
    assert.deepEqual(await breachesOf(), [])
  })

  test('verification names each batch that was changed, and the record if it is the only one', async () => {
    const all = [...(await changedRecords()), ...(await changedBatches())]
    const expected: unknown[] = []
    for (const { change, faults } of all) {
      await tamper(foyer.db, change)
      expected.push(...faults)
    }
    assert.deepEqual(await breachesOf(), expected)
    const { breaches } = await verifyTrail(foyer.db)
    const alone = breaches.filter(({ record }) => record !== null)
    assert.deepEqual(
      alone.map(({ record, user }) => [record, user]),
      all.filter(({ only }) => only).map(({ only }) => only),
    )
  })

  interface Change {
    readonly change: string
    readonly faults: readonly (readonly [number, string])[]
    readonly only?: readonly [number, number]
  }

  async function changedRecords(): Promise<Change[]> {
    const changes: Change[] = []
    const assignments = [
      `action = 'sign_in.refused'`,
      `details = details || '{"session": 99}'`,
      `at = at - interval '1 microsecond'`,
      `actor = 'operator'`,
      'application_id = null',
      'request_id = gen_random_uuid()',
      'user_id = 77',
    ]
    for (const assignment of assignments) {
      const { no, first } = await newBatch(3)
      const change = `update audit_records set ${assignment} where seq = ${first + 1}`
      changes.push({ change, faults: [[no, 'altered']] })
    }
    for (const range of ['= 2', '= 3', '> 0']) {
      const { no, first } = await newBatch(3)
      const change = `delete from audit_records where seq between ${first} and ${first + 2}
        and seq - ${first} + 1 ${range}`
      changes.push({ change, faults: [[no, 'missing']] })
    }
    const { no, first } = await newBatch(3)
    const swap = `update audit_records a set details = b.details from audit_records b
      where (a.seq, b.seq) in ((${first}, ${first + 1}), (${first + 1}, ${first}))`
    changes.push({ change: swap, faults: [[no, 'altered']] })
    const added = await newBatch(3)
    const copy = `insert into audit_records (user_id, seq, at, action, actor, details)
      overriding system value select 77, seq, at, action, actor, details
      from audit_records where seq = ${added.last}`
    changes.push({ change: copy, faults: [[added.no, 'surplus']] })
    const alone = await newBatch(1)
    changes.push({
      change: `update audit_records set actor = 'operator' where seq = ${alone.last}`,
      faults: [[alone.no, 'altered']],
      only: [alone.last, alone.user],
    })
    return changes
  }

  async function changedBatches(): Promise<Change[]> {
    const changes: Change[] = []
    for (const [assignment, ...faults] of [
      [`at = at - interval '1 microsecond'`, 'altered'],
      ['records = records + 1', 'missing'],
      ['records = records - 1', 'surplus'],
      // The next batch has the records that this one lacks, and a hash over another one.
      ['last_seq = last_seq - 1', 'missing', 'surplus'],
      [`hash = sha256('')`, 'altered', 'altered'],
    ]) {
      const { no } = await newBatch(3)
      await newBatch(2)
      const change = `update audit_batches set ${assignment} where no = ${no}`
      changes.push({ change, faults: faults.map((fault, index) => [no + index, fault]) })
    }
    const { no } = await newBatch(3)
    await newBatch(3)
    changes.push({ change: `delete from audit_batches where no = ${no}`, faults: [[no, 'gone']] })
    return changes
  }
})

// On a trail of its own: the tests above verify all of theirs several times.
await onEveryDatabase('verification of a large audit trail', (foyer) => {
  test('verification finds no fault in many batches, and in large ones', async () => {
    // More batches than one page has, and more records than one batch has.
    for (let n = 0; n < 503; n++) {
      await addRecords(foyer.db, 1_000_000 + n, 1, 1)
      await foyer.runChore(chore)
    }
    await addRecords(foyer.db, 2_000_000, 2, 5_500)
    let progress = [0, 0]
    const verdict = await verifyTrail(foyer.db, {
      progress: (done, total) => {
        progress = [done, total]
      },
    })
    assert.deepEqual(verdict.breaches, [])
    assert.ok(verdict.batches >= 505)
    assert.ok(verdict.records >= 503 + 11_000)
    assert.deepEqual(progress, [verdict.records, verdict.records])
    const batches = await batchesOf(foyer.db)
    assert.ok(batches.some(({ records }) => records === 10_000))
  })
})
