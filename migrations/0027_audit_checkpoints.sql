-- Old records of the audit trail can be exported to a file and dropped. What remains begins after a start, and a signed
-- checkpoint covers all starts.

-- Keys that sign checkpoints (Ed25519). They are not those of ID tokens, which are deleted a day after their end.
create table audit_keys (
  id integer generated always as identity primary key,
  -- SubjectPublicKeyInfo, DER.
  public_key bytea not null unique,
  -- The private key, PKCS #8, sealed with SECRET_KEY.
  sealed bytea not null
);

create table audit_checkpoints (
  id integer generated always as identity primary key,
  made_at timestamptz not null default clock_timestamp(),
  -- JSON: how many records were exported and until when, and hashes of the file, of all starts, and of the checkpoint
  -- before.
  content text not null,
  key_id integer not null references audit_keys (id),
  signature bytea not null
);
create index audit_checkpoints_by_key on audit_checkpoints (key_id);

-- The last record of each chain that was exported. Records up to it may be deleted.
create table audit_starts (
  user_id integer primary key,
  seq bigint not null check (seq > 0),
  hash bytea not null
);

-- A record may be deleted once it is exported. Nothing else about records may change, as before.
create function audit_refuse_kept() returns trigger language plpgsql as $$
begin
  if exists (select from audit_starts s where s.user_id = old.user_id and s.seq >= old.seq) then
    return old;
  end if;
  raise exception 'the audit trail is only added to' using errcode = 'insufficient_privilege';
end $$;

-- It must find the owner's table, whatever the caller would have it find.
do $$ begin
  execute format('alter function audit_refuse_kept set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;

drop trigger audit_records_stay on audit_records;
create trigger audit_records_stay before update or truncate on audit_records
  for each statement execute function audit_refuse();
create trigger audit_records_kept before delete on audit_records
  for each row execute function audit_refuse_kept();

create trigger audit_checkpoints_stay before update or delete or truncate on audit_checkpoints
  for each statement execute function audit_refuse();
create trigger audit_keys_stay before delete or truncate on audit_keys
  for each statement execute function audit_refuse();
create trigger audit_keys_public before update on audit_keys
  for each row when (new.public_key <> old.public_key or new.id <> old.id)
  execute function audit_refuse();
create trigger audit_starts_stay before delete or truncate on audit_starts
  for each statement execute function audit_refuse();
create trigger audit_starts_advance before update on audit_starts
  for each row when (new.user_id <> old.user_id or new.seq < old.seq)
  execute function audit_refuse();

-- The service reads these tables. Only the owner writes to them: without a start, no record can be deleted. The service
-- may seal the private keys again. A role of the service has default privileges on new tables, so they are taken back.
do $$
declare
  given record;
begin
  for given in
    select distinct grantee, table_name from information_schema.role_table_grants
    where table_schema = current_schema() and grantee <> current_user
      and table_name in ('audit_keys', 'audit_checkpoints', 'audit_starts')
  loop
    execute format('revoke insert, update, delete, truncate on %I from %s', given.table_name,
      case given.grantee when 'PUBLIC' then 'public' else quote_ident(given.grantee) end);
    if given.table_name = 'audit_keys' then
      execute format('grant update (sealed) on audit_keys to %s',
        case given.grantee when 'PUBLIC' then 'public' else quote_ident(given.grantee) end);
    end if;
  end loop;
end $$;
