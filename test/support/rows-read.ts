// cspell:ignore xact
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, type OpenDatabase, one, type Statement, sql } from './inside.ts'

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

let number = 0

/** Counts the rows that a statement reads. The statement runs and is rolled back. */
async function rowsReadBy(
  db: Database,
  { text, values }: Statement,
  table: string | undefined,
): Promise<number> {
  const explained = { name: `rows ${number++}`, text: `explain (analyze, format json) ${text}` }
  const end = new Error('rolled back')
  let rows: readonly { 'QUERY PLAN': readonly { Plan: Plan }[] }[] = []
  let id = ''
  await db
    .transaction(async (tx) => {
      id = one(await tx.query<{ id: string }>(sql`select pg_current_xact_id()::text as id`)).id
      rows = await tx.query({ ...explained, values })
      throw end
    })
    .catch((error: unknown) => {
      if (error !== end) throw error
    })
  // The transaction may still be rolled back on its connection. Until then it locks its rows.
  while (await isRunning(db, id)) await pause(1)
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  if (plan === undefined) throw new Error(`no plan: ${text}`)
  return rowsIn(plan, table)
}

const isRunning = async (db: Database, id: string): Promise<boolean> =>
  one(
    await db.query<{ running: boolean }>(sql`
      select pg_xact_status(${id}::xid8) = 'in progress' as running`),
  ).running

function rowsIn(plan: Plan, table: string | undefined): number {
  const { 'Relation Name': name, 'Node Type': type } = plan
  const isScan = name !== undefined && type !== 'ModifyTable' && (table ?? name) === name
  const perLoop =
    plan['Actual Rows'] +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0)
  const own = isScan ? perLoop * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, inner) => sum + rowsIn(inner, table), own)
}

/** How many rows a statement has read. */
export interface Read {
  readonly text: string
  readonly rows: number
}

/**
 * The same database. Before each statement outside of a transaction whose text has `part`, it
 * counts the rows that the statement reads.
 * @param table counts the rows of this table; of all if it is omitted
 */
export function countingRows(
  db: OpenDatabase,
  part: string,
  table?: string,
): { db: OpenDatabase; reads: Read[] } {
  const reads: Read[] = []
  const query: OpenDatabase['query'] = async (statement) => {
    const { text } = statement
    if (text.includes(part)) reads.push({ text, rows: await rowsReadBy(db, statement, table) })
    return db.query(statement)
  }
  const counting = new Proxy(db, {
    get(target, name) {
      if (name === 'query') return query
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db: counting, reads }
}
