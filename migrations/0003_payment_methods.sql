-- A way to pay or to be paid. Of a card only what may be kept: never its number, never a security code.
create table payment_methods (
  user_id integer not null references users (id) on delete cascade,
  id integer generated always as identity,
  version integer not null default 1,
  type text not null,
  billing_address_id integer,
  -- CreditCard
  brand text,
  last4 text,
  expiry_month smallint,
  expiry_year smallint,
  start_month smallint,
  start_year smallint,
  issue_number text,
  full_name text,
  vault text,
  vault_token text,
  fingerprint bytea,
  -- PayPal
  email text,
  email_key text,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint payment_methods_billing_address
    foreign key (user_id, billing_address_id) references addresses (user_id, id),
  constraint payment_methods_shape check (
    case type
      when 'CreditCard' then
        num_nonnulls(brand, last4, expiry_month, expiry_year, full_name, vault, vault_token, fingerprint) = 8
        and num_nonnulls(email, email_key) = 0
      when 'PayPal' then
        num_nonnulls(email, email_key) = 2
        and num_nonnulls(brand, last4, expiry_month, expiry_year, start_month, start_year, issue_number,
          full_name, vault, vault_token, fingerprint) = 0
      else false
    end
  )
);

create unique index payment_methods_card on payment_methods (user_id, fingerprint);
create unique index payment_methods_paypal on payment_methods (user_id, email_key);
create index payment_methods_by_billing_address on payment_methods (user_id, billing_address_id);

alter table users
  add constraint users_default_buyer_method
    foreign key (id, default_buyer_method_id) references payment_methods (user_id, id),
  add constraint users_default_seller_method
    foreign key (id, default_seller_method_id) references payment_methods (user_id, id);
