-- Works with programs that have 0057.
-- Not in 0065, which locks the table against reads.

-- Finds the newest answers of a user.
create index idempotency_keys_by_user on idempotency_keys (user_id, expires_at);
