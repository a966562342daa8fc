-- Why a link no longer works, for its page. An ended link has its end in expires_at, and is deleted a week later.
alter table links add column ended text check (ended in ('used', 'replaced'));

-- A keyed hash of the address of a sign-up, to find unconfirmed ones.
alter table links add column address bytea;
create index links_by_address on links (address) where address is not null;
