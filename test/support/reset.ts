import type { OpenDatabase } from '../../src/platform/database/db.ts'
import { one } from '../../src/platform/database/db.ts'
import { sql } from '../../src/platform/database/sql.ts'

/**
 * Deletes the rows of all tables except the list of migrations, and restarts all sequences. TRUNCATE
 * would create each table and index anew, and have every prepared statement planned again.
 */
const deleteAll = sql`
  do $$
  declare used text;
  begin
    for used in
      select relname from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname <> 'schema_migrations' and pg_relation_size(oid) > 0
    loop
      execute format('delete from %I', used);
    end loop;
    perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
    from pg_sequences where last_value is not null;
  end $$`

/**
 * Empties a migrated database. Only its schema remains. No trigger fires: neither those of foreign
 * keys nor those that protect the audit trail.
 */
export const empty = (db: OpenDatabase): Promise<void> =>
  db.bulkTransaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`)
    await tx.query(deleteAll)
  })

/**
 * A hash of the schema: tables with their columns, constraints and privileges, triggers, functions
 * and the list of migrations. A database whose schema a test has changed is not used again.
 */
export async function schemaOf(db: OpenDatabase): Promise<string> {
  const { hash } = one(
    await db.query<{ hash: string }>(sql`
      select md5(string_agg(item, ',' order by item)) as hash
      from (
        select concat_ws(' ', 'class', relname, relkind, relowner, relacl, relrowsecurity) as item
        from pg_class where relnamespace = 'public'::regnamespace
        union all
        select concat_ws(' ', 'column', attrelid::regclass, attname, atttypid, attnotnull)
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace
        union all
        select concat_ws(' ', 'constraint', conname, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = 'public'::regnamespace
        union all
        select concat_ws(' ', 'trigger', tgrelid::regclass, tgname, tgenabled) from pg_trigger
        where not tgisinternal
        union all
        select concat_ws(' ', 'function', proname, md5(prosrc), proacl) from pg_proc
        where pronamespace = 'public'::regnamespace
        union all
        select concat_ws(' ', 'schema', nspname, nspacl) from pg_namespace
        where nspname !~ '^pg_(toast_)?temp_'
        union all
        select concat_ws(' ', 'migration', m::text) from schema_migrations m
      ) as items`),
  )
  return hash
}
