-- Works with programs that have 0057.

-- A user or an application can repeat a change as often as requests are allowed. The audit trail gets a bounded number of
-- records of that, as it does of refusals.

-- The counts of a user's own changes: at most 21 for each window.
create index refusal_counts_by_user on refusal_counts (user_id) where actor is not null;

create or replace function audit_append(
  of_user integer, what text, who text, application integer, request uuid, about jsonb
) returns void language plpgsql security definer as $$
declare
  last_seq bigint;
  window_end timestamptz;
  count_key bytea;
begin
  -- `about` has `times` if it is the sum of such a count.
  if who in ('user', 'application') and not about ? 'times' and what in (
    'address.created', 'address.updated', 'address.deleted', 'profile.updated', 'payment_method.created',
    'payment_method.refreshed', 'payment_method.replaced', 'payment_method.defaults_changed',
    'payment_method.deleted', 'payment_method.charge_read', 'payment_method.payout_read', 'webhook.created',
    'webhook.updated', 'webhook.deleted', 'webhook.secret_rotated', 'webhook.pinged', 'webhook.redelivered'
  ) then
    select seq into last_seq from audit_heads where user_id = of_user;

    -- More than 20 records in ten minutes: from now on, changes that can be made again and take nothing away are counted
    -- in windows of ten minutes, and the window becomes one record for each kind.
    if what in ('address.updated', 'profile.updated', 'payment_method.charge_read', 'payment_method.payout_read',
        'webhook.updated', 'webhook.pinged', 'webhook.redelivered')
      and exists (select from audit_records
        where user_id = of_user and seq = last_seq - 19 and at > now() - interval '10 minutes')
    then
      window_end := to_timestamp((floor(extract(epoch from now()) / 600) + 1) * 600);
      count_key := sha256(convert_to(
        concat_ws(e'\n', 'user', window_end, of_user, what, who, application, about), 'UTF8'));
      if not exists (select from refusal_counts where key = count_key)
        and (select count(*) from refusal_counts where user_id = of_user and actor is not null) >= 20
      then
        about := '{"beyond_limit": true}';
        count_key := sha256(convert_to(
          concat_ws(e'\n', 'user', window_end, of_user, what, who, application, about), 'UTF8'));
      end if;
      insert into refusal_counts
        (key, ends_at, user_id, action, details, actor, application_id, records, pending)
        values (count_key, window_end, of_user, what, about, who, application, 0, 1)
        on conflict (key) do update set pending = refusal_counts.pending + 1;
      return;
    end if;

    -- More than 10,000 records in a day: an application that made more than 1,000 of them changes nothing more, because
    -- no change may go without a record.
    if exists (select from audit_records
        where user_id = of_user and seq = last_seq - 9999 and at > now() - interval '1 day')
      and (select count(*) from audit_records
        where user_id = of_user and seq > last_seq - 10000
          and application_id is not distinct from application and actor in ('user', 'application')) > 1000
    then
      raise exception 'too many records in a day' using errcode = 'FY001';
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
