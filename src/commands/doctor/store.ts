import { one, type Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'

export interface ServerRow {
  /** Such as 150004. */
  readonly version: number
  readonly version_name: string
  readonly role: string
  readonly superuser: boolean
  readonly standby: boolean
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
        current_setting('is_superuser')::boolean as superuser, pg_is_in_recovery() as standby,
        current_setting('fsync') as fsync,
        current_setting('max_connections')::integer as max_connections,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as now`),
  )

export interface TrailRow {
  /** Whether the role owns the audit trail, or may alter it in another way. */
  readonly owns: boolean
  readonly alters: boolean
  readonly appends: boolean
  /** How many of the three triggers guard the trail. */
  readonly guards: number
}

/** @returns undefined if there is no audit trail yet */
export async function findTrail(db: Queryable): Promise<TrailRow | undefined> {
  const [row] = await db.query<TrailRow>(sql`
    select pg_has_role(relowner, 'usage') as owns,
      has_table_privilege(oid, 'insert, update, delete, truncate') as alters,
      has_function_privilege(
        to_regprocedure('audit_append(integer,text,text,integer,uuid,jsonb)'), 'execute') as appends,
      (select count(*)::integer from pg_trigger
        where tgrelid in (to_regclass('audit_records'), to_regclass('audit_heads'))
          and tgname in ('audit_records_stay', 'audit_heads_stay', 'audit_heads_advance')
          and tgenabled <> 'D') as guards
    from pg_class where oid = to_regclass('audit_records')`)
  return row
}

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
