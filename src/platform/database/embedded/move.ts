import { createHash } from 'node:crypto'
import { type OpenDatabase, one, type Queryable, type Transaction } from '../db.ts'
import { bulkTimeoutsMs } from '../postgres/client.ts'
import type { Statement } from '../sql.ts'

/*
 * Moves all rows of a database to an empty one with the same migrations. The names of tables and
 * columns come from the catalogue of the database.
 */

/** A table with its rows, as both databases have to have them. */
export interface TableDigest {
  readonly table: string
  readonly rows: number
  /** The sum of the hashes of all rows, so their order does not matter. */
  readonly digest: string
}

/** Thrown if the rows that arrived are not those that were read. Nothing is committed then. */
export class RowsDiffer extends Error {
  override name = 'RowsDiffer'
}

export interface Move {
  readonly from: OpenDatabase
  /** It has the same migrations, and no rows. */
  readonly to: OpenDatabase
  readonly signal: AbortSignal
  progress(done: number, total: number): void
}

/** A page of a table file, in bytes. */
const pageBytes = 8_192
/** How much one statement reads of a table and its large values, in bytes. */
const bytesPerStatement = 64 * pageBytes

/** Indexes and constraints of a very large database take hours, and nobody else uses it. */
const timeoutMs = 24 * 60 * 60 * 1_000

/** The times for the connections to the other database, in milliseconds. */
export const moveLimits = { ...bulkTimeoutsMs, statement: timeoutMs, answer: timeoutMs }

/** Summarizes all tables of a database that nobody else uses. */
export const digestDatabase = (db: OpenDatabase): Promise<TableDigest[]> =>
  db.bulkTransaction(digestTables, timeoutMs)

const statement = (text: string, values: readonly unknown[] = []): Statement => ({
  name: createHash('sha256').update(text).digest('base64url').slice(0, 20),
  text,
  values,
})

/** Summarizes all tables except that of the migrations, sorted by name. */
async function digestTables(db: Queryable): Promise<TableDigest[]> {
  // A database may have another default for binary values as text.
  await db.query(statement(`set local bytea_output = 'hex'`))
  const tables: TableDigest[] = []
  for (const table of await listTables(db))
    tables.push(
      one(
        await db.query<TableDigest>(
          statement(`
            select '${table}' as "table", count(*)::float8 as rows,
              coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 15))::bit(60)::bigint), 0)::text as digest
            from ${table} t`),
        ),
      ),
    )
  return tables
}

/**
 * Copies all rows in one transaction: an interrupted move leaves the other database empty.
 * @throws {RowsDiffer}
 */
export const moveRows = ({ from, to, signal, progress }: Move): Promise<TableDigest[]> =>
  from.bulkTransaction(async (source) => {
    const tables = await digestTables(source)
    const total = tables.reduce((sum, { rows }) => sum + rows, 0)
    await to.bulkTransaction(async (target) => {
      let done = 0
      const addForeignKeys = await dropForeignKeys(target)
      for (const { table } of tables) {
        await target.query(statement(`alter table ${table} disable trigger user`))
        const columns = await listColumns(target, table)
        for await (const rows of readRows(source, table)) {
          signal.throwIfAborted()
          const text = `
            insert into ${table} (${columns}) overriding system value
            select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`
          await target.query(statement(text, [`[${rows.join(',')}]`]))
          done += rows.length
          progress(done, total)
        }
        await target.query(statement(`alter table ${table} enable trigger user`))
      }
      refuseDifferences(tables, await digestTables(target))
      await addForeignKeys()
      await setSequences(source, target)
    }, timeoutMs)
    return tables
  }, timeoutMs)

/** @throws {RowsDiffer} */
function refuseDifferences(expected: readonly TableDigest[], found: readonly TableDigest[]): void {
  const names = expected
    .filter(({ digest }, place) => digest !== found[place]?.digest)
    .map(({ table }) => table)
  if (names.length > 0)
    throw new RowsDiffer(
      `The rows that arrived differ from those that were read: ${names.join(', ')}.`,
    )
}

async function listTables(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    statement(`
      select quote_ident(relname) as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r'
        and relname <> 'schema_migrations'
      order by relname collate "C"`),
  )
  return rows.map(({ name }) => name)
}

/** The columns of a table that take values, separated by commas. */
async function listColumns(db: Queryable, table: string): Promise<string> {
  const rows = await db.query<{ columns: string }>(
    statement(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
        where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    ),
  )
  return one(rows).columns
}

/**
 * Reads a table in the order of its file, as JSON texts. Large values are not in that file, so the
 * more of a table they are, the fewer pages one statement reads.
 */
async function* readRows(db: Queryable, table: string): AsyncGenerator<string[]> {
  const size = await db.query<{ bytes: number; whole: number }>(
    statement(
      `select pg_relation_size(id)::float8 as bytes, pg_table_size(id)::float8 as whole
        from cast($1::text as regclass) as id`,
      [table],
    ),
  )
  const { bytes, whole } = one(size)
  const pages = bytes / pageBytes
  const pagesPerStatement = Math.max(1, Math.floor((bytesPerStatement * pages) / whole))
  for (let page = 0; page < pages; page += pagesPerStatement) {
    const rows = await db.query<{ row: string }>(
      statement(
        `select to_jsonb(t)::text as row from ${table} t
          where ctid >= $1::text::tid and ctid < $2::text::tid`,
        [`(${page},0)`, `(${page + pagesPerStatement},0)`],
      ),
    )
    if (rows.length > 0) yield rows.map(({ row }) => row)
  }
}

/** Drops all foreign keys, because tables refer to each other. @returns what adds them again */
async function dropForeignKeys(tx: Transaction): Promise<() => Promise<void>> {
  const keys = await tx.query<{ table: string; name: string; definition: string }>(
    statement(`
      select conrelid::regclass::text as table, quote_ident(conname) as name,
        pg_get_constraintdef(oid) as definition
      from pg_constraint
      where contype = 'f' and connamespace = current_schema()::regnamespace order by oid`),
  )
  for (const { table, name } of keys)
    await tx.query(statement(`alter table ${table} drop constraint ${name}`))
  return async () => {
    for (const { table, name, definition } of keys)
      await tx.query(statement(`alter table ${table} add constraint ${name} ${definition}`))
  }
}

/** Lets all sequences go on where those of the other database are. */
async function setSequences(from: Queryable, tx: Transaction): Promise<void> {
  const sequences = await from.query<{ name: string; last: string }>(
    statement(`
      select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
      where schemaname = current_schema() and last_value is not null`),
  )
  for (const { name, last } of sequences)
    await tx.query(statement(`select setval($1::text::regclass, $2::text::bigint)`, [name, last]))
}
