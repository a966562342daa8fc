-- A link that no longer works can say why, and can be sent again. A link that ends has its end in expires_at, as before; it is deleted a
-- week later.
alter table links add column ended text check (ended in ('used', 'replaced'));

-- A keyed hash of the address of a sign-up, to find one that still has to be confirmed.
alter table links add column address bytea;
create index links_by_address on links (address) where address is not null;
