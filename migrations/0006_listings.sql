-- Listings that this service itself keeps, where no other service is asked for them: a small table that all users
-- share. What is a list in a listing's document is one here, and is never looked into by a statement.
create table listings (
  id bigint primary key check (id > 0),
  status text not null check (status in ('available', 'sold', 'withdrawn')),
  currency text not null,
  -- Of one ticket.
  price numeric not null,
  -- How many are left.
  number_of_tickets integer not null check (number_of_tickets >= 0),
  -- How many may be bought together; null where any number may.
  splits jsonb,
  accepted_payment_types jsonb not null,
  delivery_methods jsonb not null,
  -- The id of a user, who may be gone.
  seller_id text,
  coupons jsonb not null
);
