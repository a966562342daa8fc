-- How a card is in a wallet, and the networks that can process it. No networks: nobody has told.
alter table payment_methods
  add column wallet text,
  add column networks text[] not null default '{}';

-- Brands that the processor has since the beginning, in the one spelling.
update payment_methods set brand = 'cartes-bancaires' where brand = 'cartes_bancaires';
update payment_methods set brand = 'eftpos-australia' where brand = 'eftpos_au';
