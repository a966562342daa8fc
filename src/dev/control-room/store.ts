import type { OpenDatabase } from '../../platform/database/db.ts'

/**
 * Empties the tables of a database, and starts all sequences again. What belongs to the
 * installation stays: migrations and keys. The triggers that protect the audit trail do not fire.
 */
const emptyAll = `
  begin;
  set local client_min_messages = warning;
  do $$
  declare
    emptied regclass[];
    guarded regclass;
  begin
    select array_agg(oid::regclass) into emptied from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in
      ('schema_migrations', 'installation', 'signing_keys', 'secret_key_rotations', 'kept_keys');
    foreach guarded in array emptied loop
      execute format('alter table %s disable trigger user', guarded);
    end loop;
    execute 'truncate ' || array_to_string(emptied, ', ') || ' restart identity';
    foreach guarded in array emptied loop
      execute format('alter table %s enable trigger user', guarded);
    end loop;
  end $$;
  commit`

/** Removes all users, applications and everything of theirs. */
export const empty = (db: OpenDatabase): Promise<void> => db.script(emptyAll)
