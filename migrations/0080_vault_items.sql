-- Works with programs that have 0057.
-- What a vault has, or may have, of a user while no payment method refers to it: the custody of a card or bank account.
-- `wanted`: a request lets the vault keep it, or its holder may still enter and confirm it in a setup. `used`: a payment
-- method has got it. `unwanted`: the vault must remove it. `gone`: the vault has not kept it, or has removed it.
create table vault_items (
  -- No foreign key, because items outlive their user.
  user_id integer not null,
  id integer generated always as identity,
  vault text not null,
  state text not null check (state in ('wanted', 'used', 'unwanted', 'gone')),
  -- Of a wanted item: what the vault's entry is marked with. Of an unwanted one: the entry's token.
  reference text not null,
  -- A keyed hash of the key and the body of a request. A retry continues with the same item.
  request_hash bytea,
  -- When the worker advances the item, if no request has.
  due_at timestamptz not null,
  -- An item is deleted a week after its end.
  ended_at timestamptz,
  -- The setup in which the holder enters or confirms the card: the processor's id, which is null until the processor
  -- has answered, and its state, in the words of the processor and then how it ended.
  setup_id text,
  setup_state text check (setup_state in ('requested', 'requires_payment_method', 'requires_confirmation',
    'requires_action', 'processing', 'succeeded', 'used', 'canceled', 'expired', 'abandoned')),
  -- Who has started the setup, from where, and how many cards were declined in it. The address is deleted at its end.
  application_id integer,
  address text,
  declines integer not null default 0,
  primary key (user_id, id),
  constraint vault_items_ended check ((ended_at is not null) = (state in ('used', 'gone'))),
  constraint vault_items_setup check (setup_id is null or setup_state is not null)
);

create unique index vault_items_by_setup on vault_items (user_id, setup_id);
-- The sweep reads the open items that are due, and those that ended long ago.
create index vault_items_by_end on vault_items (ended_at, due_at);
