import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { migrate } from '../../../src/platform/database/migrate.ts'
import { record } from '../../../src/support/audit/audit.ts'
import { chainRecords } from '../../../src/support/audit/chain.ts'
import { retain, verifyStart } from '../../../src/support/audit/retention.ts'
import { verifyTrail } from '../../../src/support/audit/verify.ts'
import { verifyFile } from '../../../src/support/audit/verify-file.ts'
import { databases, migrations, newEmptyDatabase, openPostgresOn } from '../../support/database.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { type OpenDatabase, sql } from '../../support/inside.ts'
import { anyDatabase, foyerHere, foyerJson, newDirectory } from '../../support/program.ts'

/*
 * Old records of the audit trail are exported and deleted. The trail and the file both verify.
 */

await onEveryDatabase('retention of the audit trail', (foyer) => {
  const directory = newDirectory()
  let next = 1_000_000
  /** Adds records of new users, in batches. @returns the id of the first user */
  const newRecords = async (count: number, records: number): Promise<number> => {
    const first = next
    next += count
    await append(first, count, records)
    return first
  }
  const append = async (first: number, count: number, records: number): Promise<void> => {
    await foyer.db.bulkTransaction((tx) =>
      tx.query(sql`
        select count(audit_append(n, 'sign_in.succeeded', 'visitor', 7, gen_random_uuid(),
          jsonb_build_object('session', k, 'text', e'a "b"\n\\ é 𝄞')))
        from generate_series(${first}::integer, ${first + count - 1}::integer) n,
          generate_series(1, ${records}::integer) k`),
    )
    await chainRecords(foyer.db)
  }
  /** A time after all batches so far. The embedded database's clock may not move for 1 ms. */
  const now = async (): Promise<string> => {
    await chainRecords(foyer.db)
    await pause(3)
    const [row] = await foyer.db.query<{ now: string }>(sql`
      select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`)
    return row?.now ?? ''
  }
  const { signal } = new AbortController()
  const retainUntil = async (before: string) => {
    const path = join(directory, `${randomUUID()}.jsonl`)
    return { path, ...(await retain({ db: foyer.db, before, path, signal })) }
  }
  const checkFile = (path: string, sha256?: string) => verifyFile(foyer.db, path, sha256)
  const startIsWhole = async () => (await verifyStart(foyer.db)).isWhole
  const countOf = async (user: number) =>
    (await foyer.db.query(sql`select 1 from audit_records where user_id = ${user}`)).length
  const lastBatch = async () => {
    const [batch] = await foyer.db.query<{ no: number; last: number }>(sql`
      select no, last_seq::float8 as last from audit_batches order by audit_batches.no desc limit 1`)
    assert.ok(batch)
    return batch
  }
  const breachesOf = async () =>
    (await verifyTrail(foyer.db)).breaches.map(({ batch, fault }) => [batch, fault])
  /** Makes a change that only a superuser, or the owner of the tables, can make. */
  const tamper = (statements: string): Promise<void> => {
    const all = (what: string) =>
      ['audit_records', 'audit_batches']
        .map((table) => `alter table ${table} ${what} trigger user;`)
        .join('\n')
    return foyer.db.script(`${all('disable')} ${statements}; ${all('enable')}`)
  }
  /** Puts records that were deleted back. */
  const putBack = `
    insert into audit_records overriding system value select * from kept;
    drop table kept`

  test('old records are in the file, the others stay, and both verify', async () => {
    const first = await newRecords(510, 2)
    // More records than one batch has.
    const long = await newRecords(1, 12_000)
    const before = await now()
    const { digest } = await verifyTrail(foyer.db, { until: before })
    await append(first, 2, 2)
    const told = await retainUntil(before)
    assert.equal(told.records, told.dropped)
    assert.ok(told.records >= 510 * 2 + 12_000)
    assert.deepEqual([await countOf(long), await countOf(first)], [0, 2])
    const lines = readFileSync(told.path, 'utf8').split('\n').length
    assert.equal(lines, told.records + told.batches + 1 + 1)
    const bytes = readFileSync(told.path)
    assert.equal(told.sha256, createHash('sha256').update(bytes).digest('hex'))

    await append(long, 1, 2)
    assert.deepEqual([await breachesOf(), await startIsWhole()], [[], true])
    assert.equal((await verifyTrail(foyer.db, { until: before })).digest, digest)

    const again = await retainUntil(await now())
    // The record of the first export is in the second file.
    assert.ok(readFileSync(again.path, 'utf8').includes(told.sha256))
    for (const verdict of [await checkFile(told.path, told.sha256), await checkFile(again.path)])
      assert.deepEqual([verdict.breaches, verdict.faults], [[], []])
    assert.equal(await countOf(first), 0)
    await foyer.db.transaction((tx) => record(tx, { userId: first, action: 'user.erased' }))
    assert.deepEqual([await breachesOf(), await startIsWhole()], [[], true])
    const batches = await foyer.db.query(sql`select from audit_batches`)
    assert.equal(batches.length, (await verifyTrail(foyer.db)).batches + 1)
  })

  test('a file that was changed is found', async () => {
    await retainUntil(await now())
    await chainRecords(foyer.db)
    const user = await newRecords(2, 4)
    const { no, last } = await lastBatch()
    const { path, sha256 } = await retainUntil(await now())
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    const at = lines.findIndex((line) => line.includes(`"user_id":${user},`))
    const check = async (changed: readonly string[], given?: string) => {
      const copy = join(directory, randomUUID())
      writeFileSync(copy, `${changed.join('\n')}\n`)
      const { breaches, faults } = await checkFile(copy, given)
      return { breaches, faults }
    }
    const faults = ['unknown']
    assert.deepEqual(await check(lines), { breaches: [], faults: [] })
    assert.deepEqual(await check(lines, sha256), { breaches: [], faults: [] })
    assert.deepEqual(await check(lines, '0'.repeat(64)), { breaches: [], faults })
    const breach = { batch: no, after: last - 8, last, record: null, user: null }
    const altered = lines.with(at + 2, lines[at + 2]?.replace('succeeded', 'refused') ?? '')
    assert.deepEqual(await check(altered), { breaches: [{ ...breach, fault: 'altered' }], faults })
    assert.deepEqual(await check(lines.toSpliced(at + 3, 1)), {
      breaches: [{ ...breach, fault: 'missing' }],
      faults,
    })
    // The last batch.
    assert.deepEqual(await check(lines.slice(0, at)), { breaches: [], faults })
    assert.deepEqual(await check(lines.slice(0, at), sha256), { breaches: [], faults })
    const unreadable = { breaches: [], faults: ['unreadable', 'unknown'] }
    assert.deepEqual(await check(lines.with(0, 'gone').slice(0, 1)), unreadable)
    assert.deepEqual(await check(lines.slice(0, -1)), unreadable)
  })

  test('a change of the start, or of the records after it, is found', async () => {
    const user = await newRecords(1, 3)
    await retainUntil(await now())
    await append(user, 1, 3)
    const former = await lastBatch()
    await retainUntil(await now())
    await append(user, 1, 3)
    const { no, last } = await lastBatch()
    await tamper(`update audit_batches set hash = sha256('') where is_exported`)
    assert.equal(await startIsWhole(), false)
    const path = join(directory, randomUUID())
    const exporting = async () => retain({ db: foyer.db, before: await now(), path, signal })
    await assert.rejects(exporting(), { name: 'DamagedTrail' })
    await tamper(`update audit_batches set is_exported = true where no = ${no}`)
    assert.equal(await startIsWhole(), false)
    await assert.rejects(exporting(), { name: 'DamagedTrail' })
    const [exported] = await foyer.db.query<{ hash: string }>(sql`
      select details ->> 'batch_sha256' as hash from audit_records
      where action = 'audit.exported' order by seq desc limit 1`)
    await tamper(`
      update audit_batches set is_exported = false where no = ${no};
      update audit_batches set hash = decode('${exported?.hash}', 'hex') where is_exported`)
    assert.equal(await startIsWhole(), true)
    assert.deepEqual(await breachesOf(), [])
    assert.ok(former.no < no)

    // The record of the last export is in the trail. Without it, its batch has too few.
    await tamper(`create table kept as select * from audit_records where action = 'audit.exported';
      delete from audit_records where action = 'audit.exported'`)
    const gaps = await breachesOf()
    assert.deepEqual(
      [gaps.map(([, fault]) => fault), await startIsWhole()],
      [gaps.map(() => 'missing'), false],
    )
    assert.ok(gaps.length > 0)
    await tamper(putBack)
    assert.deepEqual(await breachesOf(), [])

    // A damaged trail is neither exported nor deleted.
    await tamper(`create table kept as select * from audit_records where seq = ${last};
      delete from audit_records where seq = ${last}`)
    assert.deepEqual(await breachesOf(), [[no, 'missing']])
    await assert.rejects(exporting(), { name: 'DamagedTrail' })
    assert.deepEqual([existsSync(path), existsSync(`${path}.unfinished`)], [false, false])
    assert.equal(await countOf(user), 2)
    await tamper(putBack)
    assert.deepEqual(await breachesOf(), [])
  })

  /** Runs an export with this way to run its transaction. */
  const retainBy = async (bulkTransaction: OpenDatabase['bulkTransaction']) => {
    const path = join(directory, randomUUID())
    const db = { query: (statement) => foyer.db.query(statement), bulkTransaction } as OpenDatabase
    const told = await retain({ db, before: await now(), path, signal }).catch(
      (error: Error) => error.message,
    )
    return { told, isThere: existsSync(path) || existsSync(`${path}.unfinished`) }
  }

  test('if the transaction fails, no record is deleted; once it is committed, the file stays', async () => {
    const user = await newRecords(1, 3)
    let runs = 0
    const rolledBack = await retainBy((work) =>
      foyer.db.bulkTransaction(async (tx) => {
        const result = await work(tx)
        if (runs++ === 0) throw new Error('rolled back')
        return result
      }),
    )
    assert.equal(rolledBack.told, 'rolled back')
    assert.deepEqual([await countOf(user), await startIsWhole()], [3, true])
    runs = 0
    const lost = await retainBy(async (work) => {
      const result = await foyer.db.bulkTransaction(work)
      if (runs++ === 0) throw new Error('connection lost')
      return result
    })
    assert.deepEqual([lost.told, lost.isThere], ['connection lost', true])
    assert.equal(await startIsWhole(), true)
    await retainUntil(await now())
    assert.equal(await countOf(user), 0)
  })

  test('of two exports at once, the one that commits later deletes nothing', async () => {
    await newRecords(1, 3)
    const before = await now()
    const { told } = await retainBy(async (work) => {
      await retainUntil(before)
      return foyer.db.bulkTransaction(work)
    })
    assert.equal(told, 'Another export has just ended. Try again.')
    assert.equal(await startIsWhole(), true)
  })

  test('the name of the file is on the disk before the records are deleted', async (t) => {
    const user = await newRecords(1, 3)
    const handle = await open(directory)
    const files = Object.getPrototypeOf(handle) as typeof handle
    await handle.close()
    const synced: string[][] = []
    const { sync } = files
    t.mock.method(files, 'sync', async function (this: typeof handle) {
      if ((await this.stat()).isDirectory()) synced.push(readdirSync(directory))
      return sync.call(this)
    })
    let isCommitted = false
    const { told, isThere } = await retainBy(async (work) => {
      const result = await foyer.db.bulkTransaction(work)
      isCommitted = synced.length === 1
      return result
    })
    assert.ok(typeof told !== 'string' && isThere, String(told))
    assert.deepEqual([isCommitted, await countOf(user)], [true, 0])
    const [names = []] = synced
    assert.deepEqual(
      names.filter((name) => name.endsWith('.unfinished')),
      [],
    )
  })

  test('without an export no record can be deleted, and an interrupted run changes nothing', async () => {
    const user = await newRecords(1, 3)
    const remove = () =>
      foyer.db.transaction((tx) => tx.query(sql`delete from audit_records where user_id = ${user}`))
    await assert.rejects(remove(), { code: '42501' })
    const path = join(directory, randomUUID())
    const aborted = AbortSignal.abort()
    const before = await now()
    const run = (signal: AbortSignal) => retain({ db: foyer.db, before, path, signal })
    await assert.rejects(run(aborted), { name: 'AbortError' })
    assert.deepEqual([existsSync(path), await countOf(user)], [false, 3])

    // A process that was killed after the commit has left exported records. The next run deletes
    // them.
    await tamper(`create table kept as select * from audit_records where user_id = ${user}`)
    await run(signal)
    await tamper(putBack)
    assert.deepEqual(await breachesOf(), [])
    const { dropped, records } = await retainUntil(await now())
    assert.deepEqual([dropped - records, await countOf(user)], [3, 0])
  })
})

const hasPostgres = (await databases()).length > 1

test('a database from before the batches gets them, and a role with privileges on new tables none to change them', {
  skip: !hasPostgres,
}, async () => {
  const owner = await openPostgresOn(await newEmptyDatabase())
  const role = `foyer_service_${randomUUID().slice(0, 8)}`
  const grants = readFileSync(new URL('../../../docs/service-role.sql', import.meta.url), 'utf8')
  const files = join(newDirectory(), 'migrations')
  mkdirSync(files)
  for (const file of readdirSync(migrations))
    if (file < '0068') cpSync(new URL(file, migrations), join(files, file))
  try {
    await owner.script(`create role ${role}`)
    await migrate(owner, pathToFileURL(`${files}/`))
    const older = grants
      .replace('audit_batches from', 'audit_heads, audit_starts from')
      .replace(', audit_chain to', ' to')
    assert.doesNotMatch(older, /audit_batches|audit_chain/)
    await owner.script(older.replaceAll('foyer_service', role))
    await owner.script(`
      select audit_append(7, 'sign_up', 'user', null, null, '{"n": 1}');
      select audit_append(5, 'sign_up', 'user', null, null, '{"n": 2}');
      select audit_append(7, 'email.set', 'user', null, null, '{"n": 3}')`)
    await migrate(owner, migrations)
    const privileges = await owner.query<{ name: string }>(sql`
      select table_name || ' ' || privilege_type as name
      from information_schema.role_table_grants
      where grantee = ${role} and table_name like 'audit%'
      union select routine_name || ' ' || privilege_type
      from information_schema.routine_privileges where grantee = ${role} and routine_name like 'audit%'
      order by 1`)
    assert.deepEqual(
      privileges.map(({ name }) => name),
      [
        'audit_append EXECUTE',
        'audit_batches SELECT',
        'audit_chain EXECUTE',
        'audit_records SELECT',
      ],
    )
    // The records from before are numbered by time, and the first batch has them.
    const verdict = await verifyTrail(owner)
    assert.deepEqual([verdict.records, verdict.batches, verdict.breaches], [3, 1, []])
    const records = await owner.query<{ user_id: number; n: string }>(sql`
      select user_id, details ->> 'n' as n from audit_records order by seq`)
    assert.deepEqual(
      records.map(({ user_id, n }) => [user_id, n]),
      [
        [7, '1'],
        [5, '2'],
        [7, '3'],
      ],
    )
  } finally {
    await owner.script(`drop owned by ${role}; drop role ${role}`)
    await owner.close()
  }
})

test('foyer audit retain, and verify with and without --file', async () => {
  const env = await anyDatabase()
  const directory = newDirectory()
  const here = (...argv: string[]) => foyerHere(['audit', ...argv], env, directory)
  await foyerJson(['keys', 'rotate'], env)
  const future = await here('retain', '--before', '2999-01-01', '--export', 'a.jsonl')
  assert.match(future.stderr, /^foyer: --before must be at least a minute ago\.\n$/)
  const none = await here('retain', '--before', '2020-01-31', '--export', 'a.jsonl', '--json')
  assert.equal(none.status, 0, none.stderr)
  const told = JSON.parse(none.stdout) as { records: number; dropped: number; sha256: string }
  assert.deepEqual([told.records, told.dropped], [0, 0])
  const taken = await here('retain', '--before', '2020-01-31', '--export', 'a.jsonl')
  assert.equal(taken.status, 1)
  // Otherwise a digest from a time whose records are in the file would be compared.
  const earlier = await here('retain', '--before', '2019-01-31', '--export', 'b.jsonl')
  assert.equal(
    earlier.stderr,
    'foyer: Records from before 2020-01-31T00:00:00.000000Z are in files. Use a later --before.\n',
  )

  const whole = await here('verify', '--file', 'a.jsonl')
  assert.deepEqual([whole.status, whole.stderr], [0, ''])
  assert.match(whole.stdout, /The file is whole/)
  const other = await here('verify', '--file', 'a.jsonl', '--sha256', 'ab'.repeat(32))
  assert.deepEqual(
    [other.status, /not one that the trail or --sha256 names/.test(other.stdout)],
    [1, true],
  )
  const expected = await here('verify', '--file', 'a.jsonl', '--sha256', told.sha256)
  assert.equal(expected.status, 0)
  const trail = await here('verify')
  assert.deepEqual([trail.status, /exported_before +2020-01-31T00/.test(trail.stdout)], [0, true])
  const early = await here('verify', '--until', '2019-01-01T00:00:00Z')
  assert.match(early.stderr, /^foyer: Records from before 2020-01-31T00:00:00.000000Z are in files/)
})
