-- Indexes for statements that scanned a table which grows with users: clean-up and sweeps, which look at the rows of
-- all users, and the erasure of one user.
create index fresh_proofs_by_end on fresh_proofs (expires_at);
create index vault_work_by_age on vault_work (vault, created_at);
drop index vault_customers_retired;
create index vault_customers_by_retirement on vault_customers (vault, retired_at) where retired_at is not null;
create index user_emails_by_user on user_emails (user_id);
create index pending_sign_ins_by_user on pending_sign_ins (user_id);
create index passkey_challenges_by_user on passkey_challenges (user_id) where user_id is not null;
create index webhooks_by_application on webhooks (application_id);
