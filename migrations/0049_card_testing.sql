-- A customer in a vault is requested before the vault creates it. All requests for it have the same reference, so the
-- vault creates it once, and the sweep finishes those whose answers were lost.
alter table vault_customers
  alter column customer_id drop not null,
  add column reference text,
  add column requested_at timestamptz,
  add constraint vault_customers_known
    check (customer_id is not null or num_nonnulls(reference, requested_at) = 2);
create index vault_customers_by_request on vault_customers (vault, requested_at) where customer_id is null;

-- Attempts to confirm a card directly at the processor count like those here: who has started the setup, from where,
-- and how many cards were declined in it. The address is deleted when the setup ends.
alter table card_setups
  add column application_id integer,
  add column address text,
  add column declines integer not null default 0;
