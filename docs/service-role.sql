-- For a service that runs as a role of its own, which owns nothing and can alter neither the schema nor the audit
-- trail. To be run by the owner of the database's tables, once, after `foyer migrate`:
--
--   create role foyer_service login password '…';  -- by whoever may create roles
--   psql "$OWNER_URL" --file docs/service-role.sql
--
-- Later migrations need nothing more; they, too, are applied as the owner, before new instances start.

begin;

grant usage on schema public to foyer_service;
grant select, insert, update, delete on all tables in schema public to foyer_service;
grant usage on all sequences in schema public to foyer_service;
alter default privileges in schema public
  grant select, insert, update, delete on tables to foyer_service;
alter default privileges in schema public grant usage on sequences to foyer_service;

-- Records come in by audit_append alone. What they say can be read, and not altered.
revoke insert, update, delete on audit_records, audit_heads from foyer_service;
grant execute on function audit_append to foyer_service;

-- Only the owner exports and drops old records: without a row of audit_starts, nobody can delete a record. The service
-- seals the private keys again when SECRET_KEY is replaced.
revoke insert, update, delete on audit_starts, audit_checkpoints, audit_keys from foyer_service;
grant update (sealed) on audit_keys to foyer_service;

-- Nor does the service say which migrations there were.
revoke insert, update, delete on schema_migrations from foyer_service;

commit;
