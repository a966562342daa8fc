-- The work for webhooks stays bounded, however many of them wait for one receiver.

-- The changes of tables come first, because they need the strongest locks. A lock that is made stronger later can
-- deadlock.
-- Set when more than 10,000 deliveries wait: nothing more is announced, and an instance disables the webhook.
alter table webhooks add column is_full boolean not null default false;
-- Whether an earlier delivery of the same event has arrived, and somebody asked to send it again.
alter table webhook_deliveries add column is_copy boolean not null default false;

-- The queue of each host, of first attempts (0) and of retries (1). A host gets only a share of the attempts, so due
-- webhooks are found host by host, without reading those of hosts that have their share already.
create index webhooks_by_queue on webhooks (least(attempts, 1), host, due_at) where due_at is not null;
drop index webhooks_by_due;

-- The webhooks of an application, newest first. The condition is always true. With it, PostgreSQL does not read the whole
-- index for a statement that names an id and no application.
create index webhooks_by_application_and_id on webhooks (application_id, id) where application_id is not null;
drop index webhooks_by_application;
-- Those that were disabled because a host failed.
create index webhooks_by_failure on webhooks (application_id, host, disabled_at) where disabled_reason = 'failing';

create or replace function announce_change(of_user integer, of_topic text, change text, resource integer)
returns boolean language plpgsql as $$
begin
  -- Most users have no webhook.
  if not exists (select from webhooks where user_id = of_user) then
    return false;
  end if;
  -- `announced` counts under the lock of the webhook's row, so deliveries have no gaps, and a delivery is visible
  -- before any later one of the same webhook. The limit is also `maxWaiting` of the outbox.
  with numbered as (
    update webhooks set
      announced = announced + 1,
      is_full = announced + 1 - sent > 10000,
      due_at = case when held or announced + 1 - sent <= 10000 then coalesce(due_at, now())
        else least(due_at, now()) end
    where user_id = of_user and of_topic = any(topics) and disabled_at is null and not is_full
    returning id, announced
  )
  insert into webhook_deliveries (user_id, webhook_id, id, event_id, topic, action, resource_id)
    select of_user, id, announced, (select gen_random_uuid()), of_topic, change, resource from numbered;
  return found;
end $$;
