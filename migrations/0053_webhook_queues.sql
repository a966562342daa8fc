-- The work for webhooks stays bounded, however many of them wait for one receiver. 0060 adds the indexes: no change of
-- any user can commit while this migration holds its locks, and to build an index takes long.

-- Set when more than `most_waiting` deliveries wait: nothing more is announced, and an instance disables the webhook.
alter table webhooks add column is_full boolean not null default false;
-- How many deliveries may wait. A webhook that is enabled again gets room for 10,000 more, at most 20,000 in all.
alter table webhooks add column most_waiting integer not null default 10000;
-- Whether an earlier delivery of the same event has arrived, and somebody asked to send it again.
alter table webhook_deliveries add column is_copy boolean not null default false;

create or replace function announce_change(of_user integer, of_topic text, change text, resource integer)
returns boolean language plpgsql as $$
begin
  -- Most users have no webhook.
  if not exists (select from webhooks where user_id = of_user) then
    return false;
  end if;
  -- `announced` counts under the lock of the webhook's row, so deliveries have no gaps, and a delivery is visible
  -- before any later one of the same webhook.
  with numbered as (
    update webhooks set
      announced = announced + 1,
      is_full = announced + 1 - sent > most_waiting,
      due_at = case when held or announced + 1 - sent <= most_waiting then coalesce(due_at, now())
        else least(due_at, now()) end
    where user_id = of_user and of_topic = any(topics) and disabled_at is null and not is_full
    returning id, announced
  )
  insert into webhook_deliveries (user_id, webhook_id, id, event_id, topic, action, resource_id)
    select of_user, id, announced, (select gen_random_uuid()), of_topic, change, resource from numbered;
  return found;
end $$;
