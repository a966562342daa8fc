-- Works with programs that have 0057.
-- The record audit.exported says what a checkpoint said, and the chain of records protects it. So exports need no
-- signatures and no keys. Programs from before this migration cannot export old records any more.
drop table audit_checkpoints;
drop table audit_keys;
