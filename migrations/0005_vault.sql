-- What is still to be done in a card vault for a user: `keep` is written before the vault is asked to keep a card and
-- goes with the change that names its token; `remove` is written with the change that no longer does. What is
-- left over, a sweep ends.
create table vault_work (
  user_id integer not null references users (id) on delete cascade,
  id integer generated always as identity,
  vault text not null,
  kind text not null check (kind in ('keep', 'remove')),
  -- Of `keep`: what the vault's entry is marked with. Of `remove`: the entry's token.
  reference text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);

-- Who a user is to a vault that knows customers.
create table vault_customers (
  user_id integer not null references users (id) on delete cascade,
  vault text not null,
  customer_id text not null,
  primary key (user_id, vault)
);
