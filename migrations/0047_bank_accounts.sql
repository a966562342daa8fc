-- Bank accounts, which can only be paid. The vault has the number. Here is what a person recognizes the account by, and
-- a keyed hash to recognize it when it is added again.
alter table payment_methods
  -- ISO 3166-1 alpha-2: the first letters of the IBAN, or US.
  add column bank_country text check (bank_country ~ '^[A-Z]{2}$'),
  -- Of an account with a routing number; null of an IBAN.
  add column account_type text check (account_type in ('checking', 'savings'));

alter table payment_methods drop constraint payment_methods_shape;
alter table payment_methods add constraint payment_methods_shape check (
  case type
    when 'CreditCard' then
      num_nonnulls(brand, last4, expiry_month, expiry_year, full_name, vault, vault_token, fingerprint) = 8
      and num_nonnulls(email, email_key, bank_country, account_type) = 0
    when 'PayPal' then
      num_nonnulls(email, email_key) = 2
      and num_nonnulls(brand, last4, expiry_month, expiry_year, start_month, start_year, issue_number,
        full_name, vault, vault_token, fingerprint, bank_country, account_type) = 0
    when 'BankAccount' then
      num_nonnulls(bank_country, last4, full_name, vault, vault_token, fingerprint) = 6
      and num_nonnulls(brand, expiry_month, expiry_year, start_month, start_year, issue_number,
        email, email_key, paid_email) = 0
    else false
  end
) not valid;
alter table payment_methods validate constraint payment_methods_shape;
