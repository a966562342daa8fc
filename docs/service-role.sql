-- Gives the role of the service the rights that it needs. The role owns nothing, and can change neither the schema nor
-- the audit trail. Run this file as the owner of the tables, once, after `foyer migrate`:
--
--   create role foyer_service login password '…';  -- as a role that may create roles
--   psql "$OWNER_URL" --file docs/service-role.sql
--
-- If the role has another name, write that name in place of foyer_service.
--
-- Later migrations do not need it again. Apply them as the owner, too, before new instances start.

begin;

grant usage on schema public to foyer_service;
grant select, insert, update, delete on all tables in schema public to foyer_service;
grant usage on all sequences in schema public to foyer_service;
alter default privileges in schema public
  grant select, insert, update, delete on tables to foyer_service;
alter default privileges in schema public grant usage on sequences to foyer_service;

-- The service adds records and closes batches of them with functions only. It can read the audit trail, but cannot
-- change it. Only the owner exports and deletes old records.
revoke insert, update, delete on audit_records, audit_batches from foyer_service;
grant execute on function audit_append, audit_chain to foyer_service;

-- The service cannot change which migrations are recorded as applied.
revoke insert, update, delete on schema_migrations from foyer_service;

commit;
