import { createHash } from 'node:crypto'
import { keyIdLength } from '../secrets/keys.ts'
import type { SealedColumn, SealedRow } from '../secrets/sealed-column.ts'
import { one, type Queryable } from './db.ts'
import type { Statement } from './sql.ts'

/*
 * Statements on columns with sealed values, of any table. The names come from the declarations of
 * the features.
 */

/** A row, with the value to seal again. */
export interface FoundRow {
  readonly row: SealedRow
  readonly sealed: Buffer
}

const sealedOf = ({ column, property }: SealedColumn): string =>
  property === undefined ? column : `decode(${column}->>'${property}', 'base64')`

const isOther = (column: SealedColumn): string =>
  `substring(${sealedOf(column)} from 1 for ${keyIdLength}) <> $1`

const statement = (text: string, values: readonly unknown[]): Statement => ({
  name: createHash('sha256').update(text).digest('base64url').slice(0, 20),
  text,
  values,
})

/** A part of a table: the rows after one primary key, up to and including another. */
export interface KeyRange {
  /** Undefined at the beginning of the table. */
  readonly after: SealedRow | undefined
  /** Undefined in the last page. */
  readonly last: SealedRow | undefined
  /** How many rows it has at most. */
  readonly rows: number
}

/**
 * Divides a table into pages of up to `rows` rows, in the order of the primary key. Each statement
 * on a page reads only its rows, so that it takes no longer in a large table.
 */
export async function* pagesOf(
  db: Queryable,
  { table, key }: SealedColumn,
  rows: number,
): AsyncGenerator<KeyRange> {
  for (let after: SealedRow | undefined; ; ) {
    const values: unknown[] = []
    const text = `select ${key} from ${table}
      where ${within(key, { after }, values)}
      order by ${key} offset ${rows - 1} limit 1`
    const [last] = await db.query<SealedRow>(statement(text, values))
    yield { after, last, rows }
    if (last === undefined) return
    after = last
  }
}

/** The condition for the rows of a page. Adds its values to those of the statement. */
function within(
  key: readonly string[],
  { after, last }: Partial<KeyRange>,
  values: unknown[],
): string {
  const bound = (operator: string, row: SealedRow | undefined): string[] => {
    if (row === undefined) return []
    return [`(${key}) ${operator} (${key.map((name) => `$${values.push(row[name])}`)})`]
  }
  return [...bound('>', after), ...bound('<=', last)].join(' and ') || 'true'
}

/** Counts the values of a page that do not name the key with this id. */
export async function countOtherKeys(
  db: Queryable,
  column: SealedColumn,
  page: KeyRange,
  keyId: Buffer,
): Promise<number> {
  const values: unknown[] = [keyId]
  // With an order and a limit, the planner reads the range by the primary key.
  const text = `select count(*)::float8 as count from (
      select ${column.column} from ${column.table}
      where ${within(column.key, page, values)} order by ${column.key} limit ${page.rows}
    ) page where ${isOther(column)}`
  return one(await db.query<{ count: number }>(statement(text, values))).count
}

/**
 * Lists up to `limit` values of a page that do not name the key with this id, in the order of the
 * primary key.
 */
export async function listOtherKeys(
  db: Queryable,
  column: SealedColumn,
  page: KeyRange,
  { keyId, limit }: { keyId: Buffer; limit: number },
): Promise<FoundRow[]> {
  const { table, key, reads = [] } = column
  const values: unknown[] = [keyId]
  const text = `select ${[...key, ...reads]}, ${sealedOf(column)} as value_to_reseal from ${table}
    where ${within(key, page, values)} and ${isOther(column)} order by ${key} limit ${limit}`
  const rows = await db.query<SealedRow>(statement(text, values))
  return rows.map(({ value_to_reseal, ...row }) => ({ row, sealed: value_to_reseal as Buffer }))
}

/**
 * Replaces a sealed value, unless it has changed meanwhile.
 * @returns whether it was replaced
 */
export async function replaceSealed(
  db: Queryable,
  { table, column, property, key, hash, ...rest }: SealedColumn,
  { row, sealed }: FoundRow,
  replacement: { readonly sealed: Buffer; readonly hash: Buffer | undefined },
): Promise<boolean> {
  const where = key.map((name, index) => `${name} = $${index + 3}`).join(' and ')
  const base64 = `to_jsonb(replace(encode($1::bytea, 'base64'), e'\\n', ''))`
  const assignment =
    property === undefined
      ? `${column} = $1`
      : `${column} = jsonb_set(${column}, '{${property}}', ${base64})`
  const hashed = hash && replacement.hash ? `, ${hash.column} = $${key.length + 3}` : ''
  const text = `update ${table} set ${assignment}${hashed}
    where ${where} and ${sealedOf({ table, column, ...(property && { property }), key, ...rest })} = $2 returning 1`
  const values = [replacement.sealed, sealed, ...key.map((name) => row[name])]
  const all = hashed === '' ? values : [...values, replacement.hash]
  return (await db.query(statement(text, all))).length > 0
}
