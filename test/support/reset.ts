import type { OpenDatabase } from '../../src/platform/database/db.ts'
import { one } from '../../src/platform/database/db.ts'
import { sql } from '../../src/platform/database/sql.ts'

/**
 * Empties all tables except the list of migrations, and restarts all sequences. The triggers that
 * protect the audit trail do not fire.
 */
const emptyAll = `
  begin;
  set local client_min_messages = warning;
  do $$
  declare
    used text;
    has_rows boolean;
    names text[] := '{}';
    guarded text[];
  begin
    for used in
      select relname from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname <> 'schema_migrations'
    loop
      execute format('select exists (select from %I)', used) into has_rows;
      if has_rows then names := names || quote_ident(used); end if;
    end loop;
    if names <> '{}' then
      select coalesce(array_agg(distinct tgrelid::regclass::text), '{}') into guarded
      from pg_trigger where not tgisinternal;
      foreach used in array guarded loop
        execute format('alter table %s disable trigger user', used);
      end loop;
      execute 'truncate ' || array_to_string(names, ', ') || ' cascade';
      foreach used in array guarded loop
        execute format('alter table %s enable trigger user', used);
      end loop;
    end if;
    perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
    from pg_sequences where last_value is not null;
  end $$;
  commit`

/** Empties a migrated database. Only its schema remains. */
export const empty = (db: OpenDatabase): Promise<void> => db.script(emptyAll)

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
