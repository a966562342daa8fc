-- The events of a card processor that were received. The processor repeats events, and each is handled once.
create table processor_events (
  processor text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  primary key (processor, event_id)
);

create index processor_events_by_age on processor_events (received_at);

-- An event names a customer, which finds the user.
create index vault_customers_by_customer on vault_customers (vault, customer_id);

-- The last comparison of the cards of all users with a vault, or the one that runs.
create table card_reconciliations (
  vault text primary key,
  began_at timestamptz not null,
  -- Null while it runs.
  ended_at timestamptz,
  -- It continues with the users after this one.
  after_user_id integer not null default 0,
  -- Until then, only the instance that runs it may continue it.
  leased_until timestamptz not null,
  users integer not null default 0,
  renewed integer not null default 0,
  detached integer not null default 0,
  orphaned integer not null default 0,
  customers integer not null default 0,
  failed integer not null default 0
);
