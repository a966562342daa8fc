-- Indexes for work that looks at the rows of all users: the deletion of expired proofs, and the sweep of old vault work.
create index fresh_proofs_by_end on fresh_proofs (expires_at);
create index vault_work_by_age on vault_work (vault, created_at);
