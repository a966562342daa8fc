import { one, type Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'

export interface ServerRow {
  /** Such as 150004. */
  readonly version: number
  readonly version_name: string
  readonly role: string
  readonly superuser: boolean
  readonly fsync: string
  readonly max_connections: number
  /** Milliseconds since the epoch. */
  readonly now: number
}

export const findServer = async (db: Queryable): Promise<ServerRow> =>
  one(
    await db.query<ServerRow>(sql`
      select current_setting('server_version_num')::integer as version,
        current_setting('server_version') as version_name, current_user as role,
        current_setting('is_superuser')::boolean as superuser,
        current_setting('fsync') as fsync,
        current_setting('max_connections')::integer as max_connections,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as now`),
  )

/** Lists the tables that the role cannot read and write, apart from those that it must not. */
export async function listForbiddenTables(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname not like 'audit%' and relname <> 'schema_migrations'
      and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
    order by relname`)
  return rows.map(({ name }) => name)
}
