-- The setup of a card at the processor: the holder enters the card in the processor's own fields, and
-- its issuer may ask the holder to confirm it. A row is written before the processor is asked, and
-- ends with a payment method (used) or in the sweep, which leaves nothing at the processor.
create table card_setups (
  user_id integer not null,
  id integer generated always as identity,
  vault text not null,
  -- What the processor's object is marked with.
  reference text not null,
  -- The processor's id. Null until the processor has answered.
  setup_id text,
  state text not null check (state in ('requested', 'requires_payment_method', 'requires_confirmation',
    'requires_action', 'processing', 'succeeded', 'used', 'canceled', 'expired', 'abandoned')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id, id),
  constraint card_setups_ended check ((ended_at is not null) = (state in ('used', 'canceled', 'expired', 'abandoned')))
);

create unique index card_setups_by_setup on card_setups (user_id, setup_id);
-- The sweep reads those that have not ended and are due, and those that ended long ago.
create index card_setups_by_end on card_setups (ended_at, expires_at);

-- How the holder agreed to be charged while away.
alter table payment_methods
  add column setup_id text,
  add column mandate text,
  add column network_transaction text,
  add constraint payment_methods_setup
    check (type = 'CreditCard' or num_nonnulls(setup_id, mandate, network_transaction) = 0);
