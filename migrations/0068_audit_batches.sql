-- Works with programs that have 0057.
-- Records of the audit trail are plain rows, numbered over all users, and one chain of batches covers them. A batch is
-- closed within a second of its records. So a change pays for no hash, and the changes of a user do not wait for each
-- other because of their records. The first batches cover the records from before. Programs from before this migration
-- add and read records. They can neither verify nor export them, nor find what was done in the last hour.

lock table audit_records, audit_heads, audit_starts in access exclusive mode;
alter table audit_records rename to former_records;
alter table former_records rename constraint audit_records_pkey to former_records_pkey;
alter index audit_records_by_request rename to former_records_by_request;

create table audit_records (
  user_id integer not null check (user_id >= 0),
  -- Numbers of transactions that were rolled back are missing.
  seq bigint generated always as identity check (seq > 0),
  at timestamptz not null,
  -- Neither this nor any other column before the details can hold a space or a line break, so what is hashed is
  -- unambiguous.
  action text not null check (action ~ '^[a-z_]+(\.[a-z_]+)*$'),
  actor text not null check (actor in ('user', 'application', 'visitor', 'operator', 'service')),
  application_id integer,
  request_id uuid,
  details jsonb not null,
  -- Always empty. Older programs read it.
  hash bytea not null default '' check (hash = ''),
  primary key (user_id, seq)
);
create index audit_records_by_seq on audit_records (seq);
create index audit_records_by_request on audit_records (request_id) where request_id is not null;

insert into audit_records (user_id, at, action, actor, application_id, request_id, details)
  select user_id, at, action, actor, application_id, request_id, details
  from former_records order by at, user_id, seq;

-- A batch has the records after those of the batch before, up to `last_seq`. Its hash is over the hash before, its own
-- number and time, and its records.
create table audit_batches (
  no integer primary key check (no > 0),
  -- When it was closed.
  at timestamptz not null unique,
  last_seq bigint not null,
  records integer not null check (records > 0),
  hash bytea not null,
  -- Whether its records, and all before, are in files. Then they may be deleted, and so may the batches before it.
  is_exported boolean not null default false
);
create unique index audit_batches_exported on audit_batches (last_seq) where is_exported;

-- Adds a record. A user or an application can repeat some changes as often as requests are allowed, and no change may
-- go without a record. So a day of a user has a bound. What takes something away or protects the account has none.
create or replace function audit_append(
  of_user integer, what text, who text, application integer, request uuid, about jsonb
) returns void language plpgsql security definer as $$
declare
  day_before bigint;
begin
  if who in ('user', 'application') and what in (
    'address.created', 'address.updated', 'profile.updated', 'payment_method.created', 'payment_method.refreshed',
    'payment_method.replaced', 'webhook.created', 'webhook.updated', 'webhook.pinged', 'webhook.redelivered'
  ) then
    -- 10,000 records of a day, after the batch that was closed a day ago, so that older ones are not read: an
    -- application that made more than 1,000 of them changes nothing more.
    if exists (select from audit_records
      where user_id = of_user and seq > coalesce((
        select last_seq from audit_batches where at <= now() - interval '1 day' order by at desc limit 1), 0)
        and at > now() - interval '1 day'
      offset 9999)
    then
      select coalesce(max(last_seq), 0) into day_before from audit_batches where at <= now() - interval '1 day';
      if exists (select from audit_records
        where user_id = of_user and seq > day_before and at > now() - interval '1 day'
          and application_id is not distinct from application and actor in ('user', 'application')
        offset 1000)
      then
        -- Class 53 is "insufficient resources": programs from before 0066 answer 503.
        raise exception 'too many records in a day' using errcode = '53FY1';
      end if;
    end if;
  end if;
  insert into audit_records (user_id, at, action, actor, application_id, request_id, details)
    values (of_user, clock_timestamp(), what, who, application, request, about);
end $$;

-- Closes a batch of up to 10,000 records, one caller at a time. Returns how many it has: 0 if there are none, if
-- another caller is at it, or if a transaction that may have an earlier number does not end.
create function audit_chain() returns integer language plpgsql security definer as $$
declare
  began constant timestamptz := clock_timestamp();
  previous audit_batches;
  newest bigint;
  adding text[];
  moment timestamptz;
  added integer;
begin
  -- A snapshot from before the wait would lack records that were committed during it.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'audit_chain needs the isolation level read committed';
  end if;
  if not pg_try_advisory_xact_lock(hashtext('audit_chain')) then
    return 0;
  end if;
  select * into previous from audit_batches order by no desc limit 1;
  previous.no := coalesce(previous.no, 0);
  previous.last_seq := coalesce(previous.last_seq, 0);
  previous.hash := coalesce(previous.hash, decode(repeat('00', 32), 'hex'));
  select max(seq) into newest from (
    select seq from audit_records where seq > previous.last_seq order by seq limit 10000
  ) as next;
  if newest is null then
    return 0;
  end if;

  -- A transaction gets numbers before it commits. One that has a number up to `newest`, and whose record is not visible
  -- yet, got it under this lock, and holds the lock until it ends. Later ones get higher numbers.
  loop
    select array_agg(virtualtransaction) into adding from pg_locks
    where locktype = 'relation' and relation = 'audit_records'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())
      and pid is distinct from pg_backend_pid()
      and virtualtransaction = any (coalesce(adding, array[virtualtransaction]));
    exit when adding is null;
    if clock_timestamp() > began + interval '400 milliseconds' then
      return 0;
    end if;
    perform pg_sleep(0.005);
  end loop;

  moment := greatest(clock_timestamp(), previous.at + interval '1 microsecond');
  insert into audit_batches (no, at, last_seq, records, hash)
    select previous.no + 1, moment, newest, count(*), sha256(previous.hash || convert_to(concat_ws(e'\n',
      'foyer audit 2', previous.no + 1, to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      string_agg(concat_ws(' ', seq, user_id, to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        action, actor, coalesce(application_id::text, '-'), coalesce(request_id::text, '-'), details),
        e'\n' order by seq)), 'UTF8'))
    from audit_records r where seq > previous.last_seq and seq <= newest
    returning audit_batches.records into added;
  return added;
end $$;

-- A record may be deleted once it is exported. The last batch that is exported stays: the next one is checked with it.
create or replace function audit_refuse_kept() returns trigger language plpgsql as $$
declare
  exported constant bigint := (select max(last_seq) from audit_batches where is_exported);
begin
  if tg_table_name = 'audit_records' then
    if old.seq <= exported then
      return old;
    end if;
  elsif old.last_seq < exported then
    return old;
  end if;
  raise exception 'the audit trail is only added to' using errcode = 'insufficient_privilege';
end $$;

-- Returns for how many seconds the first record has waited that is in no batch yet. Null if none waits.
create function audit_waiting() returns double precision language sql stable as $$
  select greatest(0, extract(epoch from clock_timestamp() - at))::float8 from audit_records
  where seq > coalesce((select last_seq from audit_batches order by no desc limit 1), 0)
  order by seq limit 1
$$;

-- Run as their owner, or on its tables, they must find these, whatever the caller would have them find. A session keeps
-- the plans that it made while the tables were empty, and nothing analyzes the embedded database. So they use the
-- indexes from the start.
do $$
declare
  name text;
begin
  foreach name in array array['audit_append', 'audit_chain', 'audit_waiting', 'audit_refuse_kept'] loop
    execute format('alter function %I set search_path = pg_catalog, %I, pg_temp', name, current_schema());
    execute format('alter function %I set enable_seqscan = off', name);
    execute format('alter function %I set jit = off', name);
  end loop;
end $$;

create trigger audit_records_stay before update or truncate on audit_records
  for each statement execute function audit_refuse();
create trigger audit_records_kept before delete on audit_records
  for each row execute function audit_refuse_kept();
create trigger audit_batches_stay before truncate on audit_batches
  for each statement execute function audit_refuse();
create trigger audit_batches_kept before delete on audit_batches
  for each row execute function audit_refuse_kept();
create trigger audit_batches_exported before update on audit_batches
  for each row when ((old.no, old.at, old.last_seq, old.records, old.hash, true)
    is distinct from (new.no, new.at, new.last_seq, new.records, new.hash, new.is_exported))
  execute function audit_refuse();

-- A role that reads the trail goes on reading it. It adds records and closes batches with the two functions. A role of
-- the service has default privileges on new tables, so they are taken back.
revoke all on function audit_chain from public;
do $$
declare
  role text;
begin
  for role in
    select distinct case grantee when 'PUBLIC' then 'public' else quote_ident(grantee) end
    from information_schema.role_table_grants
    where table_schema = current_schema() and grantee <> current_user
      and table_name in ('former_records', 'audit_records', 'audit_batches')
  loop
    execute format('revoke all on audit_records, audit_batches from %s', role);
    execute format('grant select on audit_records, audit_batches to %s', role);
  end loop;
  for role in
    select distinct case grantee when 'PUBLIC' then 'public' else quote_ident(grantee) end
    from information_schema.routine_privileges
    where routine_schema = current_schema() and routine_name = 'audit_append' and grantee <> current_user
  loop
    execute format('grant execute on function audit_chain to %s', role);
  end loop;
end $$;

drop table former_records;
drop table audit_heads;
drop table audit_starts;
