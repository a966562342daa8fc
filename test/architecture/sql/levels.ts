// cspell:ignore aliasname boolop ctename ctes jointype larg quals rarg relname subselect
import { parseSync } from 'libpg-query'

/** A node of PostgreSQL's own syntax tree. */
export type SqlNode = Readonly<Record<string, unknown>>

/**
 * One query level of a statement: its tables by alias, and the conditions that all its rows meet.
 */
export interface Level {
  readonly kind: 'select' | 'insert' | 'update' | 'delete'
  /** Names by alias. The name of a `with` query is empty. */
  readonly tables: ReadonlyMap<string, string>
  /** The alias of the table that it changes. */
  readonly target: string | undefined
  /** Conditions, each with the aliases whose rows it limits. */
  readonly conditions: readonly { readonly limits: ReadonlySet<string>; readonly node: SqlNode }[]
  readonly outer: Level | undefined
  readonly node: SqlNode
}

const kinds = {
  SelectStmt: 'select',
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
} as const

/**
 * Returns all query levels of a statement, sub-queries included.
 * @throws {SqlError} if it is not SQL
 */
export function levelsOf(text: string): Level[] {
  const levels: Level[] = []
  collect(parseSync(text), undefined, new Set(), levels)
  return levels
}

/** The tables that a statement names in any way. */
export function tablesOf(text: string): string[] {
  const names: string[] = []
  JSON.stringify(parseSync(text), (key, value) => {
    if (key === 'RangeVar' || key === 'relation') names.push(String(child(value, 'relname')))
    return value
  })
  return names
}

function collect(
  value: unknown,
  outer: Level | undefined,
  known: ReadonlySet<string>,
  levels: Level[],
): void {
  if (Array.isArray(value)) for (const item of value) collect(item, outer, known, levels)
  if (!isNode(value)) return
  for (const [key, child] of Object.entries(value)) {
    const kind = kinds[key as keyof typeof kinds]
    // In a union, the sides have no kind of their own in the syntax tree.
    const statement = kind ?? ((key === 'larg' || key === 'rarg') && isBranch(child) && 'select')
    if (!statement || !isNode(child)) {
      collect(child, outer, known, levels)
      continue
    }
    const ctes = new Set([...known, ...ctesOf(child)])
    const level = levelOf(statement, child, outer, ctes)
    levels.push(level)
    collect(child, level, ctes, levels)
  }
}

const isBranch = (value: unknown) => isNode(value) && 'targetList' in value

const isNode = (value: unknown): value is SqlNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value at a path below a node. */
export function child(node: unknown, ...path: readonly (string | number)[]): unknown {
  let at: unknown = node
  for (const key of path) at = (at as Record<string | number, unknown> | undefined)?.[key]
  return at
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const ctesOf = (node: SqlNode): string[] =>
  list(child(node, 'withClause', 'ctes')).map((cte) =>
    String(child(cte, 'CommonTableExpr', 'ctename')),
  )

function levelOf(
  kind: Level['kind'],
  node: SqlNode,
  outer: Level | undefined,
  ctes: ReadonlySet<string>,
): Level {
  const tables = new Map<string, string>()
  const conditions: { limits: ReadonlySet<string>; node: SqlNode }[] = []
  const add = (limits: ReadonlySet<string>, condition: unknown) => {
    for (const part of conjuncts(condition)) conditions.push({ limits, node: part })
  }
  const enter = (range: unknown): string => {
    const name = String(child(range, 'relname'))
    const alias = String(child(range, 'alias', 'aliasname') ?? name)
    tables.set(alias, ctes.has(name) ? '' : name)
    return alias
  }
  const visit = (item: unknown): Set<string> => {
    if (child(item, 'RangeVar')) return new Set([enter(child(item, 'RangeVar'))])
    const join = child(item, 'JoinExpr')
    if (!join) return new Set()
    const [left, right] = [visit(child(join, 'larg')), visit(child(join, 'rarg'))]
    const both = new Set([...left, ...right])
    const type = child(join, 'jointype')
    add(
      type === 'JOIN_INNER' ? both : type === 'JOIN_LEFT' ? right : new Set(),
      child(join, 'quals'),
    )
    return both
  }
  const target = child(node, 'relation') ? enter(child(node, 'relation')) : undefined
  for (const item of [...list(child(node, 'fromClause')), ...list(child(node, 'usingClause'))])
    visit(item)
  add(new Set(tables.keys()), child(node, 'whereClause'))
  return { kind, tables, target, conditions, outer, node }
}

function conjuncts(condition: unknown): SqlNode[] {
  if (!isNode(condition)) return []
  const bool = child(condition, 'BoolExpr')
  return child(bool, 'boolop') === 'AND_EXPR'
    ? list(child(bool, 'args')).flatMap(conjuncts)
    : [condition]
}
