-- The account of a seller at a processor that pays bank accounts. It is a row of vault_customers, as a customer who is
-- charged is, under the name of the vault that keeps bank accounts there.
alter table vault_customers
  -- ISO 3166-1 alpha-2. The account is requested for this country, which cannot change.
  add column country text,
  -- What the processor has said last: whether money can be transferred to the account, and paid out from it, what it
  -- still requires of the seller, and why it has disabled the account.
  add column transfers_enabled boolean,
  add column payouts_enabled boolean,
  add column requirements text[],
  add column disabled_reason text,
  -- When it has said so.
  add column checked_at timestamptz;

-- What the processor says of a bank account, in its word, such as 'new' or 'errored'. Null in other vaults.
alter table payment_methods add column vault_status text;
