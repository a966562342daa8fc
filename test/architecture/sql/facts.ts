// cspell:ignore AEXPR lexpr rexpr subselect sval testexpr
import { child, type Level, type SqlNode } from './levels.ts'
import type { Statement } from './statements.ts'

/** What a statement says about the columns of its tables. */
export interface Facts {
  /** `a.user_id` for each column that equals a `${userId}`. */
  readonly ofUser: ReadonlySet<string>
  /**
   * `a.hash` for each column that equals a value, or one of the values that another query level
   * found.
   */
  readonly given: ReadonlySet<string>
  /**
   * `a.expires_at` for each column that a condition requires to be in the past: `expires_at < …`.
   */
  readonly past: ReadonlySet<string>
}

type Columns = ReadonlyMap<string, ReadonlySet<string>>

/** Returns what the conditions of a query level, and of those around it, say about its columns. */
export function factsOf(level: Level, statement: Statement, columns: Columns): Facts {
  const outer = level.outer && factsOf(level.outer, statement, columns)
  const ofUser = visibleColumns(outer?.ofUser, level)
  const given = visibleColumns(outer?.given, level)
  const past = new Set<string>()
  // Equal columns may be named in any order, so this is repeated until nothing is added.
  for (let before = -1; before < ofUser.size + given.size; ) {
    before = ofUser.size + given.size
    for (const condition of level.conditions) {
      const { left, right, operator } = comparison(condition.node)
      if (left === undefined) continue
      const [a, b] = [columnOf(left, level, columns), columnOf(right, level, columns)]
      const limits = (name: string) => condition.limits.has(name.split('.')[0] ?? '')
      for (const [column, value, other] of [
        [a, right, b],
        [b, left, a],
      ] as const) {
        if (column === undefined || !limits(column)) continue
        if (operator === '=' && isUser(value, other, statement, ofUser)) ofUser.add(column)
        if (operator === '=' && isGiven(value, other, given, level)) given.add(column)
      }
      if (a !== undefined && limits(a) && (operator === '<' || operator === '<=')) past.add(a)
    }
  }
  return { ofUser, given, past }
}

/** The columns of the outer level, without tables whose alias this level uses for another table. */
const visibleColumns = (columns: ReadonlySet<string> | undefined, { tables }: Level): Set<string> =>
  new Set([...(columns ?? [])].filter((name) => !tables.has(name.split('.')[0] ?? '')))

/** Whether a value is a `${userId}`, or a column that equals one. */
const isUser = (
  value: unknown,
  column: string | undefined,
  statement: Statement,
  ofUser: ReadonlySet<string>,
): boolean => isUserId(value, statement) || (column !== undefined && ofUser.has(column))

/** Whether an expression is a `${userId}`, or says that there is no user. */
export const isUserOrNull = (value: unknown, statement: Statement): boolean =>
  isUserId(value, statement) || child(bare(value), 'A_Const', 'isnull') === true

function isUserId(value: unknown, { values }: Statement): boolean {
  const number = child(bare(value), 'ParamRef', 'number')
  return typeof number === 'number' && values[number - 1] === 'userId'
}

function isGiven(
  value: unknown,
  column: string | undefined,
  given: ReadonlySet<string>,
  { tables }: Level,
): boolean {
  const node = bare(value)
  if (child(node, 'ParamRef') || child(node, 'SelectStmt')) return true
  if (child(node, 'SubLink', 'subLinkType') === 'ARRAY_SUBLINK') return true
  if (column === undefined) return false
  return given.has(column) || tables.get(column.split('.')[0] ?? '') === ''
}

interface Comparison {
  readonly left?: unknown
  readonly right?: unknown
  readonly operator?: string
}

/**
 * Returns the sides of `a = b`, of `a = any (…)`, also `any (array(select …))`, and of `a in
 * (select …)`.
 */
function comparison(node: SqlNode): Comparison {
  const sub = child(node, 'SubLink')
  if (child(sub, 'subLinkType') === 'ANY_SUBLINK' && child(sub, 'testexpr') !== undefined)
    return { left: child(sub, 'testexpr'), right: child(sub, 'subselect'), operator: '=' }
  const expression = child(node, 'A_Expr')
  const kind = child(expression, 'kind')
  if (kind !== 'AEXPR_OP' && kind !== 'AEXPR_OP_ANY') return {}
  return {
    left: child(expression, 'lexpr'),
    right: child(expression, 'rexpr'),
    operator: String(child(expression, 'name', 0, 'String', 'sval')),
  }
}

/** An expression without its casts. */
const bare = (node: unknown): unknown =>
  child(node, 'TypeCast') === undefined ? node : bare(child(node, 'TypeCast', 'arg'))

/** `a.user_id` for a column of a table of this query level or of one around it. */
function columnOf(node: unknown, level: Level, columns: Columns): string | undefined {
  const fields = child(bare(node), 'ColumnRef', 'fields')
  if (!Array.isArray(fields)) return undefined
  const names = fields.map((field) => child(field, 'String', 'sval'))
  if (names.length > 1) return names.join('.')
  const [column = ''] = names
  for (let at: Level | undefined = level; at; at = at.outer)
    for (const [alias, table] of at.tables)
      if (columns.get(table)?.has(String(column))) return `${alias}.${column}`
  return undefined
}

/**
 * Returns what an `insert` writes into a column of its table: a value for each row, or the result
 * of a query. Undefined if the column is left out.
 */
export function insertedInto(level: Level, column: string): unknown[] | 'a query' | undefined {
  const names = child(level.node, 'cols')
  if (!Array.isArray(names)) return undefined
  const at = names.findIndex((item) => child(item, 'ResTarget', 'name') === column)
  if (at < 0) return undefined
  const rows = child(level.node, 'selectStmt', 'SelectStmt', 'valuesLists')
  return Array.isArray(rows) ? rows.map((row) => child(row, 'List', 'items', at)) : 'a query'
}
