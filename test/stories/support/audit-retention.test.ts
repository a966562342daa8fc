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
import { retain, verifyStarts } from '../../../src/support/audit/retention.ts'
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
  /** Adds records to new chains. @returns the id of the first user */
  const newChains = async (count: number, records: number): Promise<number> => {
    const first = next
    next += count
    await append(first, count, records)
    return first
  }
  const append = async (first: number, count: number, records: number): Promise<void> => {
    // Within a transaction, each version of a head costs time when the next record is added.
    for (let done = 0; done < records; done += 500)
      await foyer.db.bulkTransaction((tx) =>
        tx.query(sql`
          select audit_append(n, 'sign_in.succeeded', 'visitor', 7, gen_random_uuid(),
            jsonb_build_object('session', k, 'text', e'a "b"\n\\ é 𝄞'))
          from generate_series(${first}::integer, ${first + count - 1}::integer) n,
            generate_series(${done + 1}::integer, ${Math.min(done + 500, records)}::integer) k`),
      )
  }
  /** A time after all records so far. The embedded database's clock may not move for 1 ms. */
  const now = async (): Promise<string> => {
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
  const startsAreWhole = async () => (await verifyStarts(foyer.db)).isWhole
  const countOf = async (user: number) =>
    (await foyer.db.query(sql`select 1 from audit_records where user_id = ${user}`)).length
  /** Makes a change that only a superuser, or the owner of the tables, can make. */
  const tamper = (statements: string): Promise<void> => {
    const tables = ['audit_records', 'audit_heads', 'audit_starts']
    const all = (what: string) =>
      tables.map((table) => `alter table ${table} ${what} trigger user;`).join('\n')
    return foyer.db.script(`${all('disable')} ${statements}; ${all('enable')}`)
  }
  test('old records are in the file, the others stay, and both verify', async () => {
    const first = await newChains(510, 2)
    const long = await newChains(1, 2_100)
    const before = await now()
    await append(first, 2, 2)
    const { digest } = await verifyTrail(foyer.db, { until: before })
    const told = await retainUntil(before)
    assert.equal(told.records, told.dropped)
    assert.ok(told.records >= 510 * 2 + 2_100)
    assert.deepEqual([await countOf(long), await countOf(first)], [0, 2])
    assert.equal(readFileSync(told.path, 'utf8').split('\n').length, told.records + told.chains + 1)
    const bytes = readFileSync(told.path)
    assert.equal(told.sha256, createHash('sha256').update(bytes).digest('hex'))

    await append(long, 1, 2)
    const verdict = await verifyTrail(foyer.db)
    assert.deepEqual([verdict.breaches, await startsAreWhole()], [[], true])
    assert.equal((await verifyTrail(foyer.db, { until: before })).digest, digest)

    const again = await retainUntil(await now())
    // The record of the first export is in the second file.
    assert.ok(readFileSync(again.path, 'utf8').includes(told.sha256))
    for (const verdict of [await checkFile(told.path, told.sha256), await checkFile(again.path)])
      assert.deepEqual([verdict.breaches, verdict.faults], [[], []])
    assert.deepEqual([again.chains < told.chains, await countOf(first)], [true, 0])
    await foyer.db.transaction((tx) => record(tx, { userId: first, action: 'user.erased' }))
    assert.deepEqual((await verifyTrail(foyer.db)).breaches, [])
    assert.equal(await startsAreWhole(), true)
  })

  test('a file that was changed is found', async () => {
    const user = await newChains(2, 4)
    const { path, sha256 } = await retainUntil(await now())
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    const at = lines.findIndex((line) => line.includes(`{"chain":${user},`))
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
    const altered = lines.with(at + 2, lines[at + 2]?.replace('succeeded', 'refused') ?? '')
    assert.deepEqual(await check(altered), {
      breaches: [{ user, record: '2', fault: 'altered' }],
      faults,
    })
    assert.deepEqual(await check(lines.toSpliced(at + 3, 1)), {
      breaches: [{ user, record: '3', fault: 'missing' }],
      faults,
    })
    // Whole chains, or their ends.
    assert.deepEqual(await check(lines.toSpliced(at, 5)), { breaches: [], faults })
    assert.deepEqual(await check(lines.toSpliced(at + 4, 1), sha256), { breaches: [], faults })
    assert.deepEqual((await check(lines.with(at, 'gone'))).faults, ['unreadable', 'unknown'])
  })

  test('a change of the starts, or of the records after them, is found', async () => {
    const user = await newChains(1, 3)
    await retainUntil(await now())
    await append(user, 1, 3)
    await retainUntil(await now())
    await append(user, 1, 3)
    await tamper(`update audit_starts set seq = 5 where user_id = ${user}`)
    assert.equal(await startsAreWhole(), false)
    const path = join(directory, randomUUID())
    const exporting = async () => retain({ db: foyer.db, before: await now(), path, signal })
    await assert.rejects(exporting(), { name: 'DamagedTrail' })
    await tamper(`update audit_starts set seq = 6 where user_id = ${user}`)
    assert.equal(await startsAreWhole(), true)
    assert.deepEqual((await verifyTrail(foyer.db)).breaches, [])

    // The record of the last export is in the trail. Without it, its chain has a gap.
    const last = `(select max(seq) from audit_records where action = 'audit.exported')`
    await foyer.db.transaction((tx) => record(tx, { userId: null, action: 'user.erased' }))
    await tamper(`create table kept as select * from audit_records where user_id = 0 and seq = ${last};
      delete from audit_records r using kept k where r.user_id = k.user_id and r.seq = k.seq`)
    const { breaches: gaps } = await verifyTrail(foyer.db)
    assert.deepEqual(
      [gaps.map(({ user, fault }) => [user, fault]), await startsAreWhole()],
      [[[0, 'missing']], false],
    )
    await tamper('insert into audit_records select * from kept; drop table kept')

    const breaches = async () => (await verifyTrail(foyer.db)).breaches
    await tamper(`update audit_records set actor = 'user' where user_id = ${user} and seq = 8`)
    assert.deepEqual(await breaches(), [{ user, record: '8', fault: 'altered' }])
    await tamper(`delete from audit_records where user_id = ${user} and seq = 7`)
    assert.deepEqual(await breaches(), [{ user, record: '7', fault: 'missing' }])

    // A damaged trail is neither exported nor deleted.
    await assert.rejects(exporting(), { name: 'DamagedTrail' })
    assert.deepEqual([existsSync(path), existsSync(`${path}.unfinished`)], [false, false])
    assert.equal(await countOf(user), 2)
    await tamper(`
      delete from audit_records where user_id = ${user};
      delete from audit_heads where user_id = ${user};
      insert into audit_heads select user_id, seq, hash from audit_starts where user_id = ${user}`)
    assert.deepEqual(await breaches(), [])
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

  test('the more chains there are, the more time has the transaction', async () => {
    const times: number[] = []
    for (const count of [6, 60]) {
      await newChains(count, 1)
      const { told } = await retainBy((work, timeoutMs = 0) => {
        times.push(timeoutMs)
        return foyer.db.bulkTransaction(work, timeoutMs)
      })
      assert.ok(typeof told !== 'string', String(told))
    }
    const [one = 0, other = 0] = times
    assert.ok(one > 60_000 && other >= one + 10, times.join())
  })

  test('if the transaction fails, no record is deleted; once it is committed, the file stays', async () => {
    const user = await newChains(1, 3)
    let runs = 0
    const rolledBack = await retainBy((work) =>
      foyer.db.bulkTransaction(async (tx) => {
        const result = await work(tx)
        if (runs++ === 0) throw new Error('rolled back')
        return result
      }),
    )
    assert.equal(rolledBack.told, 'rolled back')
    assert.deepEqual([await countOf(user), await startsAreWhole()], [3, true])
    runs = 0
    const lost = await retainBy(async (work) => {
      const result = await foyer.db.bulkTransaction(work)
      if (runs++ === 0) throw new Error('connection lost')
      return result
    })
    assert.deepEqual([lost.told, lost.isThere], ['connection lost', true])
    assert.equal(await startsAreWhole(), true)
    await retainUntil(await now())
    assert.equal(await countOf(user), 0)
  })

  test('of two exports at once, the one that commits later deletes nothing', async () => {
    await newChains(1, 3)
    const before = await now()
    const { told } = await retainBy(async (work) => {
      await retainUntil(before)
      return foyer.db.bulkTransaction(work)
    })
    assert.equal(told, 'Another export has just ended. Try again.')
    assert.equal(await startsAreWhole(), true)
  })

  test('the name of the file is on the disk before the records are deleted', async (t) => {
    const user = await newChains(1, 3)
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
    const user = await newChains(1, 3)
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
    await tamper('insert into audit_records select * from kept; drop table kept')
    assert.deepEqual((await verifyTrail(foyer.db)).breaches, [])
    const { dropped, records } = await retainUntil(await now())
    assert.deepEqual([dropped - records, await countOf(user)], [3, 0])
  })
})

const hasPostgres = (await databases()).length > 1

test('a role that has privileges on new tables gets none to delete records', {
  skip: !hasPostgres,
}, async () => {
  const owner = await openPostgresOn(await newEmptyDatabase())
  const role = `foyer_service_${randomUUID().slice(0, 8)}`
  const grants = readFileSync(new URL('../../../docs/service-role.sql', import.meta.url), 'utf8')
  const files = join(newDirectory(), 'migrations')
  mkdirSync(files)
  for (const file of readdirSync(migrations))
    if (file < '0027') cpSync(new URL(file, migrations), join(files, file))
  try {
    await owner.script(`create role ${role}`)
    await migrate(owner, pathToFileURL(`${files}/`))
    const older = grants.split('\n').filter((line) => !/audit_starts/.test(line))
    await owner.script(older.join('\n').replaceAll('foyer_service', role))
    await migrate(owner, migrations)
    const privileges = await owner.query<{ name: string }>(sql`
      select table_name || ' ' || privilege_type as name
      from information_schema.role_table_grants
      where grantee = ${role} and table_name = 'audit_starts'
      order by 1`)
    assert.deepEqual(
      privileges.map(({ name }) => name),
      ['audit_starts SELECT'],
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
