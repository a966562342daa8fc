-- Who did what, one chain of records for each user, and one, of the number 0, for what concerns no user. Each
-- record carries a hash over the one before and itself, so that nothing can be changed, taken out or put in
-- without breaking all that follows. No foreign key leads to users: the trail outlives them, and says nothing of
-- them but a number.
create table audit_records (
  user_id integer not null check (user_id >= 0),
  seq bigint not null check (seq > 0),
  at timestamptz not null,
  -- Lines: neither this nor any other column before the details can hold a line break, so what is hashed is unambiguous.
  action text not null check (action ~ '^[a-z_]+(\.[a-z_]+)*$'),
  actor text not null check (actor in ('user', 'application', 'visitor', 'operator', 'service')),
  application_id integer,
  request_id uuid,
  details jsonb not null,
  hash bytea not null,
  primary key (user_id, seq)
);

-- The last record of each chain: locked while one is added, and kept so that one taken off the end is missed.
-- There is room on each page for the next version of a row.
create table audit_heads (
  user_id integer primary key,
  seq bigint not null,
  hash bytea not null
) with (fillfactor = 70);

-- The only way in. It runs as its owner, so that a role that may call it needs no right to the tables.
create function audit_append(
  of_user integer, what text, who text, application integer, request uuid, about jsonb
) returns void language plpgsql security definer as $$
declare
  head audit_heads;
  moment timestamptz;
begin
  select * into head from audit_heads where user_id = of_user for update;
  if not found then
    -- Whoever is second to begin a chain waits here for the first.
    insert into audit_heads (user_id, seq, hash)
      values (of_user, 0, decode(repeat('00', 32), 'hex')) on conflict do nothing;
    select * into strict head from audit_heads where user_id = of_user for update;
  end if;
  -- Under the lock, so that times go up with numbers.
  moment := clock_timestamp();
  head.seq := head.seq + 1;
  head.hash := sha256(head.hash || convert_to(concat_ws(e'\n',
    'foyer audit 1', of_user, head.seq,
    to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    what, who, coalesce(application::text, ''), coalesce(request::text, ''), about), 'UTF8'));
  insert into audit_records
    (user_id, seq, at, action, actor, application_id, request_id, details, hash)
    values (of_user, head.seq, moment, what, who, application, request, about, head.hash);
  update audit_heads set seq = head.seq, hash = head.hash where user_id = of_user;
end $$;

create function audit_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is only added to' using errcode = 'insufficient_privilege';
end $$;

create trigger audit_records_stay before update or delete or truncate on audit_records
  for each statement execute function audit_refuse();
create trigger audit_heads_stay before delete or truncate on audit_heads
  for each statement execute function audit_refuse();
create trigger audit_heads_advance before update on audit_heads
  for each row when (new.user_id <> old.user_id or new.seq <> old.seq + 1)
  execute function audit_refuse();

revoke all on function audit_append from public;

-- Run as its owner, it must find the owner's tables, whatever the caller would have it find.
do $$ begin
  execute format('alter function audit_append set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;
