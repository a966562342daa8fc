// cspell:ignore attname attnum attrelid indexrelid indisunique indkey indrelid regnamespace relname
// cspell:ignore relnamespace

import { openTemplate } from '../../support/database.ts'
import { type OpenDatabase, sql } from '../../support/inside.ts'

/** The schema of the migrated database. */
export interface Schema {
  /** Columns by table. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>
  readonly indexes: readonly Index[]
}

export interface Index {
  readonly name: string
  readonly table: string
  /** Whether it is a key: a primary key or a unique index. */
  readonly unique: boolean
  /** Null where the index begins with an expression. */
  readonly first: string | null
}

/** Reads the schema of the migrated database. */
export class SchemaReader implements AsyncDisposable {
  readonly #db: OpenDatabase

  private constructor(db: OpenDatabase) {
    this.#db = db
  }

  static async open(): Promise<SchemaReader> {
    return new SchemaReader(await openTemplate())
  }

  /** @param migration one more migration, which is rolled back afterwards */
  async read(migration = ''): Promise<Schema> {
    await this.#db.script(`begin; ${migration}`)
    try {
      return { columns: await readColumns(this.#db), indexes: await readIndexes(this.#db) }
    } finally {
      await this.#db.script('rollback')
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#db.close()
  }
}

async function readColumns(db: OpenDatabase): Promise<Map<string, Set<string>>> {
  const rows = await db.query<{ table: string; columns: string[] }>(sql`
    select table_name as table, array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = current_schema() group by table_name`)
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]))
}

const readIndexes = (db: OpenDatabase): Promise<Index[]> =>
  db.query<Index>(sql`
    select index.relname as name, of_table.relname as table, indisunique as unique,
      attname as first
    from pg_index
    join pg_class index on index.oid = indexrelid
    join pg_class of_table on of_table.oid = indrelid
    left join pg_attribute on attrelid = indrelid and attnum = indkey[0] and attnum > 0
    where of_table.relnamespace = current_schema()::regnamespace`)

/** The tables whose rows users own: those with a `user_id`. */
export const ownedTables = ({ columns }: Schema): ReadonlySet<string> =>
  new Set([...columns].filter(([, names]) => names.has('user_id')).map(([table]) => table))
