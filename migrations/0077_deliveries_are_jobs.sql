-- Works with programs that have 0057.
-- A webhook with deliveries that wait has a job in the queue `webhooks`. Its key is the id of the webhook.

create or replace function announce_change(of_user integer, of_topic text, change text, resource integer)
returns boolean language plpgsql as $$
declare
  has_any boolean;
begin
  -- Most users have no webhook.
  if not exists (select from webhooks where user_id = of_user) then
    return false;
  end if;
  -- `announced` counts under the lock of the webhook's row, so deliveries have no gaps, and a delivery is visible
  -- before any later one of the same webhook.
  with numbered as (
    update webhooks set announced = announced + 1, is_full = announced + 1 - sent > most_waiting
    where user_id = of_user and of_topic = any(topics) and disabled_at is null and not is_full
    returning id, host, announced, is_full
  ), added as (
    insert into webhook_deliveries (user_id, webhook_id, id, event_id, topic, action, resource_id)
      select of_user, id, announced, (select gen_random_uuid()), of_topic, change, resource from numbered
  ), queued as (
    -- A job that waits for its next attempt stays as it is. One that is performed now is performed again.
    insert into jobs (id, queue, key, user_id, host)
      select gen_random_uuid(), 'webhooks', id::text, of_user, host from numbered where not is_full
    on conflict (queue, key) where key is not null do update set is_wanted = true where jobs.is_held
  ), ending as (
    -- A webhook that is full is disabled by its next attempt.
    insert into jobs (id, queue, key, user_id, host)
      select gen_random_uuid(), 'webhooks', id::text, of_user, host from numbered where is_full
    on conflict (queue, key) where key is not null do update set is_wanted = jobs.is_held,
      is_urgent = jobs.is_held,
      due_at = case when jobs.is_held then jobs.due_at else now() end
  )
  select exists (select from numbered) into has_any;
  return has_any;
end $$;

-- An instance of a version before can hold a webhook now. What it sends until its lease ends may arrive twice.
with moved as (
  update webhooks set due_at = null, held = false, lease = lease + 1, attempts = 0
  where due_at is not null
  returning user_id, id, host
)
insert into jobs (id, queue, key, user_id, host)
  select gen_random_uuid(), 'webhooks', id::text, user_id, host from moved;
