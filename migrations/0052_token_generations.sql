-- All tokens and grants of an application end together, however many there are: the application gets the next
-- generation, and rows of an earlier one are void. They are deleted afterwards, in batches.
alter table applications add column token_generation integer not null default 0;
alter table oauth_grants add column generation integer default 0;
alter table oauth_tokens add column generation integer default 0;
alter table oauth_grants alter column generation drop default;
alter table oauth_tokens alter column generation drop default;

-- During an update, instances of the version before save rows without a generation.
create function oauth_current_generation() returns trigger language plpgsql as $$
begin
  select token_generation into new.generation from applications where id = new.application_id;
  return new;
end
$$;
create trigger oauth_grants_generation before insert on oauth_grants
  for each row when (new.generation is null) execute function oauth_current_generation();
create trigger oauth_tokens_generation before insert on oauth_tokens
  for each row when (new.generation is null and new.application_id is not null)
  execute function oauth_current_generation();

-- The applications whose void rows are still to be deleted, also after the application itself.
create table ended_generations (
  application_id integer primary key,
  -- Rows of a lower generation are void.
  below integer not null
);
