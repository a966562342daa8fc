-- Webhooks of users: where an application wants to be told of a user's changes. A webhook is also the queue of
-- its deliveries, in order: `announced` is the number of the last delivery, `sent` of the last one that arrived.
create table webhooks (
  user_id integer not null references users (id) on delete cascade,
  id integer generated always as identity,
  application_id integer not null references applications (id) on delete cascade,
  version integer not null default 1,
  name text,
  url text not null,
  -- Host and port of the URL. One receiver gets only a share of the attempts at the same time.
  host text not null,
  topics text[] not null,
  -- The secrets that sign, and the Authorization header, sealed with SECRET_KEY.
  sealed bytea not null,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('owner', 'gone', 'failing', 'not_allowed')),
  announced integer not null default 0,
  sent integer not null default 0,
  -- When to send next. Null if nothing waits. While an instance holds the webhook, the end of its lease.
  due_at timestamptz,
  held boolean not null default false,
  -- Counts the claims: only the holder of the last one records what happened.
  lease integer not null default 0,
  -- Failed attempts at the delivery after `sent`.
  attempts integer not null default 0,
  primary key (user_id, id),
  check ((disabled_at is null) = (disabled_reason is null)),
  check (disabled_at is null or due_at is null)
) with (fillfactor = 70);

create index webhooks_by_due on webhooks (due_at) where due_at is not null;

-- The deliveries of a webhook: those that wait, and the log of the others. Only ids, no personal data.
create table webhook_deliveries (
  user_id integer not null,
  webhook_id integer not null,
  id integer not null,
  event_id uuid not null,
  topic text not null,
  action text not null,
  resource_id integer,
  -- When the change happened.
  happened_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  attempted_at timestamptz,
  delivered_at timestamptz,
  -- The status and the outcome of the last attempt.
  status smallint,
  outcome text,
  primary key (user_id, webhook_id, id),
  foreign key (user_id, webhook_id) references webhooks (user_id, id) on delete cascade
);

create index webhook_deliveries_by_time on webhook_deliveries (happened_at);
