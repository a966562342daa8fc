-- A token of a vault finds the users who have it. It is not unique, because an earlier version imported tokens and
-- customers that several users had.
create index payment_methods_by_token on payment_methods (vault, vault_token) where vault_token is not null;
