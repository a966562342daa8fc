// cspell:ignore autovacuum attgenerated attisdropped atttypid conkey connamespace conname conrelid contype
// cspell:ignore attname attnum attrelid indexdef indexrelid indkey indrelid relkind relname relnamespace
// cspell:ignore regclass regnamespace regtype reltuples seqscan tgisinternal tgname tgrelid

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { databases, openTemplate } from '../support/database.ts'
import { type OpenDatabase, type Queryable, sql } from '../support/inside.ts'
import { statementsOf } from './sql/statements.ts'
import { functionOf, Sources } from './tree.ts'

/** Tables that do not grow with users, each with its reason. */
const smallTables: Readonly<Record<string, string>> = {
  applications: 'Operators register applications.',
  application_secrets: 'An application has at most two valid secrets.',
  ended_generations: 'Operators register applications.',
  resource_servers: 'Operators register sibling services.',
  erasures: 'A row lives for a few minutes.',
  installation: 'It has one row.',
  kept_keys: 'A rotation of the secret key adds a row for each purpose.',
  schema_migrations: 'It has one row for each migration.',
  secret_key_rotations: 'Operators rotate the secret key.',
  signing_keys: 'Operators rotate keys.',
}

/** Statements that read a whole table, by the name of their function, each with its reason. */
const wholeTable: Readonly<Record<string, string>> = {
  'src/support/audit/store.ts findTrail': 'It reads the catalogue, which has a row for each table.',
  'src/commands/doctor/store.ts listForbiddenTables':
    'It reads the catalogue, which has a row for each table.',
  'src/identity/users/credentials/store.ts hasKeyedHashes': 'The operator runs the doctor.',
  'src/resources/payment-methods/store.ts countCardsInOtherVaults': 'The operator runs the doctor.',
}

/** How many rows each table gets. The planner then prefers an index wherever one helps. */
const rows = 5_000

describe('plans of statements', async () => {
  const database = (await databases()).at(-1)
  let db: OpenDatabase
  const sources = new Sources()
  const statements = sources
    .tree()
    .server.filter(({ path }) => path.endsWith('/store.ts'))
    .flatMap((module) =>
      statementsOf(module).map(({ node, text }) => ({
        name: `${module.path} ${functionOf(node)}`,
        text: text.trim(),
      })),
    )
    .filter(({ text }) => /^(select|insert|update|delete|with)\b/.test(text))
  sources[Symbol.dispose]()
  let firstColumns: ReadonlyMap<string, string>
  let keysWithoutIndex: unknown[]

  before(async () => {
    assert.ok(database)
    db = await database.open()
    keysWithoutIndex = await readKeysWithoutIndex(db)
    await fill(db)
    firstColumns = await readFirstColumns(db)
  })
  after(() => db.close())

  /** Examines the plan of each statement. Each finding begins with the name of its statement. */
  const examineAll = async (examine: (plan: Plan) => readonly string[]): Promise<string[]> => {
    assert.ok(statements.length > 100)
    const found: string[] = []
    for (const { name, text } of statements) {
      const plan = await planOf(db, text).catch((error: unknown) => {
        throw new Error(`${name}: ${text}`, { cause: error })
      })
      for (const finding of examine(plan)) found.push(`${name}: ${finding}`)
    }
    return found
  }

  test('no statement scans a table that grows with users', async () => {
    const found = await examineAll((plan) => scansIn(plan, firstColumns))
    const named = (line: string) => line.slice(0, line.indexOf(':'))
    assert.deepEqual(
      found.filter((line) => !(named(line) in wholeTable)),
      [],
    )
    assert.deepEqual(new Set(found.map(named)), new Set(Object.keys(wholeTable)))
  })

  test('a statement without an index is found', async () => {
    for (const text of [
      'select email from users where full_name = $1',
      'update addresses set version = 2 where id = $1',
      'select exists (select from payment_methods where vault_token = $1)',
    ])
      assert.equal(scansIn(await planOf(db, text), firstColumns).length, 1, text)
  })

  // Statistics can be those of an empty table. This happened when a chore had deleted all expired
  // rows, and thousands of new rows came before the next ANALYZE.
  test('no statement repeats a scan or a lock for each row, even if PostgreSQL believes that all tables are empty', async () => {
    await db.script(`
      update pg_class set reltuples = 0
      where relkind = 'r' and relnamespace = current_schema()::regnamespace`)
    assert.deepEqual(await examineAll((plan) => repeatedIn(plan, firstColumns)), [])
  })

  test('a statement that repeats a scan or a lock for each row is found', async () => {
    for (const text of [
      `select from users join lateral (
        select from links where links.user_id = users.id for update) as locked on true`,
      `delete from attempts where key in (
        select attempts.key from attempts join unnest($1::bytea[]) as given (key) using (key)
        order by attempts.key for update of attempts)`,
      `with given as materialized (select key from attempts where key = $1)
        select from given join lateral (
          select from attempts where attempts.key = given.key for update) as locked on true`,
    ])
      assert.notDeepEqual(repeatedIn(await planOf(db, text), firstColumns), [], text)
  })

  test('the embedded database takes every statement', async () => {
    const embedded = await openTemplate()
    const refused: string[] = []
    for (const [number, { name, text }] of statements.entries())
      await embedded
        .script(`prepare statement_${number} as ${text}`)
        .catch((error: unknown) => refused.push(`${name}: ${error}`))
    await embedded.close()
    assert.deepEqual(refused, [])
  })

  test('every foreign key has an index', () => {
    assert.deepEqual(keysWithoutIndex, [])
  })
})

/**
 * Foreign keys that are checked by a scan of their table when a row that they refer to is deleted.
 */
const readKeysWithoutIndex = (db: OpenDatabase) =>
  db.query(sql`
    select conrelid::regclass::text as table, conname as key
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace
      and not exists (
        select from pg_index where indrelid = conrelid and indkey[0] = any (conkey)
      )`)

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Parent Relationship'?: string
  readonly Plans?: readonly Plan[]
}

/** Returns the generic plan of a statement. The planner scans a table only if it must. */
async function planOf(db: OpenDatabase, text: string): Promise<Plan> {
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
  const plan = await db.transaction(async (tx) => {
    await run(tx, 'set local plan_cache_mode = force_generic_plan')
    await run(tx, 'set local enable_seqscan = off')
    await run(tx, `prepare explained as ${text}`)
    const values = count > 0 ? `(${Array(count).fill('null').join(', ')})` : ''
    const rows = await run(tx, `explain (format json) execute explained${values}`)
    await run(tx, 'deallocate explained')
    return (rows[0] as { 'QUERY PLAN': readonly { Plan: Plan }[] })['QUERY PLAN'][0]?.Plan
  })
  assert.ok(plan, text)
  return plan
}

let runs = 0
const run = (tx: Queryable, text: string) => tx.query({ name: `plans ${runs++}`, text, values: [] })

/**
 * Returns the scans of whole tables and whole indexes in a plan. A scan of an index in its order is
 * allowed below a limit.
 */
function scansIn(
  plan: Plan,
  firstColumns: ReadonlyMap<string, string>,
  isLimited = false,
): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index, Plans = [] } = plan
  const found: string[] = []
  if (type === 'Seq Scan' && !(table in smallTables)) found.push(`scans ${table}`)
  if (index !== undefined && !isLimited && !(table in smallTables)) {
    const column = firstColumns.get(index)
    if (!names(plan['Index Cond'] ?? '', String(column))) found.push(`scans the index ${index}`)
  }
  const limited = type === 'Limit' || (isLimited && type !== 'Sort')
  return [...found, ...Plans.flatMap((inner) => scansIn(inner, firstColumns, limited))]
}

/** Whether a condition names a column: `vault_token` does not name `vault`. */
const names = (condition: string, column: string): boolean =>
  new RegExp(`(?<!\\w)${RegExp.escape(column)}(?!\\w)`).test(condition)

/**
 * Returns what a plan repeats for each row: scans of a table or an index, and locks of rows. The
 * second part of a nested loop runs for each row of the first. A query in `any (array(select …))`
 * and a common table expression run once.
 */
function repeatedIn(plan: Plan, firstColumns: ReadonlyMap<string, string>): string[] {
  const { 'Node Type': type, Plans = [] } = plan
  const second = Plans.find((inner) => inner['Parent Relationship'] === 'Inner')
  const again = type === 'Nested Loop' ? withoutOnce(second) : undefined
  const found = again ? [...scansIn(again, firstColumns), ...locksIn(again)] : []
  return [...found, ...Plans.flatMap((inner) => repeatedIn(inner, firstColumns))]
}

/** The plan without the parts that run once, however often the plan runs. */
const withoutOnce = (plan: Plan | undefined): Plan | undefined =>
  plan?.['Parent Relationship'] === 'InitPlan'
    ? undefined
    : plan && {
        ...plan,
        Plans: (plan.Plans ?? []).flatMap((inner) => withoutOnce(inner) ?? []),
      }

const locksIn = ({ 'Node Type': type, Plans = [] }: Plan): string[] =>
  type === 'LockRows' ? ['locks rows'] : Plans.flatMap(locksIn)

/** The first column or expression of each index, by its name. */
async function readFirstColumns(db: OpenDatabase): Promise<Map<string, string>> {
  const found = await db.query<{ name: string; first: string }>(sql`
    select relname as name, coalesce(attname, pg_get_indexdef(indexrelid, 1, true)) as first
    from pg_index join pg_class on pg_class.oid = indexrelid
    left join pg_attribute on attrelid = indrelid and attnum = indkey[0] and attnum > 0
    where relnamespace = current_schema()::regnamespace`)
  return new Map(found.map(({ name, first }) => [name, first]))
}

/** Fills every table with rows of different values. The constraints are removed before. */
async function fill(db: OpenDatabase): Promise<void> {
  await db.script(`
    do $$
    declare thing record;
    begin
      for thing in
        select conrelid::regclass as tab, conname as name from pg_constraint
        where contype in ('c', 'f') and connamespace = current_schema()::regnamespace
      loop
        execute format('alter table %s drop constraint %I', thing.tab, thing.name);
      end loop;
      for thing in
        select tgrelid::regclass as tab, tgname as name from pg_trigger where not tgisinternal
      loop
        execute format('drop trigger %I on %s', thing.name, thing.tab);
      end loop;
      for thing in
        select pg_class.oid::regclass as tab,
          string_agg(quote_ident(attname), ', ' order by attnum) as names,
          string_agg(case atttypid::regtype::text
            when 'boolean' then 'g = 1'
            when 'bytea' then 'sha256(g::text::bytea)'
            when 'jsonb' then '''{}'''
            when 'text[]' then '''{}'''
            when 'uuid' then 'gen_random_uuid()'
            when 'text' then '''x'' || g'
            when 'timestamp with time zone' then 'now() + g * interval ''1 minute'''
            else 'g'
          end, ', ' order by attnum) as given
        from pg_class join pg_attribute on attrelid = pg_class.oid
        where relkind = 'r' and relnamespace = current_schema()::regnamespace
          and attnum > 0 and not attisdropped and attgenerated = ''
        group by pg_class.oid
        order by pg_class.oid
      loop
        -- Autovacuum would take other statistics in the middle of the tests.
        execute format('alter table %s set (autovacuum_enabled = off)', thing.tab);
        execute format(
          'insert into %s (%s) overriding system value select %s from generate_series(1, ${rows}) as g
            on conflict do nothing',
          thing.tab, thing.names, thing.given);
      end loop;
    end $$;
    analyze;`)
}
