-- Works with programs that have 0057.

-- The application whose request was answered, because applications share the room for the answers of a user. Null for
-- forms of pages, and for answers from before this migration.
alter table idempotency_keys add column application_id integer;
