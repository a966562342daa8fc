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

/** Counts the values that do not name the key with this id. It reads the whole table. */
export async function countOtherKeys(
  db: Queryable,
  column: SealedColumn,
  keyId: Buffer,
): Promise<number> {
  const text = `select count(*)::float8 as count from ${column.table} where ${isOther(column)}`
  return one(await db.query<{ count: number }>(statement(text, [keyId]))).count
}

/**
 * Lists up to `limit` values that do not name the key with this id, in the order of the primary
 * key, after the row `after`.
 */
export async function listOtherKeys(
  db: Queryable,
  column: SealedColumn,
  { keyId, after, limit }: { keyId: Buffer; after: SealedRow | undefined; limit: number },
): Promise<FoundRow[]> {
  const { table, key, reads = [] } = column
  const from = after ? ` and (${key}) > (${key.map((_, index) => `$${index + 2}`)})` : ''
  const values = after ? key.map((name) => after[name]) : []
  const text = `select ${[...key, ...reads]}, ${sealedOf(column)} as value_to_reseal from ${table}
    where ${isOther(column)}${from} order by ${key} limit ${limit}`
  const rows = await db.query<SealedRow>(statement(text, [keyId, ...values]))
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
