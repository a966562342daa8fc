-- Responses to requests with an Idempotency-Key, for their retries. A row lives for 24 hours.
create table idempotency_keys (
  user_id integer not null references users (id) on delete cascade,
  -- A keyed hash of the application, the method, the path and the key.
  key_hash bytea not null,
  -- A keyed hash of the body and the query. Another body under the same key is refused.
  body_hash bytea not null,
  -- Status, headers and body of the response, sealed with a key derived from SECRET_KEY.
  response bytea not null,
  expires_at timestamptz not null,
  primary key (user_id, key_hash)
);

create index idempotency_keys_by_expiry on idempotency_keys (expires_at);

-- A keyed hash of the key and the body of the request that keeps a card. A retry continues with the same reference,
-- so the vault keeps the card once.
alter table vault_work add column request_hash bytea;
