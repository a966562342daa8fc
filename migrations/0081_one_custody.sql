-- Works with programs that have 0080.
-- Moves unfinished work in vaults and the setups of cards to vault_items. Programs from before know only the two tables.
lock table vault_work, card_setups in access exclusive mode;

insert into vault_items (user_id, id, vault, state, reference, due_at, ended_at, setup_id, setup_state, application_id,
  address, declines)
overriding system value
select user_id, id, vault,
  case when ended_at is null then 'wanted' when state = 'used' then 'used' else 'gone' end,
  reference, expires_at, ended_at, setup_id, state,
  application_id, address, declines
from card_setups;

select setval(pg_get_serial_sequence('vault_items', 'id'), max(id)) from vault_items having max(id) is not null;

insert into vault_items (user_id, vault, state, reference, request_hash, due_at)
select user_id, vault, case kind when 'keep' then 'wanted' else 'unwanted' end, reference, request_hash,
  created_at + interval '5 minutes'
from vault_work order by id;

drop table vault_work;
drop table card_setups;

-- The comparison is a chore, and one instance at a time performs a chore.
alter table card_reconciliations drop column leased_until;
