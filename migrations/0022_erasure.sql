-- When the user asked for the erasure of the account, and when it is due. Until then the user can cancel.
alter table users
  add column erasure_requested_at timestamptz,
  add column erases_at timestamptz,
  add constraint users_erasure check (num_nonnulls(erasure_requested_at, erases_at) in (0, 2));
create index users_by_erasure on users (erases_at) where erases_at is not null;

-- Users who were just erased. A few minutes later the rest is deleted: what requests that ran meanwhile have written
-- to tables without a foreign key to users. Then the row is deleted.
create table erasures (
  user_id integer primary key,
  erased_at timestamptz not null
);

-- The user whom a job concerns, if any: for the export, and so that the erasure finds it. No foreign key, because the
-- queue may live on another server.
alter table jobs add column user_id integer;
create index jobs_by_user on jobs (user_id) where user_id is not null;

-- Since when the user of a vault's customer is erased. The sweep then deletes the customer in the vault.
alter table vault_customers add column retired_at timestamptz;
create index vault_customers_retired on vault_customers (user_id) where retired_at is not null;
