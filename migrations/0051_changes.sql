-- Every change writes an audit record, and an event for the webhooks of the user. Both take as few statements as possible.

-- The time of the last record: the next one is not earlier.
alter table audit_heads add column at timestamptz;

create or replace function audit_append(
  of_user integer, what text, who text, application integer, request uuid, about jsonb
) returns void language plpgsql security definer as $$
begin
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

-- Writes an event for the webhooks of a user that subscribe to it. Returns whether there are any.
create function announce_change(of_user integer, of_topic text, change text, resource integer)
returns boolean language plpgsql as $$
begin
  -- Most users have no webhook.
  if not exists (select from webhooks where user_id = of_user) then
    return false;
  end if;
  -- `announced` counts under the lock of the webhook's row, so deliveries have no gaps, and a delivery is visible before
  -- any later one of the same webhook.
  with numbered as (
    update webhooks set announced = announced + 1, due_at = coalesce(due_at, now())
    where user_id = of_user and of_topic = any(topics) and disabled_at is null
    returning id, announced
  )
  insert into webhook_deliveries (user_id, webhook_id, id, event_id, topic, action, resource_id)
    select of_user, id, announced, (select gen_random_uuid()), of_topic, change, resource from numbered;
  return found;
end $$;
