-- All tokens and grants of an application end together, however many there are: the application gets the next
-- generation, and rows of an earlier one are void. They are deleted afterwards, in batches.
alter table applications add column token_generation integer not null default 0;
alter table oauth_grants add column generation integer not null default 0;
alter table oauth_tokens add column generation integer not null default 0;

-- The applications whose void rows are still to be deleted, also after the application itself.
create table ended_generations (
  application_id integer primary key,
  -- Rows of a lower generation are void.
  below integer not null
);
