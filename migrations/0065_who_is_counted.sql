-- Works with programs that have 0057.

-- The application whose request was answered: each has room of its own for the answers of a user. Null for forms of
-- pages, and for answers from before this migration.
alter table idempotency_keys add column application_id integer;

-- Who did what is counted. Null for refusals of visitors. 0066 begins to count.
alter table refusal_counts add column actor text;
alter table refusal_counts add column application_id integer;
