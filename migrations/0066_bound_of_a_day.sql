-- Works with programs that have 0057.

-- A user or an application can repeat a change as often as requests are allowed, and no change may go without a record.
-- So a day of a user has a bound. What takes something away or protects the account has none.
create or replace function audit_append(
  of_user integer, what text, who text, application integer, request uuid, about jsonb
) returns void language plpgsql security definer as $$
declare
  last_seq bigint;
begin
  if who in ('user', 'application') and what in (
    'address.created', 'address.updated', 'profile.updated', 'payment_method.created', 'payment_method.refreshed',
    'payment_method.replaced', 'webhook.created', 'webhook.updated', 'webhook.pinged', 'webhook.redelivered'
  ) then
    select seq into last_seq from audit_heads where user_id = of_user;
    -- More than 10,000 records in a day: an application that made more than 1,000 of them changes nothing more.
    if exists (select from audit_records
        where user_id = of_user and seq = last_seq - 9999 and at > now() - interval '1 day')
      and exists (select from audit_records
        where user_id = of_user and seq > last_seq - 100000 and at > now() - interval '1 day'
          and application_id is not distinct from application and actor in ('user', 'application')
        order by seq desc offset 1000 limit 1)
    then
      -- Class 53 is "insufficient resources": programs from before this migration answer 503.
      raise exception 'too many records in a day' using errcode = '53FY1';
    end if;
  end if;

  loop
    -- An update that has waited for the lock of the row computes its values again, so times go up with numbers.
    with head as (
      update audit_heads h set (seq, at, hash) = (
        select h.seq + 1, moment, sha256(h.hash || convert_to(concat_ws(e'\n',
          'foyer audit 1', of_user, h.seq + 1,
          to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
          what, who, coalesce(application::text, ''), coalesce(request::text, ''), about), 'UTF8'))
        from clock_timestamp() as moment
      )
      where h.user_id = of_user
      returning h.seq, h.at, h.hash
    )
    insert into audit_records
      (user_id, seq, at, action, actor, application_id, request_id, details, hash)
      select of_user, seq, at, what, who, application, request, about, hash from head;
    exit when found;
    -- Whoever is second to begin a chain waits here for the first.
    insert into audit_heads (user_id, seq, hash)
      values (of_user, 0, decode(repeat('00', 32), 'hex')) on conflict do nothing;
  end loop;
end $$;

-- A new definition forgets this. See 0008_audit.sql.
do $$ begin
  execute format('alter function audit_append set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;
