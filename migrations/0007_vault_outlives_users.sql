-- A user's cards are in a vault, too. So they are deleted one by one, each with its work written down, before the user
-- is; and the work outlives the user, with who that was to the vault.
alter table payment_methods
  drop constraint payment_methods_user_id_fkey,
  add constraint payment_methods_user_id_fkey foreign key (user_id) references users (id);
alter table vault_work drop constraint vault_work_user_id_fkey;
alter table vault_customers drop constraint vault_customers_user_id_fkey;
