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

/** Lists are separated by commas, and null if they are empty. */
export interface TrailRow {
  /** Whether the role owns the audit trail. */
  readonly owns: boolean
  readonly appends: boolean
  /** The guards that are missing or disabled, and the migrations that create them. */
  readonly missing: string | null
  readonly migrations: string | null
  /** The privileges that the role needs and lacks, and those that it has and must not have. */
  readonly lacking: string | null
  readonly surplus: string | null
}

/** @returns undefined if there is no audit trail yet */
export async function findTrail(db: Queryable): Promise<TrailRow | undefined> {
  const [row] = await db.query<TrailRow>(sql`
    with guards (name, place, migration, made) as (values
      ('audit_heads_stay', 'audit_heads', '0008_audit', 'audit_heads'),
      ('audit_heads_advance', 'audit_heads', '0008_audit', 'audit_heads'),
      ('audit_records_stay', 'audit_records', '0027_audit_checkpoints', 'audit_starts'),
      ('audit_records_kept', 'audit_records', '0027_audit_checkpoints', 'audit_starts'),
      ('audit_starts_stay', 'audit_starts', '0027_audit_checkpoints', 'audit_starts'),
      ('audit_starts_advance', 'audit_starts', '0027_audit_checkpoints', 'audit_starts')
    ), missing as (
      -- A migration that is not applied yet has not made its table.
      select name || ' on ' || place as guard, migration from guards
      where to_regclass(made) is not null and (to_regclass(place)::oid, name) not in (
        select tgrelid, tgname::text from pg_trigger where tgenabled in ('O', 'A'))
    ), tables as (
      select distinct on (place) place as name, to_regclass(place)::oid as oid from guards
      where to_regclass(place) is not null
    ), lacking as (
      select 'select on ' || name as privilege from tables where not has_table_privilege(oid, 'select')
    ), surplus as (
      select kind || ' on ' || name as privilege
      from tables, unnest(array['insert', 'update', 'delete', 'truncate', 'trigger']) as kind
      where case when kind in ('insert', 'update') then exists (
          select from pg_attribute
          where attrelid = oid and attnum > 0 and not attisdropped
            and has_column_privilege(oid, attnum, kind))
        else has_table_privilege(oid, kind) end
    )
    select pg_has_role(relowner, 'usage') as owns,
      has_function_privilege(
        to_regprocedure('audit_append(integer,text,text,integer,uuid,jsonb)'), 'execute') as appends,
      (select string_agg(guard, ', ' order by guard) from missing) as missing,
      (select string_agg(distinct 'migrations/' || migration || '.sql', ', ') from missing)
        as migrations,
      (select string_agg(privilege, ', ' order by privilege) from lacking) as lacking,
      (select string_agg(privilege, ', ' order by privilege) from surplus) as surplus
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
